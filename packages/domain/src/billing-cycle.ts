/** The days of a bill: from its day of the month to the day before the next one. */
import { addDays, addMonths } from './time.ts'

/** Every month has these days. */
export const LAST_BILLING_DAY = 28

const pad = (day: number): string => String(day).padStart(2, '0')

/**
 * The billing cycle that contains a date, or one before it.
 * @param date YYYY-MM-DD @param day of the month on which a bill begins, 1 to 28 @param back whole cycles before
 * @returns first and last date, both included
 */
export function billingCycle(date: string, day: number, back = 0): Readonly<{ from: string; to: string }> {
  const month = date.slice(0, 7)
  const isBefore = date < `${month}-${pad(day)}`
  const start = addMonths(month, -back - (isBefore ? 1 : 0))
  return { from: `${start}-${pad(day)}`, to: addDays(`${addMonths(start, 1)}-${pad(day)}`, -1) }
}
