import { addDays, addMonths, daysBetween, isDate } from '@heliograph/domain/time.ts'

export type PeriodKind = 'daily' | 'month' | 'year' | 'total'

/** An earlier period to compare with, and the least number of days with data for that. */
export type EarlierSpan = Readonly<{
  /** The seven days before, the same dates a year before, or the month before. */
  with: 'week' | 'yearBefore' | 'monthBefore'
  from: string
  to: string
  leastDays: number
}>

/** First and last date, the last not after today. */
export function boundsOf(kind: PeriodKind, date: string, today: string): Readonly<{ from: string; to: string }> {
  const clip = (to: string): string => (to < today ? to : today)
  switch (kind) {
    case 'daily':
      return { from: date, to: clip(date) }
    case 'month':
      return { from: `${date.slice(0, 7)}-01`, to: clip(lastOfMonth(date)) }
    case 'year':
      return { from: `${date.slice(0, 4)}-01-01`, to: clip(`${date.slice(0, 4)}-12-31`) }
    case 'total':
      return { from: '1970-01-01', to: today }
  }
}

const lastOfMonth = (date: string): string => addDays(`${addMonths(date.slice(0, 7), 1)}-01`, -1)

/** February 29 becomes February 28. */
function aYearBefore(date: string): string {
  const before = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
  return isDate(before) ? before : addDays(`${before.slice(0, 7)}-01`, 27)
}

/**
 * Spans that a period is compared with, the best first. The same dates of another year need (nearly) all of their days.
 */
export function spansBefore(kind: PeriodKind, from: string, to: string): readonly EarlierSpan[] {
  if (kind === 'total') return []
  if (kind === 'daily') return [{ with: 'week', from: addDays(from, -7), to: addDays(from, -1), leastDays: 3 }]
  const yearBefore = { with: 'yearBefore', from: aYearBefore(from), to: aYearBefore(to) } as const
  const most = Math.ceil((daysBetween(yearBefore.from, yearBefore.to) + 1) * 0.9)
  const monthBefore = addMonths(from.slice(0, 7), -1)
  return [
    { ...yearBefore, leastDays: most },
    ...(kind === 'month'
      ? [{ with: 'monthBefore', from: `${monthBefore}-01`, to: lastOfMonth(monthBefore), leastDays: 10 } as const]
      : []),
  ]
}
