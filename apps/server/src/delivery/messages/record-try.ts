import { retryTime } from '@heliograph/domain/messages/retry-time.ts'
import { joinReason } from '@heliograph/domain/messages/try-reasons.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import { postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { putAddress } from './addresses.ts'
import type { Outcome } from './channels/outcome.ts'
import type { Claimed } from './read-sendings.ts'
import { refundSendings } from './refund-sendings.ts'

/** A group became a supergroup: Telegram sends its new id only once. */
async function moveTelegram(transaction: Kysely<Tables>, addressId: number, chatId: string): Promise<void> {
  const row = await transaction
    .selectFrom('message_addresses')
    .select(['user_id', 'name', 'created_at'])
    .where('id', '=', addressId)
    .executeTakeFirst()
  if (row === undefined) return
  const moved = await putAddress(transaction, {
    userId: row.user_id,
    name: row.name,
    nowMs: row.created_at.getTime(),
    target: { channel: 'telegram', chatId },
  })
  // The old row keeps its sendings: it takes the new target.
  const target = await transaction
    .selectFrom('message_addresses')
    .select(['target', 'target_hash'])
    .where('id', '=', moved)
    .executeTakeFirst()
  if (target === undefined || moved === addressId) return
  await transaction.deleteFrom('message_addresses').where('id', '=', moved).execute()
  await transaction.updateTable('message_addresses').set(target).where('id', '=', addressId).execute()
}

/**
 * Changes of an address's sendings or deliveries lock the address first: its removal locks it first as well, and then
 * both. Messages come next, as in `postMessages`, then sendings, then deliveries. New deliveries do not wait for it.
 * @returns false: it is gone, with its sendings
 */
async function lockAddress(transaction: Kysely<Tables>, addressId: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('message_addresses')
    .select('id')
    .where('id', '=', addressId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** So many sendings in a row fail before an address is paused. */
const MOST_FAILURES = 3

type Try = Readonly<{ claimed: Claimed; outcome: Outcome; atMs: number; nowMs: number; chance: number }>

/**
 * Writes a try down before it leaves, so that a death on the way is known.
 * @returns false: the sending is gone with its address, or another node has it by now
 */
export async function beginTry({ kysely }: Db, { sendingId, tries }: Claimed, atMs: number): Promise<boolean> {
  const { rows } = await sql`insert into message_tries (sending_id, number, at, took_ms, outcome)
    select id, tries, ${new Date(atMs)}, 0, 'unknown' from message_sendings
    where id = ${sendingId} and tries = ${tries} and state = 'waiting' for key share
    returning number`.execute(kysely)
  return rows.length > 0
}

/** Arrival is unknown, and there is no way to check. */
export const endUnknown = ({ kysely }: Db, { sendingId }: Claimed, nowMs: number) =>
  finish(kysely, sendingId, 'unknown', nowMs)

/** Writes down what became of a try, and what follows from it. */
export async function recordTry(db: Db, options: Try): Promise<void> {
  const { claimed, outcome, atMs, nowMs } = options
  const { sendingId, addressId } = claimed
  await db.transaction(async (transaction) => {
    if (!(await lockAddress(transaction, addressId))) return
    await transaction
      .updateTable('message_tries')
      .set({
        outcome: outcome.outcome,
        detail: lineOf(outcome),
        took_ms: Math.max(0, nowMs - atMs),
      })
      .where('sending_id', '=', sendingId)
      .where('number', '=', claimed.tries)
      .execute()
    if (outcome.outcome === 'sent') {
      await finish(transaction, sendingId, 'sent', nowMs)
      await transaction
        .updateTable('message_addresses')
        .set({ failures: 0, last_sent_at: new Date(nowMs), paused_at: null, pause_reason: null })
        .where('id', '=', addressId)
        .execute()
      return
    }
    if (outcome.movedTo !== undefined) await moveTelegram(transaction, addressId, outcome.movedTo)
    const { tries, kind } = claimed
    // A person waits in front of a test: it is not tried again.
    const nextMs =
      outcome.outcome === 'later' && kind !== 'test'
        ? retryTime({ tries, nowMs, retryAfterMs: outcome.retryAfterMs, chance: options.chance })
        : undefined
    if (nextMs !== undefined) await tryLater(transaction, claimed, nextMs)
    else await giveUp(transaction, options)
  })
}

const lineOf = ({ reason, detail }: Outcome): string => joinReason(reason ?? null, cleanLine(detail, 200))

const finish = (transaction: Kysely<Tables>, id: string, state: 'sent' | 'failed' | 'unknown', nowMs: number) =>
  transaction
    .updateTable('message_sendings')
    .set({ state, finished_at: new Date(nowMs), leased_until: null })
    .where('id', '=', id)
    .execute()

/** The other side asked for patience with the address, not with one letter. */
async function tryLater(transaction: Kysely<Tables>, { sendingId, addressId }: Claimed, nextMs: number): Promise<void> {
  await sql`update message_sendings set leased_until = case when id = ${sendingId} then null else leased_until end,
      next_try_at = greatest(next_try_at, ${new Date(nextMs)})
    where address_id = ${addressId} and state = 'waiting'`.execute(transaction)
}

async function giveUp(transaction: Kysely<Tables>, { claimed, outcome, nowMs }: Try): Promise<void> {
  const { sendingId, addressId, kind, recipient } = claimed
  await finish(transaction, sendingId, 'failed', nowMs)
  await refundSendings(transaction, [sendingId], nowMs)
  if (kind === 'test' && outcome.outcome !== 'gone') return
  const reason = lineOf(outcome)
  const { rows } = await sql<{ name: string; is_paused: boolean; was_paused: boolean }>`
    update message_addresses a set failures = a.failures + 1,
      paused_at = case when a.paused_at is not null then a.paused_at
        when ${outcome.outcome === 'gone'} or a.failures + 1 >= ${MOST_FAILURES} then ${new Date(nowMs)}::timestamptz end,
      pause_reason = case when ${outcome.outcome === 'gone'} or a.failures + 1 >= ${MOST_FAILURES} then ${reason} else a.pause_reason end
    from (select paused_at from message_addresses where id = ${addressId}) before
    where a.id = ${addressId}
    returning a.name, a.paused_at is not null as is_paused, before.paused_at is not null as was_paused`.execute(
    transaction,
  )
  const [address] = rows
  if (!address?.is_paused) return
  // Waiting sendings would never leave; the message center has their messages.
  const { rows: dropped } = await sql<{ id: string }>`update message_sendings
    set state = 'dropped', finished_at = ${new Date(nowMs)}, leased_until = null
    where address_id = ${addressId} and state = 'waiting' returning id`.execute(transaction)
  const droppedIds = dropped.map(({ id }) => id)
  await refundSendings(transaction, droppedIds, nowMs)
  await sql`delete from message_deliveries where address_id = ${addressId} and sending_id is null`.execute(transaction)
  if (address.was_paused) return
  const name = address.name || (recipient.channel === 'sms' ? recipient.phone : recipient.email) || recipient.channel
  await postMessages(
    transaction,
    [
      {
        kind: 'system',
        event: 'addressPaused',
        key: `paused:${addressId}:${nowMs}`,
        userIds: [recipient.userId],
        // An email about an email address that does not work would not arrive either.
        plantId: null,
        atMs: nowMs,
        facts: { name, reason },
        isMailed: recipient.channel === 'email',
      },
    ],
    nowMs,
  )
}
