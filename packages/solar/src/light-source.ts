import { getAbsoluteAirmass } from './airmass.ts'
import type { Place, Plane, PvArray } from './array.ts'
import { getFaimanCellC } from './cell-temperature.ts'
import { getIneichenClearSky } from './clear-sky.ts'
import { splitByErbs } from './decomposition.ts'
import { type Air, getPowerFromLight } from './expected-power.ts'
import { getPvwattsAcW, getPvwattsDcW } from './pvwatts.ts'
import { getSun, type Sun } from './sky-light.ts'
import { DAY_MS } from './spans.ts'

/**
 * The light of an interval as it is known, best first: a sensor in the plane of the modules (and perhaps one of their
 * temperature, degC), a sensor on the horizontal, a weather service, or nothing but a clear sky's light (Linke
 * turbidity 1..8). Irradiances in W/m2; a weather service that has no split leaves `dniWm2` and `dhiWm2` out.
 */
export type KnownLight =
  | Readonly<{ source: 'in-plane'; poaWm2: number; moduleC: number | null }>
  | Readonly<{ source: 'horizontal'; ghiWm2: number }>
  | Readonly<{ source: 'weather'; ghiWm2: number; dniWm2?: number; dhiWm2?: number }>
  | Readonly<{ source: 'clear-sky'; linkeTurbidity: number }>

/**
 * Potential of a plant's modules under a light: AC power after ordinary losses but without any AC limit (W), irradiance
 * on the planes weighted by nameplate (W/m2), and cell temperature weighted by the light (degC).
 */
export type Potential = Readonly<{ acW: number; poaWm2: number; cellC: number }>

/** An inverter that never limits: the modules' most under any light, and its efficiency close to the nominal one. */
const BOUNDLESS = 1.25

/**
 * Potential of a plant in an interval, by the middle of the interval (UTC ms). With a sensor in the plane, all planes
 * count as having its light: a sensor says nothing of planes that point elsewhere.
 */
export function getPotential(
  middleMs: number,
  place: Place,
  planes: readonly Plane[],
  array: PvArray,
  light: KnownLight,
  air: Air,
): Potential {
  const pdc0W = planes.reduce((sum, plane) => sum + plane.pdc0W, 0)
  const boundless = { ...array, ratedAcW: pdc0W * BOUNDLESS }
  if (light.source === 'in-plane') {
    const poaWm2 = Math.max(0, light.poaWm2)
    const cellC = light.moduleC ?? getFaimanCellC(poaWm2, air.temperatureC, air.windMs, array.cellHeatLoss)
    const dcW = getPvwattsDcW(poaWm2, cellC, pdc0W, array.gammaPerK) * (1 - array.lossFraction)
    return { acW: getPvwattsAcW(dcW, boundless.ratedAcW, array.inverterEfficiency), poaWm2, cellC }
  }
  const sun = getSun(middleMs, place)
  const power = getPowerFromLight(sun, splitLight(sun, place, light), planes, boundless, air)
  let heat = 0
  let weight = 0
  power.planes.forEach(({ poaWm2, cellC }, index) => {
    const part = poaWm2 * (planes[index]?.pdc0W ?? 0)
    heat += cellC * part
    weight += part
  })
  return { acW: power.acW, poaWm2: power.poaWm2, cellC: weight > 0 ? heat / weight : air.temperatureC }
}

function splitLight(sun: Sun, place: Place, light: Exclude<KnownLight, { source: 'in-plane' }>) {
  if (light.source === 'clear-sky') {
    const airmass = sun.airmass === null ? 0 : getAbsoluteAirmass(sun.airmass, sun.pressurePa)
    const zenithDeg = sun.apparentZenithDeg
    return getIneichenClearSky(zenithDeg, airmass, sun.extraterrestrialWm2, light.linkeTurbidity, place.altitudeM)
  }
  const ghiWm2 = Math.max(0, light.ghiWm2)
  if (light.source === 'weather' && light.dniWm2 !== undefined && light.dhiWm2 !== undefined)
    return { ghiWm2, dniWm2: light.dniWm2, dhiWm2: light.dhiWm2 }
  return splitByErbs(ghiWm2, sun.apparentZenithDeg, sun.extraterrestrialWm2)
}

/**
 * Air where nothing measured it: the mean of the latitude, the season and the hour of solar time, degC, and a breeze.
 * A guess within some degrees, which keeps the seasons from looking like a change of the plant.
 */
export function guessAir(atMs: number, latitudeDeg: number, longitudeDeg: number): Air {
  const away = Math.min(70, Math.abs(latitudeDeg))
  const yearShare = ((atMs / DAY_MS) % 365.25) / 365.25
  const season = Math.cos(2 * Math.PI * (yearShare - 0.55)) * (latitudeDeg < 0 ? -1 : 1)
  const solarHour = ((atMs / 3_600_000 + longitudeDeg / 15) % 24) - 14
  const daily = 4.5 * Math.cos((2 * Math.PI * solarHour) / 24)
  return { temperatureC: 28 - away * 0.36 + season * Math.min(14, away * 0.22) + daily, windMs: 2 }
}
