import { randomBytes } from 'node:crypto'
import { CONTACT_MS, MOST_DEVICES, type TargetReport } from '@heliograph/collect/target-reader.ts'
import type { Candidate, Target } from '@heliograph/collect/way.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, sql } from 'kysely'
import { removeLogger } from '../../fleet/loggers/loggers.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { POLLED_WIRE } from '../ingest/ingest.ts'
import { type Offer, openSecrets, sealSecrets } from './offers.ts'
import { findTokenEnd } from './token-end.ts'

/** Nodes that read targets hear of every change. */
export const TARGETS_CHANGED = 'collect_targets'
/** Agents hear of what they shall read and do; the payload is the agent's id. */
export const AGENT_NEWS = 'edge_agents'
const MOST_TARGETS = 50

export type TargetView = Readonly<{
  id: number
  loggerId: number
  name: string
  /** null: this server reads it. */
  agentId: number | null
  way: string
  host: string
  port: number
  devices: readonly Candidate[]
  pollSeconds: number
  storeSeconds: number
  /** A person wants it to be left alone for now. */
  isPaused: boolean
  report: TargetReport | null
  reportedAtMs: number | null
  /** The address before; null: it never moved. */
  movedFrom: string | null
  /** Ports that it had and has, of one that is not reached for days. */
  lost: Readonly<{ sinceMs: number; before: readonly number[]; now: readonly number[] }> | null
}>

export type Rates = Readonly<{ pollSeconds: number; storeSeconds: number }>

export async function listTargets(db: Db, plantId: number): Promise<readonly TargetView[]> {
  const rows = await db.kysely
    .selectFrom('collect_targets as t')
    .innerJoin('loggers as l', 'l.id', 't.logger_id')
    .select(['t.id', 't.logger_id', 't.agent_id', 'l.name', 't.way', 't.host', 't.port', 't.devices', 't.poll_seconds'])
    .select([
      't.store_seconds',
      't.paused_at',
      't.state',
      't.state_at',
      't.moved_from',
      't.failing_since',
      't.open_before',
      't.open_now',
    ])
    .where('l.plant_id', '=', plantId)
    .orderBy('t.id')
    .limit(MOST_TARGETS)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    loggerId: row.logger_id,
    name: row.name,
    agentId: row.agent_id,
    way: row.way,
    host: row.host,
    port: row.port,
    devices: row.devices,
    pollSeconds: row.poll_seconds,
    storeSeconds: row.store_seconds,
    isPaused: row.paused_at !== null,
    report: row.state as TargetReport | null,
    reportedAtMs: row.state_at?.getTime() ?? null,
    movedFrom: row.moved_from,
    lost:
      row.failing_since && row.open_now
        ? { sinceMs: row.failing_since.getTime(), before: row.open_before ?? [], now: row.open_now }
        : null,
  }))
}

type AtEndpoint = Readonly<{ id: number; devices: readonly Candidate[]; settings: object; secrets: string | null }>

/**
 * The target of a plant at an endpoint; undefined: nobody reads it. @throws Refusal ABNORMAL where another plant or
 * another way reads it
 */
export async function findAtEndpoint(
  kysely: Kysely<Tables>,
  { plantId, agentId, way, host, port }: Pick<Offer, 'plantId' | 'agentId' | 'way' | 'host' | 'port'>,
): Promise<AtEndpoint | undefined> {
  const { rows } = await sql<AtEndpoint & { is_own: boolean }>`
    select t.id, t.devices, t.settings, t.secrets, coalesce(l.plant_id = ${plantId} and t.way = ${way}, false) as is_own
    from collect_targets t join loggers l on l.id = t.logger_id
    where coalesce(t.agent_id, 0) = ${agentId ?? 0} and lower(t.host) = lower(${host}) and t.port = ${port}
    for no key update of t`.execute(kysely)
  const [row] = rows
  if (row?.is_own === false) throw new Refusal('ABNORMAL', { reason: 'endpointTaken' })
  return row
}

/**
 * Devices at an endpoint that the plant reads already join its target.
 * @throws Refusal ABNORMAL for an endpoint that another plant or way reads, TOO_MANY for one target too many of the plant, or device of a target
 */
export async function addTarget(
  db: Db,
  options: Rates &
    Readonly<{
      plantId: number
      userId: number | null
      offers: readonly Offer[]
      /** Names of settings that are sealed. */
      secrets: readonly string[]
      /** Names of settings that only said which devices to look for. */
      searchSettings?: readonly string[] | undefined
      name: string
      /** A logger that sends to this server itself; missing: the target becomes one. */
      loggerId?: number | undefined
      nowMs: number
    }>,
): Promise<number> {
  const { plantId, offers, nowMs, pollSeconds, storeSeconds } = options
  const [first] = offers
  if (first === undefined || offers.some((offer) => !isSameEndpoint(offer, first)))
    throw new Refusal('PARAM_ERROR', { field: 'offers' })
  const devices = [...new Map(offers.map(({ candidate }) => [candidate.key, candidate])).values()]
  const { maker, model } = first.candidate
  const name = cleanLine(options.name) || cleanLine([maker, model].filter(Boolean).join(' ')) || first.host
  return await db.transaction(async (transaction) => {
    await sql`select from plants where id = ${plantId} for no key update`.execute(transaction)
    const { rows } = await sql<{ count: number; is_leaving: boolean }>`
      select (select count(*) from collect_targets t join loggers l on l.id = t.logger_id where l.plant_id = ${plantId})::int as count,
        exists (select from account_moves where direction = 'out' and finished_at is null
          and detail -> 'plantIds' @> to_jsonb(${plantId}::bigint)) as is_leaving`.execute(transaction)
    if (rows[0]?.is_leaving) throw new Refusal('UNAVAILABLE')
    const known = await findAtEndpoint(transaction, first)
    if (known !== undefined) return await joinTarget(transaction, known, { ...options, devices })
    if ((rows[0]?.count ?? 0) >= MOST_TARGETS) throw new Refusal('TOO_MANY', { most: MOST_TARGETS })
    if (options.loggerId !== undefined) await refuseRead(transaction, options.loggerId)
    const loggerId = options.loggerId ?? (await addPolledLogger(transaction, { ...options, name }))
    const { id } = await transaction
      .insertInto('collect_targets')
      .values({
        logger_id: loggerId,
        agent_id: first.agentId ?? null,
        way: first.way,
        host: first.host,
        port: first.port,
        settings: JSON.stringify(pick(first.settings, (name) => !options.secrets.includes(name))),
        secrets: sealSome(first.settings, options.secrets),
        devices: JSON.stringify(devices) as never,
        poll_seconds: pollSeconds,
        store_seconds: storeSeconds,
        created_at: new Date(nowMs),
        state: null,
        state_at: null,
        held_by: null,
        paused_at: null,
        token_ends_at: toDate(findTokenEnd((first.settings as Readonly<{ token?: unknown }> | null)?.token)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await notifyReader(transaction, id, first.agentId ?? null)
    await notify(transaction, 'plant_changed', String(plantId))
    return id
  })
}

/** Adds devices to a target, with the settings by which they were found. */
async function joinTarget(
  transaction: Kysely<Tables>,
  { id, settings: before, secrets: sealed, devices: known }: AtEndpoint,
  options: Readonly<{
    plantId: number
    offers: readonly Offer[]
    secrets: readonly string[]
    searchSettings?: readonly string[] | undefined
    devices: readonly Candidate[]
  }>,
): Promise<number> {
  const { plantId, offers, secrets, searchSettings = [] } = options
  const devices = [...new Map([...known, ...options.devices].map((device) => [device.key, device])).values()]
  if (devices.length > MOST_DEVICES) throw new Refusal('TOO_MANY', { most: MOST_DEVICES })
  const all = { ...before, ...openSecrets(sealed), ...(offers[0]?.settings as object) }
  const settings = pick(all, (name) => !searchSettings.includes(name))
  await transaction
    .updateTable('collect_targets')
    .set(({ eb }) => ({
      settings: JSON.stringify(pick(settings, (name) => !secrets.includes(name))),
      secrets: sealSome(settings, secrets),
      devices: JSON.stringify(devices) as never,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await notifyReader(transaction, id, offers[0]?.agentId ?? null)
  await notify(transaction, 'plant_changed', String(plantId))
  return id
}

const sealSome = (settings: unknown, secrets: readonly string[]): string | null =>
  secrets.length === 0 ? null : sealSecrets(pick(settings, (name) => secrets.includes(name)))

/** @throws Refusal ABNORMAL for a logger that is read in another way */
async function refuseRead(transaction: Kysely<Tables>, loggerId: number): Promise<void> {
  const { rows } = await sql`select from collect_targets where logger_id = ${loggerId}`.execute(transaction)
  if (rows.length > 0) throw new Refusal('ABNORMAL', { reason: 'endpointTaken' })
}

/** The target as a logger of the plant. */
async function addPolledLogger(
  transaction: Kysely<Tables>,
  options: Rates & Readonly<{ plantId: number; userId: number | null; name: string; nowMs: number }>,
): Promise<number> {
  const { plantId, userId, name, nowMs, pollSeconds, storeSeconds } = options
  const { id } = await transaction
    .insertInto('loggers')
    .values({
      wire: POLLED_WIRE,
      // The address of the endpoint may change, so this is another one.
      address: randomBytes(9).toString('base64url'),
      name: name.slice(0, 100),
      plant_id: plantId,
      registered_at: new Date(nowMs),
      registered_by: userId,
      heartbeat_s: CONTACT_MS / 1000,
      interval_s: Math.max(pollSeconds, storeSeconds),
      wire_state: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const toDate = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms))

const pick = (settings: unknown, isWanted: (name: string) => boolean): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(settings ?? {}).filter(([name]) => isWanted(name)))

const isSameEndpoint = (one: Offer, other: Offer): boolean =>
  one.agentId === other.agentId &&
  one.way === other.way &&
  one.host.toLowerCase() === other.host.toLowerCase() &&
  one.port === other.port &&
  JSON.stringify(one.settings) === JSON.stringify(other.settings)

type Place = Readonly<{ plantId: number; targetId: number }>

/** @throws Refusal NOT_FOUND for a target of another plant */
export async function changeTarget(db: Db, { plantId, targetId }: Place, rates: Rates): Promise<void> {
  await db.transaction(async (transaction) => {
    const { rows } = await sql<{ logger_id: number; agent_id: number | null }>`
      update collect_targets t set poll_seconds = ${rates.pollSeconds}, store_seconds = ${rates.storeSeconds},
        version = t.version + 1
      from loggers l where t.id = ${targetId} and l.id = t.logger_id and l.plant_id = ${plantId}
      returning t.logger_id, t.agent_id`.execute(transaction)
    const [changed] = rows
    if (changed === undefined) throw new Refusal('NOT_FOUND')
    await sql`update loggers set interval_s = ${Math.max(rates.pollSeconds, rates.storeSeconds)}
      where id = ${changed.logger_id}`.execute(transaction)
    await notifyReader(transaction, targetId, changed.agent_id)
  })
}

/** Tells the nodes, or the agent that reads the target. */
async function notifyReader(
  queries: Parameters<typeof notify>[0],
  targetId: number,
  agentId: number | null,
): Promise<void> {
  if (agentId === null) await notify(queries, TARGETS_CHANGED, String(targetId))
  else await notify(queries, AGENT_NEWS, String(agentId))
}

/**
 * Leaves a target alone, or reads it again. Nobody reads a paused one: its lease ends with the notice.
 * @throws Refusal NOT_FOUND for a target of another plant
 */
export async function pauseTarget(
  db: Db,
  { plantId, targetId }: Place,
  isPaused: boolean,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const at = new Date(nowMs)
    const { rows } = await sql<{ logger_id: number; agent_id: number | null }>`
      update collect_targets t set paused_at = ${isPaused ? at : null}, version = t.version + 1
      from loggers l where t.id = ${targetId} and l.id = t.logger_id and l.plant_id = ${plantId}
      returning t.logger_id, t.agent_id`.execute(transaction)
    const [changed] = rows
    if (changed === undefined) throw new Refusal('NOT_FOUND')
    await pauseLogger(transaction, changed.logger_id, isPaused, at)
    await notifyReader(transaction, targetId, changed.agent_id)
  })
}

/** Nothing is due of the devices behind a paused connection. A logger that sends by itself goes on. */
async function pauseLogger(transaction: Kysely<Tables>, loggerId: number, isPaused: boolean, at: Date): Promise<void> {
  if (isPaused) {
    await sql`update loggers set paused_at = coalesce(paused_at, ${at}) where id = ${loggerId} and wire = ${POLLED_WIRE}`.execute(
      transaction,
    )
    return
  }
  await sql`insert into logger_pauses (logger_id, from_at, to_at)
    select id, paused_at, ${at} from loggers where id = ${loggerId} and paused_at < ${at} on conflict do nothing`.execute(
    transaction,
  )
  await sql`update loggers set paused_at = null, resumed_at = ${at} where id = ${loggerId} and paused_at is not null`.execute(
    transaction,
  )
}

/** Its devices keep their history. @throws Refusal NOT_FOUND for a target of another plant @returns its name */
export async function removeTarget(db: Db, { plantId, targetId }: Place): Promise<string> {
  const { logger_id: loggerId, agent_id: agentId } = await findTarget(db, { plantId, targetId })
  const { wire, name: ownName } = await db.kysely
    .selectFrom('loggers')
    .select(['wire', 'name'])
    .where('id', '=', loggerId)
    .executeTakeFirstOrThrow(notFound)
  const isOwn = wire === POLLED_WIRE
  // A logger that sends by itself goes on.
  if (!isOwn) await db.kysely.deleteFrom('collect_targets').where('id', '=', targetId).execute()
  const name = isOwn ? await removeLogger(db, { plantId, loggerId }) : ownName
  await notifyReader(db.pool, targetId, agentId)
  return name
}

/** @throws Refusal NOT_FOUND for a target of another plant */
export const findTarget = (
  db: Db,
  { plantId, targetId }: Place,
): Promise<{ logger_id: number; agent_id: number | null; state_at: Date | null }> =>
  db.kysely
    .selectFrom('collect_targets as t')
    .innerJoin('loggers as l', 'l.id', 't.logger_id')
    .select(['t.logger_id', 't.agent_id', 't.state_at'])
    .where('t.id', '=', targetId)
    .where('l.plant_id', '=', plantId)
    .executeTakeFirstOrThrow(notFound)

/** A target with its secrets, to be read. @throws Refusal NOT_FOUND for a target of another plant */
export async function openTarget(
  db: Db,
  { plantId, targetId }: Place,
): Promise<Target & Readonly<{ agentId: number | null; way: string; host: string; port: number }>> {
  const row = await db.kysely
    .selectFrom('collect_targets as t')
    .innerJoin('loggers as l', 'l.id', 't.logger_id')
    .select(['t.agent_id', 't.way', 't.host', 't.port', 't.settings', 't.secrets', 't.devices'])
    .where('t.id', '=', targetId)
    .where('l.plant_id', '=', plantId)
    .executeTakeFirstOrThrow(notFound)
  const { agent_id: agentId, way, host, port, devices } = row
  return { agentId, way, host, port, devices, settings: { ...(row.settings as object), ...openSecrets(row.secrets) } }
}
