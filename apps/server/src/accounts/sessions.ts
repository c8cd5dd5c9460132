import { createHash, randomBytes } from 'node:crypto'
import { isPlantRight, type PlantRight, type PlantRole } from '@heliograph/domain/permissions.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export const SHORT_SESSION_S = 24 * 3600
export const LONG_SESSION_S = 15 * 24 * 3600

/** A new session. The token exists only here and with its holder. */
export type OpenedSession = Readonly<{ token: string; expiresInS: number; isLong: boolean }>
export type Client = Readonly<{ address: string; userAgent: string }>

/** What a session may do with the plant or device that a call is about. */
export type Membership = Readonly<{ plantId: number; role: PlantRole; rights: readonly PlantRight[] }>
export type Session = Readonly<{
  userId: number
  isAdmin: boolean
  expiresAtMs: number
  membership: Membership | undefined
}>

export const makeToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export async function openSession(
  kysely: Kysely<Tables>,
  given: Client & Readonly<{ userId: number; isLong: boolean; nowMs: number }>,
): Promise<OpenedSession> {
  const token = makeToken()
  const expiresInS = given.isLong ? LONG_SESSION_S : SHORT_SESSION_S
  await kysely
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: given.userId,
      created_at: new Date(given.nowMs),
      expires_at: new Date(given.nowMs + expiresInS * 1000),
      long_lived: given.isLong,
      user_agent: toStorable(given.userAgent, 300),
      address: toStorable(given.address, 64),
    })
    .execute()
  return { token, expiresInS, isLong: given.isLong }
}

/** PostgreSQL refuses NUL in text, and a header may be as long as its sender likes. */
const toStorable = (text: string, most: number): string => text.replace(/\p{C}/gu, '').slice(0, most)

type SessionRow = {
  user_id: number
  is_admin: boolean
  expires_at: Date
  plant_id: number | null
  role: PlantRole | null
  rights: string[] | null
}

/**
 * The live session of a token, together with its membership of the plant (or of the device's plant) that is asked for:
 * one statement, primary keys all the way. A membership is absent alike when the thing does not exist and when it is a neighbour's.
 */
export async function findSession(
  db: Db,
  token: string,
  nowMs: number,
  about?: Readonly<{ plantId: number } | { deviceId: number }>,
): Promise<Session | undefined> {
  const plantId = about !== undefined && 'plantId' in about ? about.plantId : null
  const deviceId = about !== undefined && 'deviceId' in about ? about.deviceId : null
  const { rows } = await sql<SessionRow>`
    select s.user_id, u.is_admin, s.expires_at, m.plant_id, m.role, m.rights
    from sessions s
      join users u on u.id = s.user_id
      left join devices d on d.id = ${deviceId}::bigint
      left join plant_members m on m.user_id = s.user_id and m.plant_id = coalesce(${plantId}::bigint, d.plant_id)
    where s.token_hash = ${hashToken(token)} and s.expires_at > ${new Date(nowMs)}`.execute(db.kysely)
  const row = rows[0]
  if (row === undefined) return undefined
  return {
    userId: row.user_id,
    isAdmin: row.is_admin,
    expiresAtMs: row.expires_at.getTime(),
    membership:
      row.plant_id === null || row.role === null
        ? undefined
        : { plantId: row.plant_id, role: row.role, rights: (row.rights ?? []).filter(isPlantRight) },
  }
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.kysely.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** @returns how many were removed */
export async function removeExpiredSessions(db: Db, nowMs: number): Promise<number> {
  const [gone] = await db.kysely.deleteFrom('sessions').where('expires_at', '<=', new Date(nowMs)).execute()
  return Number(gone?.numDeletedRows ?? 0)
}
