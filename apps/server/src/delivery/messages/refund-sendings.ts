import type { PricedChannel } from '@heliograph/domain/messages/message-prices.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { returnCredit } from '../orders/orders.ts'

/** Gives back the credits of sendings that did not arrive. Those that were free are passed over. */
export async function refundSendings(
  transaction: Kysely<Tables>,
  sendingIds: readonly string[],
  nowMs: number,
): Promise<void> {
  if (sendingIds.length === 0) return
  const { rows } = await sql<{ user_id: number; channel: PricedChannel }>`
    update message_sendings s set is_charged = false from message_addresses a
    where s.id = any(${[...sendingIds]}::uuid[]) and s.is_charged and a.id = s.address_id
    returning s.user_id, a.channel`.execute(transaction)
  for (const { user_id: userId, channel } of rows) await returnCredit(transaction, { userId, channel, nowMs })
}
