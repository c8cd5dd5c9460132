import type { UnreadRecords } from '@heliograph/domain/logger.ts'
import { type UnreadReason, unreadReasons } from '@heliograph/domain/unread.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * Only what could not be read: a record whose time is impossible is counted as refused, and an experimental one was read.
 * @returns by logger, the commonest reason first
 */
export async function listUnreadRecords(
  db: Db,
  plantId: number,
  only: Readonly<{ loggerId: number; deviceSerial: string }> | undefined = undefined,
): Promise<ReadonlyMap<number, readonly UnreadRecords[]>> {
  const { rows } = await db.pool.query<{ logger_id: number; reason: UnreadReason; kinds: string[]; n: number }>(
    `select logger_id, reason, count(*)::int as n,
       (array_agg(distinct kind order by kind) filter (where kind <> ''))[1:5] as kinds
     from undecoded_payloads
     where plant_id = $1 and reason = any($2::text[])
       and ($3::bigint is null or (logger_id = $3 and device_serial = $4))
     group by logger_id, reason order by logger_id, n desc, reason`,
    [plantId, unreadReasons, only?.loggerId ?? null, only?.deviceSerial ?? null],
  )
  const found = new Map<number, UnreadRecords[]>()
  for (const { logger_id: id, reason, kinds, n } of rows)
    found.set(id, [...(found.get(id) ?? []), { reason, kinds: kinds ?? [], count: n }])
  return found
}
