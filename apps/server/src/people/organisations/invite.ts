import { Refusal } from '@heliograph/domain/errors.ts'
import type { OrganisationRole } from '@heliograph/domain/permissions.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Inviting, noteInvitationSent, readEmail, sendInvitationEmail } from './invitation-email.ts'
import { createInvitation } from './invitations.ts'
import { lockAsAdmin } from './membership-lock.ts'

/**
 * Sends an invitation, whether or not the address has an account.
 * @throws Refusal EMAIL_FORMAT, ALREADY_MEMBER, TOO_MANY, TOO_MANY_REQUESTS
 */
export async function inviteToOrganisation(
  db: Db,
  inviting: Inviting,
  given: Readonly<{ organisationId: number; email: string; role: OrganisationRole }>,
): Promise<void> {
  const { userId, nowMs } = inviting
  const { organisationId, role } = given
  const email = readEmail(given.email)
  await db.transaction(async (transaction) => {
    const { name } = await lockAsAdmin(transaction, organisationId, userId)
    const member = await transaction
      .selectFrom('organisation_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.id')
      .where('m.organisation_id', '=', organisationId)
      .where((one) => one(one.fn('lower', ['u.email']), '=', email.toLowerCase()))
      .executeTakeFirst()
    if (member !== undefined) throw new Refusal('ALREADY_MEMBER')
    const invitation = { target: { organisationId }, email, role, invitedBy: userId, nowMs }
    await noteInvitationSent(transaction, inviting)
    const token = await createInvitation(transaction, invitation)
    await sendInvitationEmail(transaction, inviting, { to: email, kind: 'organisation', name, token })
  })
}
