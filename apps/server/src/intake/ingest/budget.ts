import { MINUTE_MS } from '@heliograph/domain/duration.ts'
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
