import { findProfileById } from '@heliograph/devices/profiles/registry.ts'
import type { DeviceState, DeviceType } from '@heliograph/domain/device.ts'
import { deviceKinds, deviceStates } from '@heliograph/domain/device.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { horizonElevationDeg } from '@heliograph/solar/sun-events.ts'
import { getSunElevationDeg } from '@heliograph/solar/sun-position.ts'
import type { Db } from '../db/database.ts'
import { listPlantLoggers, type PlantLogger } from '../loggers/loggers.ts'
import { type Latest, latestOfPlants } from '../telemetry/telemetry.ts'
import { deviceCondition, deviceState, freshValue, hasBattery, hasFault } from './device-condition.ts'
import { listDevicesOfPlants, type PlantDevice } from './plant-devices.ts'

/** A device in a list; a logger is one too, with id 0. Powers W, energies Wh. */
export type DeviceView = Readonly<{
  deviceId: number
  serial: string
  name: string
  type: DeviceType
  state: DeviceState
  asleep: boolean
  model: string
  profileId: string
  loggerSerial: string | null
  signalPercent: number | null
  generationW: number | null
  generationTodayWh: number | null
  generationTotalWh: number | null
  socPercent: number | null
  lastAtMs: number | null
  intervalMs: number
}>

/** Loggers first, then devices in the order in which they were added. */
export async function listDevices(db: Db, plantId: number, nowMs: number): Promise<readonly DeviceView[]> {
  const [place, devices, latest, loggers] = await Promise.all([
    db.kysely
      .selectFrom('plants')
      .select(['latitude', 'longitude', 'zone'])
      .where('id', '=', plantId)
      .executeTakeFirst(),
    listDevicesOfPlants(db, [plantId]),
    latestOfPlants(db, [plantId]),
    listPlantLoggers(db, plantId, { withNetwork: false, nowMs }),
  ])
  if (place === undefined) throw new Refusal('NOT_FOUND')
  const latestById = new Map((latest.get(plantId) ?? []).map((one) => [one.deviceId, one]))
  const own = (devices.get(plantId) ?? []).map((one) => describeDevice(one, latestById.get(one.deviceId), place, nowMs))
  return [...loggers.map(describeLogger), ...own]
}

/** Where a device stands and by which clock its day begins. */
export type Site = Readonly<{ latitude: number; longitude: number; zone: string }>

export function describeDevice(device: PlantDevice, latest: Latest | undefined, site: Site, nowMs: number): DeviceView {
  const sunUp = getSunElevationDeg(nowMs, site.latitude, site.longitude) > horizonElevationDeg
  const condition = deviceCondition(device, latest, nowMs, sunUp)
  const fresh = (quantity: Parameters<typeof freshValue>[1]): number | undefined =>
    freshValue(latest, quantity, nowMs, device.intervalMs)
  const makes = device.flows.includes('generation')
  const powerW = hasBattery(device.quantities) ? fresh('pvPowerW') : (fresh('acPowerW') ?? fresh('pvPowerW'))
  const profile = findProfileById(device.profileId)
  // A device that has not spoken since midnight still shows what it made yesterday.
  const today = latest?.values.generationTodayWh
  const isToday = today !== undefined && localDate(today.atMs, site.zone) === localDate(nowMs, site.zone)
  return {
    deviceId: device.deviceId,
    serial: device.serial,
    name: device.name,
    type: device.type,
    state: deviceState(condition, hasFault(latest, nowMs, device.intervalMs)),
    asleep: condition === 'asleep',
    model: profile === undefined ? (device.texts.model ?? '') : `${profile.maker} ${profile.model}`,
    profileId: device.profileId,
    loggerSerial: device.loggerAddress,
    signalPercent: null,
    // An inverter that counts no energy has a power all the same.
    generationW: makes || deviceKinds[device.type].isInverter ? (powerW ?? (condition === 'asleep' ? 0 : null)) : null,
    generationTodayWh: makes && isToday ? today.value : null,
    generationTotalWh: makes ? (latest?.values.generationTotalWh?.value ?? null) : null,
    socPercent: fresh('batterySocPercent') ?? null,
    lastAtMs: latest?.atMs ?? null,
    intervalMs: device.intervalMs,
  }
}

const describeLogger = (logger: PlantLogger): DeviceView => ({
  deviceId: 0,
  serial: logger.address,
  name: logger.name || logger.address,
  type: 'COLLECTOR',
  state: logger.online ? deviceStates.online : deviceStates.offline,
  asleep: false,
  model: logger.firmware,
  profileId: '',
  loggerSerial: null,
  signalPercent: logger.signalPercent,
  generationW: null,
  generationTodayWh: null,
  generationTotalWh: null,
  socPercent: null,
  lastAtMs: logger.lastSeenMs,
  intervalMs: logger.intervalMinutes * 60_000,
})

/** The types that a plant has and how many of each, in the order of the list. */
export function countTypes(devices: readonly DeviceView[]): ReadonlyMap<DeviceType, number> {
  const counts = new Map<DeviceType, number>()
  for (const { type } of devices) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}
