import type { Place, Plane, PvArray } from './array.ts'
import { getFaimanCellC } from './cell-temperature.ts'
import { cosDeg } from './degrees.ts'
import { getAshraeTransmission, getCosIncidence } from './incidence.ts'
import type { Irradiance } from './irradiance.ts'
import { getPvwattsAcW, getPvwattsDcW } from './pvwatts.ts'
import { getSkyLight, getSun, type Sun } from './sky-light.ts'
import { getTrackerOrientation } from './tracker.ts'
import { getGroundReflectedWm2, getHayDaviesSkyWm2, getIsotropicSkyWm2, getPerezSkyWm2 } from './transposition.ts'

/** Air around the modules: degC and m/s (>= 0). */
export type Air = Readonly<{ temperatureC: number; windMs: number }>

/** Weather as a model has it: `clearSkyIndex` 0..1.4 (1 = cloudless), Linke turbidity 1..8. */
export type ModelWeather = Air & Readonly<{ clearSkyIndex: number; linkeTurbidity: number }>

/** One plane's part: irradiance on it (W/m2), cell temperature (degC) and DC power after losses (W, >= 0). */
export type PlanePower = Readonly<{ poaWm2: number; cellC: number; dcW: number }>

/**
 * A plant's expected power. `acW` 0..rating and `dcW` >= 0 in W; `poaWm2` is the mean over planes weighted by
 * nameplate.
 */
export type ExpectedPower = Readonly<{
  acW: number
  dcW: number
  poaWm2: number
  planes: readonly PlanePower[]
  light: Irradiance
  sun: Sun
}>

/**
 * Power that a plant should deliver at a UTC instant (ms) under modeled weather: sun, clear sky times index, split,
 * transposition, cell temperature, DC, losses, inverter. Pure; a clear day's energy is within 0.1 % of pvlib's.
 */
export function getExpectedPower(
  atMs: number,
  place: Place,
  planes: readonly Plane[],
  array: PvArray,
  weather: ModelWeather,
): ExpectedPower {
  const sun = getSun(atMs, place)
  const light = getSkyLight(sun, place.altitudeM, weather.linkeTurbidity, weather.clearSkyIndex)
  return getPowerFromLight(sun, light, planes, array, weather)
}

/**
 * The same from irradiance that was measured or comes from a weather service. Pass the sun at the middle of the
 * interval that the irradiance is a mean of: half an hour before the stamp for hourly means that end at it.
 */
export function getPowerFromLight(
  sun: Sun,
  light: Irradiance,
  planes: readonly Plane[],
  array: PvArray,
  air: Air,
): ExpectedPower {
  const parts: PlanePower[] = []
  let dcW = 0
  let weighted = 0
  let pdc0W = 0
  for (const plane of planes) {
    const part = getPlanePower(sun, light, plane, array, air)
    parts.push(part)
    dcW += part.dcW
    weighted += part.poaWm2 * plane.pdc0W
    pdc0W += plane.pdc0W
  }
  return {
    acW: getPvwattsAcW(dcW, array.ratedAcW, array.inverterEfficiency),
    dcW,
    poaWm2: pdc0W > 0 ? weighted / pdc0W : 0,
    planes: parts,
    light,
    sun,
  }
}

function getPlanePower(sun: Sun, light: Irradiance, plane: Plane, array: PvArray, air: Air): PlanePower {
  if (!(light.ghiWm2 > 0)) return { poaWm2: 0, cellC: air.temperatureC, dcW: 0 }
  const zenithDeg = sun.apparentZenithDeg
  let tiltDeg: number
  let azimuthDeg: number
  if (plane.mount === 'fixed') {
    tiltDeg = plane.tiltDeg
    azimuthDeg = plane.azimuthDeg
  } else {
    const turned = getTrackerOrientation(zenithDeg, sun.azimuthDeg, plane.maxAngleDeg, plane.groundCoverRatio)
    tiltDeg = turned.tiltDeg
    azimuthDeg = turned.surfaceAzimuthDeg
  }
  const cosIncidence = getCosIncidence(tiltDeg, azimuthDeg, zenithDeg, sun.azimuthDeg)
  const beam = light.dniWm2 * Math.max(0, cosIncidence)
  const diffuse =
    getSkyDiffuse(sun, light, cosIncidence, tiltDeg, array) + getGroundReflectedWm2(light.ghiWm2, array.albedo, tiltDeg)
  const entering = array.incidenceB0 === null ? beam : beam * getAshraeTransmission(cosIncidence, array.incidenceB0)
  const poaWm2 = beam + diffuse
  const cellC = getFaimanCellC(poaWm2, air.temperatureC, air.windMs, array.cellHeatLoss)
  const dcW = getPvwattsDcW(entering + diffuse, cellC, plane.pdc0W, array.gammaPerK) * (1 - array.lossFraction)
  return { poaWm2, cellC, dcW }
}

function getSkyDiffuse(sun: Sun, light: Irradiance, cosIncidence: number, tiltDeg: number, array: PvArray): number {
  switch (array.skyModel) {
    case 'perez':
      return getPerezSkyWm2(light, sun.extraterrestrialWm2, sun.airmass, sun.apparentZenithDeg, cosIncidence, tiltDeg)
    case 'hay-davies': {
      const cosZenith = cosDeg(sun.apparentZenithDeg)
      return getHayDaviesSkyWm2(light, sun.extraterrestrialWm2, cosZenith, cosIncidence, tiltDeg)
    }
    case 'isotropic':
      return getIsotropicSkyWm2(light.dhiWm2, tiltDeg)
  }
}
