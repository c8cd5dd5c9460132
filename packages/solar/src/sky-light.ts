import { getAbsoluteAirmass, getRelativeAirmass } from './airmass.ts'
import type { Place } from './array.ts'
import { getIneichenClearSky } from './clear-sky.ts'
import { splitByErbs } from './decomposition.ts'
import { clamp, cosDeg } from './degrees.ts'
import { getDayOfYearUtc, getExtraterrestrialWm2 } from './extraterrestrial.ts'
import { darkness, type Irradiance } from './irradiance.ts'
import { getSunPosition, pressureFromAltitude, type SunPosition } from './sun-position.ts'

/** The sun over a place, with what the irradiance models need of it. `airmass` is relative, null below the horizon. */
export type Sun = SunPosition & Readonly<{ airmass: number | null; extraterrestrialWm2: number; pressurePa: number }>

/** Sun over a place at a UTC instant (ms). Refraction for 12 degC and the place's standard pressure. */
export function getSun(atMs: number, place: Place): Sun {
  const pressurePa = pressureFromAltitude(place.altitudeM)
  const position = getSunPosition(atMs, place.latitudeDeg, place.longitudeDeg, pressurePa)
  return {
    elevationDeg: position.elevationDeg,
    apparentElevationDeg: position.apparentElevationDeg,
    apparentZenithDeg: position.apparentZenithDeg,
    azimuthDeg: position.azimuthDeg,
    airmass: getRelativeAirmass(position.apparentZenithDeg),
    extraterrestrialWm2: getExtraterrestrialWm2(getDayOfYearUtc(atMs)),
    pressurePa,
  }
}

/**
 * Below this index Erbs splits all light; between it and 1 the two splits are blended, because they differ at 1 and
 * power must not jump there.
 */
const BLEND_FROM = 0.9

/**
 * Irradiance, W/m2, under a sky with clear-sky index `clearSkyIndex` (measured over clear-sky global, 0..1.4): Ineichen
 * at 1, Erbs below. Above 1, light from cloud edges is added to the diffuse part, because no cloud makes the sun itself
 * brighter.
 */
export function getSkyLight(sun: Sun, altitudeM: number, linkeTurbidity: number, clearSkyIndex: number): Irradiance {
  if (sun.airmass === null) return darkness
  const zenithDeg = sun.apparentZenithDeg
  const clear = getIneichenClearSky(
    zenithDeg,
    getAbsoluteAirmass(sun.airmass, sun.pressurePa),
    sun.extraterrestrialWm2,
    linkeTurbidity,
    altitudeM,
  )
  if (clearSkyIndex === 1) return clear
  const ghiWm2 = clear.ghiWm2 * Math.max(0, clearSkyIndex)
  if (clearSkyIndex > 1) return { ghiWm2, dniWm2: clear.dniWm2, dhiWm2: clear.dhiWm2 + ghiWm2 - clear.ghiWm2 }
  const split = splitByErbs(ghiWm2, zenithDeg, sun.extraterrestrialWm2)
  const clearShare = clamp((clearSkyIndex - BLEND_FROM) / (1 - BLEND_FROM), 0, 1)
  if (clearShare === 0) return split
  const dniWm2 = split.dniWm2 + (clear.dniWm2 * clearSkyIndex - split.dniWm2) * clearShare
  return { ghiWm2, dniWm2, dhiWm2: ghiWm2 - dniWm2 * cosDeg(zenithDeg) }
}
