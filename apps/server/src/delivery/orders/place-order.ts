import { Refusal } from '@heliograph/domain/errors.ts'
import { isPayable, type PaymentWords } from '@heliograph/domain/payment.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Row = Insertable<Tables['orders']>
export type NewOrder = Readonly<{ userId: number; note: string; nowMs: number }> &
  Readonly<
    Pick<Row, 'kind' | 'amount'> & Partial<Pick<Row, 'plant_id' | 'logger_id' | 'channel' | 'price' | 'currency'>>
  >
/** How a placed order is paid: what the operator says, and a page of theirs ('': as the text says). */
export type Placed = Readonly<{ id: number; text: string; payLink: string }>

/**
 * @param filled what stands for `{name}` in the operator's address, besides `{order}`
 * @throws Refusal ORDER_NOT_TAKEN before it is said how it is paid, ABNORMAL while one of its kind is open
 */
export async function placeOrder(
  { kysely }: Db,
  payment: PaymentWords,
  { userId, note, nowMs, ...order }: NewOrder,
  filled: Readonly<Record<string, string | number>>,
): Promise<Placed> {
  if (!isPayable(payment)) throw new Refusal('ORDER_NOT_TAKEN', { reason: 'payment' })
  const row = await kysely
    .insertInto('orders')
    .values({
      ...order,
      note: cleanLine(note, 300),
      ordered_by: userId,
      ordered_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('ABNORMAL')
  const payLink = Object.entries({ order: row.id, ...filled }).reduce(
    (link, [name, value]) => link.replaceAll(`{${name}}`, String(value)),
    payment.link,
  )
  return { id: row.id, text: payment.text, payLink }
}
