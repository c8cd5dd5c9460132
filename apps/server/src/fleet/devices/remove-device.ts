import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { removeDaysOnlyOf, removeTelemetryWithin } from '../telemetry/telemetry.ts'
import { type AskRecount, assignWithin, recountDevices } from './recount-devices.ts'

type Place = Readonly<{ plantId: number; deviceId: number }>

/**
 * Removes a device from its plant. Its history and its share of the plant's energies stay, and it returns when a logger
 * reports it again. @throws Refusal NOT_FOUND for a device of another plant
 * @returns its name
 */
export async function removeDevice(db: Db, { plantId, deviceId }: Place, nowMs: number): Promise<string> {
  return db.transaction(async (transaction) => {
    const row = await transaction
      .updateTable('devices')
      .set({ removed_at: new Date(nowMs), logger_id: null })
      .where('id', '=', deviceId)
      .where('plant_id', '=', plantId)
      .returning('name')
      .executeTakeFirstOrThrow(notFound)
    await recomputePlant(transaction, plantId)
    return row.name
  })
}

/**
 * Returns a removed device to its plant before a logger reports it again.
 * @throws Refusal NOT_FOUND for a device of another plant, or one that was not removed @returns its name
 */
export async function restoreDevice(db: Db, { plantId, deviceId }: Place): Promise<string> {
  return db.transaction(async (transaction) => {
    const row = await transaction
      .updateTable('devices')
      .set({ removed_at: null })
      .where('id', '=', deviceId)
      .where('plant_id', '=', plantId)
      .where('removed_at', 'is not', null)
      .returning('name')
      .executeTakeFirstOrThrow(notFound)
    await recomputePlant(transaction, plantId)
    return row.name
  })
}

/** The triggers of migration 011 do not watch `removed_at`; a second source of the device may count now. */
async function recomputePlant(transaction: Kysely<Tables>, plantId: number): Promise<void> {
  await assignWithin(transaction, plantId)
  await sql`select mark_plant(${plantId}::bigint)`.execute(transaction)
  await notify(transaction, 'plant_changed', String(plantId))
}

/**
 * Erases a device with everything that it ever reported; the plant's history is recounted without it.
 * @param options.name must equal the device's name @throws Refusal NOT_FOUND, PARAM_ERROR
 */
export async function eraseDevice(
  db: Db,
  recounts: AskRecount,
  { plantId, deviceId, name }: Place & Readonly<{ name: string }>,
): Promise<string> {
  return db.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('devices')
      .select('name')
      .where('id', '=', deviceId)
      .where('plant_id', '=', plantId)
      .executeTakeFirstOrThrow(notFound)
    if (row.name !== name) throw new Refusal('PARAM_ERROR', { field: 'name' })
    await removeDaysOnlyOf(transaction, plantId, deviceId)
    // In ingest's lock order; then once more, because an append may have stored samples before the device was deleted.
    await removeTelemetryWithin(transaction, plantId, [deviceId])
    await transaction.selectFrom('plants').select('id').where('id', '=', plantId).forNoKeyUpdate().execute()
    await transaction.deleteFrom('devices').where('id', '=', deviceId).execute()
    await removeTelemetryWithin(transaction, plantId, [deviceId])
    // Another device may now measure its energies.
    await recountDevices(transaction, recounts, plantId)
    return row.name
  })
}
