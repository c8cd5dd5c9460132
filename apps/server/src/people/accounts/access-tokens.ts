import { randomBytes } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type TokenScope, tokenScopes } from '@heliograph/domain/permissions.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { removeOwn, requirePlace } from './own-rows.ts'
import { ACCESS_TOKEN_PREFIX, hashToken, type Session } from './sessions.ts'

export const MOST_ACCESS_TOKENS = 20
/** A program may call every second; the list need not know better than this when. */
const USE_STEP_MS = 10 * MINUTE_MS

export type AccessToken = Readonly<{
  id: number
  name: string
  scopes: readonly TokenScope[]
  /** Only these plants; null: all. */
  plantIds: readonly number[] | null
  /** The name of the organization the token acts for; null: the person. */
  organization: string | null
  /** Of an access for SOLARMAN clients; null: a token that its owner has. */
  appId: string | null
  createdAtMs: number
  expiresAtMs: number
  lastUsedAtMs: number | null
}>

type TokenOptions = Readonly<{
  name: string
  scopes: readonly TokenScope[]
  /** Only these plants, which the caller has looked up; missing: all. */
  plantIds?: readonly number[] | undefined
  expiresInDays: number
  center: string
  nowMs: number
}>

/**
 * Creates a token for a program, bound to the identity and data center of the current session. Only this reply contains
 * the token.
 * @throws Refusal TOO_MANY
 */
export async function addAccessToken(
  db: Db,
  session: Session,
  options: TokenOptions,
): Promise<Readonly<{ token: string; row: AccessToken }>> {
  const token = `${ACCESS_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
  return { token, row: await insertAccessToken(db, session, options, hashToken(token)) }
}

/** @param more writes what belongs to the token, in the same transaction @throws Refusal TOO_MANY, PARAM_ERROR */
export async function insertAccessToken(
  db: Db,
  session: Session,
  options: TokenOptions,
  tokenHash: Buffer,
  more?: (transaction: Kysely<Tables>, id: number) => Promise<unknown>,
): Promise<AccessToken> {
  const name = cleanLine(options.name)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'name' })
  const id = await db.transaction(async (transaction) => {
    // Expired ones count as well, or they would pile up.
    await requirePlace(transaction, 'access_tokens', session.userId, MOST_ACCESS_TOKENS)
    const added = await transaction
      .insertInto('access_tokens')
      .values({
        user_id: session.userId,
        organization_id: session.organizationId,
        center: options.center,
        name,
        token_hash: tokenHash,
        scopes: tokenScopes.filter((scope) => options.scopes.includes(scope)),
        plant_ids: options.plantIds === undefined ? null : [...new Set(options.plantIds)],
        created_at: new Date(options.nowMs),
        expires_at: new Date(options.nowMs + options.expiresInDays * DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await more?.(transaction, added.id)
    return added.id
  })
  const row = (await listAccessTokens(db, session.userId)).find((accessToken) => accessToken.id === id)
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return row
}

/** Newest first; expired ones stay in the list until they are removed, so that it shows why a program stopped. */
export async function listAccessTokens(db: Db, userId: number): Promise<readonly AccessToken[]> {
  const rows = await db.kysely
    .selectFrom('access_tokens as t')
    .leftJoin('organizations as o', 'o.id', 't.organization_id')
    .leftJoin('solarman_access as s', 's.access_token_id', 't.id')
    .select(['t.id', 't.name', 't.scopes', 'o.name as organization', 't.created_at', 't.expires_at', 't.last_used_at'])
    .select(['s.app_id', 't.plant_ids'])
    .where('t.user_id', '=', userId)
    .orderBy('t.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: tokenScopes.filter((scope) => row.scopes.includes(scope)),
    plantIds: row.plant_ids?.map(Number) ?? null,
    organization: row.organization,
    appId: row.app_id,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
  }))
}

/** @throws Refusal NOT_FOUND, both for an unknown token and for another user's */
export const removeAccessToken = ({ kysely }: Db, userId: number, id: number): Promise<void> =>
  removeOwn(kysely, 'access_tokens', userId, id)

/** Whether a row that may name the token that made it is still in force: a token that ended ends what it made. */
export const isInForce = (
  column: string,
  nowMs: number,
): RawBuilder<boolean> => sql<boolean>`(${sql.ref(column)} is null
  or exists (select from access_tokens where id = ${sql.ref(column)} and expires_at > ${new Date(nowMs)}))`

/** Removes what expired tokens made for others to use; what removed ones made went with them. @returns how many rows */
export async function removeMadeByExpired({ pool }: Pick<Db, 'pool'>, nowMs: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `with ended as (select id from access_tokens where expires_at <= $1),
       schedules as (delete from export_schedules where access_token_id in (select id from ended) returning 1),
       recipients as (delete from report_recipients where access_token_id in (select id from ended) returning 1),
       links as (delete from screen_links where access_token_id in (select id from ended) returning 1)
     select (select count(*) from schedules) + (select count(*) from recipients) + (select count(*) from links) as count`,
    [new Date(nowMs)],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Notes the use of a token, at most every ten minutes. */
export async function noteTokenUse(db: Pick<Db, 'kysely'>, id: number, nowMs: number): Promise<void> {
  await db.kysely
    .updateTable('access_tokens')
    .set({ last_used_at: new Date(nowMs) })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', new Date(nowMs - USE_STEP_MS))]))
    .execute()
}
