import { Refusal } from '@heliograph/domain/errors.ts'
import type { OrganisationRole } from '@heliograph/domain/permissions.ts'
import { type Kysely, sql } from 'kysely'
import type { OpenedSession, Session } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { type Renewal, renewAs } from './identities.ts'
import { findRole, lockAsAdmin, lockOrganisation, requireOtherAdmin } from './membership-lock.ts'

type Member = Readonly<{ organisationId: number; userId: number }>

/** @throws Refusal NOT_FOUND, NO_PERMISSION, LAST_ADMIN */
export async function changeMemberRole(
  db: Db,
  session: Session,
  { organisationId, userId, role }: Member & Readonly<{ role: OrganisationRole }>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockAsAdmin(transaction, organisationId, session.userId)
    const present = await findRole(transaction, organisationId, userId)
    if (present === undefined) throw new Refusal('NOT_FOUND')
    if (present === role) return
    if (role === 'user') {
      await requireOtherAdmin(transaction, organisationId, userId)
      await withdrawSentBy(transaction, { organisationId, userId })
    }
    await transaction
      .updateTable('organisation_members')
      .set({ role })
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .execute()
  })
}

/**
 * Every session and access token with which the member acts for the organisation ends. Who removes themselves leaves.
 * @returns the session of the person, when it was the one that asked @throws Refusal NOT_FOUND, NO_PERMISSION, LAST_ADMIN
 */
export async function removeMember(
  db: Db,
  session: Session,
  given: Member & Renewal,
): Promise<OpenedSession | undefined> {
  if (given.userId === session.userId) return await leaveOrganisation(db, session, given)
  await db.transaction(async (transaction) => {
    await lockAsAdmin(transaction, given.organisationId, session.userId)
    // Whoever asks is an administrator and stays, so somebody is left.
    if (!(await deleteMember(transaction, given))) throw new Refusal('NOT_FOUND')
  })
  return undefined
}

/** @returns a session of the person in place of the one that acted for the organisation @throws Refusal LAST_ADMIN */
export async function leaveOrganisation(
  db: Db,
  session: Session,
  given: Readonly<{ organisationId: number }> & Renewal,
): Promise<OpenedSession> {
  const member = { organisationId: given.organisationId, userId: session.userId }
  return await db.transaction(async (transaction) => {
    await lockOrganisation(transaction, member.organisationId)
    const role = await findRole(transaction, member.organisationId, member.userId)
    if (role === undefined) throw new Refusal('NOT_FOUND')
    if (role === 'admin') await requireOtherAdmin(transaction, member.organisationId, member.userId)
    const opened = await renewAs(transaction, null, given)
    await deleteMember(transaction, member)
    return opened
  })
}

async function deleteMember(transaction: Kysely<Tables>, member: Member): Promise<boolean> {
  await withdrawSentBy(transaction, member)
  const gone = await transaction
    .deleteFrom('organisation_members')
    .where('organisation_id', '=', member.organisationId)
    .where('user_id', '=', member.userId)
    .returning('user_id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Invitations that somebody sent in the organisation's name end with their right to send them. */
async function withdrawSentBy(transaction: Kysely<Tables>, { organisationId, userId }: Member): Promise<void> {
  await sql`
    delete from invitations where invited_by = ${userId} and (organisation_id = ${organisationId} or plant_id in
      (select plant_id from plant_organisations where organisation_id = ${organisationId} and role = 'owner'))`.execute(
    transaction,
  )
}

/**
 * Organisations that would be without an administrator if this person went. Within a transaction that stays so until it
 * ends, for the person's organisations are locked.
 */
export async function findSoleAdminOrganisations(
  transaction: Kysely<Tables>,
  userId: number,
): Promise<readonly Readonly<{ id: number; name: string }>[]> {
  await sql`
    select from organisations where id in
      (select organisation_id from organisation_members where user_id = ${userId} and role = 'admin')
    order by id for update`.execute(transaction)
  const { rows } = await sql<{ id: number; name: string }>`
    select o.id, o.name from organisation_members m join organisations o on o.id = m.organisation_id
    where m.user_id = ${userId} and m.role = 'admin' and not exists
      (select from organisation_members b where b.organisation_id = o.id and b.role = 'admin' and b.user_id <> ${userId})
    order by o.id`.execute(transaction)
  return rows
}
