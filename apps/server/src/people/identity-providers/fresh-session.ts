import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Db } from '../../platform/db/database.ts'

/** For this long after a sign-in, linking an account needs no re-authentication. */
const FRESH_MS = 10 * MINUTE_MS

/** Whether a session began with a recent sign-in; renewal and a switched identity keep the beginning. */
export async function isFreshSession(db: Db, sessionId: number | null, nowMs: number): Promise<boolean> {
  if (sessionId === null) return false
  const row = await db.kysely
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', new Date(nowMs - FRESH_MS))
    .executeTakeFirst()
  return row !== undefined
}
