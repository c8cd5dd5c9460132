import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { fixedPlanesOf } from '@heliograph/domain/module-plane.ts'
import { type JudgedDay, judgeDay } from '@heliograph/domain/performance/judge-day.ts'
import type { Loss } from '@heliograph/domain/performance/losses.ts'
import { type PastDay, toPastDay } from '@heliograph/domain/performance/past-days.ts'
import { splitRest } from '@heliograph/domain/performance/split-rest.ts'
import { addDays, dayBounds } from '@heliograph/domain/time.ts'
import { findSunEvents } from '@heliograph/solar/sun-events.ts'
import type { PlantFacts } from '../../fleet/plants/plants.ts'
import { type DayReference, makeCourse, SLOT_MS } from './make-course.ts'
import type { Chunk } from './read-chunk.ts'
import type { Points } from './slot-means.ts'
import type { PowerSource } from './sources.ts'

export type CountedDay = Readonly<{
  day: string
  judged: JudgedDay
  losses: readonly Loss[]
  reference: DayReference
  source: string
}>

/** A plant's usual share of a clear day, before any day was judged. */
export const FIRST_USUAL_SHARE = 0.6

export const numberOfDay = (day: string): number => Date.parse(day) / DAY_MS

/** Instants of a day that `splitRest` needs. */
export const instantsOfDay = (day: string, zone: string) => ({
  dayNumber: numberOfDay(day),
  utcDayMs: Math.floor(dayBounds(day, zone).fromMs / DAY_MS) * DAY_MS,
})

/**
 * Judges days of a plant, in order.
 * @param options.past comparable days before the first, oldest first: it gets the new ones
 * @param options.heardMs newest sample of each device: a counter that was not heard afterwards says nothing of a silence
 */
export function judgeDays(options: {
  facts: PlantFacts
  days: readonly string[]
  powers: readonly PowerSource[]
  chunk: Chunk
  intervalMs: number
  producedWh: (day: string) => number | null
  heardMs: (deviceId: number) => number
  /** Start of the first local day with anything of the device; its first record that day is its first ever. */
  firstDayMs: (deviceId: number) => number | undefined
  past: PastDay[]
  usualShare: number
  /** The last day of snow before the first. */
  snowDay?: string | undefined
}): readonly CountedDay[] {
  const { facts, powers, chunk, past } = options
  const { latitudeDeg, longitudeDeg, altitudeM, zone } = facts
  const site = { place: { latitudeDeg, longitudeDeg, altitudeM }, planes: fixedPlanesOf(facts) }
  const slotMs = Math.max(1, Math.ceil(options.intervalMs / SLOT_MS)) * SLOT_MS
  const cuts = new Map(powers.map(({ deviceId }) => [deviceId, createCut(chunk.powerOf(deviceId))]))
  const limits = new Map(powers.map(({ deviceId }) => [deviceId, createCut(chunk.limitOf(deviceId))]))
  const fedIn = createCut(chunk.feedIn?.points ?? [])
  const charged = createCut(chunk.feedIn?.charge ?? [])
  let { snowDay } = options
  return options.days.flatMap((day): CountedDay[] => {
    const { fromMs, toMs } = dayBounds(day, zone)
    // A date that the zone skipped.
    if (toMs <= fromMs) return []
    const { sunsetMs } = findSunEvents(fromMs, toMs, latitudeDeg, longitudeDeg)
    const dueMs = (sunsetMs ?? toMs) - HOUR_MS
    const { course, reference } = makeCourse({
      site,
      fromMs,
      toMs,
      slotMs,
      sky: chunk.sky,
      usualShare: options.usualShare,
      isAfterSnow: snowDay !== undefined && addDays(snowDay, 1) === day,
      producedWh: options.producedWh(day),
      feedIn: chunk.feedIn && {
        points: fedIn(fromMs, toMs),
        ...(chunk.feedIn.charge === undefined ? {} : { charge: charged(fromMs, toMs) }),
      },
      inverters: powers.map(({ deviceId, capacityWp, limitW, ratedW, tellsLimit }) => {
        const power = cuts.get(deviceId)?.(fromMs, toMs) ?? []
        return {
          id: deviceId,
          capacityWp,
          limitW,
          ratedW,
          power,
          ...sinceOf(options.firstDayMs(deviceId), fromMs, power),
          ...(tellsLimit ? { limitPercent: limits.get(deviceId)?.(fromMs, toMs) ?? [] } : {}),
          countedWh: options.heardMs(deviceId) >= dueMs ? (chunk.countedOf(deviceId).get(fromMs) ?? null) : null,
        }
      }),
    })
    const judged = judgeDay(course)
    const at = instantsOfDay(day, zone)
    const losses = splitRest(judged, at, past)
    if (losses.some(({ kind }) => kind === 'snow')) snowDay = day
    const own = judged.shape && toPastDay(at.dayNumber, judged.shape)
    if (own !== null) past.push(own)
    return [{ day, judged, losses, reference, source: course.source }]
  })
}

/** On its first day a device begins with its first reading, before that day it was not there. */
function sinceOf(firstDayMs: number | undefined, fromMs: number, points: Points = []): { sinceMs?: number } {
  if (firstDayMs === undefined || fromMs > firstDayMs) return {}
  return { sinceMs: fromMs < firstDayMs ? firstDayMs : (points[0]?.atMs ?? fromMs + DAY_MS) }
}

/** Cuts readings into days that are asked for in order. */
function createCut(points: Points): (fromMs: number, toMs: number) => Points {
  let at = 0
  return (fromMs, toMs) => {
    while ((points[at]?.atMs ?? Number.POSITIVE_INFINITY) < fromMs) at++
    const first = at
    while ((points[at]?.atMs ?? Number.POSITIVE_INFINITY) < toMs) at++
    return points.slice(first, at)
  }
}
