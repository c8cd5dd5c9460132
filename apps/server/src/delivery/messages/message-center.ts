import { Refusal } from '@heliograph/domain/errors.ts'
import { type MessageKind, messageKinds } from '@heliograph/domain/messages/message-kinds.ts'
import { type Kysely, sql } from 'kysely'
import type { MessageEntry } from '../../people/inbox/inbox.ts'
import { notifyReaders } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Message = Readonly<{
  id: number
  kind: MessageKind
  level: number
  plantId: number | null
  plantCount: number
  firstAtMs: number
  lastAtMs: number
  isRead: boolean
  count: number
  entries: readonly MessageEntry[]
}>

export type UnreadCounts = Readonly<Record<MessageKind, number>>

export async function countUnread({ kysely }: Db, userId: number): Promise<UnreadCounts> {
  const rows = await kysely
    .selectFrom('messages')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('is_shown', '=', true)
    .where('read_at', 'is', null)
    .groupBy('kind')
    .execute()
  const counts = Object.fromEntries(messageKinds.map((kind) => [kind, 0])) as Record<MessageKind, number>
  for (const { kind, count } of rows) counts[kind] = Number(count)
  return counts
}

export async function searchMessages(
  { kysely }: Db,
  userId: number,
  options: Readonly<{ kind: MessageKind; unreadOnly: boolean; page: number; size: number }>,
): Promise<Readonly<{ total: number; messages: readonly Message[] }>> {
  const found = kysely
    .selectFrom('messages')
    .where('user_id', '=', userId)
    .where('kind', '=', options.kind)
    .where('is_shown', '=', true)
    .$if(options.unreadOnly, (query) => query.where('read_at', 'is', null))
  const [{ total }, rows] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll()
      // Ten thousand ids are counted, not sent.
      .select(sql<number>`cardinality(plant_ids)`.as('plant_count'))
      .orderBy('last_at', 'desc')
      .orderBy('id', 'desc')
      .limit(options.size)
      .offset((options.page - 1) * options.size)
      .execute(),
  ])
  const messages = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    level: row.level,
    plantId: row.plant_id,
    plantCount: row.plant_count,
    firstAtMs: row.first_at.getTime(),
    lastAtMs: row.last_at.getTime(),
    isRead: row.read_at !== null,
    count: row.event_count,
    entries: row.entries as readonly MessageEntry[],
  }))
  return { total: Number(total), messages }
}

/** Others' messages are left alone. */
export async function markRead(
  db: Db,
  userId: number,
  options: Readonly<{ ids: readonly number[]; isRead: boolean; nowMs: number }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction
      .updateTable('messages')
      .set({ read_at: options.isRead ? new Date(options.nowMs) : null })
      .where('user_id', '=', userId)
      .where('id', 'in', options.ids)
      .execute()
    await notifyReaders(transaction, [userId])
  })
}

export async function markAllRead(db: Db, userId: number, kind: MessageKind | undefined, nowMs: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction
      .updateTable('messages')
      .set({ read_at: new Date(nowMs) })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind as MessageKind))
      .execute()
    await notifyReaders(transaction, [userId])
  })
}

/** Their deliveries that are still due go with them. */
export async function removeMessages(db: Db, userId: number, ids: readonly number[]): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.deleteFrom('messages').where('user_id', '=', userId).where('id', 'in', ids).execute()
    await notifyReaders(transaction, [userId])
  })
}

/** @throws Refusal NOT_FOUND for a plant whose alarms the person may not view, themselves or for an organization */
export async function requireViewer(
  kysely: Kysely<Tables>,
  userId: number,
  plantId: number,
  nowMs: number,
): Promise<void> {
  const { rows } = await sql`select 1 from plant_holders h
    left join organization_members m on m.organization_id = h.organization_id and m.user_id = ${userId}
    where h.plant_id = ${plantId} and (h.user_id = ${userId} or m.user_id is not null)
      and h.rights @> '{viewPlantAlert}' and (h.expires_at is null or h.expires_at > ${new Date(nowMs)})
    limit 1`.execute(kysely)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
}

/** Older messages and their log are gone, so that neither grows without end. */
export async function removeOldMessages({ kysely }: Db, beforeMs: number): Promise<number> {
  const before = new Date(beforeMs)
  await sql`delete from posted_events where posted_at < ${before}`.execute(kysely)
  await sql`delete from message_sendings where created_at < ${before} and state <> 'waiting'`.execute(kysely)
  const { numAffectedRows } = await sql`delete from messages where last_at < ${before}`.execute(kysely)
  return Number(numAffectedRows ?? 0)
}
