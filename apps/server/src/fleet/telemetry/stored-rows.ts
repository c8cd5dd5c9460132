import type pg from 'pg'
import { rowsOfBlock } from './block.ts'
import { utcDay, utcMonth } from './days.ts'
import type { Row } from './sample.ts'
import { rowsOfMonth } from './sealed-months.ts'
import { msOf, readMs, readText, type TextRow, toBytes, toDoubles, toStamp } from './statement.ts'

export type DeviceKey = Readonly<{ plantId: number; deviceId: number }>

export const toRow = ([atMs, origin, values]: TextRow): Row => ({
  atMs: readMs(atMs ?? ''),
  origin: Number(origin),
  values: toDoubles(values ?? ''),
})

/** Merges two ascending lists; a sample in both (sealed between two reads) appears once. */
export function mergeRows(some: readonly Row[], others: readonly Row[]): readonly Row[] {
  if (some.length === 0) return others
  if (others.length === 0) return some
  const all = [...some, ...others].sort((a, b) => a.atMs - b.atMs)
  return all.filter((row, i) => row.atMs !== all[i - 1]?.atMs)
}

// Hot and sealed rows of a span with one statement, so in one snapshot: a day becomes a row, and its days a month, at any
// moment. A span is a UTC day, or a month that is one row already.
const SPAN_TEXT = `with first as materialized (
    select least(
      (select min(day)::timestamp from sealed_days where plant_id = $1 and device_id = $2 and day >= $3),
      (select min(month)::timestamp from sealed_months where plant_id = $1 and device_id = $2 and month >= $4),
      (select date_trunc('day', min(at) at time zone 'UTC') from samples
        where plant_id = $1 and device_id = $2 and at >= $5)) as day),
  month as materialized (
    select m.month, m.starts, m.block from first
      join sealed_months m on m.plant_id = $1 and m.device_id = $2 and m.month = date_trunc('month', first.day)::date),
  span as materialized (
    select coalesce((select month::timestamp from month), day) as start,
      coalesce((select month + interval '1 month' from month), day + interval '1 day') as until
    from first where day is not null)
  (select 'span', ${msOf(`until at time zone 'UTC'`)}::text, null::text, null::text from span)
  union all
  (select 'month', starts::text, block::text, null from month)
  union all
  (select 'day', d.block::text, null, null from span
    join sealed_days d on d.plant_id = $1 and d.device_id = $2 and d.day >= span.start and d.day < span.until)
  union all
  (select 'hot', ${msOf('s.at')}::text, s.time_source::text, s.values::text from span
    join samples s on s.plant_id = $1 and s.device_id = $2 and s.at >= span.start at time zone 'UTC'
      and s.at < span.until at time zone 'UTC')`

const byTime = (rows: readonly Row[]): readonly Row[] => rows.toSorted((a, b) => a.atMs - b.atMs)

/** A device's stored samples after an instant, oldest first. */
export async function* walkRows(
  client: pg.ClientBase,
  { plantId, deviceId }: DeviceKey,
  afterMs: number,
): AsyncGenerator<Row> {
  for (let fromMs = afterMs; ; ) {
    const from = [utcDay(fromMs), utcMonth(fromMs), toStamp(fromMs)]
    const found = await readText(client, SPAN_TEXT, [plantId, deviceId, ...from])
    const span = found.find(([kind]) => kind === 'span')
    if (span === undefined) return
    const partsOf = (kind: string) => found.filter(([own]) => own === kind)
    const month = partsOf('month').flatMap(([, starts, bytes]) => rowsOfMonth(starts ?? '', bytes ?? ''))
    const days = partsOf('day').flatMap(([, bytes]) => rowsOfBlock(toBytes(bytes ?? '')))
    const hot = partsOf('hot').map(([, ...row]) => toRow(row))
    const rows = mergeRows(mergeRows(month, byTime(days)), byTime(hot))
    // A month may have come of days that were walked already.
    yield* rows.filter(({ atMs }) => atMs > afterMs && atMs >= fromMs)
    fromMs = readMs(span[1] ?? '')
  }
}

/** How many samples of a plant are stored. */
export async function countStoredSamples(client: pg.Pool | pg.ClientBase, plantId: number): Promise<number> {
  const text = `select (select coalesce(sum(samples), 0) from sealed_months where plant_id = $1)
    + (select coalesce(sum(samples), 0) from sealed_days where plant_id = $1)
    + (select count(*) from samples where plant_id = $1)`
  const [row] = await readText(client, text, [plantId])
  return Number(row?.[0])
}
