import { Refusal } from '@heliograph/domain/errors.ts'
import type { PricedChannel } from '@heliograph/domain/messages/message-prices.ts'
import { isPayable } from '@heliograph/domain/payment.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { addCredits, readPrices } from '../../delivery/message-credits/message-credits.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrderState } from './open-orders.ts'

export type TopUp = Readonly<{
  id: number
  channel: PricedChannel
  credits: number
  price: number
  currency: string
  note: string
  state: OrderState
  orderedMs: number
  closedMs: number | null
  /** null: the account is gone. */
  account: string | null
}>

/**
 * Orders a package of the price table.
 * @returns how it is paid, with the page's address filled in
 * @param given.canSend the server has a gateway for the channel
 * @throws Refusal ORDER_NOT_TAKEN, PARAM_ERROR for a channel that is free or a package that is not offered, ABNORMAL when one is open
 */
export async function orderTopUp(
  db: Db,
  given: Readonly<{ userId: number; channel: PricedChannel; credits: number; note: string; canSend: boolean }>,
  nowMs: number,
): Promise<Readonly<{ id: number; text: string; payLink: string }>> {
  const { channels, currency, text, link } = await readPrices(db.kysely)
  const { isCharged, packages } = channels[given.channel]
  if (!isCharged) throw new Refusal('PARAM_ERROR', { field: 'body.channel' })
  if (!given.canSend) throw new Refusal('ORDER_NOT_TAKEN', { reason: 'gateway' })
  if (!isPayable({ text, link })) throw new Refusal('ORDER_NOT_TAKEN', { reason: 'payment' })
  const wanted = packages.find(({ credits }) => credits === given.credits)
  if (wanted === undefined) throw new Refusal('PARAM_ERROR', { field: 'body.credits' })
  const row = await db.kysely
    .insertInto('message_credit_orders')
    .values({
      ...{ channel: given.channel, credits: wanted.credits, price: wanted.price, currency, ordered_by: given.userId },
      ...{ note: cleanLine(given.note, 300), ordered_at: new Date(nowMs), closed_at: null },
    })
    .onConflict((conflict) => conflict.columns(['ordered_by', 'channel']).where('state', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('ABNORMAL')
  const filled = { order: row.id, credits: wanted.credits, price: wanted.price.toFixed(2), currency }
  const payLink = Object.entries(filled).reduce((path, [name, value]) => path.replaceAll(`{${name}}`, `${value}`), link)
  return { id: row.id, text, payLink }
}

/** Newest first. @param given.userId the person who ordered; absent: of everybody, for the operator */
export async function listTopUps(
  db: Db,
  given: Readonly<{ userId?: number; state?: OrderState | undefined; page: number; size: number }>,
): Promise<Readonly<{ total: number; items: readonly TopUp[] }>> {
  const { userId, state, page, size } = given
  let of = db.kysely.selectFrom('message_credit_orders as o')
  if (userId !== undefined) of = of.where('o.ordered_by', '=', userId)
  if (state !== undefined) of = of.where('o.state', '=', state)
  const [{ total }, rows] = await Promise.all([
    of.select((one) => one.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    of
      .leftJoin('users as u', 'u.id', 'o.ordered_by')
      .selectAll('o')
      .select('u.account')
      .orderBy('o.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  const items = rows.map((row) => ({
    ...{ id: row.id, channel: row.channel, credits: row.credits, price: Number(row.price), currency: row.currency },
    ...{ note: row.note, state: row.state, account: row.account },
    ...{ orderedMs: row.ordered_at.getTime(), closedMs: row.closed_at?.getTime() ?? null },
  }))
  return { total: Number(total), items }
}

/** By the operator: a top-up that is done adds its credits, once. @throws Refusal NOT_FOUND, also for a closed one */
export async function closeTopUp(
  db: Db,
  given: Readonly<{ id: number; state: 'done' | 'refused' }>,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const order = await transaction
      .updateTable('message_credit_orders')
      .set({ state: given.state, closed_at: new Date(nowMs) })
      .where('id', '=', given.id)
      .where('state', '=', 'open')
      .returning(['channel', 'credits', 'ordered_by'])
      .executeTakeFirst()
    if (order === undefined) throw new Refusal('NOT_FOUND')
    if (given.state === 'refused' || order.ordered_by === null) return
    const { channel, credits, ordered_by: userId } = order
    await addCredits(transaction, { userId, channel, kind: 'topUp', credits, nowMs })
  })
}
