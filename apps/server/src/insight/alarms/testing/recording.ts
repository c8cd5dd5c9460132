import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { ordinarySettings, type StringShare, type WatchedDevice } from '@heliograph/domain/alarms/sample-facts.ts'
import { type DeviceType, deviceKinds, hasBattery, sleepsAtNight } from '@heliograph/domain/device.ts'
import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import { productionPowers } from '@heliograph/domain/power-energy.ts'
import { powerLimitsOf } from '@heliograph/domain/power-limits.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import type { DevicePlan, PlantPlan } from '../../../fleet/now/now.ts'
import type { Sky } from '../../performance/make-course.ts'

/** @property clock the device's own, where it sends one */
export type RecordedSample = Readonly<{ atMs: number; values: Values; clock?: Decoded['deviceClock'] }>

/** What a device sent, in the order of time. */
export type RecordedDevice = Readonly<{
  id: number
  type?: DeviceType
  profileId?: string
  ratedW: number | null
  intervalMs: number
  quantities: readonly QuantityId[]
  samples: readonly RecordedSample[]
  /** Steps of its counters, Wh. */
  totalStepWh?: number
  todayStepWh?: number
  /** It measures the plant's connection. */
  isGridMeter?: boolean
}>

/** A plant of which everything is known that its devices ever sent: measured, or of the simulator. */
export type Recording = Readonly<{
  name: string
  latitudeDeg: number
  longitudeDeg: number
  altitudeM?: number
  zone: string
  country?: string
  capacityWp: number
  tiltDeg: number
  azimuthDeg: number
  exportLimitW?: number
  devices: readonly RecordedDevice[]
  sky?: Sky
  /** First and last day that is judged, YYYY-MM-DD, in the plant's zone. */
  from: string
  to: string
  /** What is missing after the last sample is missing; absent: unknown. */
  endMs?: number
}>

/** A plant as the engine knows it from its rows. */
export function planOf(recording: Recording): PlantPlan {
  const { latitudeDeg, longitudeDeg, altitudeM = 0, zone, capacityWp, azimuthDeg, tiltDeg } = recording
  return {
    plantId: 1,
    zone,
    latitudeDeg,
    longitudeDeg,
    altitudeM,
    capacityWp,
    azimuthDeg,
    tiltDeg,
    planes: [] as readonly ModulePlane[],
    generationZero: { belowW: null, atNight: false },
    devices: recording.devices.map(toPlan),
    placeOf: new Map(recording.devices.map(({ id }, place) => [id, place])),
    sources: { pv: [], micro: [], grid: [], battery: [], load: [], generator: [], ups: [] } as never,
    loggers: { count: 1, heardCount: 1 },
  }
}

const toPlan = (device: RecordedDevice): DevicePlan => ({
  deviceId: device.id,
  name: `Device ${device.id}`,
  group: deviceKinds[typeOf(device)].isInverter ? 'inverter' : 'device',
  loggerId: 1,
  intervalMs: device.intervalMs,
  pausedAtMs: null,
  resumedAtMs: null,
  sleeps: sleepsAtNight({ type: typeOf(device), quantities: device.quantities }),
  ratedW: device.ratedW,
  makes: makes(device),
  hasBattery: hasBattery(device.quantities),
  made: { total: 'generationTotalWh', today: 'generationTodayWh', factor: 1 },
  pv: productionPowers(device.quantities),
  others: [],
  profile: device.profileId === undefined ? undefined : findProfileById(device.profileId),
})

export const typeOf = ({ type = 'INVERTER' }: RecordedDevice): DeviceType => type
export const makes = (device: RecordedDevice): boolean => deviceKinds[typeOf(device)].isInverter

/** What the rules know of a device. */
export function watchedOf(
  { country = 'US', exportLimitW }: Recording,
  device: RecordedDevice,
  strings: readonly StringShare[],
): WatchedDevice {
  return {
    type: typeOf(device),
    intervalMs: device.intervalMs,
    ratedW: device.ratedW,
    quantities: device.quantities,
    pv: makes(device) ? productionPowers(device.quantities) : [],
    hasBattery: hasBattery(device.quantities),
    isOffGrid: false,
    gridFactor: device.isGridMeter ? 1 : null,
    strings,
    country,
    settings: { ...ordinarySettings, exportLimitW: exportLimitW ?? null },
  }
}

/** What a device may report, W: what is beyond is refused as the store refuses it. */
export const limitsOf = ({ capacityWp }: Recording, device: RecordedDevice): ((quantity: QuantityId) => number) =>
  powerLimitsOf({ type: typeOf(device), hasBattery: hasBattery(device.quantities), ratedW: device.ratedW, capacityWp })
