import { Refusal } from '@heliograph/domain/errors.ts'
import type { PricedChannel } from '@heliograph/domain/messages/message-prices.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Placed, placeOrder } from './place-order.ts'
import { readPrices } from './prices.ts'

/**
 * Orders a package of the price table.
 * @param options.canSend the server has a gateway for the channel
 * @throws Refusal PARAM_ERROR for a channel that is free or a package that is not offered, ORDER_NOT_TAKEN without a
 *   gateway, and as placeOrder
 */
export async function orderTopUp(
  db: Db,
  options: Readonly<{ userId: number; channel: PricedChannel; credits: number; note: string; canSend: boolean }>,
  nowMs: number,
): Promise<Placed> {
  const { channel, userId, note } = options
  const { channels, currency, ...payment } = await readPrices(db.kysely)
  const { isCharged, packages } = channels[channel]
  if (!isCharged) throw new Refusal('PARAM_ERROR', { field: 'channel' })
  if (!options.canSend) throw new Refusal('ORDER_NOT_TAKEN', { reason: 'gateway' })
  const wanted = packages.find(({ credits }) => credits === options.credits)
  if (wanted === undefined) throw new Refusal('PARAM_ERROR', { field: 'credits' })
  const { credits, price } = wanted
  const order = { kind: 'credits', amount: credits, channel, price, currency, userId, note, nowMs } as const
  return placeOrder(db, payment, order, { credits, price: price.toFixed(2), currency })
}
