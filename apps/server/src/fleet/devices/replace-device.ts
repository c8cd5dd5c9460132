import { Refusal } from '@heliograph/domain/errors.ts'
import { withSerial } from '@heliograph/domain/metering.ts'
import { namesSerial, renameSerial } from '@heliograph/domain/module-layout/edit-layout.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import { isChosen } from '../../people/accounts/accounts.ts'
import { lockPlant } from '../../people/sharing/sharing.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { notFound } from '../../platform/db/not-found.ts'
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
      .selectAll()
      .select(isSpare.as('is_spare'))
      .where('plant_id', '=', plantId)
      .where('serial', 'in', [oldSerial, newSerial])
      .forNoKeyUpdate()
      .execute()
    const old = rows.find(({ serial }) => serial === oldSerial)
    if (old === undefined) throw new Refusal('OPTIMIZER_NOT_IN_PLANT')
    const spare = rows.find(({ serial }) => serial === newSerial)
    if (spare !== undefined && (!spare.is_spare || (await hasRecords(transaction, { plantId, deviceId: spare.id }))))
      throw new Refusal('OPTIMIZER_IN_PLANT')
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
        former: JSON.stringify(toFormer(old)),
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
    await renameEverywhere(transaction, options)
    return { deviceId: old.id, before: old.name, name: old.name.replaceAll(oldSerial, newSerial) }
  })
}

/** A device before another one stood in its place. Instants ISO 8601. */
export type FormerDevice = Readonly<{
  name: string
  profileId: string
  ratedW: number | null
  texts: Readonly<Record<string, string>>
  loggerId: number | null
  removedAt: string | null
  announcedAt: string | null
  confirmedAt: string | null
  observedW: number
}>

const toFormer = (row: Selectable<Tables['devices']>): FormerDevice => ({
  name: row.name,
  profileId: row.profile_id,
  ratedW: row.rated_w,
  texts: row.texts,
  loggerId: row.logger_id,
  removedAt: row.removed_at?.toISOString() ?? null,
  announcedAt: row.announced_at?.toISOString() ?? null,
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
  observedW: row.observed_w,
})

/**
 * Takes back that a new device took the place of an old one, as long as the new one is silent: a record of it is history
 * of its own.
 * @throws Refusal NOT_FOUND for a device of another plant, or one that took no place; CHANGED_SINCE
 */
export async function takeBackDevice(
  db: Db,
  { plantId, deviceId, userId, nowMs }: Readonly<{ plantId: number; deviceId: number; userId: number; nowMs: number }>,
): Promise<Replaced & Readonly<{ oldSerial: string; newSerial: string }>> {
  return db.transaction(async (transaction) => {
    const lastMs = await lockLastRecord(transaction, { plantId, deviceId })
    await lockPlant(transaction, plantId)
    const device = await transaction
      .selectFrom('devices')
      .select(['serial', 'name'])
      .where('id', '=', deviceId)
      .where('plant_id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound)
    const last = await transaction
      .selectFrom('device_serials')
      .selectAll()
      .where('device_id', '=', deviceId)
      .where('plant_id', '=', plantId)
      .orderBy('until', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(notFound)
    const { former, serial: oldSerial } = last
    if (former === null || hasSpoken(lastMs, last)) throw new Refusal('CHANGED_SINCE')
    const taken = await transaction
      .selectFrom('devices')
      .select('id')
      .where('plant_id', '=', plantId)
      .where('serial', '=', oldSerial)
      .executeTakeFirst()
    // The old one reported again, as another device.
    if (taken !== undefined) throw new Refusal('CHANGED_SINCE')
    const logger = await transaction
      .selectFrom('loggers')
      .select('id')
      .where('plant_id', '=', plantId)
      .where('id', '=', former.loggerId ?? 0)
      .executeTakeFirst()
    await transaction
      .deleteFrom('device_serials')
      .where('device_id', '=', deviceId)
      .where('plant_id', '=', plantId)
      .where('until', '=', last.until)
      .execute()
    const name = device.name.replaceAll(device.serial, oldSerial)
    await transaction
      .updateTable('devices')
      .set({
        serial: oldSerial,
        name,
        // It may have been moved to another logger meanwhile.
        ...(logger && { logger_id: logger.id }),
        texts: former.texts,
        rated_w: former.ratedW,
        removed_at: toDate(former.removedAt),
        announced_at: toDate(former.announcedAt),
        confirmed_at: toDate(former.confirmedAt),
        observed_w: former.observedW,
      })
      .where('id', '=', deviceId)
      .execute()
    await renameEverywhere(transaction, { plantId, oldSerial: device.serial, newSerial: oldSerial, userId, nowMs })
    return { deviceId, before: device.name, name, oldSerial: device.serial, newSerial: oldSerial }
  })
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Whether a record came after the last one of the old device. */
export const hasSpoken = (
  lastMs: number | undefined,
  { counters_from: from }: Readonly<{ counters_from: Date | null }>,
) => lastMs !== undefined && (from === null || lastMs >= from.getTime())

type Renaming = Pick<Replacement, 'plantId' | 'oldSerial' | 'newSerial' | 'nowMs' | 'userId'>

/** Metering and layout name devices by their serial numbers. */
async function renameEverywhere(transaction: Kysely<Tables>, renaming: Renaming): Promise<void> {
  const { plantId } = renaming
  await keepChosen(transaction, renaming)
  await keepPlaces(transaction, renaming)
  await sql`select mark_plant(${plantId}::bigint)`.execute(transaction)
  await notify(transaction, 'plant_changed', String(plantId))
}

/** Announced by hand, and no place that it took over. It is spare as long as it has no record either. */
const isSpare = sql<boolean>`announced_at is not null and profile_id = ''
  and not exists (select 1 from device_serials s where s.device_id = devices.id)`

async function hasRecords(
  transaction: Kysely<Tables>,
  { plantId, deviceId }: Readonly<{ plantId: number; deviceId: number }>,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('device_latest')
    .select('device_id')
    .where('plant_id', '=', plantId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row !== undefined
}

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
  { plantId, oldSerial, newSerial, nowMs, userId }: Renaming,
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
