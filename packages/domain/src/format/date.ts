/**
 * Formats dates without a time, for axis labels and headings, in the language's own order. The dates are plant days
 * already.
 */
import { isDate } from '../time.ts'
import { MISSING } from './number.ts'

type MaybeText = string | null | undefined

const formats = new Map<string, Intl.DateTimeFormat>()

function write(date: MaybeText, locale: string, key: string, options: Intl.DateTimeFormatOptions): string {
  if (typeof date !== 'string' || !isDate(date)) return MISSING
  const id = `${locale} ${key}`
  let format = formats.get(id)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
      ...options,
    })
    if (formats.size >= 200) formats.clear()
    formats.set(id, format)
  }
  // Figures alone (cs: `23. 11. 2026`) stay on one line.
  return format.format(Date.parse(`${date}T00:00:00Z`)).replace(/(?<=\d\.) (?=\d)/g, '\u00a0')
}

/** `Jul 24, 2026`, `24. Juli 2026`, `2026年7月24日`. @param date `YYYY-MM-DD` */
export const formatDate = (date: MaybeText, locale: string): string =>
  write(date, locale, 'date', { day: 'numeric', month: 'short', year: 'numeric' })

/** `Jul 24`, `24. Juli`. @param date `YYYY-MM-DD` */
export const formatDayAndMonth = (date: MaybeText, locale: string): string =>
  write(date, locale, 'day-month', { day: 'numeric', month: 'short' })

/** `24`, `24日`: the axis of a month. @param date `YYYY-MM-DD` */
export const formatDayOfMonth = (date: MaybeText, locale: string): string =>
  write(date, locale, 'day', { day: 'numeric' })

/** `Fri, Jul 24, 2026`, `2026年7月24日周五`. @param date `YYYY-MM-DD` */
export const formatWeekdayAndDate = (date: MaybeText, locale: string): string =>
  write(date, locale, 'weekday-date', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/** `Fri 24`, `24日 周五`: the axis of a week, in the language's order. @param date `YYYY-MM-DD` */
export function formatWeekdayAndDay(date: MaybeText, locale: string): string {
  const weekday = write(date, locale, 'weekday', { weekday: 'short' })
  if (weekday === MISSING) return MISSING
  const day = formatDayOfMonth(date, locale)
  return formatWeekdayAndDate(date, locale).startsWith(weekday) ? `${weekday} ${day}` : `${day} ${weekday}`
}

/** `Jul 2026`, `2026年7月`. @param month `YYYY-MM` */
export const formatMonth = (month: MaybeText, locale: string): string =>
  write(month && `${month}-01`, locale, 'month-year', { month: 'short', year: 'numeric' })

/** `July 2026`, `2026年7月`: in a sentence. @param month `YYYY-MM` */
export const formatWholeMonth = (month: MaybeText, locale: string): string =>
  write(month && `${month}-01`, locale, 'whole-month-year', { month: 'long', year: 'numeric' })

/** `Jul`, `7月`: the axis of a year. @param month `YYYY-MM` */
export const formatMonthName = (month: MaybeText, locale: string): string =>
  write(month && `${month}-01`, locale, 'month', { month: 'short' })
