import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
/** Positions and labels of time axis marks, in the plant's zone instead of the browser's. */
import {
  formatDate,
  formatDayAndMonth,
  formatDayOfMonth,
  formatMonth,
  formatMonthName,
  formatWeekdayAndDay,
} from '@heliograph/domain/format/date.ts'
import { formatTimeOfDay } from '@heliograph/domain/format/timestamp.ts'
import {
  addDays,
  addMonths,
  dayBounds,
  hourStarts,
  localDate,
  monthBounds,
  offsetMinutes,
  yearBounds,
} from '@heliograph/domain/time.ts'

/** Span of one point: an instant, or the whole hour, day, month or year that starts with it. */
export type Resolution = 'instant' | 'hour' | 'day' | 'month' | 'year'

export type TimeTick = Readonly<{ atMs: number; label: string }>
export type TimeRange = Readonly<{ fromMs: number; toMs: number }>

const minuteSteps = [1, 2, 5, 10, 15, 30]
const hourSteps = [1, 2, 3, 4, 6, 12]
const daySteps = [1, 2, 3, 5, 7, 10, 14]
const monthSteps = [1, 2, 3, 6]

const pick = (steps: readonly number[], least: number): number | undefined => steps.find((step) => step >= least)

/** The plant's dates in a range; with `end` also the one that starts where the range ends. */
function datesOf({ fromMs, toMs }: TimeRange, zone: string, end = false): readonly string[] {
  const dates: string[] = []
  const lastMs = end ? toMs : toMs - 1
  for (
    let date = localDate(fromMs, zone);
    dates.length < 4000 && dayBounds(date, zone).fromMs <= lastMs;
    date = addDays(date, 1)
  )
    dates.push(date)
  return dates
}

/** Farther than any clock is put back. */
const BEYOND_CHANGE_MS = 3 * HOUR_MS

/** `02:30`; in the hour that a zone has twice, with its zone: `02:30 CEST`. */
function nameTime(atMs: number, zone: string, locale: string): string {
  const time = formatTimeOfDay(atMs, zone)
  const here = offsetMinutes(atMs, zone)
  const isTwice = [atMs - BEYOND_CHANGE_MS, atMs + BEYOND_CHANGE_MS].some((near) => {
    const other = offsetMinutes(near, zone)
    return other !== here && offsetMinutes(atMs + (here - other) * MINUTE_MS, zone) === other
  })
  return isTwice ? `${time} ${zoneNameAt(atMs, zone, locale)}` : time
}

const zoneNameAt = (atMs: number, zone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(atMs)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

function hourTicks(range: TimeRange, zone: string, locale: string, step: number): readonly TimeTick[] {
  return datesOf(range, zone, true).flatMap((date) =>
    hourStarts(date, zone)
      .filter((atMs) => Number(formatTimeOfDay(atMs, zone).slice(0, 2)) % step === 0)
      .map((atMs) => ({ atMs, label: nameTime(atMs, zone, locale) })),
  )
}

function minuteTicks(range: TimeRange, zone: string, locale: string, step: number): readonly TimeTick[] {
  const ticks: TimeTick[] = []
  // Zones differ from UTC by whole quarters of an hour, so steps that divide 15 fall on wall clock minutes; 30 needs a
  // check.
  for (let atMs = Math.ceil(range.fromMs / MINUTE_MS) * MINUTE_MS; atMs <= range.toMs; atMs += MINUTE_MS) {
    const minute = Number(formatTimeOfDay(atMs, zone).slice(3))
    if (minute % step === 0) ticks.push({ atMs, label: nameTime(atMs, zone, locale) })
  }
  return ticks
}

function dayTicks(range: TimeRange, zone: string, locale: string, step: number): readonly TimeTick[] {
  // Bars stand in the middle of their day, so such a range starts half a day early: that day has no mark.
  const dates = datesOf(range, zone).filter((date) => dayBounds(date, zone).fromMs >= range.fromMs)
  const label = (date: string): string => {
    if (dates.length <= 8) return formatWeekdayAndDay(date, locale)
    return dates.length <= 31 ? formatDayOfMonth(date, locale) : formatDayAndMonth(date, locale)
  }
  return dates
    .filter((_, index) => index % step === 0)
    .map((date) => ({ atMs: dayBounds(date, zone).fromMs, label: label(date) }))
}

function monthTicks(range: TimeRange, zone: string, locale: string, step: number): readonly TimeTick[] {
  const ticks: TimeTick[] = []
  let month = localDate(range.fromMs, zone).slice(0, 7)
  for (let index = 0; index < 600 && monthBounds(month, zone).fromMs < range.toMs; index++) {
    if ((Number(month.slice(5)) - 1) % step === 0)
      ticks.push({ atMs: monthBounds(month, zone).fromMs, label: formatMonthName(month, locale) })
    month = addMonths(month, 1)
  }
  return ticks
}

function yearTicks(range: TimeRange, zone: string, step: number): readonly TimeTick[] {
  const ticks: TimeTick[] = []
  const last = Number(localDate(range.toMs - 1, zone).slice(0, 4))
  for (let year = Number(localDate(range.fromMs, zone).slice(0, 4)); year <= last; year += step)
    ticks.push({ atMs: yearBounds(String(year), zone).fromMs, label: String(year) })
  return ticks
}

/**
 * Marks for a range, at most `most` of them, none outside the range.
 * @param most the number of labels that the width has room for
 */
export function timeTicks(
  range: TimeRange,
  zone: string,
  locale: string,
  most: number,
  resolution: Resolution,
): readonly TimeTick[] {
  const span = range.toMs - range.fromMs
  const room = Math.max(2, most)
  const inside = (ticks: readonly TimeTick[]) => ticks.filter(({ atMs }) => atMs >= range.fromMs && atMs <= range.toMs)
  const fine = resolution === 'instant' || resolution === 'hour'
  if (fine && span < 60 * MINUTE_MS * room) {
    const minutes = pick(minuteSteps, span / MINUTE_MS / room)
    if (minutes !== undefined && resolution === 'instant') return inside(minuteTicks(range, zone, locale, minutes))
  }
  if (fine && span <= 2.2 * DAY_MS)
    return inside(hourTicks(range, zone, locale, pick(hourSteps, span / HOUR_MS / room) ?? 12))
  if (resolution !== 'month' && resolution !== 'year' && span <= 200 * DAY_MS)
    return inside(dayTicks(range, zone, locale, pick(daySteps, span / DAY_MS / room) ?? 31))
  if (resolution !== 'year' && span <= 3 * 366 * DAY_MS)
    return inside(monthTicks(range, zone, locale, pick(monthSteps, span / (30.44 * DAY_MS) / room) ?? 12))
  return inside(yearTicks(range, zone, Math.max(1, Math.ceil(span / (365.25 * DAY_MS) / room))))
}

/**
 * The label of a point's instant in a readout or a table: `13:05`, `Jul 24, 13:05`, `Jul 24, 2026`, `Jul 2026`, `2026`.
 */
export function nameInstant(
  atMs: number,
  zone: string,
  locale: string,
  resolution: Resolution,
  withDate: boolean,
): string {
  const date = localDate(atMs, zone)
  switch (resolution) {
    case 'instant':
    case 'hour':
      return withDate
        ? `${formatDayAndMonth(date, locale)}, ${nameTime(atMs, zone, locale)}`
        : nameTime(atMs, zone, locale)
    case 'day':
      return formatDate(date, locale)
    case 'month':
      return formatMonth(date.slice(0, 7), locale)
    case 'year':
      return date.slice(0, 4)
  }
}
