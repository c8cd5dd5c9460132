import { extendPlan } from '@heliograph/domain/data-plan.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { addCredits } from './credits.ts'
import type { OrderKind } from './tables.ts'

type Row = Selectable<Tables['orders']>
type Named = Readonly<{ kind: OrderKind; id: number }>

/** By the person who ordered. @throws Refusal NOT_FOUND, also for another person's or a closed one */
export async function cancelOrder(
  { kysely }: Db,
  { kind, id, userId }: Named & Readonly<{ userId: number }>,
  nowMs: number,
): Promise<void> {
  const done = await kysely
    .updateTable('orders')
    .set({ state: 'cancelled', closed_at: new Date(nowMs) })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('ordered_by', '=', userId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
}

/**
 * By the operator: what is done gives the person what they ordered, once.
 * @param options.expiresOn the end of a renewed plan; null: as many months later as were ordered
 * @throws Refusal NOT_FOUND, also for a closed one
 */
export async function closeOrder(
  db: Db,
  options: Named & Readonly<{ state: 'done' | 'refused'; expiresOn?: string | null }>,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const order = await transaction
      .updateTable('orders')
      .set({ state: options.state, closed_at: new Date(nowMs) })
      .where('kind', '=', options.kind)
      .where('id', '=', options.id)
      .where('state', '=', 'open')
      .returningAll()
      .executeTakeFirstOrThrow(notFound)
    if (options.state === 'refused') return
    if (order.kind === 'renewal') await renew(transaction, order, options.expiresOn ?? null, nowMs)
    else if (order.ordered_by !== null && order.channel !== null) {
      const { ordered_by: userId, channel, amount: credits } = order
      await addCredits(transaction, { userId, channel, kind: 'topUp', credits, nowMs })
    }
  })
}

async function renew(transaction: Kysely<Tables>, order: Row, wanted: string | null, nowMs: number): Promise<void> {
  const plan = await transaction
    .selectFrom('loggers as l')
    .select(['l.id', 'l.sim_expires_on'])
    .select((eb) => eb.selectFrom('plants as p').select('p.zone').where('p.id', '=', order.plant_id).as('zone'))
    .where('l.id', '=', order.logger_id)
    .executeTakeFirstOrThrow()
  const expiresOn = wanted ?? extendPlan(plan.sim_expires_on, order.amount, localDate(nowMs, plan.zone ?? 'UTC'))
  await transaction
    .updateTable('orders')
    .set({ expires_on: expiresOn })
    .where('kind', '=', order.kind)
    .where('id', '=', order.id)
    .execute()
  // The logger may have gone to another plant meanwhile; its card is still the one that was paid for.
  await transaction.updateTable('loggers').set({ sim_expires_on: expiresOn }).where('id', '=', plan.id).execute()
}
