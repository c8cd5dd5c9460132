import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import { toNumberArray } from '../../platform/db/number-array.ts'

/**
 * A logger is offline after two and a half heartbeats of silence (protocols.md 1.2); its row is written at most once a
 * minute.
 */
const HEARTBEATS = 2.5
const WRITE_DELAY_MS = MINUTE_MS

export const onlineUntilMs = (lastSeenMs: number, heartbeatS: number): number =>
  lastSeenMs + HEARTBEATS * heartbeatS * 1000 + WRITE_DELAY_MS

/** Until when loggers count as online without another contact. */
export async function readOnlineUntil(
  client: Pick<pg.ClientBase, 'query'>,
  loggerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ id: number; last_seen_at: Date; heartbeat_s: number }>({
    name: 'now-online-until',
    text: 'select id, last_seen_at, heartbeat_s from loggers where id = any($1::bigint[]) and last_seen_at is not null',
    values: [toNumberArray('bigint', loggerIds, (id) => id)],
  })
  return new Map(rows.map((row) => [row.id, onlineUntilMs(row.last_seen_at.getTime(), row.heartbeat_s)]))
}

/** A plant's loggers, and how many of them are online. */
export async function countLoggers(
  client: Pick<pg.Pool, 'query'>,
  plantId: number,
  nowMs: number,
): Promise<Readonly<{ total: number; online: number }>> {
  const { rows } = await client.query<{ last_seen_at: Date | null; heartbeat_s: number }>({
    name: 'now-count-loggers',
    text: 'select last_seen_at, heartbeat_s from loggers where plant_id = $1',
    values: [plantId],
  })
  const online = rows.filter(
    ({ last_seen_at, heartbeat_s }) =>
      last_seen_at !== null && nowMs <= onlineUntilMs(last_seen_at.getTime(), heartbeat_s),
  )
  return { total: rows.length, online: online.length }
}
