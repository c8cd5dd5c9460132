import { Refusal } from '@heliograph/domain/errors.ts'
import { sql } from 'kysely'
import { onlineUntilMs } from '../../../../fleet/now/now.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { notFound } from '../../../../platform/db/not-found.ts'
import { WIRE_ID } from '../record.ts'
import type { Cloud } from './clouds.ts'
import type { ForwardError } from './connect-cloud.ts'
import type { ForwardState } from './forward-book.ts'

type Place = Readonly<{ plantId: number; loggerId: number }>

export type StoredForward = Readonly<{
  cloud: string
  startedAtMs: number
  state: ForwardState
  connectedAtMs: number | null
  lastError: Readonly<{ reason: ForwardError; atMs: number }> | null
  sent: Readonly<{ bytes: number; frames: number }>
  received: Readonly<{ bytes: number; frames: number }>
  missedRecords: number
}>

export type ForwardableLogger = Readonly<{
  id: number
  address: string
  name: string
  forward: StoredForward | undefined
}>

const MOST_LISTED = 500

/** The loggers of a plant whose streams can be forwarded. */
export async function listForwards(db: Db, plantId: number, nowMs: number): Promise<readonly ForwardableLogger[]> {
  const rows = await db.kysely
    .selectFrom('loggers as l')
    .leftJoin('logger_forwards as f', (join) =>
      join.onRef('f.logger_id', '=', 'l.id').onRef('f.plant_id', '=', 'l.plant_id'),
    )
    .selectAll('f')
    .select(['l.id', 'l.address', 'l.name', 'l.last_seen_at', 'l.heartbeat_s'])
    .where('l.plant_id', '=', plantId)
    .where('l.wire', '=', WIRE_ID)
    .orderBy('l.address')
    .limit(MOST_LISTED)
    .execute()
  return rows.map((row) => {
    const { id, address, name, cloud, started_at: startedAt, last_error: reason, last_error_at: failedAt } = row
    if (cloud === null || startedAt === null) return { id, address, name, forward: undefined }
    const isOnline = row.last_seen_at !== null && nowMs <= onlineUntilMs(row.last_seen_at.getTime(), row.heartbeat_s)
    // A server that was killed reported no end.
    const state = isOnline ? (row.state ?? 'waiting') : 'waiting'
    const forward: StoredForward = {
      cloud,
      startedAtMs: startedAt.getTime(),
      state,
      connectedAtMs: state === 'connected' ? (row.connected_at?.getTime() ?? null) : null,
      lastError:
        reason === null || failedAt === null ? null : { reason: reason as ForwardError, atMs: failedAt.getTime() },
      sent: { bytes: row.sent_bytes ?? 0, frames: row.sent_frames ?? 0 },
      received: { bytes: row.received_bytes ?? 0, frames: row.received_frames ?? 0 },
      missedRecords: row.missed_records ?? 0,
    }
    return { id, address, name, forward }
  })
}

/**
 * Lets the stream of a logger go on to a cloud of the operator's list. Its counts begin anew with another cloud.
 * @returns the cloud before. @throws Refusal NOT_FOUND for a logger of another plant, PARAM_ERROR for another cloud
 */
export async function startForward(
  db: Db,
  { plantId, loggerId }: Place,
  wanted: Readonly<{ cloud: string; clouds: readonly Cloud[]; nowMs: number }>,
): Promise<string | null> {
  return db.transaction(async (transaction) => {
    await transaction
      .selectFrom('loggers')
      .select('id')
      .where('id', '=', loggerId)
      .where('plant_id', '=', plantId)
      .where('wire', '=', WIRE_ID)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound)
    if (!wanted.clouds.some(({ id }) => id === wanted.cloud)) throw new Refusal('PARAM_ERROR', { field: 'cloud' })
    const before = await transaction
      .selectFrom('logger_forwards')
      .select('cloud')
      .where('logger_id', '=', loggerId)
      .executeTakeFirst()
    if (before?.cloud === wanted.cloud) return before.cloud
    await transaction.deleteFrom('logger_forwards').where('logger_id', '=', loggerId).execute()
    await transaction
      .insertInto('logger_forwards')
      .values({ logger_id: loggerId, plant_id: plantId, cloud: wanted.cloud, started_at: new Date(wanted.nowMs) })
      .execute()
    return before?.cloud ?? null
  })
}

/** @returns the cloud before; null: it was not forwarded. @throws Refusal NOT_FOUND for a logger of another plant */
export async function stopForward(db: Db, { plantId, loggerId }: Place): Promise<string | null> {
  const { rows } = await sql<{ cloud: string | null }>`
    with mine as (select id from loggers where id = ${loggerId} and plant_id = ${plantId}),
      gone as (delete from logger_forwards where logger_id in (select id from mine) returning cloud)
    select (select cloud from gone) as cloud from mine`.execute(db.kysely)
  const [row] = rows
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return row.cloud
}
