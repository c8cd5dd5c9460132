import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Quantity, QuantityId } from '@heliograph/domain/quantities.ts'
import { type Interval, localDate, yearBounds } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Resolution, type SeriesPoint, seriesOfDevices } from '../telemetry/telemetry.ts'
import type { HistoryPoint } from './break-lines.ts'
import { boundsOf, breakAt, type HistoryPeriod, parts, toQuantity } from './history-period.ts'
import { listDevicesOfPlants } from './plant-devices.ts'

export type ComparedSeries = Readonly<{ deviceId: number; quantity: Quantity; points: readonly HistoryPoint[] }>
export type Comparison = Interval & Readonly<{ zone: string; stepMs: number | null; series: readonly ComparedSeries[] }>

/** Lines in one chart, and rows of a table of periods. */
const MOST_LINES = 16
const MOST_ROWS = 256
const SLOT_MS = 5 * MINUTE_MS

type Query = Readonly<{
  plantId: number
  deviceIds: readonly number[]
  names: readonly string[]
  period: HistoryPeriod
  date: string | undefined
  /** Coarser than the period's own step: the hours of a day, the days of a week. */
  every: 'hour' | 'day' | undefined
}>

/**
 * The same quantities of several devices of a plant, in base units: means of five minutes on a day, so that devices
 * which send at different instants share rows. A device has no series for a quantity that it never sent.
 * @throws Refusal NOT_FOUND for a device that is not of this plant, PARAM_ERROR
 */
export async function compareDevices(db: Db, query: Query, nowMs: number): Promise<Comparison> {
  const { plantId, deviceIds } = query
  const quantities = query.names.map(toQuantity)
  // The mean of two codes is neither of them.
  if (quantities.some(({ kind }) => kind === 'state')) throw new Refusal('PARAM_ERROR', { field: 'quantities' })
  const resolution = resolutionOf(query)
  const most = resolution === 'sample' ? MOST_LINES : MOST_ROWS
  if (deviceIds.length * quantities.length > most) throw new Refusal('PARAM_ERROR', { field: 'deviceIds' })
  const devices = new Map(
    ((await listDevicesOfPlants(db, [plantId], { withRemoved: true })).get(plantId) ?? []).map((item) => [
      item.deviceId,
      item,
    ]),
  )
  if (deviceIds.some((id) => !devices.has(id))) throw new Refusal('NOT_FOUND')
  const { zone } = await db.kysely
    .selectFrom('plants')
    .select('zone')
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow(() => new Refusal('NOT_FOUND'))
  const { fromMs, toMs } = boundsOf(query.period, query.date, zone, nowMs)
  const ids = quantities.map(({ id }) => id as QuantityId)
  const found = await seriesOfDevices(db, { plantId, deviceIds, quantities: ids, fromMs, toMs, resolution })
  const series = deviceIds.flatMap((deviceId) =>
    quantities.flatMap((quantity, index): readonly ComparedSeries[] => {
      const device = devices.get(deviceId)
      if (!device?.quantities.some((id) => id === quantity.id)) return []
      const points = found.get(deviceId)?.[index]?.points ?? []
      const drawn = resolution === 'sample' ? toSlots(points, quantity) : points
      return [{ deviceId, quantity, points: breakAt(resolution, drawn, Math.max(SLOT_MS, device.intervalMs)) }]
    }),
  )
  const firstMs = Math.min(nowMs, ...series.flatMap(({ points }) => points.slice(0, 1).map(({ atMs }) => atMs)))
  return {
    // The lifetime starts with the first data.
    fromMs: query.period === 'total' ? yearBounds(localDate(firstMs, zone).slice(0, 4), zone).fromMs : fromMs,
    toMs,
    zone,
    stepMs: resolution === 'sample' ? SLOT_MS : null,
    series,
  }
}

/** Devices of a plant that have ever sent one of some quantities. @throws Refusal PARAM_ERROR for one that there is not */
export async function listComparable(db: Db, plantId: number, names: readonly string[]): Promise<readonly number[]> {
  const ids = names.map((name) => toQuantity(name).id)
  const rows = await db.kysely
    .selectFrom('devices')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('standing', '=', 'counted')
    .where(sql<boolean>`quantities && ${ids}::text[]`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

function resolutionOf({ period, every }: Query): Resolution {
  const own = parts[period].resolution
  if (every === undefined || every === own) return own
  if ((period === 'day' && every === 'hour') || (period === 'week' && every === 'day')) return every
  throw new Refusal('PARAM_ERROR', { field: 'every' })
}

/** One point per five minutes, at their start: the mean of a gauge, the last reading of a counter. */
export function toSlots(points: readonly SeriesPoint[], { rollUp }: Pick<Quantity, 'rollUp'>): readonly SeriesPoint[] {
  const slots = new Map<number, { sum: number; n: number; last: number; estimated: boolean }>()
  for (const { atMs, value, estimated = false } of points) {
    const at = Math.floor(atMs / SLOT_MS) * SLOT_MS
    const slot = slots.get(at)
    if (slot) {
      slot.sum += value
      slot.n++
      slot.last = value
      slot.estimated ||= estimated
    } else slots.set(at, { sum: value, n: 1, last: value, estimated })
  }
  return [...slots].map(([atMs, { sum, n, last, estimated }]) => ({
    atMs,
    value: rollUp === 'mean' ? sum / n : last,
    ...(estimated ? { estimated } : {}),
  }))
}
