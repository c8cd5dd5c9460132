import { Refusal } from '@heliograph/domain/errors.ts'
import { isPlain, plainTariff, type Tariff, type TariffVersion } from '@heliograph/domain/tariff/tariff.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { checkSeries } from './price-series.ts'
import { FIRST_DAY } from './pricing.ts'

/** Prices change once or twice a year, and plants live for thirty. */
export const MOST_VERSIONS = 100

/**
 * Stores the prices of a plant from a date on; the same date again replaces them. The first price stands in the plant's
 * record alone, so that it is stored and edited in one place. Prices from the start that say more have a row, and the
 * record keeps what counts again without them.
 * @returns what counted from that date before @throws Refusal NOT_FOUND, TOO_MANY, PARAM_ERROR for a series that the plant does not have
 */
export async function saveVersion(db: Db, plantId: number, { from, tariff }: TariffVersion): Promise<Tariff | null> {
  return db.transaction(async (transaction) => {
    const { stored, pricePerKwh } = await lockVersions(transaction, plantId)
    await checkSeries({ kysely: transaction }, plantId, tariff)
    const before = stored.find((version) => version.from === from)
    if (before === undefined && stored.length >= MOST_VERSIONS) throw new Refusal('TOO_MANY', { most: MOST_VERSIONS })
    if (from === FIRST_DAY && isPlain(tariff)) {
      const price = { price_per_kwh: tariff.pricePerKwh }
      await transaction.updateTable('plants').set(price).where('id', '=', plantId).execute()
      await dropVersion(transaction, plantId, from)
    } else {
      const json = JSON.stringify(tariff)
      await transaction
        .insertInto('tariffs')
        .values({ plant_id: plantId, valid_from: from, tariff: json })
        .onConflict((conflict) => conflict.columns(['plant_id', 'valid_from']).doUpdateSet({ tariff: json }))
        .execute()
    }
    await notify(transaction, 'plant_changed', String(plantId))
    return before?.tariff ?? (from === FIRST_DAY && pricePerKwh !== null ? plainTariff(pricePerKwh) : null)
  })
}

/** Removes the prices of a date: those before it count on. @returns what was removed @throws Refusal NOT_FOUND */
export async function removeVersion(db: Db, plantId: number, from: string): Promise<Tariff> {
  return db.transaction(async (transaction) => {
    const { stored } = await lockVersions(transaction, plantId)
    const removed = stored.find((version) => version.from === from)
    if (removed === undefined) throw new Refusal('NOT_FOUND')
    await dropVersion(transaction, plantId, from)
    await notify(transaction, 'plant_changed', String(plantId))
    return removed.tariff
  })
}

/** Whether prices from the start have a row of their own, so that the plain price in the record cannot be edited beside it. */
export async function hasFirstVersion(
  { kysely }: Readonly<{ kysely: Kysely<Tables> }>,
  plantId: number,
): Promise<boolean> {
  const query = kysely.selectFrom('tariffs').select('plant_id').where('plant_id', '=', plantId)
  return (await query.where('valid_from', '=', FIRST_DAY).executeTakeFirst()) !== undefined
}

async function dropVersion(transaction: Kysely<Tables>, plantId: number, from: string): Promise<void> {
  await transaction.deleteFrom('tariffs').where('plant_id', '=', plantId).where('valid_from', '=', from).execute()
}

type Stored = Readonly<{ stored: readonly TariffVersion[]; pricePerKwh: number | null }>

/** Two changes at once follow each other. */
async function lockVersions(transaction: Kysely<Tables>, plantId: number): Promise<Stored> {
  const plant = await transaction
    .selectFrom('plants')
    .select('price_per_kwh')
    .where('id', '=', plantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  const rows = await transaction
    .selectFrom('tariffs')
    .select(['valid_from', 'tariff'])
    .where('plant_id', '=', plantId)
    .orderBy('valid_from')
    .execute()
  return {
    stored: rows.map((row) => ({ from: row.valid_from, tariff: row.tariff as Tariff })),
    pricePerKwh: plant.price_per_kwh,
  }
}
