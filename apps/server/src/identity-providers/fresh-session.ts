import type { Db } from '../db/database.ts'

/** For this long after a sign-in nobody is asked again who they are before they bind an account. */
const freshMs = 10 * 60_000

/** Whether a session began with a sign-in a moment ago; renewed or for another identity it keeps its beginning. */
export async function isFreshSession(db: Db, sessionId: number | null, nowMs: number): Promise<boolean> {
  if (sessionId === null) return false
  const row = await db.kysely
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', new Date(nowMs - freshMs))
    .executeTakeFirst()
  return row !== undefined
}
