import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Accumulator, emptyAccumulator, mergeInto, readAccumulator, SUM_UNIT, WIDTH } from './accumulator.ts'
import { byteReader } from './bytes.ts'
import { type Period, periodOf } from './calendar.ts'
import { type DeviceState, decodeState } from './device-state.ts'
import { decodeHours } from './hours-block.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { RollupResolution } from './ledger.ts'
import { pickPieces, samplesOfPicked } from './sealed-months.ts'
import type { Resolution, Series, SeriesPoint, SeriesQuery, StateShare } from './series-query.ts'
import { msOf, readMs, readText, type TextRow, toArray, toBytes, toStamp } from './statement.ts'

const letterOf: Readonly<Record<Exclude<Resolution, 'sample'>, RollupResolution>> = {
  hour: 'h',
  day: 'd',
  month: 'm',
  year: 'y',
}

const startOf: Readonly<Record<RollupResolution, (period: Period) => number>> = {
  h: (period) => period.hourStartMs,
  d: (period) => period.dayStartMs,
  m: (period) => period.monthStartMs,
  y: (period) => period.yearStartMs,
}

const startOfUtc = (column: string): string => msOf(`(${column}::timestamp at time zone 'UTC')`)
/** Of the instants, and of each gauge that the device has. */
const PIECES = `array_prepend(1, array(
      select array_position(own.quantities, gauge) + 1 from unnest($6::text[]) with ordinality as g (gauge, place)
      order by place))`

// One statement for all devices, so one snapshot: an hour that closes meanwhile is neither counted twice nor missed.
const text = `with own as materialized (select id, quantities from devices where id = any($2::bigint[]))
  select 'list', d.id, null::float8, null::bytea, null::bytea, array_to_string(d.quantities, ','), p.zone
    from devices d join plants p on p.id = d.plant_id where d.id = any($2::bigint[])
  union all
  select 'open', device_id, null, last, open, null, null from device_latest
    where plant_id = $1 and device_id = any($2::bigint[])
  union all
  (select 'closed', device_id, ${msOf('start')}, acc, null, null, null from device_rollups
    where plant_id = $1 and device_id = any($2::bigint[]) and resolution = $3 and start >= $4 and start < $5
    order by device_id, start)
  union all
  (select 'sealed', device_id, ${startOfUtc('since')}, block, null, null, null from sealed_periods
    where plant_id = $1 and device_id = any($2::bigint[]) and resolution = $3
      and since >= date_trunc(case $3 when 'h'::"char" then 'month' else 'year' end, $4::timestamptz at time zone 'UTC')::date
      and since <= ($5::timestamptz at time zone 'UTC')::date
    order by device_id, since)
  union all
  select 'samples', m.device_id, ${startOfUtc('month')}, ${pickPieces('m', PIECES)}, null, m.starts::text, null
    from sealed_months m join own on own.id = m.device_id
    where $3 = 'h'::"char" and cardinality($6::text[]) > 0 and plant_id = $1
      and month >= date_trunc('month', $4::timestamptz at time zone 'UTC')::date
      and month <= ($5::timestamptz at time zone 'UTC')::date`

type PeriodQuery = Omit<SeriesQuery, 'deviceId'>

/** Quantities whose hours are derived from samples. */
const gaugesOf = ({ quantities }: PeriodQuery): readonly QuantityId[] => [
  ...new Set(quantities.filter((quantity) => ['mean', 'last'].includes(getQuantity(quantity).rollUp))),
]

/** Closed periods as stored, and the open one so far. */
export async function periodSeries(
  db: Db,
  { deviceId, ...query }: SeriesQuery,
  resolution: Exclude<Resolution, 'sample'>,
): Promise<readonly Series[]> {
  const found = await periodSeriesOf(db, query, [deviceId], resolution)
  return found.get(deviceId) ?? query.quantities.map((quantity) => ({ quantity, points: [] }))
}

/** The same for several devices of a plant in one statement; a device that does not exist is absent. */
export async function periodSeriesOf(
  db: Db,
  query: PeriodQuery,
  deviceIds: readonly number[],
  resolution: Exclude<Resolution, 'sample'>,
): Promise<ReadonlyMap<number, readonly Series[]>> {
  const letter = letterOf[resolution]
  const values = [
    query.plantId,
    toArray(deviceIds),
    letter,
    toStamp(query.fromMs),
    toStamp(query.toMs),
    gaugesOf(query),
  ]
  const byDevice = new Map<number, TextRow[]>()
  for (const [kind = null, device, ...row] of await readText(db.pool, text, values, 'telemetry-periods')) {
    const rows = byDevice.get(Number(device))
    if (rows) rows.push([kind, ...row])
    else byDevice.set(Number(device), [[kind, ...row]])
  }
  return new Map([...byDevice].map(([device, rows]) => [device, seriesOfRows(rows, query, letter)]))
}

/** @param rows of one device: kind, start, two columns of bytes, list, zone */
export function seriesOfRows(
  rows: readonly TextRow[],
  query: PeriodQuery,
  letter: RollupResolution,
): readonly Series[] {
  const { fromMs, toMs, quantities } = query
  const list = rows.find(([kind]) => kind === 'list')
  if (!list) return quantities.map((quantity) => ({ quantity, points: [] }))
  const layout = layoutOf((list[4] ?? '').split(',').filter((id) => id !== '') as QuantityId[])
  const open = rows.find(([kind, , last]) => kind === 'open' && (last?.length ?? 0) > EMPTY.length)
  const state = open && decodeState(toBytes(open[2] ?? ''), toBytes(open[3] ?? ''), layout)
  const openStartMs = state ? startOfOpen(state, letter, list[5] ?? 'UTC') : Number.NaN
  let isOpenAhead = openStartMs >= fromMs && openStartMs < toMs
  const points = quantities.map((): SeriesPoint[] => [])
  const emit = (startMs: number, acc: Accumulator): void =>
    quantities.forEach((quantity, i) => {
      const point = toPoint(startMs, acc, layout, quantity)
      if (point) points[i]?.push(point)
    })
  for (const { startMs, read } of closedPeriods(rows, query, layout)) {
    if (isOpenAhead && startMs > openStartMs) {
      isOpenAhead = false
      emit(openStartMs, openPart(state, layout, letter))
    }
    const acc = read()
    if (isOpenAhead && startMs === openStartMs) {
      isOpenAhead = false
      mergeInto(acc, openPart(state, layout, letter), layout)
    }
    emit(startMs, acc)
  }
  if (isOpenAhead) emit(openStartMs, openPart(state, layout, letter))
  return quantities.map((quantity, i) => ({ quantity, points: points[i] ?? [] }))
}

type ClosedPeriod = Readonly<{
  startMs: number
  /** Valid until the next one is read. */
  read: () => Accumulator
}>

/** Rows, and sealed hours or days that no row replaces, ascending. */
function closedPeriods(rows: readonly TextRow[], query: PeriodQuery, layout: Layout): readonly ClosedPeriod[] {
  const closed = rows.flatMap(([kind, start, bytes]): ClosedPeriod[] => {
    if (kind !== 'closed') return []
    const startMs = readMs(start ?? '')
    return [
      { startMs, read: () => readAccumulator(byteReader(toBytes(bytes ?? '')), layout, startMs, layout.ids.length) },
    ]
  })
  const blocks = rows.filter(([kind]) => kind === 'sealed')
  if (blocks.length === 0) return closed
  const replaced = new Set(closed.map(({ startMs }) => startMs))
  const wanted = query.quantities.flatMap((quantity) => layout.indexOf.get(quantity) ?? [])
  const acc = emptyAccumulator(layout.ids.length)
  const gauges = gaugesOf(query).flatMap((quantity) => layout.indexOf.get(quantity) ?? [])
  const months = new Map(rows.flatMap((row) => (row[0] === 'samples' ? [[row[1], row]] : [])))
  const span = { fromMs: query.fromMs, toMs: query.toMs + HOUR_MS }
  for (const [, month, block] of blocks) {
    const [, , bytes, , starts] = months.get(month ?? null) ?? []
    const samples = starts == null ? undefined : samplesOfPicked(starts, bytes ?? '', gauges, span)
    const hours = decodeHours(toBytes(block ?? ''), layout, wanted, samples)
    for (const [index, startMs] of hours.startMs.entries()) {
      if (startMs < query.fromMs || startMs >= query.toMs || replaced.has(startMs)) continue
      const read = (): Accumulator => {
        hours.fill(index, acc)
        return acc
      }
      closed.push({ startMs, read })
    }
  }
  return closed.sort((a, b) => a.startMs - b.startMs)
}

/** PostgreSQL's text for an empty bytea. */
const EMPTY = '\\x'

function startOfOpen(state: DeviceState, letter: RollupResolution, zone: string): number {
  if (letter === 'h') return state.hourStartMs
  return letter === 'd' ? state.dayStartMs : startOf[letter](periodOf(state.hourStartMs, zone))
}

/** The contribution of the open hour and day to a period that contains them. */
function openPart(state: DeviceState | undefined, layout: Layout, letter: RollupResolution): Accumulator {
  const part = emptyAccumulator(layout.ids.length)
  if (!state) return part
  mergeInto(part, state.hour, layout)
  if (letter !== 'h') mergeInto(part, state.day, layout)
  return part
}

function toPoint(
  atMs: number,
  acc: Accumulator,
  { columns, indexOf }: Layout,
  quantity: QuantityId,
): SeriesPoint | undefined {
  const column = indexOf.get(quantity)
  const rollUp = columns[column ?? -1]?.rollUp
  if (column === undefined || rollUp === undefined) return undefined
  if (rollUp === 'share') return toSharePoint(atMs, acc, column)
  const { numbers } = acc
  const o = column * WIDTH
  const n = numbers[o] as number
  if (n === 0) return undefined
  const [a, b, c] = [numbers[o + 1] as number, numbers[o + 2] as number, numbers[o + 3] as number]
  if (rollUp === 'mean') return { atMs, value: a / n / SUM_UNIT, min: b, max: c, n }
  return { atMs, value: rollUp === 'last' ? b : a / SUM_UNIT, n }
}

function toSharePoint(atMs: number, acc: Accumulator, column: number): SeriesPoint | undefined {
  const shares = [...(acc.shares[column] ?? [])]
    .filter(([, ms]) => ms > 0)
    .map(([state, ms]): StateShare => ({ state, seconds: ms / 1000 }))
    .sort((a, b) => b.seconds - a.seconds || a.state - b.state)
  return shares[0] && { atMs, value: shares[0].state, shares }
}
