import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export const INVITATION_DAYS = 7
const MOST_PENDING = 50

/** The target of an invitation. */
export type InvitationTarget = Readonly<{ organizationId: number } | { plantId: number }>

type Invitation = Readonly<{
  id: number
  kind: 'organization' | 'plant'
  organizationId: number | null
  plantId: number | null
  /** The name of the organization or plant. */
  name: string
  /** The sender's nickname. */
  invitedBy: string
  email: string
  role: string
  expiresAtMs: number
}>

export const hashInvitation = (token: string): Buffer => createHash('sha256').update(token).digest()

const ofTarget = (target: InvitationTarget): RawBuilder<boolean> =>
  'plantId' in target ? sql`plant_id = ${target.plantId}` : sql`organization_id = ${target.organizationId}`

/**
 * Runs in a transaction that has locked the target. A new invitation to the same address replaces the previous one.
 * @param options.email in the form of `normalizeContact`
 * @returns the token of the link; only its reader has it from now on
 * @throws Refusal TOO_MANY
 */
export async function createInvitation(
  transaction: Kysely<Tables>,
  options: Readonly<{
    target: InvitationTarget
    email: string
    role: string
    rights?: readonly PlantRight[]
    /** The end of the granted access, ms. */
    grantEndsAtMs?: number | null
    invitedBy: number
    nowMs: number
  }>,
): Promise<string> {
  const { target, email, nowMs } = options
  const now = new Date(nowMs)
  await sql`delete from invitations where ${ofTarget(target)} and (lower(email) = lower(${email}) or expires_at <= ${now})`.execute(
    transaction,
  )
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n from invitations where ${ofTarget(target)}`.execute(transaction)
  if ((rows[0]?.n ?? 0) >= MOST_PENDING) throw new Refusal('TOO_MANY', { most: MOST_PENDING })
  const token = randomBytes(32).toString('base64url')
  const endsAtMs = options.grantEndsAtMs ?? null
  await transaction
    .insertInto('invitations')
    .values({
      token_hash: hashInvitation(token),
      organization_id: 'plantId' in target ? null : target.organizationId,
      plant_id: 'plantId' in target ? target.plantId : null,
      email,
      role: options.role,
      rights: [...(options.rights ?? [])],
      grant_ends_at: endsAtMs === null ? null : new Date(endsAtMs),
      invited_by: options.invitedBy,
      created_at: now,
      expires_at: new Date(Math.min(nowMs + INVITATION_DAYS * DAY_MS, endsAtMs ?? Number.POSITIVE_INFINITY)),
    })
    .execute()
  return token
}

/** @throws Refusal NOT_FOUND when the target has no such invitation */
export async function withdrawInvitation(db: Db, target: InvitationTarget, invitationId: number): Promise<void> {
  const { rows } = await sql`
    delete from invitations where id = ${invitationId} and ${ofTarget(target)} returning id`.execute(db.kysely)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
}

const views = (kysely: Kysely<Tables>, nowMs: number) =>
  kysely
    .selectFrom('invitations as i')
    .leftJoin('organizations as o', 'o.id', 'i.organization_id')
    .leftJoin('plants as p', 'p.id', 'i.plant_id')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.organization_id', 'i.plant_id', 'i.email', 'i.role', 'i.expires_at'])
    .select(['o.name as organization', 'p.name as plant', 'u.nickname'])
    .where('i.expires_at', '>', new Date(nowMs))

type Row = Awaited<ReturnType<ReturnType<typeof views>['executeTakeFirstOrThrow']>>

const toInvitation = (row: Row): Invitation => ({
  id: row.id,
  kind: row.plant_id === null ? 'organization' : 'plant',
  organizationId: row.organization_id,
  plantId: row.plant_id,
  name: row.plant ?? row.organization ?? '',
  invitedBy: row.nickname ?? '',
  email: row.email,
  role: row.role,
  expiresAtMs: row.expires_at.getTime(),
})

/** Finds the target of a link. undefined: unknown, used, withdrawn or expired. */
export async function findInvitation(
  db: Pick<Db, 'kysely'>,
  token: string,
  nowMs: number,
): Promise<Invitation | undefined> {
  const row = await views(db.kysely, nowMs).where('i.token_hash', '=', hashInvitation(token)).executeTakeFirst()
  return row && toInvitation(row)
}

/** SQL: the invitation `i` went to an address that this user has verified. */
export const isAddressedTo = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`lower(i.email) = (select lower(email) from users where id = ${userId})`

/** Newest first. */
export async function listOwnInvitations(db: Db, userId: number, nowMs: number): Promise<readonly Invitation[]> {
  const rows = await views(db.kysely, nowMs).where(isAddressedTo(userId)).orderBy('i.id', 'desc').limit(100).execute()
  return rows.map(toInvitation)
}

export async function countInvitations(kysely: Kysely<Tables>, userId: number, nowMs: number): Promise<number> {
  const { n } = await kysely
    .selectFrom('invitations as i')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('i.expires_at', '>', new Date(nowMs))
    .where(isAddressedTo(userId))
    .executeTakeFirstOrThrow()
  return n
}

/** @throws Refusal INVITATION_INVALID unless it was sent to the user's own address */
export async function declineInvitation(db: Db, userId: number, invitationId: number, nowMs: number): Promise<void> {
  const { rows } = await sql`
    delete from invitations i where i.id = ${invitationId} and i.expires_at > ${new Date(nowMs)}
      and ${isAddressedTo(userId)} returning i.id`.execute(db.kysely)
  if (rows.length === 0) throw new Refusal('INVITATION_INVALID')
}

/** Deletes the addresses of people who never answered. @returns the number of removed invitations */
export async function removeExpiredInvitations(db: Db, nowMs: number): Promise<number> {
  const [gone] = await db.kysely.deleteFrom('invitations').where('expires_at', '<=', new Date(nowMs)).execute()
  return Number(gone?.numDeletedRows ?? 0)
}
