import { type DeviceType, deviceKinds } from './device.ts'
import { getQuantity, type QuantityId } from './quantities.ts'

/** A cold, clear day and a passing cloud's edge; counters are judged by the same share. */
const MARGIN = 1.3
/** So many times its rating are the modules behind an inverter at most. */
const MOST_MODULES = 2
/** The largest connection of a house, 3 x 63 A at 230 V. */
const HOUSE_CONNECTION_W = 43_470
/**
 * The rating limits what a device produces and stores. More than that may pass its meter to house and grid (other
 * inverters, the house's fuse), so only absurd values are refused there.
 */
const PASSING_FACTOR = 10

/** Power that may pass a device of this rating to house, grid and battery, W. */
export const passingLimitW = (ratedW: number): number => Math.max(ratedW, HOUSE_CONNECTION_W) * PASSING_FACTOR

/**
 * The most power that a device may report, W; infinite for what is no power of the moment. An inverter delivers what it is
 * built for; its modules may give more, and never more than the plant's.
 * @param device.ratedW its rating, W; null: the plant's capacity stands for it
 * @param device.hasBattery its AC side delivers what the battery does, too
 * @param device.capacityWp nameplate of the plant's panels, Wp
 */
export function powerLimitsOf(
  device: Readonly<{ type: DeviceType; hasBattery: boolean; ratedW: number | null; capacityWp: number }>,
): (quantity: QuantityId) => number {
  const { type, ratedW, capacityWp } = device
  const { isInverter } = deviceKinds[type]
  const panelsW = MARGIN * Math.max(ratedW ?? 0, capacityWp)
  const modulesW = ratedW === null ? panelsW : Math.min(panelsW, MARGIN * MOST_MODULES * ratedW)
  const passingW = passingLimitW(ratedW ?? capacityWp)
  const unratedW = device.hasBattery ? passingW : MARGIN * capacityWp
  const acW = ratedW === null ? unratedW : MARGIN * ratedW
  return (quantity) => {
    const { unit, rollUp } = getQuantity(quantity)
    if (unit !== 'W' || rollUp !== 'mean') return Number.POSITIVE_INFINITY
    if (isInverter && /^pv\d*Power/.test(quantity)) return modulesW
    return isInverter && quantity === 'acPowerW' ? acW : passingW
  }
}
