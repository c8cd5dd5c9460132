import type { Identity } from '@heliograph/domain/permissions.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type OpenedSession, renewSession } from '../accounts/accounts.ts'

/** An identity that a user may act as. */
export type IdentityChoice = Readonly<{
  /** null: the person themselves */
  organizationId: number | null
  name: string
  identity: Identity
  plantCount: number
}>

type Row = {
  organization_id: number | null
  name: string
  role: 'admin' | 'user' | null
  is_admin: boolean
  plants: number
}

/** The person first, then their organizations by name. */
export async function findIdentities(db: Db, userId: number, nowMs: number): Promise<readonly IdentityChoice[]> {
  const now = new Date(nowMs)
  const { rows } = await sql<Row>`
    select null::bigint as organization_id, u.nickname as name, null as role, u.is_admin,
      (select count(*)::integer from plant_members h
        where h.user_id = u.id and (h.expires_at is null or h.expires_at > ${now})) as plants
    from users u where u.id = ${userId}
    union all
    select o.id, o.name, m.role, u.is_admin,
      (select count(*)::integer from plant_organizations h
        where h.organization_id = o.id and (h.expires_at is null or h.expires_at > ${now}))
    from organization_members m
      join organizations o on o.id = m.organization_id
      join users u on u.id = m.user_id
    where m.user_id = ${userId}
    order by organization_id nulls first`.execute(db.kysely)
  return rows.map((row) => ({
    organizationId: row.organization_id,
    name: row.name,
    identity: row.role === null ? (row.is_admin ? 'MANAGER' : 'USER') : row.role === 'admin' ? 'ORG_ADMIN' : 'ORG_USER',
    plantCount: row.plants,
  }))
}

/** The token that made the call: it stops working, another one takes its place in the same session. */
export type Renewal = Readonly<{ token: string; center: string | undefined; nowMs: number }>

/**
 * Switches the session to another identity, with new tokens.
 * @throws Refusal NOT_FOUND for an organization without membership, AUTH_TOKEN_INVALID when the session has ended
 */
export async function takeIdentity(
  db: Db,
  userId: number,
  organizationId: number | null,
  renewal: Renewal,
): Promise<OpenedSession> {
  return await db.transaction(async (transaction) => {
    if (organizationId !== null) {
      await transaction
        .selectFrom('organization_members')
        .select('role')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        // A concurrent removal of the member comes before or after this, and ends the member's sessions too.
        .forKeyShare()
        .executeTakeFirstOrThrow(notFound)
    }
    return await renewAs(transaction, organizationId, renewal)
  })
}

/** Of two concurrent renewals of one session, one is refused. @throws Refusal AUTH_TOKEN_INVALID */
export function renewAs(
  transaction: Kysely<Tables>,
  organizationId: number | null,
  { token, center = '', nowMs }: Renewal,
): Promise<OpenedSession> {
  return renewSession(transaction, token, { nowMs, center, organizationId })
}
