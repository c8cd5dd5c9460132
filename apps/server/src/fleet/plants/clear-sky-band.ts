import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { fixedPlanesOf } from '@heliograph/domain/module-plane.ts'
import { describeArray, type PvArray } from '@heliograph/solar/array.ts'
import { getPowerFromLight } from '@heliograph/solar/expected-power.ts'
import { getSkyLight, getSun } from '@heliograph/solar/sky-light.ts'
import type { PlantFacts } from './plant-facts.ts'

export type ClearSkyPoint = Readonly<{ atMs: number; powerW: number }>
export type ClearSkySite = Pick<
  PlantFacts,
  'latitudeDeg' | 'longitudeDeg' | 'altitudeM' | 'capacityWp' | 'azimuthDeg' | 'tiltDeg' | 'planes'
>

/** Cold air and a breeze: the best for the modules. */
const bestAir = { temperatureC: 5, windMs: 3 } as const
/** Clear-sky index and Linke turbidity: clean air. */
const clearest = [1, 2] as const
/**
 * Haze and bright clouds: when the sun is low or behind the modules, they send more light to them than a clear sky.
 */
const brightSkies = [
  [1, 3.5],
  [1, 5],
  [0.95, 2],
  [0.9, 2],
  [0.8, 2],
  [0.65, 2],
  [0.5, 2],
] as const
/** Above this share of the capacity the clear sky is always the best. */
const DIM_SHARE = 0.35
/** The light changes fast at dawn and dusk, so that a longer slot is sampled at several instants. */
const SAMPLE_MS = 5 * MINUTE_MS

/** The most that the sky allows at an instant, W: clear, or bright where that is more. */
export function brightestW(site: ClearSkySite, array: PvArray, atMs: number): number {
  const { capacityWp } = site
  const planes = fixedPlanesOf(site)
  const sun = getSun(atMs, site)
  const under = ([clearSkyIndex, linkeTurbidity]: readonly [number, number]): number =>
    getPowerFromLight(sun, getSkyLight(sun, site.altitudeM, linkeTurbidity, clearSkyIndex), planes, array, bestAir).acW
  const clearW = under(clearest)
  if (sun.airmass === null || clearW > capacityWp * DIM_SHARE) return clearW
  return Math.max(clearW, ...brightSkies.map(under))
}

/** @param ratedAcW the clipping limit of the inverters */
export const losslessArray = (ratedAcW: number): PvArray => describeArray({ ratedAcW, lossFraction: 0 })

/**
 * The most that a bright sky allows in W for each slot of [fromMs, toMs); slots without sun are left out.
 * @param ratedAcW the clipping limit of the inverters
 */
export function clearSkyBand(
  site: ClearSkySite,
  ratedAcW: number,
  { fromMs, toMs, slotMs }: Readonly<{ fromMs: number; toMs: number; slotMs: number }>,
): readonly ClearSkyPoint[] {
  const array = losslessArray(ratedAcW)
  const count = Math.max(1, Math.round(slotMs / SAMPLE_MS))
  const points: ClearSkyPoint[] = []
  for (let atMs = fromMs; atMs < toMs; atMs += slotMs) {
    let powerW = 0
    for (let sample = 0; sample < count; sample++)
      powerW = Math.max(powerW, brightestW(site, array, atMs + ((sample + 0.5) * slotMs) / count))
    if (powerW > 0) points.push({ atMs, powerW })
  }
  return points
}
