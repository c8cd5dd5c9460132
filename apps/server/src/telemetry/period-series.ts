import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../db/database.ts'
import { type Accumulator, emptyAccumulator, mergeInto, readAccumulator, SUM_UNIT, WIDTH } from './accumulator.ts'
import { byteReader } from './bytes.ts'
import { type Period, periodOf } from './calendar.ts'
import { type DeviceState, decodeState } from './device-state.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { RollupResolution } from './ledger.ts'
import type { Resolution, Series, SeriesPoint, SeriesQuery, StateShare } from './series-query.ts'
import { msOf, readMs, readText, toBytes, toStamp } from './statement.ts'

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

// One statement, so one moment: an hour that is closed meanwhile is not counted twice and not missed.
const text = `select 'list', null::float8, null::bytea, null::bytea, array_to_string(d.quantities, ','), p.zone
    from devices d join plants p on p.id = d.plant_id where d.id = $2
  union all
  select 'open', null, last, open, null, null from device_latest where plant_id = $1 and device_id = $2
  union all
  (select 'closed', ${msOf('start')}, acc, null, null, null from device_rollups where plant_id = $1 and device_id = $2
    and resolution = $3 and start >= $4 and start < $5 order by start)`

/** Closed periods as they are kept, and the open one as far as it has come. */
export async function periodSeries(
  db: Db,
  query: SeriesQuery,
  resolution: Exclude<Resolution, 'sample'>,
): Promise<readonly Series[]> {
  const { plantId, deviceId, fromMs, toMs, quantities } = query
  const letter = letterOf[resolution]
  const values = [plantId, deviceId, letter, toStamp(fromMs), toStamp(toMs)]
  const rows = await readText(db.pool, text, values, 'telemetry-periods')
  const list = rows.find(([kind]) => kind === 'list')
  if (!list) return quantities.map((quantity) => ({ quantity, points: [] }))
  const layout = layoutOf((list[4] ?? '').split(',').filter((id) => id !== '') as QuantityId[])
  const periods = new Map<number, Accumulator>()
  for (const [kind, start, acc] of rows) {
    if (kind !== 'closed') continue
    const startMs = readMs(start ?? '')
    const bytes = byteReader(toBytes(acc ?? ''))
    periods.set(startMs, readAccumulator(bytes, layout, startMs, layout.ids.length))
  }
  const open = rows.find(([kind]) => kind === 'open')
  if (open?.[2] && open[2].length > 2) {
    const state = decodeState(toBytes(open[2]), toBytes(open[3] ?? ''), layout)
    addOpen(periods, state, layout, letter, query, list[5] ?? 'UTC')
  }
  const ordered = [...periods].sort(([a], [b]) => a - b)
  return quantities.map((quantity) => ({ quantity, points: toPoints(ordered, layout, quantity) }))
}

function addOpen(
  periods: Map<number, Accumulator>,
  state: DeviceState,
  layout: Layout,
  letter: RollupResolution,
  { fromMs, toMs }: SeriesQuery,
  zone: string,
): void {
  const startMs =
    letter === 'h'
      ? state.hourStartMs
      : letter === 'd'
        ? state.dayStartMs
        : startOf[letter](periodOf(state.hourStartMs, zone))
  if (startMs < fromMs || startMs >= toMs) return
  const whole = periods.get(startMs) ?? emptyAccumulator(layout.ids.length)
  mergeInto(whole, state.hour, layout)
  if (letter !== 'h') mergeInto(whole, state.day, layout)
  periods.set(startMs, whole)
}

function toPoints(
  periods: readonly (readonly [number, Accumulator])[],
  { columns, indexOf }: Layout,
  quantity: QuantityId,
): SeriesPoint[] {
  const column = indexOf.get(quantity)
  const rollUp = columns[column ?? -1]?.rollUp
  if (column === undefined || rollUp === undefined) return []
  return periods.flatMap(([atMs, acc]) => {
    if (rollUp === 'share') return toSharePoint(atMs, acc, column)
    const [n = 0, a = 0, b = 0, c = 0] = acc.numbers.subarray(column * WIDTH, (column + 1) * WIDTH)
    if (n === 0) return []
    if (rollUp === 'mean') return [{ atMs, value: a / n / SUM_UNIT, min: b, max: c, n }]
    return [{ atMs, value: rollUp === 'last' ? b : a / SUM_UNIT, n }]
  })
}

function toSharePoint(atMs: number, acc: Accumulator, column: number): SeriesPoint[] {
  const shares = [...(acc.shares[column] ?? [])]
    .filter(([, ms]) => ms > 0)
    .map(([state, ms]): StateShare => ({ state, seconds: ms / 1000 }))
    .sort((a, b) => b.seconds - a.seconds || a.state - b.state)
  return shares[0] ? [{ atMs, value: shares[0].state, shares }] : []
}
