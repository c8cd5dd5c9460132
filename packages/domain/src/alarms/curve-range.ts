import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'

const BEFORE_MS = 6 * HOUR_MS
const AFTER_MS = 3 * HOUR_MS
/** A long alarm is shown from its beginning. */
const MOST_MS = 7 * DAY_MS
const STEP_MS = 15 * MINUTE_MS

/** The stretch of time that shows how an alarm began, and how it ended where that is near. All UTC milliseconds. */
export function curveRange(
  { openedAtMs, closedAtMs }: Readonly<{ openedAtMs: number; closedAtMs: number | null }>,
  nowMs: number,
): Readonly<{ fromMs: number; toMs: number }> {
  const down = (atMs: number): number => Math.floor(atMs / STEP_MS) * STEP_MS
  const fromMs = down(openedAtMs - BEFORE_MS)
  const endMs = Math.min(nowMs, (closedAtMs ?? nowMs) + AFTER_MS)
  // Quarters of an hour: the same curve is not asked for again each minute.
  return { fromMs, toMs: Math.max(fromMs + HOUR_MS, Math.min(down(endMs) + STEP_MS, fromMs + MOST_MS)) }
}
