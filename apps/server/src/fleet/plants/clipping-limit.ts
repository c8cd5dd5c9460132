import { hasBattery } from '@heliograph/domain/device.ts'
import type { PlantDevice } from '../devices/devices.ts'

/**
 * The clipping limit of the plant, W: the sum of its inverters' ratings if all are known, at most its panels. A
 * hybrid's panels also feed its battery, without such a limit.
 */
export function clippingLimitW(devices: readonly PlantDevice[], capacityWp: number): number {
  const inverters = devices.filter(({ flows }) => flows.includes('generation'))
  const rated = inverters.reduce((sum, { ratedW }) => sum + (ratedW ?? Number.NaN), 0)
  const isKnown = inverters.length > 0 && rated > 0 && !inverters.some(({ quantities }) => hasBattery(quantities))
  return isKnown ? Math.min(rated, capacityWp) : capacityWp
}
