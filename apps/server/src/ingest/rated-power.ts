import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'

/** The largest connection of a house, 3 x 63 A at 230 V: what may flow through counters of the grid and of consumers. */
const houseConnectionW = 43_470

/**
 * Power in W that bounds the steps of a device's counters, or null when nothing bounds them. One number stands for all
 * counters of a device, so one that also counts the grid or the consumers is not bounded by its panels.
 */
export function ratedPowerW(device: {
  type: DeviceType
  reportedW: number | null
  capacityWp: number
  flows: readonly Flow[]
}): number | null {
  if (deviceKinds[device.type].isMeter) return null
  const ownW = device.reportedW ?? device.capacityWp
  const countsMore = device.flows.some((flow) => flow === 'import' || flow === 'export' || flow === 'load')
  return countsMore ? Math.max(ownW, houseConnectionW) : ownW
}
