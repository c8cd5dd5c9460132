import { type DeviceState, type DeviceType, deviceKinds, deviceStates } from '@heliograph/domain/device.ts'
import { conditionOf, type PlantCondition, STALE_INTERVALS } from '@heliograph/domain/plant.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Latest } from '../telemetry/telemetry.ts'

type Sleeper = Readonly<{ type: DeviceType; quantities: readonly QuantityId[] }>

/** Whether a device lives on its panels alone and falls silent with the sun: no battery, and no meter. */
export const sleepsAtNight = ({ type, quantities }: Sleeper): boolean =>
  deviceKinds[type].isPoweredByPanels && !hasBattery(quantities)

export const hasBattery = (quantities: readonly QuantityId[]): boolean =>
  quantities.includes('batteryPowerW') || quantities.includes('batterySocPercent')

export const deviceCondition = (
  device: Sleeper & Readonly<{ intervalMs: number }>,
  latest: Pick<Latest, 'atMs'> | undefined,
  nowMs: number,
  sunUp: boolean,
): PlantCondition => conditionOf(latest?.atMs ?? null, nowMs, device.intervalMs, sunUp, sleepsAtNight(device))

/** A value that still says what is, or undefined when it is older than three intervals. */
export function freshValue(
  latest: Latest | undefined,
  quantity: QuantityId,
  nowMs: number,
  intervalMs: number,
): number | undefined {
  const found = latest?.values[quantity]
  return found !== undefined && nowMs - found.atMs <= STALE_INTERVALS * intervalMs ? found.value : undefined
}

/** The state of a device on the wire's scale; `isFaulty` counts only while it talks. */
export function deviceState(condition: PlantCondition, isFaulty: boolean): DeviceState {
  if (condition !== 'ok' && condition !== 'stale') return deviceStates.offline
  return isFaulty ? deviceStates.alarm : deviceStates.online
}

/** Codes that a device shows while something is wrong with it. */
const faultCodes: readonly QuantityId[] = ['faultCode1', 'faultCode2']

export const hasFault = (latest: Latest | undefined, nowMs: number, intervalMs: number): boolean =>
  faultCodes.some((code) => (freshValue(latest, code, nowMs, intervalMs) ?? 0) !== 0)
