import { Refusal } from '@heliograph/domain/errors.ts'
import type { OrganizationRole } from '@heliograph/domain/permissions.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { OpenedSession, Session } from '../accounts/accounts.ts'
import { type Renewal, renewAs } from './identities.ts'
import { findRole, lockAsAdmin, lockOrganization, requireOtherAdmin } from './membership-lock.ts'

type Member = Readonly<{ organizationId: number; userId: number }>

/** @throws Refusal NOT_FOUND, NO_PERMISSION, LAST_ADMIN */
export async function changeMemberRole(
  db: Db,
  session: Session,
  { organizationId, userId, role }: Member & Readonly<{ role: OrganizationRole }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockAsAdmin(transaction, organizationId, session.userId)
    const present = await findRole(transaction, organizationId, userId)
    if (present === undefined) throw new Refusal('NOT_FOUND')
    if (present === role) return
    if (role === 'user') {
      await requireOtherAdmin(transaction, organizationId, userId)
      await withdrawSentBy(transaction, { organizationId, userId })
    }
    await transaction
      .updateTable('organization_members')
      .set({ role })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute()
  })
}

/**
 * Removes a member and ends every session and access token that acts for the organization. A member who removes
 * themselves leaves.
 * @returns the personal session, when the caller's own session ended
 * @throws Refusal NOT_FOUND, NO_PERMISSION, LAST_ADMIN
 */
export async function removeMember(
  db: Db,
  session: Session,
  options: Member & Renewal,
): Promise<OpenedSession | undefined> {
  if (options.userId === session.userId) return await leaveOrganization(db, session, options)
  await db.transaction(async (transaction) => {
    await lockAsAdmin(transaction, options.organizationId, session.userId)
    // The caller is an administrator and stays, so an administrator is left.
    if (!(await deleteMember(transaction, options))) throw new Refusal('NOT_FOUND')
  })
  return undefined
}

/** @returns a personal session in place of the one that acted for the organization @throws Refusal LAST_ADMIN */
export async function leaveOrganization(
  db: Db,
  session: Session,
  options: Readonly<{ organizationId: number }> & Renewal,
): Promise<OpenedSession> {
  const member = { organizationId: options.organizationId, userId: session.userId }
  return await db.transaction(async (transaction) => {
    await lockOrganization(transaction, member.organizationId)
    const role = await findRole(transaction, member.organizationId, member.userId)
    if (role === undefined) throw new Refusal('NOT_FOUND')
    if (role === 'admin') await requireOtherAdmin(transaction, member.organizationId, member.userId)
    const opened = await renewAs(transaction, null, options)
    await deleteMember(transaction, member)
    return opened
  })
}

async function deleteMember(transaction: Kysely<Tables>, member: Member): Promise<boolean> {
  await withdrawSentBy(transaction, member)
  const gone = await transaction
    .deleteFrom('organization_members')
    .where('organization_id', '=', member.organizationId)
    .where('user_id', '=', member.userId)
    .returning('user_id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Pending invitations that a member sent for the organization end with the right to send them. */
async function withdrawSentBy(transaction: Kysely<Tables>, { organizationId, userId }: Member): Promise<void> {
  await sql`
    delete from invitations where invited_by = ${userId} and (organization_id = ${organizationId} or plant_id in
      (select plant_id from plant_organizations where organization_id = ${organizationId} and role = 'owner'))`.execute(
    transaction,
  )
}

/**
 * Finds organizations that would lose their only administrator with this person. In a transaction the person's
 * organizations are locked, so the result stays true until its end.
 */
export async function findSoleAdminOrganizations(
  transaction: Kysely<Tables>,
  userId: number,
): Promise<readonly Readonly<{ id: number; name: string }>[]> {
  await sql`
    select from organizations where id in
      (select organization_id from organization_members where user_id = ${userId} and role = 'admin')
    order by id for update`.execute(transaction)
  const { rows } = await sql<{ id: number; name: string }>`
    select o.id, o.name from organization_members m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and m.role = 'admin' and not exists
      (select from organization_members b where b.organization_id = o.id and b.role = 'admin' and b.user_id <> ${userId})
    order by o.id`.execute(transaction)
  return rows
}
