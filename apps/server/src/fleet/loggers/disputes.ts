import { toPlace } from '@heliograph/domain/address.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { spend } from './budgets.ts'
import { grantLogger } from './grant-logger.ts'
import { queryOfClient, queryOfKysely } from './query.ts'
import { releaseLoggers } from './release-loggers.ts'
import { type ReadLabel, type SourceAddress, toSource } from './source.ts'

export type Dispute = Readonly<{
  id: number
  serial: string
  reason: string
  openedAtMs: number
  /** null: the account is gone. */
  openedBy: string | null
  plant: Readonly<{ id: number; name: string }>
  /** null: the logger has no owner. */
  holder: Readonly<{ id: number; name: string }> | null
  lastSeenMs: number | null
  /** Whether the claiming browser is in the logger's network; null: unknown. */
  isAtLogger: boolean | null
}>

export type Letters = Readonly<{ mail: Mail; host: string }>

/** The holder of a logger gets an email about a dispute at most this often. */
const LETTER_EVERY_MS = 7 * DAY_MS

/**
 * Asks the administrators of this server about a logger that a person cannot prove. Does not reveal whether anyone
 * holds it. @throws Refusal NOT_FOUND for a logger that the plant does not claim, TOO_MANY_REQUESTS
 */
export async function openDispute(
  db: Db,
  options: Readonly<{
    plantId: number
    userId: number
    serial: string
    reason: string
    nowMs: number
    readLabel: ReadLabel
  }>,
  letters: Letters,
): Promise<void> {
  const label = options.readLabel(options.serial)
  if (label === undefined) throw new Refusal('NOT_FOUND')
  const { wire, address } = toSource(label)
  await db.kysely
    .selectFrom('logger_claims')
    .select('id')
    .where('plant_id', '=', options.plantId)
    .where('wire', '=', wire)
    .where('address', '=', address)
    .executeTakeFirstOrThrow(notFound)
  await spend(queryOfClient(db.pool), 'dispute', options)
  await db.transaction(async (transaction) => {
    const opened_at = new Date(options.nowMs)
    const earlier = await transaction
      .selectFrom('logger_disputes')
      .select('id')
      .where('wire', '=', wire)
      .where('address', '=', address)
      .where('opened_at', '>', new Date(options.nowMs - LETTER_EVERY_MS))
      .executeTakeFirst()
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('logger_disputes')
      .values({
        wire,
        address,
        plant_id: options.plantId,
        opened_at,
        opened_by: options.userId,
        reason: options.reason,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // A stranger must not fill the holder's mailbox.
    if (numInsertedOrUpdatedRows === 0n || earlier !== undefined) return
    const holder = await findHolder(transaction, { wire, address })
    if (holder !== null) await writeToOwners(transaction, letters, holder.id, { logger: address, step: 'opened' })
  })
}

/** Those that are not decided, the oldest first. */
export async function listDisputes(
  db: Db,
  page: number,
  size: number,
): Promise<Readonly<{ total: number; items: readonly Dispute[] }>> {
  const open = db.kysely.selectFrom('logger_disputes as d').where('d.decided_at', 'is', null)
  const { total } = await open.select((d) => d.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await open
    .innerJoin('plants as p', 'p.id', 'd.plant_id')
    .leftJoin('users as u', 'u.id', 'd.opened_by')
    .leftJoin('loggers as l', (join) => join.onRef('l.wire', '=', 'd.wire').onRef('l.address', '=', 'd.address'))
    .leftJoin('plants as h', 'h.id', 'l.plant_id')
    .leftJoin('logger_claims as c', (join) =>
      join.onRef('c.plant_id', '=', 'd.plant_id').onRef('c.wire', '=', 'd.wire').onRef('c.address', '=', 'd.address'),
    )
    .select(['d.id', 'd.address', 'd.reason', 'd.opened_at', 'd.plant_id', 'p.name', 'u.nickname'])
    .select(['h.id as holder_id', 'h.name as holder_name', 'l.last_seen_at', 'l.remote_address', 'c.place'])
    .orderBy('d.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const items = rows.map(
    (row): Dispute => ({
      id: row.id,
      serial: row.address,
      reason: row.reason,
      openedAtMs: row.opened_at.getTime(),
      openedBy: row.nickname,
      plant: { id: row.plant_id, name: row.name },
      holder: row.holder_id === null ? null : { id: row.holder_id, name: row.holder_name ?? '' },
      lastSeenMs: row.last_seen_at?.getTime() ?? null,
      isAtLogger: row.place === null || !row.remote_address ? null : row.place === toPlace(row.remote_address),
    }),
  )
  return { total, items }
}

export type Decision = 'claimant' | 'holder'

/**
 * Decides a dispute: the logger goes to the plant that claims it, or stays where it is. Both sides are informed. Its
 * records so far stay with its former plant. @throws Refusal NOT_FOUND, ABNORMAL for one that is decided already
 * @returns the plants of both sides
 */
export async function decideDispute(
  db: Db,
  options: Readonly<{ id: number; userId: number; decision: Decision; nowMs: number }>,
  letters: Letters,
): Promise<Readonly<{ plantId: number; holderId: number | null; serial: string }>> {
  const { decision, nowMs } = options
  return db.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('logger_disputes')
      .selectAll()
      .where('id', '=', options.id)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound)
    if (row.decided_at !== null) throw new Refusal('ABNORMAL')
    const holder = await findHolder(transaction, row)
    if (decision === 'claimant') await handOver(transaction, row, holder, nowMs)
    await transaction
      .updateTable('logger_disputes')
      .set({ decided_at: new Date(nowMs), decided_by: options.userId, decision })
      .where('id', '=', row.id)
      .execute()
    const step = decision === 'claimant' ? 'given' : 'kept'
    await writeToOwners(transaction, letters, row.plant_id, { logger: row.address, step, side: 'claimant' })
    if (holder !== null && holder.id !== row.plant_id)
      await writeToOwners(transaction, letters, holder.id, { logger: row.address, step, side: 'holder' })
    return { plantId: row.plant_id, holderId: holder?.id ?? null, serial: row.address }
  })
}

async function handOver(
  transaction: Kysely<Tables>,
  row: SourceAddress & Readonly<{ plant_id: number; opened_by: number | null }>,
  holder: Holder | null,
  nowMs: number,
): Promise<void> {
  if (holder?.id === row.plant_id) return
  const query = queryOfKysely(transaction)
  const source = [row.wire, row.address]
  const moved = await query('select 1 from moved_loggers where wire = $1 and address = $2', source)
  // Its owner lives in another data center.
  if (moved.length > 0) throw new Refusal('ABNORMAL')
  if (holder !== null) await releaseLoggers(query, holder.id, holder.loggerId)
  await query('insert into loggers (wire, address) values ($1, $2) on conflict do nothing', source)
  const [logger] = await query<{ id: number }>(
    'select id from loggers where wire = $1 and address = $2 for no key update',
    source,
  )
  if (logger === undefined) throw new Refusal('ABNORMAL')
  const grant = {
    loggerId: logger.id,
    plantId: row.plant_id,
    userId: row.opened_by,
    places: [],
    proof: 'decision' as const,
    nowMs,
  }
  if ((await grantLogger(query, grant)) === undefined) throw new Refusal('ABNORMAL')
  if (holder !== null) await query("select pg_notify('plant_changed', $1)", [String(holder.id)])
}

type Holder = Readonly<{ id: number; loggerId: number }>

async function findHolder(transaction: Kysely<Tables>, { wire, address }: SourceAddress): Promise<Holder | null> {
  const row = await transaction
    .selectFrom('loggers')
    .select(['id', 'plant_id'])
    .where('wire', '=', wire)
    .where('address', '=', address)
    .executeTakeFirst()
  return row === undefined || row.plant_id === null ? null : { id: row.plant_id, loggerId: row.id }
}

/** To the owner of a plant, or to the administrators of the organization that owns it. */
export async function writeToOwners(
  transaction: Kysely<Tables>,
  { mail, host }: Letters,
  plantId: number,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const readers = await queryOfKysely(transaction)<{ email: string; language: string; plant: string }>(
    `select u.email, u.language, p.name as plant from plants p join plant_holders h on h.plant_id = p.id
       join users u on u.id = h.user_id or (h.user_id is null and u.id in
         (select o.user_id from organization_members o where o.organization_id = h.organization_id and o.role = 'admin'))
     where p.id = $1 and h.role = 'owner' and u.email is not null order by u.id`,
    [plantId],
  )
  for (const { email, language, plant } of readers)
    await mail.sendEmail(
      { to: email, language, kind: 'loggerDispute', values: { side: 'holder', ...values, plant }, host },
      transaction,
    )
}
