/** The days of a month for a calendar. */
import { addDays, addMonths, daysBetween } from '@heliograph/domain/time.ts'

type WeekInfo = Readonly<{ firstDay?: number }>
type LocaleWithWeek = Intl.Locale & Readonly<{ getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }>

/** 1 Monday to 7 Sunday; Monday where the browser does not know. */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale) as LocaleWithWeek
  return known.getWeekInfo?.().firstDay ?? known.weekInfo?.firstDay ?? 1
}

/** Whole weeks that cover a month, as dates. @param month `YYYY-MM` @param first 1 Monday to 7 Sunday */
export function monthSheet(month: string, first: number): readonly (readonly string[])[] {
  const start = `${month}-01`
  const weekday = new Date(`${start}T00:00:00Z`).getUTCDay() || 7
  const from = addDays(start, -((weekday - first + 7) % 7))
  const days = daysBetween(from, `${addMonths(month, 1)}-01`)
  return Array.from({ length: Math.ceil(days / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(from, week * 7 + day)),
  )
}
