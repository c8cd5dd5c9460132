import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { notify } from '../db/listen.ts'
import { toSourceId } from '../loggers/source.ts'
import type { Mail } from '../mail/mail.ts'
import { isRange } from './ranges.ts'
import { getWire } from './wires.ts'

type Place = Readonly<{ plantId: number; loggerId: number }>

/** Who may send for a logger, and the unproven records under its address. */
export type LoggerTrust = Readonly<{
  allowedSources: readonly string[]
  isStrict: boolean
  unproven: Readonly<{ records: number; sinceMs: number; addresses: readonly string[] }> | undefined
}>

/** Of the loggers of a plant, by id. At most five addresses each. */
export async function readTrust(db: Db, plantId: number): Promise<ReadonlyMap<number, LoggerTrust>> {
  const { rows } = await sql<{
    id: number
    allowed_sources: string[]
    is_strict: boolean
    records: number
    since: Date | null
    addresses: string[]
  }>`
    select l.id, l.allowed_sources, l.is_strict, count(u.*)::int as records, min(u.received_at) as since,
      (coalesce(array_agg(distinct u.source_address) filter (where u.source_address <> ''), '{}'))[1:5] as addresses
    from loggers l left join undecoded_payloads u
      on u.logger_id = l.id and u.plant_id = l.plant_id and u.reason = 'unproven'
    where l.plant_id = ${plantId} group by l.id`.execute(db.kysely)
  return new Map(
    rows.map(({ id, allowed_sources, is_strict, records, since, addresses }) => [
      id,
      {
        allowedSources: allowed_sources,
        isStrict: is_strict,
        unproven: since === null ? undefined : { records, sinceMs: since.getTime(), addresses },
      },
    ]),
  )
}

/**
 * accepted: the sender was the logger; its records count, and its current clocks identify it from now on. discarded: it
 * was someone else; the records are deleted.
 * @throws Refusal NOT_FOUND for a logger of another plant @returns how many records it concerned
 */
export async function decideUnproven(
  db: Db,
  { plantId, loggerId }: Place,
  decision: 'accepted' | 'discarded',
): Promise<number> {
  return db.transaction(async (transaction) => {
    const logger = await transaction
      .selectFrom('loggers')
      .select(['wire', 'address', 'wire_state'])
      .where('id', '=', loggerId)
      .where('plant_id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (logger === undefined) throw new Refusal('NOT_FOUND')
    const { vouch, deny } = getWire(logger.wire)
    const judge = decision === 'accepted' ? vouch : deny
    const { trust } = (logger.wire_state ?? {}) as Readonly<{ trust?: unknown }>
    if (judge !== undefined)
      await sql`update loggers set wire_state = wire_state || ${JSON.stringify({ trust: judge(trust) })}::jsonb
        where id = ${loggerId}`.execute(transaction)
    const own = sql`plant_id = ${plantId} and logger_id = ${loggerId} and reason = 'unproven'`
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
      .executeTakeFirst()
    if (before === undefined) throw new Refusal('NOT_FOUND')
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
  given: Readonly<{ db: Db; mail: Pick<Mail, 'sendEmail'>; publicUrl: string; nowMs: number }>,
): Promise<number> {
  const { db, mail, publicUrl, nowMs } = given
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
      const link = `${publicUrl}/plant/infos/settings?id=${plantId}`
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
