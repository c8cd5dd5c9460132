import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Addresses per transaction. */
const BATCH = 500

/**
 * Puts what is due for an address into one sending, so that an outage, quiet hours or a digest are one letter. While a
 * sending of an address waits for its next try, later messages wait and leave together. Safe on several nodes at once.
 * @returns how many sendings were made
 */
export async function takeDue(db: Db, nowMs: number): Promise<number> {
  let made = 0
  for (;;) {
    const batch = await db.transaction((transaction) => takeBatch(transaction, new Date(nowMs)))
    made += batch
    if (batch < BATCH) return made
  }
}

async function takeBatch(transaction: Kysely<Tables>, now: Date): Promise<number> {
  const { rows: free } = await sql<{ id: number }>`
    select a.id from message_addresses a
    where a.paused_at is null
      and a.id in (select address_id from message_deliveries where sending_id is null and due_at <= ${now})
      and not exists (select from message_sendings s
        where s.address_id = a.id and s.state = 'waiting' and s.kind <> 'test')
    order by a.id limit ${BATCH} for no key update of a skip locked`.execute(transaction)
  if (free.length === 0) return 0
  const ids = `{${free.map(({ id }) => id).join(',')}}`
  // The addresses are locked now: what another node made before is seen by this statement.
  const { rows: made } = await sql<{ id: string; address_id: number; is_digest: boolean }>`
    insert into message_sendings (user_id, address_id, kind, message_count, next_try_at, created_at)
    select a.user_id, d.address_id, case when d.is_digest then 'digest' else 'messages' end, count(*), ${now}, ${now}
    from message_deliveries d join message_addresses a on a.id = d.address_id
    where d.address_id = any(${ids}::bigint[]) and d.sending_id is null and d.due_at <= ${now}
      and not exists (select from message_sendings s
        where s.address_id = d.address_id and s.state = 'waiting' and s.kind <> 'test')
    group by a.user_id, d.address_id, d.is_digest
    returning id, address_id, kind = 'digest' as is_digest`.execute(transaction)
  if (made.length === 0) return 0
  const options = JSON.stringify(made)
  const isTaken = sql`d.address_id = made.address_id and d.is_digest = made.is_digest
    and d.sending_id is null and d.due_at <= ${now}`
  const from = sql`jsonb_to_recordset(${options}::jsonb) as made(id uuid, address_id bigint, is_digest boolean)`
  // Messages before deliveries: the lock order of posting and removing messages.
  await sql`update messages m set is_open = false
    from (select id from messages where id in (select d.message_id from message_deliveries d, ${from} where ${isTaken})
      order by id for no key update) closed
    where m.id = closed.id and m.is_open`.execute(transaction)
  await sql`update message_deliveries d set sending_id = made.id from ${from} where ${isTaken}`.execute(transaction)
  return made.length
}
