import type { DeviceType } from '@heliograph/domain/device.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql } from 'kysely'
import { lockPlant } from '../../people/sharing/sharing.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Ingest adds no more by itself (ingest/settings.ts). */
const MOST_PER_LOGGER = 64

export type Announced = Readonly<{
  plantId: number
  serial: string
  type: DeviceType
  loggerId: number
  name: string
  nowMs: number
}>

/**
 * Adds a device before its first record, by hand. It is in no figure until a logger reports it; then its profile says
 * what it is. The right to add devices vouches for it.
 * @throws Refusal GATEWAY_NOT_IN_PLANT, TOO_MANY, ABNORMAL for a serial number that is here @returns its id
 */
export async function announceDevice(db: Db, options: Announced): Promise<number> {
  const { plantId, serial, type, loggerId, nowMs } = options
  return db.transaction(async (transaction) => {
    await lockPlant(transaction, plantId)
    await requireLogger(transaction, plantId, loggerId)
    await requireRoom(transaction, plantId, loggerId)
    const added = await transaction
      .insertInto('devices')
      .values({
        plant_id: plantId,
        logger_id: loggerId,
        serial,
        name: options.name || serial,
        type,
        profile_id: '',
        announced_at: new Date(nowMs),
        confirmed_at: new Date(nowMs),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added === undefined) throw new Refusal('ABNORMAL', { reason: 'deviceHere' })
    await notify(transaction, 'plant_changed', String(plantId))
    return added.id
  })
}

/** @throws Refusal GATEWAY_NOT_IN_PLANT */
export async function requireLogger(transaction: Kysely<Tables>, plantId: number, loggerId: number): Promise<void> {
  const logger = await transaction
    .selectFrom('loggers')
    .select('id')
    .where('id', '=', loggerId)
    .where('plant_id', '=', plantId)
    .executeTakeFirst()
  if (logger === undefined) throw new Refusal('GATEWAY_NOT_IN_PLANT')
}

/** @throws Refusal TOO_MANY */
export async function requireRoom(transaction: Kysely<Tables>, plantId: number, loggerId: number): Promise<void> {
  const { n } = await transaction
    .selectFrom('devices')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('plant_id', '=', plantId)
    .where('logger_id', '=', loggerId)
    .executeTakeFirstOrThrow()
  if (n >= MOST_PER_LOGGER) throw new Refusal('TOO_MANY', { most: MOST_PER_LOGGER })
}
