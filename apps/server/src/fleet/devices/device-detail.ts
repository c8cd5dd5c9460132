import { stateName } from '@heliograph/devices/catalog/faults.ts'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import {
  type CounterMeaning,
  findMeaning,
  type MeaningSource,
  mayHoldBattery,
} from '@heliograph/domain/counter-meaning.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { UnreadRecords } from '@heliograph/domain/logger.ts'
import { getQuantity, type Quantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { listUnreadRecords } from '../loggers/loggers.ts'
import { readDevicesNow } from '../now/now.ts'
import { counterDisagreements, latest } from '../telemetry/telemetry.ts'
import { readAlarmLevels } from './device-alarms.ts'
import { type DeviceView, describeDevice } from './list-devices.ts'
import { findDevice, type PlantDevice } from './plant-devices.ts'
import { readYesterdays } from './read-yesterdays.ts'

/** The newest value of one quantity; `stateName` is the text of a code that the profile knows. */
export type DeviceValue = Readonly<{ quantity: Quantity; value: number; atMs: number; stateName: string | undefined }>
/**
 * The meaning that a person states, and the one that applies with its origin; `meaning` null: none is known, so the
 * counter counts as it is.
 */
export type CounterFacts = Readonly<{
  stated: CounterMeaning | null
  meaning: CounterMeaning | null
  source: MeaningSource | null
}>
export type DeviceDetail = Readonly<{
  view: DeviceView
  plantId: number
  zone: string
  /** No real frame has confirmed the profile yet. */
  isExperimental: boolean
  /** Payloads of this device that no profile could read. */
  unread: readonly UnreadRecords[]
  values: readonly DeviceValue[]
  /** Meaning of its lifetime counter, where a battery may be in it. */
  counter: CounterFacts | null
  /** Model, firmware and similar texts, as the device reports them. */
  texts: Readonly<Record<string, string>>
}>

/** @throws Refusal NOT_FOUND */
export async function getDeviceDetail(db: Db, deviceId: number, nowMs: number): Promise<DeviceDetail> {
  const device = await getDevice(db, deviceId)
  const [site, newest, rows, unread, alarms, counter] = await Promise.all([
    db.kysely.selectFrom('plants').select('zone').where('id', '=', device.plantId).executeTakeFirst(),
    latest(db, [deviceId]),
    readDevicesNow(db, device.plantId, nowMs),
    listUnreadRecords(db, device.plantId, { loggerId: device.loggerId ?? -1, deviceSerial: device.serial }),
    readAlarmLevels(db, device.plantId),
    readCounter(db, device),
  ])
  if (site === undefined) throw new Refusal('NOT_FOUND')
  const yesterdays = await readYesterdays(db, [device], site.zone, nowMs)
  const profile = findProfileById(device.profileId)
  const found = newest.get(deviceId)
  return {
    view: {
      ...describeDevice(device, rows.get(deviceId), site.zone, nowMs),
      generationYesterdayWh: yesterdays.get(deviceId) ?? null,
      alarmLevel: alarms.get(deviceId) ?? null,
    },
    plantId: device.plantId,
    zone: site.zone,
    isExperimental: profile?.confidence === 'experimental',
    unread: unread.get(device.loggerId ?? -1) ?? [],
    values: device.quantities.flatMap((id) => {
      const one = found?.values[id]
      if (one === undefined) return []
      const state = id === 'inverterState' && profile ? stateName(profile, { inverterState: one.value }) : undefined
      return [{ quantity: getQuantity(id), value: one.value, atMs: one.atMs, stateName: state }]
    }),
    counter,
    texts: device.texts,
  }
}

async function readCounter(db: Db, device: PlantDevice): Promise<CounterFacts | null> {
  const { deviceId, plantId, counterMeaning: stated } = device
  if (!mayHoldBattery(device.quantities)) return null
  const ofProfile = findProfileById(device.profileId)?.counterMeaning
  const findings = stated === null && ofProfile === undefined ? await counterDisagreements(db, plantId, 0) : []
  const isLearned = findings.some((finding) => finding.deviceId === deviceId && finding.kind === 'holdsBattery')
  const { meaning = null, source = null } = findMeaning(stated, ofProfile, isLearned) ?? {}
  return { stated, meaning, source }
}

/** The quantities of a device that can be charted, in its own order. @throws Refusal NOT_FOUND */
export async function listDeviceQuantities(db: Db, deviceId: number): Promise<readonly Quantity[]> {
  return (await getDevice(db, deviceId)).quantities.map((id: QuantityId) => getQuantity(id))
}

export async function getDevice(db: Db, deviceId: number): Promise<PlantDevice> {
  const device = await findDevice(db, deviceId)
  if (device === undefined) throw new Refusal('NOT_FOUND')
  return device
}
