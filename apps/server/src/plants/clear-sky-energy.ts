import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { brightestW, type ClearSkySite, losslessArray } from './clear-sky-band.ts'

const STEP_MS = 20 * MINUTE_MS
/** Days between two computed ones: from one day to the next the energy changes by less than 2 %, and evenly. */
const SPACING = 5
const MAX_SITES = 500

/** Energies of computed days by site, Wh: a year has 73 of them, each a fraction of a millisecond. */
const known = new Map<string, Map<number, number>>()

/** The most energy that clear skies allow a plant. */
export type ClearSkyEnergy = Readonly<{
  /** Wh of a whole local day, `YYYY-MM-DD`. */
  ofDay: (day: string) => number
  /** Wh of a local day up to an instant. */
  until: (day: string, untilMs: number) => number
}>

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
  const { latitudeDeg, longitudeDeg, altitudeM, capacityWp, azimuthDeg, tiltDeg } = site
  const days = daysOf([latitudeDeg, longitudeDeg, altitudeM, capacityWp, azimuthDeg, tiltDeg, limitW].join(' '))
  // From midnight to midnight in solar time: the same in every year, unaffected by clock changes.
  const midnightMs = -(longitudeDeg / 15) * HOUR_MS
  const computed = (day: number): number => {
    const found = days.get(day)
    if (found !== undefined) return found
    const fromMs = midnightMs + day * DAY_MS
    const wh = between(fromMs, fromMs + DAY_MS)
    days.set(day, wh)
    return wh
  }
  return {
    ofDay: (day) => {
      const number = Math.floor(Date.parse(day) / DAY_MS)
      const before = Math.floor(number / SPACING) * SPACING
      const share = (number - before) / SPACING
      return share === 0 ? computed(before) : computed(before) * (1 - share) + computed(before + SPACING) * share
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
