import { unreadReasons } from '@heliograph/domain/unread.ts'
import type { Db } from '../../platform/db/database.ts'

/** A plant's records that are in no figure: from loggers that prove nothing, and those that no profile reads. */
export async function countKeptApart(db: Db, plantId: number): Promise<Readonly<{ unproven: number; unread: number }>> {
  const { rows } = await db.pool.query<{ unproven: number; unread: number }>(
    `select count(*) filter (where reason = 'unproven')::int as unproven,
       count(*) filter (where reason = any($2::text[]))::int as unread
     from undecoded_payloads where plant_id = $1`,
    [plantId, unreadReasons],
  )
  return rows[0] ?? { unproven: 0, unread: 0 }
}
