import { MINUTE_MS } from '@heliograph/domain/duration.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 5 * MINUTE_MS

/**
 * How long to wait after so many failures in a row: doubled each time, up to five minutes, and drawn from the upper half
 * so that many devices behind one router do not return at the same moment.
 * @param random 0 to 1
 */
export function backOffMs(failures: number, random: number): number {
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(30, Math.max(0, failures - 1)))
  return Math.round(fullMs * (0.5 + random / 2))
}

/** The next time on the grid of an endpoint; a round that took too long skips what it missed. */
export function nextDueMs(previousMs: number, intervalMs: number, nowMs: number): number {
  const missed = Math.max(0, Math.floor((nowMs - previousMs) / intervalMs))
  return previousMs + (missed + 1) * intervalMs
}
