import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { sql } from 'kysely'
import { toSourceId } from '../../fleet/loggers/source.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { isRange } from './ranges.ts'
import type { Wires } from './wires.ts'

type Place = Readonly<{ plantId: number; loggerId: number }>

/** Unproven records, of one network or of all. At most five addresses. */
export type UnprovenRecords = Readonly<{ records: number; sinceMs: number; addresses: readonly string[] }>

/**
 * Networks that may send for a logger, and the unproven records under its address: in all, and of up to five networks.
 */
export type LoggerTrust = Readonly<{
  allowedSources: readonly string[]
  isStrict: boolean
  unproven: (UnprovenRecords & Readonly<{ senders: readonly (UnprovenRecords & { network: string })[] }>) | undefined
}>

const MOST_ADDRESSES = 5
const MOST_SENDERS = 5

/** Of the loggers of a plant, by id. The networks whose devices are known come first. */
export async function readTrust(db: Db, plantId: number): Promise<ReadonlyMap<number, LoggerTrust>> {
  const loggers = await db.kysely
    .selectFrom('loggers')
    .select(['id', 'allowed_sources', 'is_strict'])
    .where('plant_id', '=', plantId)
    .execute()
  const { rows } = await sql<{
    logger_id: number
    network: string
    records: number
    since: Date
    addresses: string[] | null
    in_all: number
    since_all: Date
  }>`
    select * from (
      select *, (sum(records) over own)::int as in_all, min(since) over own as since_all,
        row_number() over (partition by logger_id order by is_likely desc, records desc, since) as place
      from (
        select u.logger_id, u.sender_network as network, count(*)::int as records, min(u.received_at) as since,
          bool_or(u.is_likely) as is_likely,
          (array_agg(distinct u.source_address) filter (where u.source_address <> ''))[1:5] as addresses
        from undecoded_payloads u join loggers l on l.id = u.logger_id and l.plant_id = u.plant_id
        where l.plant_id = ${plantId} and u.reason = 'unproven' group by 1, 2) n
      window own as (partition by logger_id)) r
    where place <= ${MOST_SENDERS} order by place`.execute(db.kysely)
  const unprovenOf = (loggerId: number): LoggerTrust['unproven'] => {
    const own = rows.filter((row) => row.logger_id === loggerId)
    const [first] = own
    if (first === undefined) return undefined
    const senders = own.map(({ network, records, since, addresses }) => ({
      network,
      records,
      sinceMs: since.getTime(),
      addresses: addresses ?? [],
    }))
    const addresses = senders.flatMap((sender) => sender.addresses).slice(0, MOST_ADDRESSES)
    return { records: first.in_all, sinceMs: first.since_all.getTime(), addresses, senders }
  }
  return new Map(
    loggers.map(({ id, allowed_sources: allowedSources, is_strict: isStrict }) => [
      id,
      { allowedSources, isStrict, unproven: unprovenOf(id) },
    ]),
  )
}

/**
 * accepted: the sender was the logger; its records count, and its current clocks identify it from now on. discarded: it
 * was someone else; the records are deleted.
 * @param decision.network the one that is meant; undefined: all
 * @throws Refusal NOT_FOUND for a logger of another plant @returns how many records it concerned
 */
export async function decideUnproven(
  db: Db,
  wires: Wires,
  { plantId, loggerId }: Place,
  { decision, network }: Readonly<{ decision: 'accepted' | 'discarded'; network?: string | undefined }>,
): Promise<number> {
  return db.transaction(async (transaction) => {
    const logger = await transaction
      .selectFrom('loggers')
      .select(['wire', 'address', 'wire_state'])
      .where('id', '=', loggerId)
      .where('plant_id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound)
    const rules = wires.get(logger.wire).trust
    const judge = decision === 'accepted' ? rules?.vouch : rules?.deny
    const { trust } = (logger.wire_state ?? {}) as Readonly<{ trust?: unknown }>
    if (judge !== undefined)
      await sql`update loggers set wire_state = wire_state || ${JSON.stringify({ trust: judge(trust, network || undefined) })}::jsonb
        where id = ${loggerId}`.execute(transaction)
    const own = sql`plant_id = ${plantId} and logger_id = ${loggerId} and reason = 'unproven'
      and (${network ?? null}::text is null or sender_network = ${network ?? null})`
    if (decision === 'discarded') {
      const { numAffectedRows } = await sql`delete from undecoded_payloads where ${own}`.execute(transaction)
      await notify(transaction, 'logger_trust', toSourceId(logger))
      return Number(numAffectedRows ?? 0)
    }
    const { numAffectedRows } = await sql`
      update undecoded_payloads set reason = 'accepted' where ${own}`.execute(transaction)
    await notify(transaction, 'logger_trust', toSourceId(logger))
    return Number(numAffectedRows ?? 0)
  })
}

/** @throws Refusal NOT_FOUND for a logger of another plant, PARAM_ERROR for what is no network @returns what held before */
export async function setSources(
  db: Db,
  { plantId, loggerId }: Place,
  wanted: Readonly<{ allowedSources: readonly string[]; isStrict: boolean }>,
): Promise<Readonly<{ allowedSources: readonly string[]; isStrict: boolean }>> {
  if (!wanted.allowedSources.every(isRange)) throw new Refusal('PARAM_ERROR', { field: 'allowedSources' })
  return db.transaction(async (transaction) => {
    const before = await transaction
      .selectFrom('loggers')
      .select(['wire', 'address', 'allowed_sources', 'is_strict'])
      .where('id', '=', loggerId)
      .where('plant_id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound)
    await transaction
      .updateTable('loggers')
      .set({ allowed_sources: [...wanted.allowedSources], is_strict: wanted.isStrict })
      .where('id', '=', loggerId)
      .execute()
    await notify(transaction, 'logger_trust', toSourceId(before))
    return { allowedSources: before.allowed_sources, isStrict: before.is_strict }
  })
}

/** Emails owners about unproven records, once a day per logger. @returns the number of loggers */
export async function tellDoubts(
  options: Readonly<{ db: Db; mail: Pick<Mail, 'sendEmail'>; publicUrl: string; nowMs: number }>,
): Promise<number> {
  const { db, mail, publicUrl, nowMs } = options
  return db.transaction(async (transaction) => {
    const { rows } = await sql<{ id: number; plant_id: number; plant: string; logger: string }>`
      update loggers l set doubt_told_at = ${new Date(nowMs)} from plants p
      where p.id = l.plant_id and (l.doubt_told_at is null or l.doubt_told_at < ${new Date(nowMs - DAY_MS)})
        and exists (select from undecoded_payloads u where u.logger_id = l.id and u.plant_id = l.plant_id
          and u.reason = 'unproven' and u.received_at > ${new Date(nowMs - DAY_MS)})
      returning l.id, l.plant_id, p.name as plant, coalesce(nullif(l.name, ''), l.address) as logger`.execute(
      transaction,
    )
    for (const { plant_id: plantId, plant, logger } of rows) {
      const owners = await transaction
        .selectFrom('plant_members as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['u.account', 'u.email', 'u.language'])
        .where('m.plant_id', '=', plantId)
        .where('m.role', '=', 'owner')
        .where('u.email', 'is not', null)
        .execute()
      const link = `${publicUrl}/plant/infos/detail/devices?id=${plantId}`
      for (const { account, email, language } of owners) {
        const values = { account, plant, logger, link }
        const letter = {
          to: email ?? '',
          language,
          kind: 'loggerDoubted',
          values,
          host: new URL(publicUrl).hostname,
        } as const
        await mail.sendEmail(letter, transaction)
      }
    }
    return rows.length
  })
}
