import { HOUR_MS, MINUTE_MS } from '../duration.ts'
import { addDays, dayBounds, localDate, offsetMinutes } from '../time.ts'
import { type DailyPromise, DIGEST_HOUR, type Digest, type MessageSettings } from './message-settings.ts'

/**
 * When a message may leave the page: after the time in which others of its cause join it, and after the quiet hours at
 * the plant.
 * @param zone the plant's, IANA; of a message without a plant the person's
 * @returns UTC ms
 * @throws RangeError for an unknown zone
 */
export function dueTime(
  { quiet, groupMinutes }: Pick<MessageSettings, 'quiet' | 'groupMinutes'>,
  { nowMs, zone, level }: Readonly<{ nowMs: number; zone: string; level: number }>,
): number {
  const collectedMs = nowMs + groupMinutes * MINUTE_MS
  if (quiet === null || (quiet.faultsPass && level >= 2)) return collectedMs
  return endOfQuiet(collectedMs, quiet, zone)
}

/** The instant itself, or the end of the quiet hours it falls into. */
function endOfQuiet(atMs: number, quiet: NonNullable<MessageSettings['quiet']>, zone: string): number {
  const { fromMinute, toMinute } = quiet
  const minute = minuteOfDay(atMs, zone)
  const isOverNight = fromMinute > toMinute
  const isQuiet = isOverNight ? minute >= fromMinute || minute < toMinute : minute >= fromMinute && minute < toMinute
  if (!isQuiet) return atMs
  const today = localDate(atMs, zone)
  const endDate = isOverNight && minute >= fromMinute ? addDays(today, 1) : today
  return atWallClock(endDate, toMinute, zone)
}

function minuteOfDay(atMs: number, zone: string): number {
  const localMinutes = Math.floor(atMs / MINUTE_MS) + Math.floor(offsetMinutes(atMs, zone))
  return ((localMinutes % 1440) + 1440) % 1440
}

/** The instant at which the clock shows this minute of the day; where it skips it, as long after the skip. */
function atWallClock(date: string, minute: number, zone: string): number {
  const { fromMs, toMs } = dayBounds(date, zone)
  const guessMs = fromMs + minute * MINUTE_MS
  const shiftMinutes = offsetMinutes(guessMs, zone) - offsetMinutes(fromMs, zone)
  const earlierMs = guessMs - shiftMinutes * MINUTE_MS
  const isSkipped = offsetMinutes(earlierMs, zone) !== offsetMinutes(guessMs, zone) && earlierMs < guessMs
  const shiftedMs = isSkipped ? guessMs : earlierMs
  return Math.min(toMs, Math.max(fromMs, shiftedMs))
}

/**
 * When the next digest is sent: at `DIGEST_HOUR` by the person's clock, weekly ones on Monday.
 * @throws RangeError for an unknown zone
 */
export function digestTime(digest: Exclude<Digest, 'off'>, nowMs: number, zone: string): number {
  const today = localDate(nowMs, zone)
  for (let days = 0; ; days += 1) {
    const date = addDays(today, days)
    if (digest === 'weekly' && new Date(`${date}T00:00Z`).getUTCDay() !== 1) continue
    const atMs = atWallClock(date, DIGEST_HOUR * 60, zone)
    if (atMs > nowMs) return atMs
  }
}

/** A promise that is kept later than this is none: its absence has been the alarm. */
const PROMISE_MS = HOUR_MS

/**
 * The date whose promise is due now: within an hour of the promised minute by the person's clock. null: none.
 * @throws RangeError for an unknown zone
 */
export function promisedDate({ minute }: DailyPromise, nowMs: number, zone: string): string | null {
  const today = localDate(nowMs, zone)
  const due = [today, addDays(today, -1)].find((date) => {
    const lateMs = nowMs - atWallClock(date, minute, zone)
    return lateMs >= 0 && lateMs < PROMISE_MS
  })
  return due ?? null
}
