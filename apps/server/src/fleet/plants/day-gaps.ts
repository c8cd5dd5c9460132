import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { Interval } from '@heliograph/domain/time.ts'
import { type Gap, gapsOf } from '../telemetry/telemetry.ts'

/** Sleep ends when a device has been overdue for an hour. */
export const missedMs = HOUR_MS

/** Daylight in which a plant should report; the exact start and end depend on the weather. */
export type DueTime = Interval & Readonly<{ beginsAtDawn: boolean; endsAtDusk: boolean }>

/** Periods in which data was due but missing: inside each due window, including its ends. */
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
 * Since when data is due on a date: from the first device on, and from the first record where that is older, as with
 * records that a logger had kept or that were imported.
 * @param options.firstDate the first date with data @param options.firstMs the first record of this date
 */
export function dueSinceMs(options: {
  createdAtMs: readonly number[]
  date: string
  firstDate: string | undefined
  firstMs: number | undefined
}): number {
  const { createdAtMs, date, firstDate, firstMs } = options
  if (firstDate !== undefined && firstDate < date) return Number.NEGATIVE_INFINITY
  return Math.min(...createdAtMs, firstDate === date && firstMs !== undefined ? firstMs : Number.POSITIVE_INFINITY)
}

/**
 * When a plant should report on a day: during daylight if all its devices sleep at night, else all day; never before
 * data was due (`dueSinceMs`) or after now.
 */
export function dueTime(options: {
  day: Interval
  daylight: Readonly<{ windows: (fromMs: number, toMs: number) => readonly Interval[] }>
  sleeps: boolean
  sinceMs: number
  nowMs: number
}): readonly DueTime[] {
  const { day, daylight, sleeps, sinceMs, nowMs } = options
  return (sleeps ? daylight.windows(day.fromMs, day.toMs) : [day])
    .map(({ fromMs, toMs }) => ({
      fromMs: Math.max(fromMs, sinceMs),
      toMs: Math.min(toMs, nowMs),
      beginsAtDawn: fromMs > day.fromMs && fromMs >= sinceMs,
      endsAtDusk: toMs < day.toMs && toMs <= nowMs,
    }))
    .filter(({ fromMs, toMs }) => fromMs < toMs)
}
