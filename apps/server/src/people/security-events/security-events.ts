import { createHmac, randomBytes } from 'node:crypto'
import { toCountedAddress } from '@heliograph/domain/address.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { SecurityEventKind } from '@heliograph/domain/security-event.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import { openText, sealText, serverKeyPurpose } from '../../platform/secret-key/secret-key.ts'
import { lockNameOf } from '../accounts/accounts.ts'

export type SecurityEvent = Readonly<{
  kind: SecurityEventKind
  /** The code of the refusal. */
  reason: string
  /** Method and path of the call, without values. */
  call: string
  userId: number | undefined
  /** The account name as typed; kept as the account's ID, else as a hash. */
  name: string | undefined
  address: string
  atMs: number
}>

/** Breaches of rules, for the operator: a log line at once, and a row for equal ones of some seconds. */
export type SecurityEvents = Readonly<{
  note: (event: SecurityEvent) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}>

const FLUSH_MS = 10_000
/** Beyond this many different ones per flush only the counter goes on: strangers must not fill the disk. */
const MOST_ROWS = 100
const MOST_KEPT = 200_000
export const SECURITY_EVENT_DAYS = 90

type Row = SecurityEvent & { count: number; lastMs: number }

/** @param options.onEvent counts for the metrics */
export function createSecurityEvents(
  options: Readonly<{ db: Db; log: Log; onEvent?: (kind: SecurityEventKind) => void; flushMs?: number }>,
): SecurityEvents {
  const { db, log, onEvent } = options
  let rows = new Map<string, Row>()
  let key: Promise<string> | undefined

  const flush = async (): Promise<void> => {
    if (rows.size === 0) return
    const taken = [...rows.values()]
    rows = new Map()
    try {
      key ??= ensureKey(db)
      await writeRows(db, taken, await key)
    } catch (error) {
      key = undefined
      log.warn({ reason: reasonOf(error), events: taken.length }, 'security events could not be stored')
    }
  }
  const timer = setInterval(() => void flush(), options.flushMs ?? FLUSH_MS)
  timer.unref()

  return {
    note: (event) => {
      onEvent?.(event.kind)
      const { kind, reason, call, userId, address } = event
      log.info({ event: kind, reason, call, userId, ip: address }, 'security event')
      const id = JSON.stringify([kind, reason, call, userId, event.name, toCountedAddress(address)])
      const row = rows.get(id)
      if (row !== undefined) {
        row.count += 1
        row.lastMs = event.atMs
      } else if (rows.size < MOST_ROWS) rows.set(id, { ...event, count: 1, lastMs: event.atMs })
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** One statement: it finds the accounts of the names, so that no request waits for that. */
async function writeRows(db: Db, rows: readonly Row[], key: string): Promise<void> {
  const wire = rows.map((row) => {
    const name = row.name === undefined ? null : cleanLine(row.name, 300)
    return {
      at: new Date(row.atMs).toISOString(),
      last_at: new Date(row.lastMs).toISOString(),
      kind: row.kind,
      reason: row.reason,
      call: row.call,
      count: row.count,
      name,
      user_id: row.userId ?? null,
      name_hash: name === null ? '' : createHmac('sha256', key).update(lockNameOf(name)).digest('hex').slice(0, 16),
      address: cleanLine(row.address, 64),
    }
  })
  await sql`
    insert into security_events (at, last_at, kind, reason, call, count, user_id, name_hash, address)
    select e.at, e.last_at, e.kind, e.reason, e.call, e.count, u.id,
      case when u.id is null then e.name_hash else '' end, e.address
    from jsonb_to_recordset(${JSON.stringify(wire)}::jsonb) as e(at timestamptz, last_at timestamptz, kind text,
        reason text, call text, count integer, user_id bigint, name text, name_hash text, address text)
      left join lateral (
        select id from users where id = e.user_id
          or (e.user_id is null and (lower(account) = lower(e.name) or lower(email) = lower(e.name) or phone = e.name))
        limit 1
      ) u on true`.execute(db.kysely)
}

/** The hashes of names compare on all nodes; without the key they do not reveal which name was typed. */
async function ensureKey({ kysely }: Db): Promise<string> {
  const name = 'security-events'
  await kysely
    .insertInto('server_keys')
    .values({ name, private: sealText(randomBytes(32).toString('base64url'), serverKeyPurpose(name)), public: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await kysely
    .selectFrom('server_keys')
    .select('private')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return openText(row.private, serverKeyPurpose(name))
}

export type SecurityEventRow = Readonly<{
  id: number
  atMs: number
  lastMs: number
  kind: SecurityEventKind
  reason: string
  call: string
  count: number
  /** The account's name; null: none, or deleted. */
  account: string | null
  /** Of a name that no account has; ''. */
  nameHash: string
  address: string
}>

/** Which events a list shows; undefined: all. @param address its beginning */
export type SecurityEventFilter = Readonly<{
  kind?: SecurityEventKind | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
  address?: string | undefined
}>

/** Newest first. */
export async function listSecurityEvents(
  db: Pick<Db, 'kysely'>,
  options: SecurityEventFilter & Readonly<{ page: number; size: number }>,
): Promise<Readonly<{ total: number; items: readonly SecurityEventRow[] }>> {
  const { kind, fromMs, toMs, address, page, size } = options
  let query = db.kysely.selectFrom('security_events as e')
  if (kind !== undefined) query = query.where('e.kind', '=', kind)
  if (fromMs !== undefined) query = query.where('e.last_at', '>=', new Date(fromMs))
  if (toMs !== undefined) query = query.where('e.at', '<', new Date(toMs))
  if (address) query = query.where(sql<boolean>`starts_with(e.address, ${address.toLowerCase()})`)
  const [{ total }, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    query
      .leftJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.id', 'e.at', 'e.last_at', 'e.kind', 'e.reason', 'e.call', 'e.count'])
      .select(['u.account', 'e.name_hash', 'e.address'])
      .orderBy('e.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  const items = rows.map(({ at, last_at, name_hash, ...row }) => ({
    ...row,
    kind: row.kind as SecurityEventKind,
    atMs: at.getTime(),
    lastMs: last_at.getTime(),
    nameHash: name_hash,
  }))
  return { total, items }
}

/** After 90 days, and beyond 200,000 rows the oldest. @returns how many were removed */
export async function removeOldSecurityEvents(db: Pick<Db, 'kysely'>, nowMs: number): Promise<number> {
  const gone = await sql`
    delete from security_events where at < ${new Date(nowMs - SECURITY_EVENT_DAYS * DAY_MS)}
      or id <= (select max(id) from security_events) - ${MOST_KEPT}`.execute(db.kysely)
  return Number(gone.numAffectedRows ?? 0)
}
