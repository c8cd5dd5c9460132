import type { Interval } from '@heliograph/domain/time.ts'
import { type Gap, gapsOf } from '../telemetry/telemetry.ts'

/** In weak light after sunrise and before sunset an inverter may still, or already, be asleep. */
const twilightMs = 90 * 60_000

/**
 * Stretches in which data was due and did not come: between points, and between the points and the ends of the time in
 * which the plant should have talked.
 */
export function dayGaps(
  points: readonly Readonly<{ atMs: number }>[],
  due: Interval | undefined,
  intervalMs: number,
): readonly Gap[] {
  const ends = due !== undefined && due.fromMs < due.toMs ? [{ atMs: due.fromMs }, { atMs: due.toMs }] : []
  return gapsOf(
    [...points, ...ends].sort((a, b) => a.atMs - b.atMs),
    intervalMs,
  )
}

/** When a plant should talk on a day: while its sun is well up if it sleeps at night, else all day; not before it existed, not after now. */
export function dueTime(given: {
  day: Interval
  sunriseMs: number | null
  sunsetMs: number | null
  sleeps: boolean
  sinceMs: number
  nowMs: number
}): Interval | undefined {
  const { day, sleeps, sunriseMs, sunsetMs } = given
  if (sleeps && (sunriseMs === null || sunsetMs === null)) return undefined
  const fromMs = sleeps ? (sunriseMs ?? 0) + twilightMs : day.fromMs
  const toMs = sleeps ? (sunsetMs ?? 0) - twilightMs : day.toMs
  return { fromMs: Math.max(fromMs, given.sinceMs), toMs: Math.min(toMs, given.nowMs) }
}
