import { Refusal } from '@heliograph/domain/errors.ts'
import { addDays, daysBetween, isDate } from '@heliograph/domain/time.ts'

/** Dates of the plant, both included. */
export type DayRange = Readonly<{ from: string; to: string }>

const DAYS = 30
export const MOST_DAYS = 92

/** A requested range; absent: the default. */
export type AskedRange = Readonly<{ from?: string | undefined; to?: string | undefined }>

/** The asked range; the last 30 days by default, never beyond today. @throws Refusal PARAM_ERROR */
export function toRange({ from, to }: AskedRange, today: string): DayRange {
  for (const [field, day] of Object.entries({ from, to }))
    if (day !== undefined && (!isDate(day) || day < '1970' || day >= '2200'))
      throw new Refusal('PARAM_ERROR', { field: `${field}` })
  const last = to === undefined || to > today ? today : to
  const first = from ?? addDays(last, 1 - DAYS)
  if (first > last || daysBetween(first, last) >= MOST_DAYS) throw new Refusal('PARAM_ERROR', { field: 'from' })
  return { from: first, to: last }
}
