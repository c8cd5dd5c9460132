import type { Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { hashToken, MOST_SESSIONS } from './sessions.ts'

export type SessionRow = Readonly<{
  id: number
  method: string
  /** The name of the organization that the session acts for; null: the person. */
  organization: string | null
  address: string
  userAgent: string
  createdAtMs: number
  /** Accurate to ten minutes. */
  lastSeenAtMs: number
  expiresAtMs: number
}>

/** The live sessions of an account, the one used last first. */
export async function listSessions(db: Db, userId: number, nowMs: number): Promise<readonly SessionRow[]> {
  const rows = await db.kysely
    .selectFrom('sessions as s')
    .leftJoin('organizations as o', 'o.id', 's.organization_id')
    .select(['s.id', 's.method', 'o.name as organization', 's.address', 's.user_agent'])
    .select(['s.created_at', 's.last_seen_at', 's.expires_at'])
    .where('s.user_id', '=', userId)
    .where('s.expires_at', '>', new Date(nowMs))
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(MOST_SESSIONS)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    organization: row.organization,
    address: row.address,
    userAgent: row.user_agent,
    createdAtMs: row.created_at.getTime(),
    lastSeenAtMs: row.last_seen_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
  }))
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.kysely.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Ends one of the user's sessions. @throws Refusal NOT_FOUND, both for an unknown session and for another user's */
export async function endSessionOf(db: Db, userId: number, id: number): Promise<void> {
  await db.kysely
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}

/** @param keepId the session to keep; null: none @returns the number of ended sessions */
export async function endOtherSessions(kysely: Kysely<Tables>, userId: number, keepId: number | null): Promise<number> {
  const [gone] = await kysely
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'is distinct from', keepId)
    .execute()
  return Number(gone?.numDeletedRows ?? 0)
}

/** @returns the number of removed sessions */
export async function removeExpiredSessions(db: Db, nowMs: number): Promise<number> {
  const [gone] = await db.kysely.deleteFrom('sessions').where('expires_at', '<=', new Date(nowMs)).execute()
  return Number(gone?.numDeletedRows ?? 0)
}
