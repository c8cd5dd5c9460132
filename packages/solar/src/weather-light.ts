import { getAbsoluteAirmass } from './airmass.ts'
import type { Place } from './array.ts'
import { getIneichenClearSky } from './clear-sky.ts'
import { darkness, type Irradiance } from './irradiance.ts'
import { getSun } from './sky-light.ts'
import { HOUR_MS } from './spans.ts'

/**
 * Global irradiance under clouds, W/m2, from a clear sky's (W/m2) and the cover, 0..100 percent: a rough guess for
 * services that say nothing of the light. Source: Kasten and Czeplak, Solar Energy 24 (1980) 177.
 */
const getGhiUnderClouds = (clearGhiWm2: number, cloudPercent: number): number =>
  clearGhiWm2 * (1 - 0.75 * (Math.min(100, Math.max(0, cloudPercent)) / 100) ** 3.4)

type Known = number | null | undefined

/**
 * Weather of the hour that begins at a UTC instant (ms): means in W/m2, clouds in percent, air in degC and m/s; null or
 * absent: the service does not report it.
 */
export type HourOfWeather = Readonly<{
  atMs: number
  ghiWm2?: Known
  dniWm2?: Known
  dhiWm2?: Known
  cloudPercent?: Known
  temperatureC?: Known
  windMs?: Known
}>

/** Slots of an hour: its mean is divided over them as a clear sky's light would be. */
export const SLOTS_PER_HOUR = 4
const SLOT_MS = HOUR_MS / SLOTS_PER_HOUR
/** Temperate haze. */
const ORDINARY_TURBIDITY = 3.3
/** A brighter hour than this share of a clear one is a slip of the service or of the horizon. */
const MOST_SHARE = 1.5

/**
 * The light and air of a quarter of an hour: its middle (UTC ms), W/m2, degC and m/s. Direct and diffuse are absent
 * where the service does not split; air is null where it does not say. `isGuessed`: from clouds, not from irradiance.
 * `clearGhiWm2`: what a clear sky would send.
 */
export type LightSlot = Readonly<{
  atMs: number
  ghiWm2: number
  dniWm2?: number
  dhiWm2?: number
  airC: number | null
  windMs: number | null
  isGuessed: boolean
  clearGhiWm2: number
}>

/** The light of an hour in four slots; none where the service says neither irradiance nor clouds. Never negative. */
export function getLightSlots(hour: HourOfWeather, place: Place): readonly LightSlot[] {
  const middles = Array.from({ length: SLOTS_PER_HOUR }, (_, slot) => hour.atMs + (slot + 0.5) * SLOT_MS)
  const clear = middles.map((atMs) => getClearLight(atMs, place))
  const mean = (pick: (light: Irradiance) => number): number =>
    clear.reduce((sum, item) => sum + pick(item), 0) / clear.length
  const clearGhi = mean(({ ghiWm2 }) => ghiWm2)
  const { ghiWm2, dniWm2, dhiWm2, cloudPercent } = hour
  const isGuessed = ghiWm2 === null || ghiWm2 === undefined
  if (isGuessed && (cloudPercent === null || cloudPercent === undefined)) return []
  const ghi = isGuessed ? getGhiUnderClouds(clearGhi, cloudPercent ?? 0) : ghiWm2
  const isSplit = !isGuessed && typeof dniWm2 === 'number' && typeof dhiWm2 === 'number'
  const share = (value: number, clearMean: number): number =>
    clearMean > 1 ? Math.min(MOST_SHARE, Math.max(0, value / clearMean)) : 0
  const global = share(ghi, clearGhi)
  const direct = isSplit
    ? share(
        dniWm2,
        mean((light) => light.dniWm2),
      )
    : 0
  return middles.map((atMs, slot) => {
    const under = clear[slot] ?? darkness
    const own = global * under.ghiWm2
    // Diffuse light is spread as the global is: under clouds it is all there is.
    const split = isSplit ? { dniWm2: direct * under.dniWm2, dhiWm2: Math.min(own, spread(dhiWm2, own, ghi)) } : {}
    return {
      atMs,
      ghiWm2: own,
      ...split,
      isGuessed,
      clearGhiWm2: under.ghiWm2,
      airC: hour.temperatureC ?? null,
      windMs: hour.windMs ?? null,
    }
  })
}

const spread = (dhiWm2: number, ownGhi: number, meanGhi: number): number =>
  meanGhi > 0 ? dhiWm2 * (ownGhi / meanGhi) : 0

function getClearLight(atMs: number, place: Place): Irradiance {
  const sun = getSun(atMs, place)
  if (sun.airmass === null) return darkness
  const airmass = getAbsoluteAirmass(sun.airmass, sun.pressurePa)
  return getIneichenClearSky(
    sun.apparentZenithDeg,
    airmass,
    sun.extraterrestrialWm2,
    ORDINARY_TURBIDITY,
    place.altitudeM,
  )
}
