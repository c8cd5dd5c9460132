import { HOUR_MS, MINUTE_MS } from '../duration.ts'

/** The pauses between the tries of one sending (Standard Webhooks 1.0.0); after the last one it is given up. */
const pausesMs: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
const LONGEST_MS = 24 * HOUR_MS

/**
 * When a sending is tried again.
 * @param options.tries that failed so far, from 1
 * @param options.retryAfterMs what the other side asked for; kept up to a day
 * @param options.chance 0 to 1: spreads the tries of many senders by up to a tenth
 * @returns UTC ms; undefined: given up
 */
export function retryTime(
  options: Readonly<{ tries: number; nowMs: number; retryAfterMs?: number | undefined; chance: number }>,
): number | undefined {
  const pauseMs = pausesMs[options.tries - 1]
  if (pauseMs === undefined) return undefined
  const spreadMs = pauseMs * (1 + options.chance / 10)
  return options.nowMs + Math.max(spreadMs, Math.min(options.retryAfterMs ?? 0, LONGEST_MS))
}
