import { Refusal } from '@heliograph/domain/errors.ts'
import { formatDate, formatMonth } from '@heliograph/domain/format/date.ts'
import { addDays, addMonths } from '@heliograph/domain/time.ts'

/** The days of a report, both included, and whether its rows are days or months. */
export type ReportPeriod = Readonly<{ step: 'day' | 'month'; from: string; to: string }>

const endOfMonth = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1)

/**
 * The calendar month or year that a period is: its figures are then those of the page. One that is not over may end today.
 * @returns undefined for any other days
 */
export function calendarPeriod({ step, from, to }: ReportPeriod, today: string): 'month' | 'year' | undefined {
  const isWhole = (last: string): boolean => to === last || (to >= today && to < last)
  if (step === 'month') return from.endsWith('-01-01') && isWhole(`${from.slice(0, 4)}-12-31`) ? 'year' : undefined
  return from.endsWith('-01') && isWhole(endOfMonth(from.slice(0, 7))) ? 'month' : undefined
}

/** The last day of the calendar month or year. */
export const lastDayOf = (kind: 'month' | 'year', from: string): string =>
  kind === 'year' ? `${from.slice(0, 4)}-12-31` : endOfMonth(from.slice(0, 7))

/** @throws Refusal PARAM_ERROR where rows of months are not those of one calendar year */
export function requirePeriod(period: ReportPeriod, today: string): void {
  if (period.step === 'month' && calendarPeriod(period, today) === undefined)
    throw new Refusal('PARAM_ERROR', { field: 'from' })
}

/** `Jun 2026`, `2026`, `Jun 15, 2026`, or `Jun 8, 2026 – Jun 14, 2026`. */
export function namePeriod(period: ReportPeriod, today: string, locale: string): string {
  const { from, to } = period
  const kind = calendarPeriod(period, today)
  if (kind === 'year') return from.slice(0, 4)
  if (kind === 'month') return formatMonth(from.slice(0, 7), locale)
  return from === to ? formatDate(from, locale) : `${formatDate(from, locale)} – ${formatDate(to, locale)}`
}
