import { isPricedChannel } from '@heliograph/domain/messages/message-prices.ts'
import { joinReason } from '@heliograph/domain/messages/try-reasons.ts'
import { sql } from 'kysely'
import { notifyReaders, postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { readPrices, takeCredit } from '../orders/orders.ts'
import type { Claimed } from './read-sendings.ts'

/**
 * Takes the credit of a sending where the operator charges its channel. Without a credit it does not leave: its log and
 * its owner are notified, and faults stand in the message center regardless of the owner's settings. Sendings that stay
 * on this server for want of a gateway cost nothing: no credits could be bought for them.
 * @returns false: it does not leave
 */
export async function paySending(
  db: Db,
  claimed: Claimed,
  { mail, nowMs }: Readonly<{ mail: Pick<Mail, 'hasMailServer' | 'hasSms'>; nowMs: number }>,
): Promise<boolean> {
  const { sendingId, recipient, isCharged } = claimed
  const { channel, userId } = recipient
  if (isCharged || !isPricedChannel(channel)) return true
  if (!{ email: mail.hasMailServer, sms: mail.hasSms }[channel]) return true
  const price = (await readPrices(db.kysely)).channels[channel]
  if (!price.isCharged) return true
  return db.transaction(async (transaction) => {
    // Locked before the credits, as in `refundSendings`.
    await transaction.selectFrom('message_sendings').select('id').where('id', '=', sendingId).forNoKeyUpdate().execute()
    const { isPaid, left, warning } = await takeCredit(transaction, { userId, channel, lowAt: price.lowAt, nowMs })
    // Over all its tries a sending costs one.
    if (isPaid)
      await transaction.updateTable('message_sendings').set({ is_charged: true }).where('id', '=', sendingId).execute()
    else {
      const at = new Date(nowMs)
      await transaction
        .updateTable('message_sendings')
        .set({ state: 'failed', finished_at: at, leased_until: null })
        .where('id', '=', sendingId)
        .execute()
      const row = { sending_id: sendingId, number: claimed.tries, at, took_ms: 0 }
      await transaction
        .insertInto('message_tries')
        .values({ ...row, outcome: 'refused', detail: joinReason('noCredits') })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const { rows } = await sql`update messages m set is_shown = true from message_deliveries d
        where d.sending_id = ${sendingId} and m.id = d.message_id and m.level = 2 and not m.is_shown
        returning m.id`.execute(transaction)
      if (rows.length > 0) await notifyReaders(transaction, [userId])
    }
    if (warning !== null)
      await postMessages(
        transaction,
        [
          {
            kind: 'system',
            event: warning === 'out' ? 'creditsOut' : 'creditsLow',
            plantId: null,
            atMs: nowMs,
            key: `credits:${sendingId}:${warning}`,
            userIds: [userId],
            facts: { channel, count: left },
            // An email that emails run out would cost one, or not leave.
            isMailed: channel === 'email',
          },
        ],
        nowMs,
      )
    return isPaid
  })
}
