import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql } from 'kysely'
import { type CaptchaPort, hasAuthenticator, verifyCredentials } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { schemaVersion } from './may-move.ts'
import { sealAfterMove } from './moved-secrets.ts'
import { allMoved } from './moved-tables.ts'
import type { RemoteDataCenter } from './remote-data-center.ts'

type Begin = Parameters<RemoteDataCenter['begin']>[0]
type Rows = Parameters<RemoteDataCenter['rows']>[0]

/**
 * The receiving side of a move: accepts or refuses the account and makes room for its rows. A repeated announcement
 * starts over, unless the account is already here.
 * @throws Refusal MOVE_REFUSED with the reason in detail.reason; USER_LOCKED, IP_LOCKED
 */
export async function beginReceiving(
  db: Db,
  options: Begin,
  nowMs: number,
): Promise<Readonly<{ state: 'ready' | 'done' }>> {
  if (options.schema !== (await schemaVersion(db.kysely))) throw refused('versions')
  const known = await db.transaction(async (transaction) => {
    const state = await lockReceived(transaction, options.moveId)
    if (state === 'receiving') await removeParts(transaction, options.moveId)
    return state
  })
  if (known === 'done') return { state: 'done' }
  if (known === 'cancelled') throw refused('cancelled')
  if (known !== undefined) return { state: 'ready' }
  await refuseKnownLoggers(db.kysely, options.loggers)
  const userId = options.mergeInto === undefined ? null : await openAccount(db, options, options.mergeInto, nowMs)
  if (userId === null) await refuseUsedNames(db.kysely, options)
  await db.kysely
    .insertInto('account_moves')
    .values({
      id: options.moveId,
      direction: 'in',
      center: options.from,
      user_id: userId,
      state: 'receiving',
      detail: JSON.stringify({ isMerge: userId !== null }),
      created_at: new Date(nowMs),
      finished_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { state: 'ready' }
}

export const refused = (reason: string): Refusal => new Refusal('MOVE_REFUSED', { reason })

/** Waits for a take-over in progress, and keeps others from starting one. */
export async function lockReceived(transaction: Kysely<Tables>, moveId: string): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('account_moves')
    .select('state')
    .where('id', '=', moveId)
    .where('direction', '=', 'in')
    .forUpdate()
    .executeTakeFirst()
  return row?.state
}

export async function removeParts(transaction: Kysely<Tables>, moveId: string): Promise<void> {
  await transaction.deleteFrom('transfer_parts').where('move_id', '=', moveId).execute()
}

/**
 * No CAPTCHA can be shown through another data center: after ten failures of strangers an account takes no merge for a
 * while. They never lock it; the account that moves is counted where it proves itself.
 */
const noWork: CaptchaPort = {
  isOn: true,
  verify: async (_answer, _nowMs, level = 1) => {
    if (level >= 3) throw refused('mergeCredentials')
  },
}

async function openAccount(
  db: Db,
  { address, from }: Begin,
  credentials: NonNullable<Begin['mergeInto']>,
  nowMs: number,
): Promise<number> {
  const options = { ...credentials, address, userAgent: `data center ${from}`, nowMs }
  const { userId, movedTo } = await verifyCredentials(db, options, { humanCheck: noWork }).catch((error: unknown) => {
    const isWrong = error instanceof Refusal && error.code === 'AUTH_INVALID_USERNAME_OR_PASSWORD'
    throw isWrong ? refused('mergeCredentials') : error
  })
  if (movedTo !== null) throw refused('mergeCredentials')
  // The password is only half of this account's sign-in, and the other half cannot be entered through another data
  // center.
  if (await hasAuthenticator(db.kysely, userId)) throw refused('secondFactor')
  return userId
}

/** Names of accounts that moved away are free: only a remainder of them is left. */
export async function refuseUsedNames(
  kysely: Kysely<Tables>,
  { account, email, phone }: Pick<Begin, 'account' | 'email' | 'phone'>,
): Promise<void> {
  const { rows } = await sql<{ account: boolean; email: boolean; phone: boolean }>`
    select coalesce(bool_or(lower(account) = lower(${account}) or lower(email) = lower(${account})), false) as account,
      coalesce(bool_or(lower(email) = lower(${email}) or lower(account) = lower(${email})), false) as email,
      coalesce(bool_or(phone = ${phone}), false) as phone
    from users where moved_to is null`.execute(kysely)
  if (rows[0]?.account) throw refused('accountUsed')
  if (rows[0]?.email) throw refused('emailUsed')
  if (rows[0]?.phone) throw refused('phoneUsed')
}

async function refuseKnownLoggers(kysely: Kysely<Tables>, sources: Begin['loggers']): Promise<void> {
  const [wires, addresses] = [sources.map(({ wire }) => wire), sources.map(({ address }) => address)]
  const used = await kysely
    .selectFrom('loggers')
    .select('address')
    .where(sql<boolean>`(wire, address) in (select * from unnest(${wires}::text[], ${addresses}::text[]))`)
    .where('plant_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (used !== undefined) throw new Refusal('MOVE_REFUSED', { reason: 'loggerUsed', logger: used.address })
}

/** Stores a part until all have arrived; a repeated part changes nothing. @throws Refusal MOVE_REFUSED, PARAM_ERROR */
export async function takeRows(db: Db, { moveId, part, table, rows }: Rows): Promise<void> {
  if (!allMoved.some(({ name }) => name === table)) throw new Refusal('PARAM_ERROR', { field: 'table' })
  const kept = await sql`
    insert into transfer_parts (move_id, part, table_name, rows)
    select id, ${part}, ${table}, ${JSON.stringify(rows.map((row) => sealAfterMove(table, row)))}::jsonb from account_moves
      where id = ${moveId} and direction = 'in' and state = 'receiving'
    on conflict (move_id, part) do update set table_name = excluded.table_name, rows = excluded.rows
    returning part`.execute(db.kysely)
  if (kept.rows.length === 0) throw refused('cancelled')
}

/** Aborts a move, unless it is complete; later parts are refused. */
export async function cancelReceiving(
  db: Db,
  moveId: string,
  nowMs: number,
): Promise<Readonly<{ state: 'cancelled' | 'done' }>> {
  return db.transaction(async (transaction) => {
    if ((await lockReceived(transaction, moveId)) === 'done') return { state: 'done' }
    await removeParts(transaction, moveId)
    await transaction
      .updateTable('account_moves')
      .set({ state: 'cancelled', finished_at: new Date(nowMs) })
      .where('id', '=', moveId)
      .where('direction', '=', 'in')
      .execute()
    return { state: 'cancelled' }
  })
}

const KEEP_MS = 7 * DAY_MS

/** Removes rows that were sent but never taken over: the sender has given up or starts over. */
export async function removeStaleParts(db: Db, nowMs: number): Promise<void> {
  await sql`
    delete from transfer_parts p using account_moves m
    where m.id = p.move_id and m.direction = 'in' and m.created_at < ${new Date(nowMs - KEEP_MS)}`.execute(db.kysely)
}
