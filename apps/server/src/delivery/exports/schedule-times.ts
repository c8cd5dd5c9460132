import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { addDays, addMonths, hourStarts, localDate, offsetMinutes } from '@heliograph/domain/time.ts'

export type ScheduleEvery = 'day' | 'week' | 'month' | 'year'

/** The hour at the plant: the records of the day before have arrived, and the day begins. */
const HOUR = 6

/** 1 Monday to 7 Sunday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

const isDue = (every: ScheduleEvery, date: string): boolean =>
  every === 'day' || (every === 'week' ? weekdayOf(date) === 1 : date.endsWith(every === 'month' ? '-01' : '-01-01'))

/** The next morning of a schedule at the plant: daily, on Mondays, on the first of a month or of a year. UTC ms. */
export function nextRun(every: ScheduleEvery, zone: string, afterMs: number): number {
  // A year and some days: the first of January is among them, also where a zone skipped a date.
  for (let date = localDate(afterMs, zone), n = 0; n < 370; date = addDays(date, 1), n++) {
    const atMs = isDue(every, date) ? morningOf(date, zone) : undefined
    if (atMs !== undefined && atMs > afterMs) return atMs
  }
  return afterMs + 366 * 24 * HOUR_MS
}

const morningOf = (date: string, zone: string): number | undefined =>
  hourStarts(date, zone).find((atMs) => new Date(atMs + offsetMinutes(atMs, zone) * MINUTE_MS).getUTCHours() >= HOUR)

/** The last whole day, week (Monday to Sunday), month or year at the plant before an instant. */
export function periodBefore(every: ScheduleEvery, zone: string, atMs: number): Readonly<{ from: string; to: string }> {
  const today = localDate(atMs, zone)
  if (every === 'day') return { from: addDays(today, -1), to: addDays(today, -1) }
  const year = Number(today.slice(0, 4)) - 1
  if (every === 'year') return { from: `${year}-01-01`, to: `${year}-12-31` }
  if (every === 'month')
    return { from: `${addMonths(today.slice(0, 7), -1)}-01`, to: addDays(`${today.slice(0, 7)}-01`, -1) }
  const monday = addDays(today, 1 - weekdayOf(today))
  return { from: addDays(monday, -7), to: addDays(monday, -1) }
}
