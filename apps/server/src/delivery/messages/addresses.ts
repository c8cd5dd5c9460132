import { createHash, randomBytes } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { MessageChannel } from '@heliograph/domain/messages/message-kinds.ts'
import { splitReason, type TryReason } from '@heliograph/domain/messages/try-reasons.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import { readPeople } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { openText, sealText } from '../../platform/secret-key/secret-key.ts'

export type Target =
  | Readonly<{ channel: 'push'; endpoint: string; p256dh: string; auth: string }>
  | Readonly<{ channel: 'ntfy'; server: string; topic: string; token: string }>
  | Readonly<{ channel: 'telegram'; chatId: string }>
  | Readonly<{ channel: 'webhook'; url: string; secret: string }>

export type MessageAddress = Readonly<{
  id: number
  channel: MessageChannel
  name: string
  pausedAtMs: number | null
  pauseReason: Readonly<{ reason: TryReason | null; answer: string }> | null
  lastSentAtMs: number | null
}>

const MOST_ADDRESSES = 20
/** The purpose under which the targets of a channel are sealed. */
export const addressPurpose = (channel: MessageChannel): string => `message address ${channel}`

/** Of one target, without what changes or is made here: the same one is kept once. */
function hashOf(target: Target): Buffer {
  const key =
    target.channel === 'push'
      ? target.endpoint
      : target.channel === 'ntfy'
        ? `${target.server} ${target.topic}`
        : target.channel === 'telegram'
          ? target.chatId
          : target.url
  return createHash('sha256').update(key).digest()
}

export const openTarget = (channel: MessageChannel, stored: string): Target =>
  JSON.parse(openText(stored, addressPurpose(channel))) as Target

export async function listAddresses(db: Db, userId: number): Promise<readonly MessageAddress[]> {
  // The account's own contacts become addresses on first sight.
  await readPeople(db.kysely, [userId])
  const rows = await db.kysely
    .selectFrom('message_addresses as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .selectAll('a')
    .select(['u.email', 'u.phone'])
    .where('a.user_id', '=', userId)
    .orderBy('a.id')
    .execute()
  return rows.flatMap((row) => {
    const contact = row.channel === 'email' ? row.email : row.phone
    // A contact that was removed from the account.
    if (row.target === null && contact === null) return []
    return {
      id: row.id,
      channel: row.channel,
      name: row.target === null ? (contact ?? '') : row.name,
      pausedAtMs: row.paused_at?.getTime() ?? null,
      pauseReason: row.pause_reason === null ? null : splitReason(row.pause_reason),
      lastSentAtMs: row.last_sent_at?.getTime() ?? null,
    }
  })
}

export const makeWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The same target again replaces the older one. @throws Refusal PARAM_ERROR for too many addresses */
export async function putAddress(
  kysely: Kysely<Tables>,
  options: Readonly<{ userId: number; name: string; target: Target; nowMs: number }>,
): Promise<number> {
  const { userId, target } = options
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from message_addresses
    where user_id = ${userId} and target is not null and target_hash <> ${hashOf(target)}`.execute(kysely)
  if ((rows[0]?.count ?? 0) >= MOST_ADDRESSES) throw new Refusal('PARAM_ERROR', { most: MOST_ADDRESSES })
  const row = {
    name: cleanLine(options.name, 60),
    target: sealText(JSON.stringify(target), addressPurpose(target.channel)),
    failures: 0,
    paused_at: null,
    pause_reason: null,
  }
  const { id } = await kysely
    .insertInto('message_addresses')
    .values({
      user_id: userId,
      channel: target.channel,
      target_hash: hashOf(target),
      ...row,
      created_at: new Date(options.nowMs),
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'channel', 'target_hash']).where('target', 'is not', null).doUpdateSet(row),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws Refusal NOT_FOUND; also for the account's own contacts, which stay */
export async function removeAddress({ kysely }: Db, userId: number, addressId: number): Promise<void> {
  await kysely
    .deleteFrom('message_addresses')
    .where('user_id', '=', userId)
    .where('id', '=', addressId)
    .where('target', 'is not', null)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}

/** @throws Refusal NOT_FOUND */
export async function resumeAddress({ kysely }: Db, userId: number, addressId: number): Promise<void> {
  await kysely
    .updateTable('message_addresses')
    .set({ paused_at: null, pause_reason: null, failures: 0 })
    .where('user_id', '=', userId)
    .where('id', '=', addressId)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}

/** One test at a time per address. @throws Refusal NOT_FOUND, TOO_MANY_REQUESTS */
export async function orderTest(db: Db, userId: number, addressId: number, nowMs: number): Promise<string> {
  return db.transaction(async (transaction) => {
    await transaction
      .selectFrom('message_addresses')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', '=', addressId)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound)
    const waiting = await transaction
      .selectFrom('message_sendings')
      .select('id')
      .where('address_id', '=', addressId)
      .where('kind', '=', 'test')
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (waiting !== undefined) throw new Refusal('TOO_MANY_REQUESTS')
    const at = new Date(nowMs)
    const { id } = await transaction
      .insertInto('message_sendings')
      .values({ user_id: userId, address_id: addressId, kind: 'test', next_try_at: at, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}
