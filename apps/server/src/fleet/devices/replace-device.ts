import { Refusal } from '@heliograph/domain/errors.ts'
import { withSerial } from '@heliograph/domain/metering.ts'
import { namesSerial, renameSerial } from '@heliograph/domain/module-layout/edit-layout.ts'
import { type Kysely, sql } from 'kysely'
import { isChosen } from '../../people/accounts/accounts.ts'
import { lockPlant } from '../../people/sharing/sharing.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { lockLastRecord } from '../telemetry/telemetry.ts'
import { requireLogger, requireRoom } from './announce-device.ts'

export type Replacement = Readonly<{
  plantId: number
  oldSerial: string
  newSerial: string
  /** undefined: the new one reports through the logger it was announced at, else that of the old one. */
  loggerId: number | undefined
  /** The caller: another plant is named only to a person who may see it. */
  userId: number
  organizationId: number | null
  /** Only these of their plants, where the token is limited. */
  plantIds?: readonly number[] | null
  nowMs: number
}>

export type Replaced = Readonly<{ deviceId: number; before: string; name: string }>

/**
 * Puts a new device in the place of an old one. The device keeps its name and its history; its next record decides its
 * model, and after the last record of the old one its counters begin anew. Later records of the old one are another
 * device. A new device that was announced and has not reported yet gives up its own row.
 * @throws Refusal OPTIMIZER_SAME_SERIAL, OPTIMIZER_NOT_IN_PLANT, GATEWAY_NOT_IN_PLANT, OPTIMIZER_IN_PLANT,
 * OPTIMIZER_ELSEWHERE (in another plant that the caller may see; of all others nothing is said)
 * @returns its id, and its name before and after
 */
export async function replaceDevice(db: Db, options: Replacement): Promise<Replaced> {
  const { plantId, oldSerial, newSerial, nowMs } = options
  if (oldSerial === newSerial) throw new Refusal('OPTIMIZER_SAME_SERIAL')
  return db.transaction(async (transaction) => {
    const lastMs = await lockCounters(transaction, options)
    await lockPlant(transaction, plantId)
    const rows = await transaction
      .selectFrom('devices')
      .select(['id', 'serial', 'name', 'logger_id', isSpare.as('is_spare')])
      .where('plant_id', '=', plantId)
      .where('serial', 'in', [oldSerial, newSerial])
      .forNoKeyUpdate()
      .execute()
    const old = rows.find(({ serial }) => serial === oldSerial)
    if (old === undefined) throw new Refusal('OPTIMIZER_NOT_IN_PLANT')
    const spare = rows.find(({ serial }) => serial === newSerial)
    if (spare?.is_spare === false) throw new Refusal('OPTIMIZER_IN_PLANT')
    if (spare !== undefined) await transaction.deleteFrom('devices').where('id', '=', spare.id).execute()
    const loggerId = options.loggerId ?? spare?.logger_id ?? old.logger_id
    if (loggerId !== null) {
      await requireLogger(transaction, plantId, loggerId)
      if (loggerId !== old.logger_id) await requireRoom(transaction, plantId, loggerId)
    }
    if (await isSeenElsewhere(transaction, options)) throw new Refusal('OPTIMIZER_ELSEWHERE')
    const until = new Date(nowMs)
    await transaction
      .insertInto('device_serials')
      .values({
        plant_id: plantId,
        device_id: old.id,
        serial: oldSerial,
        until,
        counters_from: lastMs === undefined ? null : new Date(lastMs + 1),
      })
      .execute()
    await transaction
      .updateTable('devices')
      .set({
        serial: newSerial,
        // A name that was only the serial number would now be wrong.
        name: old.name.replaceAll(oldSerial, newSerial),
        logger_id: loggerId,
        removed_at: null,
        texts: {},
        rated_w: null,
        announced_at: until,
        confirmed_at: until,
        observed_w: 0,
      })
      .where('id', '=', old.id)
      .execute()
    await keepChosen(transaction, options)
    await keepPlaces(transaction, options)
    await sql`select mark_plant(${plantId}::bigint)`.execute(transaction)
    await notify(transaction, 'plant_changed', String(plantId))
    return { deviceId: old.id, before: old.name, name: old.name.replaceAll(oldSerial, newSerial) }
  })
}

/** Announced by hand and nothing since: no record, no place that it took over. */
const isSpare = sql<boolean>`announced_at is not null and profile_id = ''
  and not exists (select 1 from device_serials s where s.device_id = devices.id)
  and not exists (select 1 from device_latest l where l.device_id = devices.id)`

/** Before all other locks, as ingest does. @returns when the old one sent its last record; undefined: never */
async function lockCounters(
  transaction: Kysely<Tables>,
  { plantId, oldSerial }: Pick<Replacement, 'plantId' | 'oldSerial'>,
): Promise<number | undefined> {
  const old = await transaction
    .selectFrom('devices')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('serial', '=', oldSerial)
    .executeTakeFirst()
  return old && lockLastRecord(transaction, { plantId, deviceId: old.id })
}

/** The plant's metering names chosen devices by their serial numbers. */
async function keepChosen(
  transaction: Kysely<Tables>,
  { plantId, oldSerial, newSerial }: Pick<Replacement, 'plantId' | 'oldSerial' | 'newSerial'>,
): Promise<void> {
  const { metering } = await transaction
    .selectFrom('plants')
    .select('metering')
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow()
  if (metering.versions === undefined) return
  const renamed = { ...metering, versions: withSerial(metering.versions, oldSerial, newSerial) }
  await transaction
    .updateTable('plants')
    .set({ metering: JSON.stringify(renamed) })
    .where('id', '=', plantId)
    .execute()
}

/** The new device lies where the old one did: the module layout names devices by their serial numbers. */
async function keepPlaces(
  transaction: Kysely<Tables>,
  { plantId, oldSerial, newSerial, nowMs, userId }: Replacement,
): Promise<void> {
  const stored = await transaction
    .selectFrom('module_layouts')
    .select(['content', 'version'])
    .where('plant_id', '=', plantId)
    .forUpdate()
    .executeTakeFirst()
  if (stored === undefined || !namesSerial(stored.content, oldSerial)) return
  const content = JSON.stringify(renameSerial(stored.content, oldSerial, newSerial))
  await transaction
    .updateTable('module_layouts')
    // A person who edits the layout at this moment gets a conflict.
    .set({ content, version: stored.version + 1, changed_at: new Date(nowMs), changed_by: userId })
    .where('plant_id', '=', plantId)
    .execute()
}

/** Whether another plant that the caller may see has a device with the new serial number. */
async function isSeenElsewhere(
  transaction: Kysely<Tables>,
  { plantId, newSerial, nowMs, ...caller }: Replacement,
): Promise<boolean> {
  const { rows } = await sql`
    select from devices d join plant_holders h on h.plant_id = d.plant_id
    where d.serial = ${newSerial} and d.plant_id <> ${plantId} and d.removed_at is null
      and (case when ${caller.organizationId}::bigint is null then h.user_id = ${caller.userId}
        else h.organization_id = ${caller.organizationId}::bigint end)
      and ${isChosen(caller, sql`h.plant_id`)}
      and (h.expires_at is null or h.expires_at > ${new Date(nowMs)}) limit 1`.execute(transaction)
  return rows.length > 0
}
