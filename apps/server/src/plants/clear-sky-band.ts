import { describeArray } from '@heliograph/solar/array.ts'
import { getExpectedPower } from '@heliograph/solar/expected-power.ts'
import type { PlantFacts } from './plant-facts.ts'

export type ClearSkyPoint = Readonly<{ atMs: number; powerW: number }>
type Site = Pick<PlantFacts, 'latitudeDeg' | 'longitudeDeg' | 'altitudeM' | 'capacityWp' | 'azimuthDeg' | 'tiltDeg'>

/** Cold clean air, a breeze and no losses: the best that the site and its planes allow. */
const bestWeather = { temperatureC: 5, windMs: 3, clearSkyIndex: 1, linkeTurbidity: 2 } as const

/**
 * Power under a cloudless sky in W for each slot of [fromMs, toMs), at its middle; slots without sun are left out.
 * @param ratedAcW the clipping limit of the inverters
 */
export function clearSkyBand(
  site: Site,
  ratedAcW: number,
  given: Readonly<{ fromMs: number; toMs: number; slotMs: number }>,
): readonly ClearSkyPoint[] {
  const { latitudeDeg, longitudeDeg, altitudeM, capacityWp, tiltDeg, azimuthDeg } = site
  const planes = [{ mount: 'fixed', pdc0W: capacityWp, tiltDeg, azimuthDeg }] as const
  const array = describeArray({ ratedAcW, lossFraction: 0 })
  const points: ClearSkyPoint[] = []
  for (let atMs = given.fromMs; atMs < given.toMs; atMs += given.slotMs) {
    const middleMs = atMs + given.slotMs / 2
    const { acW } = getExpectedPower(middleMs, { latitudeDeg, longitudeDeg, altitudeM }, planes, array, bestWeather)
    if (acW > 0) points.push({ atMs, powerW: acW })
  }
  return points
}
