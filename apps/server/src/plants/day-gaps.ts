import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { Interval } from '@heliograph/domain/time.ts'
import { type Gap, gapsOf } from '../telemetry/telemetry.ts'

/** Sleep ends where a device would have been missed for an hour. */
export const missedMs = HOUR_MS

/** Daylight in which a plant should report; what begins at dawn or ends at dusk differs with the weather. */
export type DueTime = Interval & Readonly<{ beginsAtDawn: boolean; endsAtDusk: boolean }>

/** Stretches in which data was due and did not come: inside each due window, its ends included. */
export function dayGaps(
  points: readonly Readonly<{ atMs: number }>[],
  due: readonly DueTime[],
  intervalMs: number,
): readonly Gap[] {
  return due.flatMap(({ fromMs, toMs, beginsAtDawn, endsAtDusk }) => {
    const inside = points.filter(({ atMs }) => atMs > fromMs && atMs < toMs)
    const isSleep = (gap: Gap): boolean =>
      gap.toMs - gap.fromMs < missedMs && ((beginsAtDawn && gap.fromMs === fromMs) || (endsAtDusk && gap.toMs === toMs))
    return gapsOf([{ atMs: fromMs }, ...inside, { atMs: toMs }], intervalMs).filter((gap) => !isSleep(gap))
  })
}

/**
 * When a plant should report on a day: in the hours of daylight if all its devices sleep at night, else all day; not
 * before it existed, not after now.
 */
export function dueTime(given: {
  day: Interval
  daylight: Readonly<{ windows: (fromMs: number, toMs: number) => readonly Interval[] }>
  sleeps: boolean
  sinceMs: number
  nowMs: number
}): readonly DueTime[] {
  const { day, daylight, sleeps, sinceMs, nowMs } = given
  return (sleeps ? daylight.windows(day.fromMs, day.toMs) : [day])
    .map(({ fromMs, toMs }) => ({
      fromMs: Math.max(fromMs, sinceMs),
      toMs: Math.min(toMs, nowMs),
      beginsAtDawn: fromMs > day.fromMs && fromMs >= sinceMs,
      endsAtDusk: toMs < day.toMs && toMs <= nowMs,
    }))
    .filter(({ fromMs, toMs }) => fromMs < toMs)
}
