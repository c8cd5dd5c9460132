import { type PricedChannel, pricedChannels } from '@heliograph/domain/messages/message-prices.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

type EntryKind = 'sent' | 'returned' | 'topUp' | 'moved'
export type CreditEntry = Readonly<{
  id: number
  channel: PricedChannel
  kind: EntryKind
  change: number
  balance: number
  atMs: number
}>

/** Notice to a credit's owner, once until the next top-up: that few are left, or none. */
export type Warning = 'low' | 'out' | null
type Change = Readonly<{ userId: number; channel: PricedChannel; kind: EntryKind; change: number; nowMs: number }>

/**
 * Takes one credit.
 * @returns isPaid false: none is left, and nothing was taken
 */
export async function takeCredit(
  transaction: Kysely<Tables>,
  options: Readonly<{ userId: number; channel: PricedChannel; lowAt: number; nowMs: number }>,
): Promise<Readonly<{ isPaid: boolean; left: number; warning: Warning }>> {
  const { userId, channel } = options
  await sql`insert into message_credits (user_id, channel) values (${userId}, ${channel})
    on conflict do nothing`.execute(transaction)
  const { balance, notified_level: notified } = await transaction
    .selectFrom('message_credits')
    .select(['balance', 'notified_level'])
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isPaid = balance > 0
  const left = Math.max(0, balance - 1)
  const level = isPaid ? (left <= options.lowAt ? 1 : 0) : 2
  const isNews = level > notified
  if (isPaid) await change(transaction, { userId, channel, kind: 'sent', change: -1, nowMs: options.nowMs })
  if (isNews)
    await transaction
      .updateTable('message_credits')
      .set({ notified_level: level })
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .execute()
  return { isPaid, left, warning: isNews ? (level === 2 ? 'out' : 'low') : null }
}

/** Gives back what was taken for a message that did not arrive. */
export const returnCredit = (
  transaction: Kysely<Tables>,
  options: Readonly<{ userId: number; channel: PricedChannel; nowMs: number }>,
): Promise<void> => change(transaction, { ...options, kind: 'returned', change: 1 })

/**
 * Adds credits that were bought, or were left at another data center; the notice that none are left may be sent again.
 */
export async function addCredits(
  transaction: Kysely<Tables>,
  options: Readonly<{
    userId: number
    channel: PricedChannel
    kind: 'topUp' | 'moved'
    credits: number
    nowMs: number
  }>,
): Promise<void> {
  const { userId, channel, kind, credits, nowMs } = options
  await sql`insert into message_credits (user_id, channel) values (${userId}, ${channel})
    on conflict (user_id, channel) do update set notified_level = 0`.execute(transaction)
  await change(transaction, { userId, channel, kind, change: credits, nowMs })
}

async function change(transaction: Kysely<Tables>, options: Change): Promise<void> {
  await sql`with changed as (
      update message_credits set balance = least(balance::bigint + ${options.change}, 2000000000)
      where user_id = ${options.userId} and channel = ${options.channel} returning balance)
    insert into message_credit_entries (user_id, channel, kind, change, balance, at)
    select ${options.userId}, ${options.channel}, ${options.kind}, ${options.change}, balance,
      ${new Date(options.nowMs)}::timestamptz from changed`.execute(transaction)
}

export async function listBalances({ kysely }: Db, userId: number): Promise<Readonly<Record<PricedChannel, number>>> {
  const rows = await kysely
    .selectFrom('message_credits')
    .select(['channel', 'balance'])
    .where('user_id', '=', userId)
    .execute()
  return Object.fromEntries(
    pricedChannels.map((channel) => [channel, rows.find((row) => row.channel === channel)?.balance ?? 0]),
  ) as Record<PricedChannel, number>
}

/** Newest first. */
export async function listEntries(
  { kysely }: Db,
  userId: number,
  { page, size }: Readonly<{ page: number; size: number }>,
): Promise<Readonly<{ total: number; items: readonly CreditEntry[] }>> {
  const query = kysely.selectFrom('message_credit_entries').where('user_id', '=', userId)
  const [{ total }, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    query
      .selectAll()
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  return {
    total: Number(total),
    items: rows.map(({ at, user_id: _, ...row }) => ({ ...row, atMs: at.getTime() })),
  }
}

export async function removeOldEntries({ kysely }: Db, beforeMs: number): Promise<void> {
  await kysely.deleteFrom('message_credit_entries').where('at', '<', new Date(beforeMs)).execute()
}
