import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { type AlarmLevel, alarmLevels } from '@heliograph/domain/alarms/alarm.ts'
import { type DeviceState, type DeviceType, deviceKinds, deviceStates } from '@heliograph/domain/device.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Reason, Status } from '@heliograph/domain/status.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPlantLoggers, type PlantLogger } from '../loggers/loggers.ts'
import { type DeviceRow, readDevicesNow } from '../now/now.ts'
import { readAlarmLevels } from './device-alarms.ts'
import { listDevicesOfPlants, type PlantDevice } from './plant-devices.ts'
import { makesEnergy, readYesterdays } from './read-yesterdays.ts'

/** A device in a list, or a logger, with id 0. Powers W, energies Wh. */
export type DeviceView = Readonly<{
  deviceId: number
  serial: string
  name: string
  type: DeviceType
  status: Exclude<Status, 'partSilent'>
  /** null for a logger. */
  reason: Reason | null
  model: string
  profileId: string
  loggerId: number | null
  loggerSerial: string | null
  signalPercent: number | null
  generationW: number | null
  generationTodayWh: number | null
  /** By its day rows; null where it was not asked for either. */
  generationYesterdayWh: number | null
  generationTotalWh: number | null
  socPercent: number | null
  lastAtMs: number | null
  intervalMs: number
  /** Of the gravest open alarm that is not blocked. */
  alarmLevel: AlarmLevel | null
}>

/** The wire's scale: asleep and silent devices are both offline; a fault stays a fault, and an alarm shows on what reports. */
export function deviceStateOf({ status, alarmLevel = null }: StateOfDevice): DeviceState {
  if (status === 'fault') return deviceStates.alarm
  if (status !== 'well' && status !== 'late') return deviceStates.offline
  return (alarmLevel ?? alarmLevels.tip) >= alarmLevels.warning ? deviceStates.alarm : deviceStates.online
}
type StateOfDevice = Pick<DeviceView, 'status'> & Readonly<{ alarmLevel?: AlarmLevel | null }>

/** Loggers first, then devices in the order in which they were added. */
export async function listDevices(
  db: Db,
  plantId: number,
  nowMs: number,
  { withYesterday = false }: Readonly<{ withYesterday?: boolean }> = {},
): Promise<readonly DeviceView[]> {
  const [place, devices, rows, loggers, alarms] = await Promise.all([
    db.kysely.selectFrom('plants').select('zone').where('id', '=', plantId).executeTakeFirst(),
    listDevicesOfPlants(db, [plantId]),
    readDevicesNow(db, plantId, nowMs),
    listPlantLoggers(db, plantId, { withNetwork: false, nowMs }),
    readAlarmLevels(db, plantId),
  ])
  if (place === undefined) throw new Refusal('NOT_FOUND')
  const listed = devices.get(plantId) ?? []
  const yesterdays = withYesterday ? await readYesterdays(db, listed, place.zone, nowMs) : undefined
  const own = listed.map((item) => ({
    ...describeDevice(item, rows.get(item.deviceId), place.zone, nowMs),
    generationYesterdayWh: yesterdays?.get(item.deviceId) ?? null,
    alarmLevel: alarms.get(item.deviceId) ?? null,
  }))
  return [...loggers.map(describeLogger), ...own]
}

export function describeDevice(
  device: PlantDevice,
  row: DeviceRow | undefined,
  zone: string,
  nowMs: number,
): DeviceView {
  const makes = makesEnergy(device)
  const profile = findProfileById(device.profileId)
  const today = localDate(nowMs, zone)
  // The row of a device without data since midnight has the energy of its last day.
  const lastDay = row?.todayAtMs == null ? undefined : localDate(row.todayAtMs, zone)
  const lastWh = row?.todayWh ?? null
  const todayWh = lastDay === today ? lastWh : row?.isKnownAsleep && lastWh !== null ? 0 : null
  return {
    deviceId: device.deviceId,
    serial: device.serial,
    name: device.name,
    type: device.type,
    status: row?.status ?? 'waiting',
    reason: row?.reason ?? null,
    model: profile === undefined ? (device.texts.model ?? '') : `${profile.maker} ${profile.model}`,
    profileId: device.profileId,
    loggerId: device.loggerId,
    loggerSerial: device.loggerAddress,
    signalPercent: null,
    // An inverter that counts no energy still has a power.
    generationW: makes || deviceKinds[device.type].isInverter ? (row?.pvW ?? null) : null,
    generationTodayWh: makes ? todayWh : null,
    generationYesterdayWh: null,
    generationTotalWh: makes ? (row?.totalWh ?? null) : null,
    socPercent: row?.socPercent ?? null,
    lastAtMs: row?.lastAtMs ?? null,
    intervalMs: device.intervalMs,
    alarmLevel: null,
  }
}

function stateOfLogger({ state, online, pausedAtMs: sinceMs }: PlantLogger): Pick<DeviceView, 'status' | 'reason'> {
  if (sinceMs !== null) {
    const reason = { kind: 'paused', count: 1, total: 1, group: 'device', sinceMs, devices: [], code: null } as const
    return { status: 'waiting', reason }
  }
  return { status: state === 'waiting' ? 'waiting' : online ? 'well' : 'silent', reason: null }
}

const describeLogger = (logger: PlantLogger): DeviceView => ({
  deviceId: 0,
  serial: logger.address,
  name: logger.name || logger.address,
  type: 'COLLECTOR',
  ...stateOfLogger(logger),
  model: logger.firmware,
  profileId: '',
  loggerId: null,
  loggerSerial: null,
  signalPercent: logger.signalPercent,
  generationW: null,
  generationTodayWh: null,
  generationYesterdayWh: null,
  generationTotalWh: null,
  socPercent: null,
  lastAtMs: logger.lastSeenMs,
  intervalMs: logger.intervalS * 1000,
  alarmLevel: null,
})

/** The device types of a plant with their numbers, in list order. */
export function countTypes(devices: readonly DeviceView[]): ReadonlyMap<DeviceType, number> {
  const counts = new Map<DeviceType, number>()
  for (const { type } of devices) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}
