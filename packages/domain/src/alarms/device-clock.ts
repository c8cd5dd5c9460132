import { MINUTE_MS } from '../duration.ts'
import type { Decoded } from '../reading.ts'
import { offsetMinutes } from '../time.ts'

/** So far a device's own clock may be off; beyond, its days and its times of use begin at the wrong hour. */
export const CLOCK_TOLERANCE_S = 600

/**
 * How far a device's own wall clock is ahead of the plant's, s; negative: behind. Many clocks know no daylight-saving
 * time: one that shows standard time all year is right.
 * @param atMs when the record was taken, UTC ms, by the logger
 * @param zone of the plant, IANA
 */
export function clockOffsetS(clock: NonNullable<Decoded['deviceClock']>, atMs: number, zone: string): number {
  const shownMs = Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second)
  const standard = Math.min(...[0, 6].map((month) => offsetMinutes(Date.UTC(clock.year, month, 15), zone)))
  const ahead = [offsetMinutes(atMs, zone), standard].map((minutes) => shownMs - atMs - minutes * MINUTE_MS)
  const [first = 0, second = 0] = ahead
  return Math.round((Math.abs(first) <= Math.abs(second) ? first : second) / 1000)
}
