import { fixedPlanesOf } from '@heliograph/domain/module-plane.ts'
import { describeArray } from '@heliograph/solar/array.ts'
import { getExpectedPower } from '@heliograph/solar/expected-power.ts'
import type { PlantPlan } from './plant-plan.ts'

const array = describeArray({ ratedAcW: 1, lossFraction: 0 })
const weather = { temperatureC: 15, windMs: 1, clearSkyIndex: 1, linkeTurbidity: 3.5 } as const

/** The power of the plant's panels under a clear sky, as a share of their capacity. */
export function getClearSkyShare(
  plan: Pick<
    PlantPlan,
    'latitudeDeg' | 'longitudeDeg' | 'altitudeM' | 'capacityWp' | 'tiltDeg' | 'azimuthDeg' | 'planes'
  >,
  atMs: number,
): number {
  return getExpectedPower(atMs, plan, fixedPlanesOf(plan, 1), array, weather).acW
}
