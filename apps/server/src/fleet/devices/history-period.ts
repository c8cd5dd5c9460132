import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { findQuantityByKey, getQuantity, isQuantityId, type Quantity } from '@heliograph/domain/quantities.ts'
import {
  addDays,
  dayBounds,
  type Interval,
  isDate,
  localDate,
  monthBounds,
  yearBounds,
} from '@heliograph/domain/time.ts'
import type { Resolution, SeriesPoint } from '../telemetry/telemetry.ts'
import { breakLines, breakSamples, type HistoryPoint } from './break-lines.ts'

export type HistoryPeriod = 'day' | 'week' | 'month' | 'year' | 'total'

/** Parts of a period: the samples of a day, the hours of a week, the days of a month. */
export const parts: Readonly<Record<HistoryPeriod, Readonly<{ resolution: Resolution }>>> = {
  day: { resolution: 'sample' },
  week: { resolution: 'hour' },
  month: { resolution: 'day' },
  year: { resolution: 'month' },
  total: { resolution: 'year' },
}

/** The largest distance of two neighbors (a day may have 25 hours, a month 31 days). */
const apartMs: Readonly<Record<Exclude<Resolution, 'sample'>, number>> = {
  hour: 1.5 * HOUR_MS,
  day: 1.5 * DAY_MS,
  month: 1.5 * 31 * DAY_MS,
  year: 1.5 * 366 * DAY_MS,
}

export const breakAt = (
  resolution: Resolution,
  points: readonly SeriesPoint[],
  intervalMs: number,
): readonly HistoryPoint[] =>
  resolution === 'sample' ? breakSamples(points, intervalMs) : breakLines(points, apartMs[resolution])

/** A quantity by its id or its point key. @throws Refusal PARAM_ERROR */
export function toQuantity(name: string): Quantity {
  const quantity = isQuantityId(name) ? getQuantity(name) : findQuantityByKey(name)
  if (quantity === undefined) throw new Refusal('PARAM_ERROR', { field: 'quantities' })
  return quantity
}

/** @param date a day of the period; of a week its first. @throws Refusal PARAM_ERROR */
export function boundsOf(period: HistoryPeriod, date: string | undefined, zone: string, nowMs: number): Interval {
  if (date !== undefined && (!isDate(date) || date < '1970' || date >= '2200'))
    throw new Refusal('PARAM_ERROR', { field: 'date' })
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
