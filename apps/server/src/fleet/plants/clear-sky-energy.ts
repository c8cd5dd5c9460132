import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { modulesOn } from '@heliograph/domain/former-modules.ts'
import { planesOf } from '@heliograph/domain/module-plane.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import type { PlantDevice } from '../devices/devices.ts'
import { brightestW, type ClearSkySite, losslessArray } from './clear-sky-band.ts'
import { clippingLimitW } from './clipping-limit.ts'
import type { PlantFacts } from './plant-facts.ts'

const STEP_MS = 20 * MINUTE_MS
/** Days between two computed ones. The energy follows a wave of a year, so a straight line misses it by 0.4 % at most. */
const SPACING = 10
const MAX_SITES = 500
/** Every year is like this one: days are counted from its start, and the year is as long as the sun's. */
const REFERENCE_DAY = Date.UTC(2026, 0, 1) / DAY_MS
const YEAR_DAYS = 365.2425

/** Energies of computed days by site, Wh: a year has 38 of them, one to two milliseconds each. */
const known = new Map<string, Map<number, number>>()

/** The most energy that clear skies allow a plant. */
export type ClearSkyEnergy = Readonly<{
  /** Wh of a whole local day, `YYYY-MM-DD`. */
  ofDay: (day: string) => number
  /** Wh of a local day up to an instant. */
  until: (day: string, untilMs: number) => number
}>

/** Of a plant's days, each with the modules that it had. */
export function clearSkyOfPlant(facts: PlantFacts, devices: readonly PlantDevice[] = []): ClearSkyEnergy {
  const on = (day: string): ClearSkyEnergy => {
    const then = modulesOn(facts, day)
    return clearSkyEnergy(then, clippingLimitW(devices, then.capacityWp), then.zone)
  }
  if (facts.formerModules.length === 0) return on('')
  return { ofDay: (day) => on(day).ofDay(day), until: (day, untilMs) => on(day).until(day, untilMs) }
}

/** @param limitW the clipping limit of the inverters */
export function clearSkyEnergy(site: ClearSkySite, limitW: number, zone: string): ClearSkyEnergy {
  const array = losslessArray(limitW)
  const between = (fromMs: number, toMs: number): number => {
    let wh = 0
    for (let atMs = fromMs; atMs < toMs; atMs += STEP_MS) {
      const spanMs = Math.min(STEP_MS, toMs - atMs)
      wh += (brightestW(site, array, atMs + spanMs / 2) * spanMs) / HOUR_MS
    }
    return wh
  }
  const { latitudeDeg, longitudeDeg, altitudeM } = site
  const planes = planesOf(site).flatMap(({ capacityWp, azimuthDeg, tiltDeg }) => [capacityWp, azimuthDeg, tiltDeg])
  const days = daysOf([latitudeDeg, longitudeDeg, altitudeM, limitW, ...planes].join(' '))
  // From midnight to midnight in solar time: the same in every year, unaffected by clock changes.
  const midnightMs = -(longitudeDeg / 15) * HOUR_MS
  const computed = (day: number): number => {
    const found = days.get(day)
    if (found !== undefined) return found
    const fromMs = midnightMs + (REFERENCE_DAY + day) * DAY_MS
    const wh = between(fromMs, fromMs + DAY_MS)
    days.set(day, wh)
    return wh
  }
  return {
    ofDay: (day) => {
      const since = Math.floor(Date.parse(day) / DAY_MS) - REFERENCE_DAY
      const ofYear = since - Math.floor(since / YEAR_DAYS) * YEAR_DAYS
      const before = Math.floor(ofYear / SPACING) * SPACING
      const share = (ofYear - before) / SPACING
      return computed(before) * (1 - share) + computed(before + SPACING) * share
    },
    until: (day, untilMs) => {
      const { fromMs, toMs } = dayBounds(day, zone)
      return between(fromMs, Math.min(toMs, untilMs))
    },
  }
}

function daysOf(site: string): Map<number, number> {
  const found = known.get(site) ?? new Map<number, number>()
  if (!known.has(site) && known.size >= MAX_SITES) known.clear()
  known.set(site, found)
  return found
}
