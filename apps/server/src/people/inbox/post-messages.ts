import { type Kysely, sql } from 'kysely'
import { LONGEST_PAYLOAD_BYTES, notify } from '../../platform/db/listen.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type Draft, draftMessages } from './draft-messages.ts'
import { type MessageEvent, MOST_ENTRIES } from './message-event.ts'
import { findViewers, readPeople } from './read-people.ts'

/** The unread messages of these persons changed. */
export const MESSAGES_CHANGED = 'messages_changed'

/**
 * Posts messages about an event, in the transaction in which it happened: their messages, and what is due outside of the
 * page. An event whose key was posted before is passed over.
 * @returns how many of the events were new
 */
export async function postMessages(
  transaction: Kysely<Tables>,
  events: readonly MessageEvent[],
  nowMs: number,
): Promise<number> {
  const fresh = await takeNewEvents(transaction, events, nowMs)
  if (fresh.length === 0) return 0
  const plantIds = fresh.flatMap(({ plantId }) => (plantId === null ? [] : [plantId]))
  const plants = await findViewers(transaction, [...new Set(plantIds)], nowMs)
  const userIds = new Set<number>()
  for (const event of fresh)
    for (const userId of event.kind === 'alarm' ? (plants.get(event.plantId)?.viewers ?? []) : event.userIds)
      userIds.add(userId)
  const people = await readPeople(transaction, [...userIds])
  const drafts = draftMessages(fresh, { people, plants, nowMs })
  if (drafts.length > 0) await storeDrafts(transaction, drafts, new Set(plants.keys()), nowMs)
  await notifyReaders(transaction, [...new Set(drafts.map(({ userId }) => userId))])
  return fresh.length
}

async function takeNewEvents(
  transaction: Kysely<Tables>,
  events: readonly MessageEvent[],
  nowMs: number,
): Promise<readonly MessageEvent[]> {
  if (events.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    insert into posted_events (key, posted_at)
    select distinct key, ${new Date(nowMs)}::timestamptz from unnest(${events.map(({ key }) => key)}::text[]) key
    order by key on conflict do nothing returning key`.execute(transaction)
  const left = new Set(rows.map(({ key }) => key))
  return events.filter(({ key }) => left.delete(key))
}

/** Joins the open message of the same cause, or opens one. */
async function storeDrafts(
  transaction: Kysely<Tables>,
  drafts: readonly Draft[],
  plants: ReadonlySet<number>,
  nowMs: number,
): Promise<void> {
  // In one order everywhere, so that two nodes do not wait for each other.
  const sorted = [...drafts].sort((a, b) => a.userId - b.userId || (a.groupKey < b.groupKey ? -1 : 1))
  const options = JSON.stringify(sorted.map((draft) => toRow(draft, plants)))
  const now = new Date(nowMs)
  await sql`update messages m set is_open = false
    from jsonb_to_recordset(${options}::jsonb) as d(user_id bigint, group_key text)
    where m.user_id = d.user_id and m.group_key = d.group_key and m.is_open and m.open_until <= ${now}`.execute(
    transaction,
  )
  const { rows } = await sql<{ id: number; user_id: number; group_key: string }>`
    insert into messages (user_id, kind, plant_id, plant_ids, group_key, is_open, open_until, level, entries, event_count,
      first_at, last_at, is_shown)
    select user_id, kind, plant_id, plant_ids, group_key, open_until > ${now}, open_until, level, entries, event_count,
      first_at, last_at, is_shown
    from jsonb_to_recordset(${options}::jsonb) as d(user_id bigint, kind text, plant_id bigint, plant_ids bigint[],
      group_key text, open_until timestamptz, level smallint, entries jsonb, event_count integer,
      first_at timestamptz, last_at timestamptz, is_shown boolean)
    on conflict (user_id, group_key) where is_open do update set
      event_count = messages.event_count + excluded.event_count,
      plant_id = case when messages.plant_id = excluded.plant_id then messages.plant_id end,
      plant_ids = array(select distinct unnest(messages.plant_ids || excluded.plant_ids)),
      entries = jsonb_path_query_array(messages.entries || excluded.entries, ${sql.raw(`'$[0 to ${MOST_ENTRIES - 1}]'`)}),
      first_at = least(messages.first_at, excluded.first_at), last_at = greatest(messages.last_at, excluded.last_at),
      is_shown = messages.is_shown or excluded.is_shown, read_at = null
    returning id, user_id, group_key`.execute(transaction)
  const byKey = new Map(rows.map(({ id, user_id, group_key }) => [`${user_id} ${group_key}`, id]))
  const due = sorted.flatMap((draft) => {
    const messageId = byKey.get(`${draft.userId} ${draft.groupKey}`)
    return [...draft.due].map(([addressId, { dueMs, isDigest }]) => ({
      message_id: messageId,
      address_id: addressId,
      due_at: new Date(dueMs),
      is_digest: isDigest,
    }))
  })
  if (due.length === 0) return
  await sql`insert into message_deliveries (message_id, address_id, due_at, is_digest)
    select * from jsonb_to_recordset(${JSON.stringify(due)}::jsonb)
      as d(message_id bigint, address_id bigint, due_at timestamptz, is_digest boolean)
    on conflict (message_id, address_id) do update set
      due_at = least(message_deliveries.due_at, excluded.due_at),
      is_digest = message_deliveries.is_digest and excluded.is_digest
    where message_deliveries.sending_id is null`.execute(transaction)
}

function toRow(draft: Draft, plants: ReadonlySet<number>) {
  const plantIds = [...draft.plantIds].sort((a, b) => a - b)
  const [only] = plantIds
  return {
    user_id: draft.userId,
    kind: draft.kind,
    group_key: draft.groupKey,
    level: draft.level,
    // A plant that is gone is named by the entries only.
    plant_id: plantIds.length === 1 && only !== undefined && plants.has(only) ? only : null,
    plant_ids: plantIds,
    open_until: new Date(draft.openUntilMs),
    entries: draft.entries,
    event_count: draft.count,
    is_shown: draft.isShown,
    first_at: new Date(draft.firstAtMs),
    last_at: new Date(draft.lastAtMs),
  }
}

/** Wakes the open pages of these persons when the transaction commits. */
export async function notifyReaders(transaction: Kysely<Tables>, userIds: readonly number[]): Promise<void> {
  let payload = ''
  for (const userId of userIds) {
    if (payload.length + 20 > LONGEST_PAYLOAD_BYTES) {
      await notify(transaction, MESSAGES_CHANGED, payload)
      payload = ''
    }
    payload += payload === '' ? userId : `,${userId}`
  }
  if (payload !== '') await notify(transaction, MESSAGES_CHANGED, payload)
}
