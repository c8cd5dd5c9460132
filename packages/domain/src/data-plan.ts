/** The data plan of a logger with a SIM card: until when it may send. */
import { addDays } from './time.ts'

/** People are reminded, and the plan is "expiring", so many days before its end. */
export const REMINDER_DAYS = 30
/** The longest renewal that can be ordered. */
export const MOST_RENEWAL_MONTHS = 60

export const planStatuses = ['valid', 'expiring', 'expired', 'disabled', 'renewing', 'unknown'] as const
export type PlanStatus = (typeof planStatuses)[number]

/**
 * A disabled plan is disabled at any date; an ordered renewal counts before the date that it will move.
 * @param today YYYY-MM-DD; the last day of a plan still counts
 */
export function planStatusOf(
  plan: Readonly<{ expiresOn: string | null; isDisabled: boolean; hasOpenOrder: boolean }>,
  today: string,
): PlanStatus {
  if (plan.isDisabled) return 'disabled'
  if (plan.hasOpenOrder) return 'renewing'
  if (plan.expiresOn === null) return 'unknown'
  if (plan.expiresOn < today) return 'expired'
  return plan.expiresOn < addDays(today, REMINDER_DAYS) ? 'expiring' : 'valid'
}

/**
 * The end of a renewed plan: so many months after its end, or after today when it has ended or is unknown. The 31st
 * becomes the last day of a shorter month.
 * @returns YYYY-MM-DD
 */
export function extendPlan(expiresOn: string | null, months: number, today: string): string {
  const from = expiresOn === null || expiresOn < today ? today : expiresOn
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, last))
  return first.toISOString().slice(0, 10)
}
