import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'

/** More senders than this are forgotten. */
const MOST_SENDERS = 10_000

/**
 * The budget of one sender: a minute's worth at once, then at the even rate.
 * `take` returns the time to wait in ms; 0: this one may pass.
 */
export function createBudget(perMinute: number, clockMs: () => number): { take: () => number } {
  const perMs = perMinute / MINUTE_MS
  let tokens = perMinute
  let atMs = clockMs()
  return {
    take: () => {
      const nowMs = clockMs()
      tokens = Math.min(perMinute, tokens + Math.max(0, nowMs - atMs) * perMs)
      atMs = nowMs
      if (tokens < 1) return Math.ceil((1 - tokens) / perMs)
      tokens -= 1
      return 0
    },
  }
}

/**
 * The budgets of all senders of a call.
 * @returns takes one call of a sender's budget @throws Refusal TOO_MANY_REQUESTS with the seconds to wait
 */
export function createSenderBudgets<S extends string | number>(
  perMinute: number,
  clockMs: () => number,
): (sender: S) => void {
  const budgets = new Map<S, ReturnType<typeof createBudget>>()
  return (sender) => {
    if (budgets.size >= MOST_SENDERS && !budgets.has(sender)) budgets.clear()
    const budget = budgets.get(sender) ?? createBudget(perMinute, clockMs)
    budgets.set(sender, budget)
    const waitMs = budget.take()
    if (waitMs > 0) throw new Refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil(waitMs / 1000) })
  }
}
