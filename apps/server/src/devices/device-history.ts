import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  findQuantityByKey,
  getQuantity,
  isQuantityId,
  type Quantity,
  type QuantityId,
} from '@heliograph/domain/quantities.ts'
import {
  addDays,
  dayBounds,
  type Interval,
  isDate,
  localDate,
  monthBounds,
  yearBounds,
} from '@heliograph/domain/time.ts'
import type { Db } from '../db/database.ts'
import { deviceSeries, type Resolution, type SeriesPoint } from '../telemetry/telemetry.ts'
import { getDevice } from './device-detail.ts'

export type HistoryPeriod = 'day' | 'week' | 'month' | 'year' | 'total'
/** null: the gap is too long to draw a line across. */
export type HistoryPoint = Readonly<{
  atMs: number
  value: number | null
  min: number | null
  max: number | null
  estimated: boolean
}>
export type DeviceHistory = Interval &
  Readonly<{ zone: string; series: readonly Readonly<{ quantity: Quantity; points: readonly HistoryPoint[] }>[] }>

/** The resolution of each period, and the largest distance of two points (a day may have 25 hours, a month 31 days). */
const parts: Readonly<Record<HistoryPeriod, Readonly<{ resolution: Resolution; apartMs: number | undefined }>>> = {
  day: { resolution: 'sample', apartMs: undefined },
  week: { resolution: 'hour', apartMs: 1.5 * HOUR_MS },
  month: { resolution: 'day', apartMs: 1.5 * DAY_MS },
  year: { resolution: 'month', apartMs: 1.5 * 31 * DAY_MS },
  total: { resolution: 'year', apartMs: 1.5 * 366 * DAY_MS },
}

/**
 * History of selected quantities (IDs or point keys) in base units.
 * @param date first day of the period; default: the period around today
 * @throws Refusal NOT_FOUND, PARAM_ERROR
 */
export async function deviceHistory(
  db: Db,
  query: Readonly<{ deviceId: number; names: readonly string[]; period: HistoryPeriod; date: string | undefined }>,
  nowMs: number,
): Promise<DeviceHistory> {
  const quantities = query.names.map(toQuantity)
  const device = await getDevice(db, query.deviceId)
  const { zone } = await db.kysely
    .selectFrom('plants')
    .select('zone')
    .where('id', '=', device.plantId)
    .executeTakeFirstOrThrow(() => new Refusal('NOT_FOUND'))
  const { fromMs, toMs } = boundsOf(query.period, query.date, zone, nowMs)
  const { resolution, apartMs = 3 * device.intervalMs } = parts[query.period]
  const ids = quantities.map(({ id }) => id as QuantityId)
  const { plantId, deviceId } = device
  const found = await deviceSeries(db, { plantId, deviceId, quantities: ids, fromMs, toMs, resolution })
  const series = quantities.map((quantity, index) => ({
    quantity,
    points: breakLines(found[index]?.points ?? [], apartMs),
  }))
  const firstMs = Math.min(nowMs, ...series.flatMap(({ points }) => points.slice(0, 1).map(({ atMs }) => atMs)))
  // The lifetime starts with the first data.
  const isTotal = query.period === 'total'
  return {
    fromMs: isTotal ? yearBounds(localDate(firstMs, zone).slice(0, 4), zone).fromMs : fromMs,
    toMs,
    zone,
    series,
  }
}

function toQuantity(name: string): Quantity {
  const quantity = isQuantityId(name) ? getQuantity(name) : findQuantityByKey(name)
  if (quantity === undefined) throw new Refusal('PARAM_ERROR', { field: 'query.showParams' })
  return quantity
}

function boundsOf(period: HistoryPeriod, date: string | undefined, zone: string, nowMs: number): Interval {
  if (date !== undefined && (!isDate(date) || date < '1970' || date >= '2200'))
    throw new Refusal('PARAM_ERROR', { field: 'query.date' })
  const today = localDate(nowMs, zone)
  const day = date ?? today
  switch (period) {
    case 'day':
      return dayBounds(day, zone)
    case 'week': {
      const first = date ?? addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
      return { fromMs: dayBounds(first, zone).fromMs, toMs: dayBounds(addDays(first, 6), zone).toMs }
    }
    case 'month':
      return monthBounds(day.slice(0, 7), zone)
    case 'year':
      return yearBounds(day.slice(0, 4), zone)
    case 'total':
      return { fromMs: yearBounds('1970', zone).fromMs, toMs: yearBounds(today.slice(0, 4), zone).toMs }
  }
}

/** Adds an empty point after each point without a neighbor. */
export function breakLines(points: readonly SeriesPoint[], apartMs: number): readonly HistoryPoint[] {
  return points.flatMap((point, index): readonly HistoryPoint[] => {
    const { atMs, value, min = null, max = null, estimated = false } = point
    const own = { atMs, value, min, max, estimated }
    const next = points[index + 1]
    if (next === undefined || next.atMs - atMs <= apartMs) return [own]
    const breakMs = Math.round(atMs + Math.min(apartMs, next.atMs - atMs) / 2)
    return [own, { atMs: breakMs, value: null, min: null, max: null, estimated: false }]
  })
}
