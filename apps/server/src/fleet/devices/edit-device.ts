import { type CounterMeaning, mayHoldBattery } from '@heliograph/domain/counter-meaning.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { isQuantityId } from '@heliograph/domain/quantities.ts'
import { isDate } from '@heliograph/domain/time.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { requireLogger, requireRoom } from './announce-device.ts'
import type { Standing } from './device-standing.ts'
import { IMPORT_PROFILE_ID } from './plant-devices.ts'

/** A device as its settings show it. */
export type EditableDevice = Readonly<{
  deviceId: number
  serial: string
  name: string
  type: DeviceType
  /** The rating that bounds its counters; null: none is set, the plant's capacity does. */
  ratedW: number | null
  /** The last day of its warranty, YYYY-MM-DD; null: not entered. */
  warrantyUntil: string | null
  /** null: it has no logger. */
  loggerId: number | null
  /** It was removed with its history kept, and has not reported since. */
  removedAtMs: number | null
  standing: Standing
  waitsSinceMs: number | null
  observedW: number
  announcedAtMs: number | null
  /** The last one first. */
  replaced: readonly Readonly<{ serial: string; untilMs: number }>[]
}>

const MOST_REPLACED = 1_000

/** The devices of a plant in the order in which they were added, removed ones included. */
export async function listEditableDevices(db: Db, plantId: number): Promise<readonly EditableDevice[]> {
  const [rows, before] = await Promise.all([
    db.kysely
      .selectFrom('devices')
      .selectAll()
      .where('plant_id', '=', plantId)
      .where('profile_id', '<>', IMPORT_PROFILE_ID)
      .orderBy('id')
      .execute(),
    db.kysely
      .selectFrom('device_serials')
      .selectAll()
      .where('plant_id', '=', plantId)
      .orderBy('until', 'desc')
      .limit(MOST_REPLACED)
      .execute(),
  ])
  return rows.map((row) => ({
    deviceId: row.id,
    serial: row.serial,
    name: row.name,
    type: row.type as DeviceType,
    ratedW: row.rated_w,
    warrantyUntil: row.warranty_until,
    loggerId: row.logger_id,
    removedAtMs: row.logger_id === null ? (row.removed_at?.getTime() ?? null) : null,
    standing: row.standing,
    waitsSinceMs: row.waits_since?.getTime() ?? null,
    observedW: row.observed_w,
    announcedAtMs: row.announced_at?.getTime() ?? null,
    replaced: before
      .filter((item) => item.device_id === row.id)
      .map(({ serial, until }) => ({ serial, untilMs: until.getTime() })),
  }))
}

/** `loggerId`: null if it has none. */
export type DeviceRecord = Readonly<{
  name: string
  ratedW: number | null
  warrantyUntil: string | null
  loggerId: number | null
  /** Meaning of its lifetime counter of generation; null: not stated. */
  counterMeaning: CounterMeaning | null
}>
export type DeviceEdit = Readonly<{ before: DeviceRecord; after: DeviceRecord }>

/**
 * Edits a device. Another rating changes the bounds of its counters, another meaning what they count: the history is
 * recounted. Without a rating the device's own applies, once it reports one.
 * @throws Refusal NOT_FOUND for a device of another plant, GATEWAY_NOT_IN_PLANT, TOO_MANY, PARAM_ERROR for a date that is
 * none, or the meaning of a counter without a battery
 */
export async function editDevice(
  db: Db,
  recounts: Readonly<{ ask: (within: Kysely<Tables>, plantId: number) => Promise<void> }>,
  { plantId, deviceId }: Readonly<{ plantId: number; deviceId: number }>,
  edit: Partial<DeviceRecord>,
): Promise<DeviceEdit> {
  if (edit.warrantyUntil != null && !isDate(edit.warrantyUntil))
    throw new Refusal('PARAM_ERROR', { field: 'warrantyLastDay' })
  return db.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('devices')
      .select(['name', 'rated_w', 'warranty_until', 'logger_id', 'counter_meaning', 'quantities'])
      .where('id', '=', deviceId)
      .where('plant_id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound)
    const { name, rated_w: ratedW, warranty_until: warrantyUntil, logger_id: loggerId } = row
    const before = { name, ratedW, warrantyUntil, loggerId, counterMeaning: row.counter_meaning }
    const after = { ...before, ...edit }
    if (after.loggerId !== null && after.loggerId !== before.loggerId) {
      await requireLogger(transaction, plantId, after.loggerId)
      await requireRoom(transaction, plantId, after.loggerId)
    }
    if (edit.counterMeaning != null && !mayHoldBattery(row.quantities.filter(isQuantityId)))
      throw new Refusal('PARAM_ERROR', { field: 'counterMeaning' })
    await transaction
      .updateTable('devices')
      .set({
        name: after.name,
        rated_w: after.ratedW,
        warranty_until: after.warrantyUntil,
        logger_id: after.loggerId,
        counter_meaning: after.counterMeaning,
      })
      .where('id', '=', deviceId)
      .execute()
    if (after.ratedW !== before.ratedW || after.counterMeaning !== before.counterMeaning)
      await recounts.ask(transaction, plantId)
    await notify(transaction, 'plant_changed', String(plantId))
    return { before, after }
  })
}
