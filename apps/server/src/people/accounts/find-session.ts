import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import {
  type Identity,
  isPlantRight,
  type OrganizationRole,
  type PlantRole,
  rightsInOrganization,
  rightsOfRole,
  type TokenScope,
} from '@heliograph/domain/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { findOneTimeToken } from '../../platform/one-time-tokens/one-time-tokens.ts'
import { noteTokenUse } from './access-tokens.ts'
import {
  ACCESS_TOKEN_PREFIX,
  hashToken,
  type Membership,
  REPLACED_KIND,
  type Replaced,
  type Session,
} from './sessions.ts'
import type { SolarmanClaim } from './solarman-access.ts'

type About = Readonly<{ plantId: number } | { deviceId: number } | { loggerId: number }>
type SessionRow = {
  id: number | null
  access_token_id: number | null
  user_id: number
  is_admin: boolean
  organization_id: number | null
  organization_role: OrganizationRole | null
  scopes: TokenScope[] | null
  long_lived: boolean
  expires_at: Date
  plant_id: number | null
  role: PlantRole | null
  rights: string[] | null
  support_plant_id: number | null
  plant_ids: (number | string)[] | null
  ends_at: Date | null
  used_at: Date | null
}

/** Accuracy of the last use of a session: a write per request would cost more than the request. */
const NOTICE_MS = 10 * MINUTE_MS

/**
 * Finds the live session (or personal access token) of a token, with its membership of the requested plant (or the
 * plant of the device or logger): one statement, primary keys only. A missing plant and a neighbor's plant both give no membership. A
 * token of another data center, or of a moved account, opens nothing. A token that was just renewed still opens its
 * session while the session has the token that replaced it; only a refused caller waits for that check.
 */
export async function findSession(
  db: Db,
  token: string,
  nowMs: number,
  about?: About,
  center = '',
): Promise<Session | undefined> {
  const found = await findByHash(db, token, hashToken(token), nowMs, about, center)
  if (found !== undefined || token.startsWith(ACCESS_TOKEN_PREFIX)) return found
  const replaced = await findOneTimeToken(db.kysely, REPLACED_KIND, token, nowMs)
  if (replaced === undefined) return undefined
  const { by } = replaced.data as Replaced
  return findByHash(db, token, Buffer.from(by, 'hex'), nowMs, about, center)
}

async function findByHash(
  db: Db,
  token: string,
  hash: Buffer,
  nowMs: number,
  about: About | undefined,
  center: string,
): Promise<Session | undefined> {
  const now = new Date(nowMs)
  const live = token.startsWith(ACCESS_TOKEN_PREFIX)
    ? sql`select null::bigint as id, id as access_token_id, user_id, organization_id, scopes, plant_ids, false as long_lived, expires_at,
            last_used_at as used_at
          from access_tokens where token_hash = ${hash} and expires_at > ${now} and center = ${center}`
    : sql`select id, null::bigint as access_token_id, user_id, organization_id, null::text[] as scopes, null::bigint[] as plant_ids, long_lived, expires_at,
            last_seen_at as used_at
          from sessions where token_hash = ${hash} and expires_at > ${now} and center = ${center}`
  return readLive(db, live, token, nowMs, about)
}

/**
 * The session of a program that opened an access for SOLARMAN clients: its token names the row, and perhaps one of the
 * person's organizations. Revoking the access, or leaving the organization, ends it.
 */
export async function findSolarmanSession(
  db: Db,
  { accessTokenId, organizationId }: SolarmanClaim,
  nowMs: number,
  about: About | undefined,
  center: string,
): Promise<Session | undefined> {
  const now = new Date(nowMs)
  const live = sql`select null::bigint as id, t.id as access_token_id, t.user_id,
      coalesce(t.organization_id, ${organizationId}::bigint) as organization_id, t.scopes, t.plant_ids, false as long_lived, t.expires_at,
      t.last_used_at as used_at
    from access_tokens t join solarman_access a on a.access_token_id = t.id
    where t.id = ${accessTokenId} and t.expires_at > ${now} and t.center = ${center}
      and (${organizationId}::bigint is null or t.organization_id = ${organizationId}
        or t.organization_id is null and exists (select from organization_members o
          where o.user_id = t.user_id and o.organization_id = ${organizationId}))`
  return readLive(db, live, undefined, nowMs, about)
}

/** @param token of a session; it is noted when it is used */
async function readLive(
  db: Db,
  live: RawBuilder<unknown>,
  token: string | undefined,
  nowMs: number,
  about: About | undefined,
): Promise<Session | undefined> {
  const plantId = about !== undefined && 'plantId' in about ? about.plantId : null
  const deviceId = about !== undefined && 'deviceId' in about ? about.deviceId : null
  const loggerId = about !== undefined && 'loggerId' in about ? about.loggerId : null
  const now = new Date(nowMs)
  const chosen = (id: RawBuilder<unknown>) => sql`(s.plant_ids is null or ${id} = any(s.plant_ids))`
  const { rows } = await sql<SessionRow>`
    with live as (${live})
    select s.id, s.access_token_id, s.user_id, u.is_admin, s.organization_id, o.role as organization_role, s.scopes, s.plant_ids, s.long_lived, s.expires_at,
      coalesce(m.plant_id, g.plant_id) as plant_id, coalesce(m.role, g.role) as role, coalesce(m.rights, g.rights) as rights,
      p.id as support_plant_id, s.used_at, coalesce(m.expires_at, g.expires_at) as ends_at
    from live s
      join users u on u.id = s.user_id and u.moved_to is null
      left join organization_members o on o.user_id = s.user_id and o.organization_id = s.organization_id
      left join devices d on d.id = ${deviceId}::bigint
      left join loggers l on l.id = ${loggerId}::bigint
      left join plant_members m on s.organization_id is null and m.user_id = s.user_id
        and m.plant_id = coalesce(${plantId}::bigint, d.plant_id, l.plant_id) and ${chosen(sql`m.plant_id`)} and (m.expires_at is null or m.expires_at > ${now})
      left join plant_organizations g on g.organization_id = s.organization_id
        and g.plant_id = coalesce(${plantId}::bigint, d.plant_id, l.plant_id) and ${chosen(sql`g.plant_id`)} and (g.expires_at is null or g.expires_at > ${now})
      left join plants p on u.is_admin and s.organization_id is null and p.auth_open
        and p.id = coalesce(${plantId}::bigint, d.plant_id, l.plant_id) and ${chosen(sql`p.id`)}`.execute(db.kysely)
  const row = rows[0]
  if (row === undefined) return undefined
  if (row.used_at === null || nowMs - row.used_at.getTime() >= NOTICE_MS) await noteUse(db, row, token, nowMs)
  return {
    id: row.id,
    accessTokenId: row.access_token_id,
    userId: row.user_id,
    isAdmin: row.is_admin,
    identity: toIdentity(row.is_admin, row.organization_role),
    organizationId: row.organization_id,
    organizationRole: row.organization_role,
    scopes: row.scopes ?? undefined,
    plantIds: row.plant_ids?.map(Number) ?? null,
    isLong: row.long_lived,
    expiresAtMs: row.expires_at.getTime(),
    membership: toMembership(row),
  }
}

async function noteUse(db: Db, row: SessionRow, token: string | undefined, nowMs: number): Promise<void> {
  if (row.access_token_id !== null) await noteTokenUse(db, row.access_token_id, nowMs)
  else if (token !== undefined) await noteSessionUse(db, token, nowMs)
}

async function noteSessionUse(db: Db, token: string, nowMs: number): Promise<void> {
  await db.kysely
    .updateTable('sessions')
    .set({ last_seen_at: new Date(nowMs) })
    .where('token_hash', '=', hashToken(token))
    .execute()
}

const toIdentity = (isAdmin: boolean, role: OrganizationRole | null): Identity =>
  role === 'admin' ? 'ORG_ADMIN' : role === 'user' ? 'ORG_USER' : isAdmin ? 'MANAGER' : 'USER'

function toMembership(row: SessionRow): Membership | undefined {
  if (row.plant_id !== null && row.role !== null) {
    const held = (row.rights ?? []).filter(isPlantRight)
    return {
      plantId: row.plant_id,
      role: row.role,
      rights: row.organization_role === null ? held : rightsInOrganization(row.organization_role, held),
      isOwner: row.role === 'owner' && row.organization_role !== 'user',
      endsAtMs: row.ends_at?.getTime() ?? null,
    }
  }
  if (row.support_plant_id === null) return undefined
  return { plantId: row.support_plant_id, role: 'support', rights: rightsOfRole.viewer, isOwner: false, endsAtMs: null }
}
