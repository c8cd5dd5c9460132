import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'

/** An order is open until the operator closes it or its maker takes it back. */
export type OrderState = 'open' | 'done' | 'refused' | 'cancelled'

/** By the person who ordered. @throws Refusal NOT_FOUND, also for another person's or a closed one */
export async function cancelOpenOrder(
  db: Db,
  table: 'data_plan_orders' | 'message_credit_orders',
  given: Readonly<{ id: number; userId: number }>,
  nowMs: number,
): Promise<void> {
  const done = await db.kysely
    .updateTable(table)
    .set({ state: 'cancelled', closed_at: new Date(nowMs) })
    .where('id', '=', given.id)
    .where('ordered_by', '=', given.userId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
}
