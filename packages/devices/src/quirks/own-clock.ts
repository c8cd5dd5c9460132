import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'

/** A device's own wall clock: set once, slightly wrong, and without DST. */
export type OwnClock = Readonly<{
  /** The zone that it was set to; fixed all year. */
  offsetMinutes: number
  /** Seconds ahead of the true time; negative when behind. */
  aheadS: number
}>

/** The clock's time, as if it were UTC: for deriving dates and times of day. */
export const shownMs = ({ offsetMinutes, aheadS }: OwnClock, atMs: number): number =>
  atMs + offsetMinutes * MINUTE_MS + aheadS * 1000

/** The true instant of the last midnight by this clock, at or before `atMs`. */
export function lastMidnightMs(clock: OwnClock, atMs: number): number {
  const shown = shownMs(clock, atMs)
  return atMs - (shown - Math.floor(shown / DAY_MS) * DAY_MS)
}
