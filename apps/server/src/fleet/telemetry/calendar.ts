import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds, hourStarts, localDate, monthBounds, yearBounds } from '@heliograph/domain/time.ts'

/** The hour of a plant's wall clock and the day, month and year around it; starts are UTC instants, ends exclusive. */
export type Period = Readonly<{
  hourStartMs: number
  hourEndMs: number
  dayStartMs: number
  dayEndMs: number
  monthStartMs: number
  yearStartMs: number
  /** The plant's date, YYYY-MM-DD. */
  date: string
}>

const MAX_ZONES = 512
const MAX_DAYS = 64
const zones = new Map<string, Period[][]>()

/** @throws RangeError for an unknown zone */
export function periodOf(atMs: number, zone: string): Period {
  let days = zones.get(zone)
  if (!days) {
    if (zones.size >= MAX_ZONES) zones.clear()
    days = []
    zones.set(zone, days)
  }
  for (let i = days.length - 1; i >= 0; i--) {
    const day = days[i] as Period[]
    const first = day[0] as Period
    if (atMs >= first.dayStartMs && atMs < first.dayEndMs) return hourIn(day, atMs)
  }
  const day = cutDay(atMs, zone)
  if (days.length >= MAX_DAYS) days.splice(0, MAX_DAYS / 2)
  days.push(day)
  return hourIn(day, atMs)
}

function hourIn(day: readonly Period[], atMs: number): Period {
  // All hours have equal length except on days of a clock change, so the guess is off by one or two at most.
  const first = day[0] as Period
  let i = Math.min(day.length - 1, Math.floor((atMs - first.dayStartMs) / HOUR_MS))
  while (i > 0 && (day[i] as Period).hourStartMs > atMs) i--
  while (i < day.length - 1 && (day[i] as Period).hourEndMs <= atMs) i++
  return day[i] as Period
}

function cutDay(atMs: number, zone: string): Period[] {
  let date = localDate(atMs, zone)
  let bounds = dayBounds(date, zone)
  // Where clocks went back over midnight the wall clock shows the old date, but the new day has started.
  while (atMs >= bounds.toMs || bounds.toMs === bounds.fromMs) {
    date = addDays(date, 1)
    bounds = dayBounds(date, zone)
  }
  const starts = hourStarts(date, zone)
  const common = {
    dayStartMs: bounds.fromMs,
    dayEndMs: bounds.toMs,
    monthStartMs: monthBounds(date.slice(0, 7), zone).fromMs,
    yearStartMs: yearBounds(date.slice(0, 4), zone).fromMs,
    date,
  }
  return starts.map((hourStartMs, i) => ({ hourStartMs, hourEndMs: starts[i + 1] ?? bounds.toMs, ...common }))
}
