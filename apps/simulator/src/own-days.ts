import type { DeviceQuirks } from '@heliograph/devices/quirks/counter.ts'
import { lastMidnightMs, type OwnClock, shownMs } from '@heliograph/devices/quirks/own-clock.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'

/**
 * One energy in Wh as it really flowed, divided by its device's own days. device-quirks.ts derives the register values.
 */
export type Counter = {
  total: number
  today: number
  yesterday: number
  month: number
  lastMonth: number
  year: number
}
export const newCounter = (): Counter => ({ total: 0, today: 0, yesterday: 0, month: 0, lastMonth: 0, year: 0 })

/** The start of a device's own day within a time span; `shareBefore` of the span belongs to the day before. */
type NewDay = Readonly<{ before: number; day: number; shareBefore: number }>

/** The own day that a device starts within a time span: at midnight by its clock, or when it is awake after that. */
export function startDay(
  { clock, todayResets }: Pick<DeviceQuirks, 'clock' | 'todayResets'>,
  { day: before, awake }: Readonly<{ day: number | undefined; awake: boolean }>,
  startMs: number,
  endMs: number,
): NewDay | undefined {
  const day = dayOf(clock, endMs)
  // A clock that is set back does not start a past day again.
  if (before === undefined || day <= before || (todayResets === 'wake-up' && !awake)) return undefined
  const resetMs = todayResets === 'wake-up' ? startMs : Math.max(startMs, lastMidnightMs(clock, endMs))
  return { before, day, shareBefore: endMs > startMs ? (resetMs - startMs) / (endMs - startMs) : 0 }
}

/** The day shown by a clock, counted from 1970. */
export const dayOf = (clock: OwnClock, atMs: number): number => Math.floor(shownMs(clock, atMs) / DAY_MS)

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Adds an energy that flowed evenly over a time span with at most one start of a day. Changes `counter`. */
export function count(counter: Counter | undefined, wh: number, day: NewDay | undefined): void {
  if (!counter) return
  add(counter, day ? wh * day.shareBefore : wh)
  if (!day) return
  const [before, date] = [dateOf(day.before), dateOf(day.day)]
  counter.yesterday = day.before + 1 === day.day ? counter.today : 0
  counter.today = 0
  if (date.slice(0, 7) !== before.slice(0, 7)) {
    counter.lastMonth = counter.month
    counter.month = 0
  }
  if (date.slice(0, 4) !== before.slice(0, 4)) counter.year = 0
  add(counter, wh * (1 - day.shareBefore))
}

function add(counter: Counter, wh: number): void {
  counter.total += wh
  counter.today += wh
  counter.month += wh
  counter.year += wh
}
