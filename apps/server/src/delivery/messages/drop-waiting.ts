import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { refundSendings } from './refund-sendings.ts'

/**
 * Drops what waits to leave for a person by email, because they want it no more: summaries of days to come, alarms that
 * are collected or wait for the end of quiet hours, and letters that are tried again. The message center keeps them.
 */
export async function dropWaiting(db: Db, userId: number, which: 'all' | 'digest', nowMs: number): Promise<void> {
  await db.transaction(async (transaction) => {
    // The contact of the account, a single row, is locked first, as in `recordTry`.
    await sql`select from message_addresses where user_id = ${userId} and channel = 'email' for no key update`.execute(
      transaction,
    )
    await sql`delete from message_deliveries d using message_addresses a
      where a.id = d.address_id and a.user_id = ${userId} and a.channel = 'email' and d.sending_id is null
        and (d.is_digest or ${which === 'all'})`.execute(transaction)
    await dropSendings(transaction, userId, which, nowMs)
  })
}

/** Sendings that a node is sending at this moment cannot be called back. */
async function dropSendings(
  transaction: Kysely<Tables>,
  userId: number,
  which: 'all' | 'digest',
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs)
  const { rows } = await sql<{ id: string }>`update message_sendings s set state = 'dropped', finished_at = ${now}
    from message_addresses a
    where a.id = s.address_id and a.user_id = ${userId} and a.channel = 'email' and s.state = 'waiting'
      and (s.leased_until is null or s.leased_until <= clock_timestamp())
      and (s.kind = 'digest' or (s.kind = 'messages' and ${which === 'all'}))
    returning s.id`.execute(transaction)
  await refundSendings(
    transaction,
    rows.map(({ id }) => id),
    nowMs,
  )
}
