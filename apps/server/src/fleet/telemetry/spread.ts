import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { MeterEnergy } from '@heliograph/domain/meter.ts'
import type { SunWeight } from '../../platform/sun/sun.ts'
import { SUM_UNIT } from './accumulator.ts'
import { type Period, periodOf } from './calendar.ts'

/** The share of one hour: units of 0.0001 Wh, and whether it certainly belongs to this hour and this day. */
export type EnergyPart = Readonly<{
  period: Period
  units: number
  isHourEstimated: boolean
  isDayEstimated: boolean
}>

/** A step this short belongs to the hour of its later reading, if both are on the same day. */
const SHORT_MS = 20 * MINUTE_MS
/** Beyond this length the energy of each hour is unknown. */
const LONG_MS = 90 * MINUTE_MS
/** No two days of one outage differ by this factor, but by a counter that is wrong. */
const FAR_BELOW = 20
/** A longer silence is divided by days. */
const MAX_HOURLY_MS = 100 * DAY_MS

type Slot = { readonly period: Period; readonly weight: number; readonly ms: number }
type Day = { readonly slots: Slot[]; weight: number; ms: number; units: number; isEstimated: boolean }

type Spread = Omit<MeterEnergy, 'sign'>

/** Whether all of an energy belongs to the hour of its later reading. */
export const isOfOneHour = ({ fromMs, toMs, wh }: Spread, { hourStartMs, dayStartMs }: Period): boolean =>
  fromMs >= hourStartMs || (toMs - fromMs <= SHORT_MS && fromMs >= dayStartMs) || Math.round(wh * SUM_UNIT) === 0

/**
 * Divides energy over the hours between two readings. "Today" of the later reading belongs to its day, "yesterday" to
 * the day before; the rest is divided by the expected curve, and is estimated where it may belong to several days.
 */
export function spreadEnergy(energy: Spread, zone: string, sun: SunWeight | null): readonly EnergyPart[] {
  const { fromMs, toMs, wh } = energy
  const units = Math.round(wh * SUM_UNIT)
  const period = periodOf(toMs, zone)
  if (isOfOneHour(energy, period)) return [{ period, units, isHourEstimated: false, isDayEstimated: false }]
  const days = cutDays(fromMs, toMs, zone, sun)
  divideDays(days, units, energy)
  const isHourEstimated = toMs - fromMs > LONG_MS
  const parts = days.flatMap((day) => divideHours(day, isHourEstimated))
  // The hour of the reading always gets its share, even a zero.
  if (parts.at(-1)?.period.hourStartMs !== period.hourStartMs)
    parts.push({ period, units: 0, isHourEstimated: false, isDayEstimated: false })
  return parts
}

/** Divides what the device reported for its first day before its first record over the hours since midnight. */
export function spreadReported(
  reported: Readonly<{ fromMs: number; toMs: number; wh: number }>,
  zone: string,
  sun: SunWeight | null,
): readonly EnergyPart[] {
  const units = Math.round(reported.wh * SUM_UNIT)
  const days = cutDays(reported.fromMs, reported.toMs, zone, sun)
  const isHourEstimated = reported.toMs - reported.fromMs > LONG_MS
  const [day] = days
  if (day) day.units = units
  return days.flatMap((item) => divideHours(item, isHourEstimated))
}

function cutDays(fromMs: number, toMs: number, zone: string, sun: SunWeight | null): Day[] {
  const isHourly = toMs - fromMs <= MAX_HOURLY_MS
  const days: Day[] = []
  let current: Day | undefined
  let dayStartMs = Number.NaN
  for (let atMs = fromMs; atMs < toMs; ) {
    const period = periodOf(atMs, zone)
    const endMs = Math.min(toMs, isHourly ? period.hourEndMs : period.dayEndMs)
    const ms = endMs - atMs
    const weight = sun && isHourly ? sun(atMs, endMs) : ms
    if (!current || period.dayStartMs !== dayStartMs) {
      current = { slots: [], weight: 0, ms: 0, units: 0, isEstimated: false }
      dayStartMs = period.dayStartMs
      days.push(current)
    }
    current.slots.push({ period, weight, ms })
    current.weight += weight
    current.ms += ms
    atMs = endMs
  }
  return days
}

function divideDays(days: readonly Day[], units: number, energy: Spread): void {
  const { sinceResetWh, yesterdayWh, countedWh, fromMs, toMs } = energy
  let rest = units
  let open = days
  const give = (day: Day | undefined, most: number): void => {
    if (!day) return
    day.units = Math.min(rest, Math.max(0, Math.round(most * SUM_UNIT)))
    rest -= day.units
    open = open.slice(0, -1)
  }
  if (sinceResetWh !== null && days.length > 1) {
    give(open.at(-1), sinceResetWh)
    const counted = days.length === 2 ? countedWh : 0
    const isDoubted = yesterdayWh !== null && isFarBelow(open, yesterdayWh * SUM_UNIT, rest)
    if (yesterdayWh !== null && !Number.isNaN(counted) && !isDoubted) give(open.at(-1), yesterdayWh - counted)
  }
  if (rest === 0) return
  // The device's own counters assign everything to a day: the rest is the coarseness of the total.
  if (open.length === 0) {
    const day = days.at(-2) ?? days.at(-1)
    if (day) day.units += rest
    return
  }
  const candidates = open.some(({ weight }) => weight > 0) ? open.filter(({ weight }) => weight > 0) : open
  const isDark = candidates.every(({ weight }) => weight === 0)
  const shares = divide(
    rest,
    candidates.map(({ weight, ms }) => (isDark ? ms : weight)),
  )
  const isEstimated = candidates.length > 1 && toMs - fromMs > LONG_MS
  candidates.forEach((day, i) => {
    day.units += shares[i] ?? 0
    day.isEstimated = isEstimated
  })
}

/** A device that was off may still show an older day as the day before: the total then needs far more on its days. */
function isFarBelow(open: readonly Day[], units: number, rest: number): boolean {
  const last = open.at(-1)
  if (open.length < 2 || !last) return false
  const shareOf = (pick: (day: Day) => number): number => pick(last) / open.reduce((sum, day) => sum + pick(day), 0)
  const share = open.some(({ weight }) => weight > 0) ? shareOf(({ weight }) => weight) : shareOf(({ ms }) => ms)
  return units * FAR_BELOW < rest * share
}

function divideHours({ slots, weight, units, isEstimated }: Day, isHourEstimated: boolean): EnergyPart[] {
  if (units === 0) return []
  const shares = divide(
    units,
    slots.map((slot) => (weight > 0 ? slot.weight : slot.ms)),
  )
  return slots.flatMap(({ period }, i) => {
    const part = shares[i] ?? 0
    return part === 0 ? [] : [{ period, units: part, isHourEstimated, isDayEstimated: isEstimated }]
  })
}

/** Whole parts that add up to the whole. */
function divide(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let done = 0
  let before = 0
  return weights.map((weight) => {
    done += weight
    const upTo = sum > 0 ? Math.round((whole * done) / sum) : 0
    const part = upTo - before
    before = upTo
    return part
  })
}
