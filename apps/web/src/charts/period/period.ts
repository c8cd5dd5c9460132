/** Days, weeks, months and years by the plant's clock. A period is named by a date in it. */

import { addDays, addMonths, dayBounds, isDate, monthBounds, yearBounds } from '@heliograph/domain/time.ts'
import type { Format } from '../../texts/use-format.ts'
import type { TimeRange } from '../time-ticks.ts'

export const periods = ['day', 'week', 'month', 'year', 'total'] as const
export type Period = (typeof periods)[number]

/** Monday of a date's week (ISO 8601). */
export function weekStart(date: string): string {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(date, -weekday)
}

/** The wire's name of a period: `2026-09-12`, `2026-09`, `2026`, or nothing for all. */
export function periodKey(period: Period, date: string): string {
  if (period === 'day') return date
  if (period === 'week') return weekStart(date)
  return period === 'total' ? '' : date.slice(0, period === 'month' ? 7 : 4)
}

/** First day of a period. */
export function periodStart(period: Period, date: string): string {
  const key = periodKey(period, date)
  return key.length === 7 ? `${key}-01` : key.length === 4 ? `${key}-01-01` : key === '' ? date : key
}

/** A date in the period before or after. A month moves by its first day, so that no step reaches an invalid 31st. */
export function shiftPeriod(period: Period, date: string, by: number): string {
  const start = periodStart(period, date)
  if (period === 'total') return date
  if (period === 'day' || period === 'week') return addDays(start, period === 'day' ? by : by * 7)
  return `${addMonths(start.slice(0, 7), period === 'month' ? by : by * 12)}-01`
}

export const isCurrentPeriod = (period: Period, date: string, today: string): boolean =>
  periodKey(period, date) >= periodKey(period, today)

/** The period to show for a requested one: not in the future, not before the plant existed. */
export function clampDate(date: string | undefined, today: string, earliest?: string): string {
  if (date === undefined || !isDate(date) || date > today) return today
  return earliest !== undefined && isDate(earliest) && date < earliest ? earliest : date
}

/** The value for the URL: nothing for today's period, so that a link stays current. */
export const toAddress = (period: Period, date: string, today: string): string | null =>
  isCurrentPeriod(period, date, today) ? null : date

export function periodRange(period: Exclude<Period, 'total'>, date: string, zone: string): TimeRange {
  const key = periodKey(period, date)
  if (period === 'day') return dayBounds(key, zone)
  if (period === 'week') return { fromMs: dayBounds(key, zone).fromMs, toMs: dayBounds(addDays(key, 6), zone).toMs }
  return period === 'month' ? monthBounds(key, zone) : yearBounds(key, zone)
}

/** The year once: `Sep 7 – Sep 13, 2026`; before the days where dates begin with it: `2026年9月7日 – 9月13日`. */
function weekName(first: string, format: Format): string {
  const last = addDays(first, 6)
  const year = first.slice(0, 4)
  if (!format.date(first).startsWith(year)) return `${format.dayAndMonth(first)} – ${format.date(last)}`
  return `${format.date(first)} – ${last.startsWith(year) ? format.dayAndMonth(last) : format.date(last)}`
}

/** `Sat, Sep 12, 2026`, `Sep 7 – Sep 13, 2026`, `Sep 2026`, `2026`; for the lifetime the given word. */
export function periodName(period: Period, date: string, format: Format, all: string): string {
  const key = periodKey(period, date)
  switch (period) {
    case 'day':
      return format.weekdayAndDate(key)
    case 'week':
      return weekName(key, format)
    case 'month':
      return format.month(key)
    case 'year':
      return key
    case 'total':
      return all
  }
}
