import type { PricedChannel } from '@heliograph/domain/messages/message-prices.ts'
import { type Kysely, sql } from 'kysely'
import { addCredits } from '../../delivery/orders/orders.ts'
import { settleNow } from '../../fleet/now/now.ts'
import { postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { notifyRegistered } from './detach.ts'
import { type MovedTable, movedTables } from './moved-tables.ts'
import { lockReceived, refused, refuseUsedNames, removeParts } from './receive.ts'
import { type Inviter, takeGuests } from './take-guests.ts'

const moved = { kind: 'system', event: 'accountMoved' } as const

export type TakenOver = Readonly<{ userId: number; plants: number }>

/**
 * Turns everything that was sent into rows of this data center, all or nothing. A repeated call replies the same.
 * @throws Refusal MOVE_REFUSED
 */
export async function takeOver(
  db: Db,
  options: Readonly<{ moveId: string; parts: number; nowMs: number; inviter: Inviter }>,
): Promise<TakenOver> {
  const { moveId, nowMs } = options
  const { plantIds, ...taken } = await db.transaction(async (transaction) => {
    const state = await lockReceived(transaction, moveId)
    const move = await transaction
      .selectFrom('account_moves')
      .select(['user_id', 'detail'])
      .where('id', '=', moveId)
      .executeTakeFirst()
    if (move === undefined) throw refused('cancelled')
    if (state === 'done')
      return { userId: move.user_id ?? 0, plants: Number((move.detail as TakenOver).plants), plantIds: [] }
    if (state !== 'receiving') throw refused('cancelled')
    await refuseGaps(transaction, moveId, options.parts)
    await sql`create temporary table moved_ids (kind text, old bigint, new bigint, primary key (kind, old)) on commit drop`.execute(
      transaction,
    )
    const isMerge = move.user_id !== null
    const userId = await mapIds(transaction, moveId, move.user_id)
    for (const table of movedTables) if (!(isMerge && table.ofAccountOnly)) await insertRows(transaction, moveId, table)
    if (!isMerge) await fixPreferences(transaction, userId)
    if (isMerge) await addMovedCredits(transaction, { moveId, userId, nowMs })
    await takeGuests(transaction, { moveId, userId, nowMs, inviter: options.inviter })
    const { rows } = await sql<{ id: number }>`select new as id from moved_ids where kind = 'plant'`.execute(
      transaction,
    )
    const plants = rows.length
    await removeParts(transaction, moveId)
    await postMessages(
      transaction,
      // The email of the move left from the other data center.
      [{ ...moved, key: `moved:${moveId}`, userIds: [userId], plantId: null, atMs: nowMs, facts: {}, isMailed: true }],
      nowMs,
    )
    await transaction
      .updateTable('account_moves')
      .set({
        state: 'done',
        progress: 1,
        user_id: userId,
        finished_at: new Date(nowMs),
        detail: JSON.stringify({ isMerge, plants }),
      })
      .where('id', '=', moveId)
      .execute()
    return { userId, plants, plantIds: rows.map(({ id }) => id) }
  })
  // The current state is shown at once, without waiting for the clock.
  await settleNow(db, plantIds, nowMs)
  return taken
}

/** Prepaid: the account that another one merges into has the credits of both. */
async function addMovedCredits(
  transaction: Kysely<Tables>,
  { moveId, userId, nowMs }: Readonly<{ moveId: string; userId: number; nowMs: number }>,
): Promise<void> {
  const { rows } = await sql<{ channel: PricedChannel; credits: number }>`
    select e.row ->> 'channel' as channel, (e.row ->> 'balance')::int as credits
    from transfer_parts p, jsonb_array_elements(p.rows) as e (row)
    where p.move_id = ${moveId} and p.table_name = 'message_credits' and (e.row ->> 'balance')::int > 0
    order by channel`.execute(transaction)
  for (const row of rows) await addCredits(transaction, { ...row, userId, kind: 'moved', nowMs })
}

async function refuseGaps(transaction: Kysely<Tables>, moveId: string, parts: number): Promise<void> {
  const { rows } = await sql<{ n: number; last: number | null }>`
    select count(*)::int as n, max(part) as last from transfer_parts where move_id = ${moveId}`.execute(transaction)
  if (rows[0]?.n !== parts || (rows[0].last ?? -1) !== parts - 1) throw refused('cancelled')
}

/** Creates IDs for everything that is referred to. @returns the account: a new one, or the one into which it merges */
async function mapIds(transaction: Kysely<Tables>, moveId: string, mergeInto: number | null): Promise<number> {
  for (const [kind, table] of [
    ['plant', 'plants'],
    ['device', 'devices'],
  ] as const)
    await sql`
      insert into moved_ids select ${kind}, (e.row ->> 'id')::bigint, nextval(pg_get_serial_sequence(${table}, 'id'))
      from transfer_parts p, jsonb_array_elements(p.rows) as e (row)
      where p.move_id = ${moveId} and p.table_name = ${table}
      order by (e.row ->> 'id')::bigint`.execute(transaction)
  await mapLoggers(transaction, moveId)
  const { rows } = await sql<{ old: number; account: string; email: string | null; phone: string | null }>`
    select (r ->> 'id')::bigint as old, r ->> 'account' as account, r ->> 'email' as email, r ->> 'phone' as phone
    from (select p.rows -> 0 as r from transfer_parts p where p.move_id = ${moveId} and p.table_name = 'users') u`.execute(
    transaction,
  )
  const [user] = rows
  if (user === undefined) throw refused('cancelled')
  if (mergeInto === null) {
    await refuseUsedNames(transaction, user)
    // Removes the remains of accounts that left earlier and now return.
    await sql`
      delete from users where moved_to is not null and (lower(account) = lower(${user.account})
        or lower(email) = lower(${user.email}) or phone = ${user.phone})`.execute(transaction)
  }
  const added = await sql<{ new: number }>`
    insert into moved_ids select 'user', ${user.old}::bigint,
      coalesce(${mergeInto}::bigint, nextval(pg_get_serial_sequence('users', 'id'))) returning new`.execute(transaction)
  return added.rows[0]?.new ?? 0
}

/** A logger that is known here keeps its ID here. A removed one that left payloads behind gets a new ID. */
async function mapLoggers(transaction: Kysely<Tables>, moveId: string): Promise<void> {
  await sql`
    insert into moved_ids select 'logger', (e.row ->> 'id')::bigint,
      coalesce(l.id, nextval(pg_get_serial_sequence('loggers', 'id')))
    from transfer_parts p cross join jsonb_array_elements(p.rows) as e (row)
      left join loggers l on l.wire = e.row ->> 'wire' and l.address = e.row ->> 'address'
    where p.move_id = ${moveId} and p.table_name = 'loggers'`.execute(transaction)
  await sql`
    insert into moved_ids select 'logger', g.old, nextval(pg_get_serial_sequence('loggers', 'id'))
    from (select distinct (e.row ->> 'logger_id')::bigint as old
      from transfer_parts p, jsonb_array_elements(p.rows) as e (row)
      where p.move_id = ${moveId} and p.table_name = 'undecoded_payloads') g
    on conflict do nothing`.execute(transaction)
}

/** Maps a foreign ID in a column to the ID here; an unknown one becomes null. */
const newId = (kind: string, column: string) =>
  sql`${sql.lit(column)}, (select new from moved_ids where kind = ${sql.lit(kind)} and old = (e.row ->> ${sql.lit(column)})::bigint)`

const changesOf = ({ name, ofPlant, ofDevice, ofLogger, persons = [], reset = {} }: MovedTable) => {
  const pairs = [
    ...(name === 'users' ? [newId('user', 'id'), sql`'is_admin', false`] : []),
    ...(name === 'plants' ? [newId('plant', 'id'), newId('user', 'created_by')] : []),
    ...(name === 'devices' ? [newId('device', 'id'), newId('plant', 'plant_id')] : []),
    ...(name === 'loggers' ? [newId('logger', 'id')] : []),
    ...(ofPlant ? [newId('plant', 'plant_id')] : []),
    ...(ofDevice ? [newId('device', 'device_id')] : []),
    ...(ofLogger ? [newId('logger', 'logger_id')] : []),
    ...persons.map((column) => newId('user', column)),
    ...Object.entries(reset).map(([column, value]) => sql`${sql.lit(column)}, ${sql.lit(value as string | null)}`),
  ]
  return pairs.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${sql.join(pairs)})`
}

async function insertRows(transaction: Kysely<Tables>, moveId: string, table: MovedTable): Promise<void> {
  const { rows: listed } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table.name}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(transaction)
  const names = listed.map(({ name }) => name).filter((name) => !(table.renumbered && name === 'id'))
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const { rows } = await sql<{ id?: number }>`
    insert into ${sql.table(table.name)} (${columns}) overriding system value
    select ${sql.join(names.map((name) => sql`r.${sql.ref(name)}`))}
    from transfer_parts p cross join lateral jsonb_array_elements(p.rows) with ordinality as e (row, n)
      cross join lateral jsonb_populate_record(null::${sql.table(table.name)}, e.row || ${changesOf(table)}) r
    where p.move_id = ${moveId} and p.table_name = ${table.name}
    order by p.part, e.n
    ${onConflict(table, names)}`.execute(transaction)
  if (table.name === 'loggers') await adoptLoggers(transaction, moveId, rows)
}

function onConflict(table: MovedTable, names: readonly string[]) {
  if (table.mayExist) return sql`on conflict do nothing`
  if (table.name === 'logger_records')
    return sql`on conflict (logger_id) do update
      set version = greatest(logger_records.version, excluded.version) + 1, plant_id = excluded.plant_id,
        recent = excluded.recent`
  if (table.name !== 'loggers') return sql``
  const changes = names
    .filter((name) => !['id', 'wire', 'address'].includes(name))
    .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  // The logger was seen here before but belonged to no plant.
  return sql`on conflict (wire, address) do update set ${sql.join(changes)} where loggers.plant_id is null returning id`
}

/** Waiting records of these loggers are assigned when the transaction commits. */
async function adoptLoggers(
  transaction: Kysely<Tables>,
  moveId: string,
  taken: readonly Readonly<{ id?: number }>[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.new as id from transfer_parts p, jsonb_array_elements(p.rows) as e (row),
      moved_ids m
    where p.move_id = ${moveId} and p.table_name = 'loggers' and m.kind = 'logger'
      and m.old = (e.row ->> 'id')::bigint`.execute(transaction)
  if (rows.length !== taken.length) throw refused('loggerUsed')
  const ids = rows.map(({ id }) => id)
  await sql`
    delete from moved_loggers m using loggers l
    where l.id = any(${ids}::bigint[]) and m.wire = l.wire and m.address = l.address`.execute(transaction)
  await notifyRegistered(transaction, ids)
}

/** The default plant has another ID here. */
async function fixPreferences(transaction: Kysely<Tables>, userId: number): Promise<void> {
  await sql`
    update users set preferences = preferences || jsonb_build_object('defaultPlantId',
      (select new from moved_ids where kind = 'plant' and old::text = preferences ->> 'defaultPlantId'))
    where id = ${userId} and preferences ? 'defaultPlantId'`.execute(transaction)
}
