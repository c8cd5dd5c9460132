import { Refusal } from '@heliograph/domain/errors.ts'
import type { Tariff, TariffVersion } from '@heliograph/domain/tariff/tariff.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../db/database.ts'
import { notify } from '../db/listen.ts'
import type { Tables } from '../db/tables.ts'

/** Prices change once or twice a year, and plants live for thirty. */
export const MOST_VERSIONS = 100

/**
 * Stores the prices of a plant from a date on; the same date again replaces them.
 * @returns what was stored for that date before @throws Refusal NOT_FOUND, TOO_MANY
 */
export async function saveVersion(db: Db, plantId: number, { from, tariff }: TariffVersion): Promise<Tariff | null> {
  return db.transaction(async (transaction) => {
    const stored = await lockVersions(transaction, plantId)
    const before = stored.find((version) => version.from === from)
    if (before === undefined && stored.length >= MOST_VERSIONS) throw new Refusal('TOO_MANY', { most: MOST_VERSIONS })
    const json = JSON.stringify(tariff)
    await transaction
      .insertInto('tariffs')
      .values({ plant_id: plantId, valid_from: from, tariff: json })
      .onConflict((conflict) => conflict.columns(['plant_id', 'valid_from']).doUpdateSet({ tariff: json }))
      .execute()
    await notify(transaction, 'plant_changed', String(plantId))
    return before?.tariff ?? null
  })
}

/** Removes the prices of a date: those before it count on. @returns what was removed @throws Refusal NOT_FOUND */
export async function removeVersion(db: Db, plantId: number, from: string): Promise<Tariff> {
  return db.transaction(async (transaction) => {
    const removed = (await lockVersions(transaction, plantId)).find((version) => version.from === from)
    if (removed === undefined) throw new Refusal('NOT_FOUND')
    await transaction.deleteFrom('tariffs').where('plant_id', '=', plantId).where('valid_from', '=', from).execute()
    await notify(transaction, 'plant_changed', String(plantId))
    return removed.tariff
  })
}

/** Two changes at once follow each other. */
async function lockVersions(transaction: Kysely<Tables>, plantId: number): Promise<readonly TariffVersion[]> {
  const plant = await transaction
    .selectFrom('plants')
    .select('id')
    .where('id', '=', plantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (plant === undefined) throw new Refusal('NOT_FOUND')
  const rows = await transaction
    .selectFrom('tariffs')
    .select(['valid_from', 'tariff'])
    .where('plant_id', '=', plantId)
    .orderBy('valid_from')
    .execute()
  return rows.map((row) => ({ from: row.valid_from, tariff: row.tariff as Tariff }))
}
