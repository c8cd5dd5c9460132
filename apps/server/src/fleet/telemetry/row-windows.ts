import type pg from 'pg'
import { rowsOfBlock } from './block.ts'
import type { Row } from './sample.ts'
import { pickPieces, piecesOf, rowsOfMonth, rowsOfPicked } from './sealed-months.ts'
import { eachText, msOf, readMs, toArray, toBytes, toStamp, toStamps } from './statement.ts'
import { type DeviceKey, mergeRows, toRow } from './stored-rows.ts'

/** Stored rows of a device between two instants, both included. */
export type RowWindow = Readonly<{
  key: DeviceKey
  fromMs: number
  toMs: number
  /** Positions of the values that are looked at: others may be missing. Left out: all. */
  columns?: readonly number[]
  /** Called for each row, ascending. */
  take: (row: Row) => void
}>

const WINDOWS = `unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::text[])
      as w (plant_id, device_id, from_at, to_at, i, pieces)`
// A cast to int[] depends on settings, which a cluster refuses where the rows are.
const PIECES = "string_to_array(btrim(w.pieces, '{}'), ',')"
// Joined on the key and without limits, a cluster of databases runs it where the rows are. The last two parameters name
// the partitions.
const text = `select i, ${msOf('at')}, time_source, values, block, starts from (
    select s.plant_id, w.i, s.at, s.time_source, s.values, null::bytea as block, null::int[] as starts from ${WINDOWS}
    join samples s on s.plant_id = w.plant_id and s.device_id = w.device_id and s.at >= w.from_at and s.at <= w.to_at
    where s.at >= $7 and s.at <= $8
    union all
    select d.plant_id, w.i, d.day::timestamp at time zone 'UTC', null::smallint, null::float8[], d.block, null from ${WINDOWS}
    join sealed_days d on d.plant_id = w.plant_id and d.device_id = w.device_id
      and d.day >= (w.from_at at time zone 'UTC')::date and d.day <= (w.to_at at time zone 'UTC')::date
    union all
    select m.plant_id, w.i, m.month::timestamp at time zone 'UTC', null, null,
      case when w.pieces is null then m.block else ${pickPieces('m', PIECES)} end, m.starts from ${WINDOWS}
    join sealed_months m on m.plant_id = w.plant_id and m.device_id = w.device_id
      and m.month >= date_trunc('month', w.from_at at time zone 'UTC')::date
      and m.month <= (w.to_at at time zone 'UTC')::date
  ) r order by i, at, block is null, starts is null`

/** Hands the rows of all windows over, hot and sealed, with one statement. Of what passes only a sealed day or month is kept. */
export async function readWindows(client: pg.ClientBase, all: readonly RowWindow[]): Promise<void> {
  if (all.length === 0) return
  let current: RowWindow | undefined
  let sealed: readonly Row[] = []
  let next = 0
  /** Of what is sealed, what is older than the instant. */
  const handOver = (beforeMs: number): void => {
    for (let row = sealed[next]; row && row.atMs < beforeMs; row = sealed[++next])
      if (current && row.atMs >= current.fromMs && row.atMs <= current.toMs) current.take(row)
  }
  const values = [
    toArray(all.map(({ key }) => key.plantId)),
    toArray(all.map(({ key }) => key.deviceId)),
    toStamps(all.map(({ fromMs }) => fromMs)),
    toStamps(all.map(({ toMs }) => toMs)),
    toArray(all.map((_, i) => i)),
    all.map(({ columns }) => (columns === undefined ? null : piecesOf(columns))),
    toStamp(all.reduce((ms, { fromMs }) => Math.min(ms, fromMs), Infinity)),
    toStamp(all.reduce((ms, { toMs }) => Math.max(ms, toMs), -Infinity)),
  ]
  await eachText(client, text, values, 'telemetry-windows', ([i, ...rest]) => {
    const [at, , , block, starts] = rest
    const window = all[Number(i)]
    if (window !== current) {
      handOver(Infinity)
      current = window
      sealed = []
      next = 0
    }
    if (block != null) {
      handOver(readMs(at ?? ''))
      // A day beside its month came later.
      sealed = mergeRows(
        sealed.slice(next),
        starts == null ? rowsOfBlock(toBytes(block)) : rowsOf(window, starts, block),
      )
      next = 0
    } else {
      const row = toRow(rest)
      handOver(row.atMs)
      // A sample in both appears once.
      if (sealed[next]?.atMs === row.atMs) next++
      current?.take(row)
    }
  })
  handOver(Infinity)
}

/** Only rows of the window are read. */
function rowsOf(window: RowWindow | undefined, starts: string, bytes: string): readonly Row[] {
  const span = { fromMs: window?.fromMs ?? 0, toMs: (window?.toMs ?? 0) + 1 }
  return window?.columns === undefined
    ? rowsOfMonth(starts, bytes, span)
    : rowsOfPicked(starts, bytes, window.columns, span)
}
