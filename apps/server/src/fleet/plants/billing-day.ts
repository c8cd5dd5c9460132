import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'

/** The day of the month on which a plant's electricity bill begins; null: unknown. @throws Refusal NOT_FOUND */
export async function getBillingDay(db: Db, plantId: number): Promise<number | null> {
  const row = await db.kysely
    .selectFrom('plants')
    .select('billing_day')
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow(notFound)
  return row.billing_day
}

/** @returns the day before the change @throws Refusal NOT_FOUND */
export async function setBillingDay(db: Db, plantId: number, day: number | null): Promise<number | null> {
  const before = await getBillingDay(db, plantId)
  await db.kysely.updateTable('plants').set({ billing_day: day }).where('id', '=', plantId).execute()
  return before
}
