import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'

/** The day of the month on which a plant's electricity bill begins; null: nobody has said. @throws Refusal NOT_FOUND */
export async function getBillingDay(db: Db, plantId: number): Promise<number | null> {
  const row = await db.kysely.selectFrom('plants').select('billing_day').where('id', '=', plantId).executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return row.billing_day
}

/** @returns the day before the change @throws Refusal NOT_FOUND */
export async function setBillingDay(db: Db, plantId: number, day: number | null): Promise<number | null> {
  const before = await getBillingDay(db, plantId)
  await db.kysely.updateTable('plants').set({ billing_day: day }).where('id', '=', plantId).execute()
  return before
}
