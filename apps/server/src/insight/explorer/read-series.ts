import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds, type Interval, isDate } from '@heliograph/domain/time.ts'
import { breakAt, breakEvery, type HistoryPoint } from '../../fleet/devices/devices.ts'
import { deviceSeries, firstDay, type Resolution, type SeriesPoint } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { isAllowed, stepFor } from './choose-step.ts'
import type { Wanted } from './plan-series.ts'
import { type PlantPoint, plantSeries } from './plant-series.ts'
import { keepLast, putTogether, slotFor } from './put-together.ts'

export type ValueKind = 'reading' | 'mean' | 'increment' | 'last' | 'state'
/** One line of a picture. */
export type ReadSeries = Readonly<{
  wanted: Wanted
  kind: ValueKind
  step: Resolution
  /** The slots in which readings were put together; null: none. */
  slotMs: number | null
  points: readonly HistoryPoint[]
}>

/** An instant in ms, or a date. */
export type Bound = Readonly<{ atMs: number }> | Readonly<{ date: string }>
export type Asked = Readonly<{ from: Bound | undefined; to: Bound | undefined }>

/**
 * The bounds of a range: without them from the first data of the plants until now. Dates are those of the first
 * plant, the last one included.
 * @throws Refusal PARAM_ERROR
 */
export async function findRange(
  db: Db,
  wanted: readonly Wanted[],
  { from, to }: Asked,
  nowMs: number,
): Promise<Interval> {
  const zone = wanted[0]?.plant.zone ?? 'UTC'
  const toMs = to === undefined ? nowMs : 'atMs' in to ? to.atMs : dayOf(to.date, zone, 'to').toMs
  const fromMs =
    from === undefined
      ? ((await firstOf(db, wanted)) ?? toMs - 1000)
      : 'atMs' in from
        ? from.atMs
        : dayOf(from.date, zone, 'from').fromMs
  if (fromMs >= toMs) throw new Refusal('PARAM_ERROR', { field: 'to' })
  return { fromMs, toMs }
}

function dayOf(date: string, zone: string, field: string): Interval {
  if (!isDate(date) || date < '1970' || date >= '2200') throw new Refusal('PARAM_ERROR', { field })
  return dayBounds(date, zone)
}

async function firstOf(db: Db, wanted: readonly Wanted[]): Promise<number | undefined> {
  const plants = [...new Set(wanted.map(({ plant }) => plant.plantId))]
  const days = (await Promise.all(plants.map((plantId) => firstDay(db, plantId)))).filter((day) => day !== undefined)
  // A local day starts up to 14 hours before it does in UTC.
  return days.length === 0 ? undefined : Math.min(...days.map((day) => Date.parse(`${day}T00:00:00Z`))) - 14 * HOUR_MS
}

/**
 * The wanted lines of a range, each at most its share of the points.
 * @throws Refusal PARAM_ERROR for a step that would have too many
 */
export async function readSeries(
  db: Db,
  wanted: readonly Wanted[],
  range: Interval,
  every: Resolution | undefined,
  mostPoints: number,
  nowMs: number,
): Promise<readonly ReadSeries[]> {
  const spanMs = range.toMs - range.fromMs
  if (every !== undefined && !isAllowed(every, spanMs, wanted.length, mostPoints))
    throw new Refusal('PARAM_ERROR', { field: 'every' })
  const most = Math.floor(mostPoints / Math.max(1, wanted.length))
  return readLines(db, wanted, range, { step: every ?? stepFor(spanMs), isAsked: every !== undefined, most }, nowMs)
}

type How = Readonly<{
  step: Resolution
  /** Counters show their readings only on request; else the energy of hours. */
  isAsked: boolean
  /** Points of a line; undefined: all. */
  most: number | undefined
}>

/** The same without limits, for files. */
export async function readLines(
  db: Db,
  wanted: readonly Wanted[],
  range: Interval,
  how: How,
  nowMs: number,
): Promise<readonly ReadSeries[]> {
  const groups = new Map<string, Wanted[]>()
  for (const one of wanted) {
    const key = `${one.plant.plantId} ${one.device?.deviceId ?? ''} ${stepOf(one, how)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const found = new Map<Wanted, ReadSeries>()
  await Promise.all(
    [...groups.values()].map(async (group) => {
      for (const line of await readGroup(db, group, range, how, nowMs)) found.set(line.wanted, line)
    }),
  )
  return wanted.flatMap((item) => found.get(item) ?? [])
}

function stepOf({ quantity, device }: Wanted, { step, isAsked }: How): Resolution {
  const isIncrement = quantity.rollUp === 'increment'
  return step === 'sample' && isIncrement && !(isAsked && device !== undefined) ? 'hour' : step
}

/** Lines of one device, or of one plant as a whole, in one step. */
async function readGroup(
  db: Db,
  group: readonly Wanted[],
  range: Interval,
  how: How,
  nowMs: number,
): Promise<readonly ReadSeries[]> {
  const [first] = group
  if (first === undefined) return []
  const { plant, device } = first
  const step = stepOf(first, how)
  const quantities = group.map(({ quantity }): QuantityId => quantity.id)
  if (device === undefined) {
    const lines = await plantSeries(db, plant.plantId, quantities, range, step, nowMs)
    return group.map((wanted, at) => {
      const kind = wanted.quantity.rollUp === 'increment' ? 'increment' : 'mean'
      return { wanted, kind, step, slotMs: null, points: divide(toHistory(lines[at] ?? [], step), wanted) }
    })
  }
  const query = { plantId: plant.plantId, deviceId: device.deviceId, quantities, ...range, resolution: step }
  const series = await deviceSeries(db, query)
  return group.map((wanted, at) => {
    const points = series[at]?.points ?? []
    if (step !== 'sample')
      return {
        wanted,
        kind: kindOf(wanted),
        step,
        slotMs: null,
        points: divide(breakAt(step, points, 0), wanted),
      }
    const slotMs =
      how.most !== undefined && points.length > how.most ? slotFor(range.toMs - range.fromMs, how.most) : null
    return {
      wanted,
      kind: slotMs !== null && wanted.quantity.rollUp === 'mean' ? 'mean' : 'reading',
      step,
      slotMs,
      points: divide(breakReadings(points, slotMs, wanted, device.intervalMs), wanted),
    }
  })
}

function breakReadings(
  points: readonly SeriesPoint[],
  slotMs: number | null,
  { quantity }: Wanted,
  intervalMs: number,
): readonly HistoryPoint[] {
  if (slotMs === null) return breakAt('sample', points, intervalMs)
  const put = quantity.rollUp === 'mean' ? putTogether(points, slotMs) : keepLast(points, slotMs)
  return breakEvery(put, Math.max(slotMs * 2.5, intervalMs * 3))
}

const kinds = { mean: 'mean', last: 'last', increment: 'increment', share: 'state' } as const
const kindOf = ({ quantity }: Wanted): ValueKind => kinds[quantity.rollUp]

/** The curve has its gaps; whole periods that are missing are gaps too. */
function toHistory(points: readonly PlantPoint[], step: Resolution): readonly HistoryPoint[] {
  if (step === 'sample') return points.map((point) => ({ ...point, min: null, max: null }))
  const known = points.flatMap(({ atMs, value }): SeriesPoint[] => (value === null ? [] : [{ atMs, value }]))
  return breakAt(step, known, 0)
}

/** By what a device is rated, or a plant had on the day of the point. */
function divide(points: readonly HistoryPoint[], { perKw, plant, device }: Wanted): readonly HistoryPoint[] {
  if (perKw === null) return points
  const isDated = device === undefined && plant.formerModules.length > 0
  const startsMs = plant.formerModules.map(({ until }) => dayBounds(until, plant.zone).fromMs)
  const divisorOf = (atMs: number): number => {
    const former = isDated ? plant.formerModules[startsMs.findIndex((start) => atMs < start)] : undefined
    return former === undefined ? perKw : former.capacityWp / 1000
  }
  return points.map((point) => {
    const by = (value: number | null): number | null => (value === null ? null : value / divisorOf(point.atMs))
    return { ...point, value: by(point.value), min: by(point.min), max: by(point.max) }
  })
}
