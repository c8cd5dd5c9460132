import { Refusal } from '@heliograph/domain/errors.ts'
import type { OrganizationRole } from '@heliograph/domain/permissions.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Inviting, noteInvitationSent, readEmail, sendInvitationEmail } from './invitation-email.ts'
import { createInvitation } from './invitations.ts'
import { lockAsAdmin } from './membership-lock.ts'

/**
 * Sends an invitation, whether or not the address has an account.
 * @throws Refusal EMAIL_FORMAT, ALREADY_MEMBER, TOO_MANY, TOO_MANY_REQUESTS
 */
export async function inviteToOrganization(
  db: Db,
  inviting: Inviting,
  options: Readonly<{ organizationId: number; email: string; role: OrganizationRole }>,
): Promise<void> {
  const { userId, nowMs } = inviting
  const { organizationId, role } = options
  const email = readEmail(options.email)
  await db.transaction(async (transaction) => {
    const { name } = await lockAsAdmin(transaction, organizationId, userId)
    const member = await transaction
      .selectFrom('organization_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.id')
      .where('m.organization_id', '=', organizationId)
      .where((eb) => eb(eb.fn('lower', ['u.email']), '=', email.toLowerCase()))
      .executeTakeFirst()
    if (member !== undefined) throw new Refusal('ALREADY_MEMBER')
    const invitation = { target: { organizationId }, email, role, invitedBy: userId, nowMs }
    await noteInvitationSent(transaction, inviting)
    const token = await createInvitation(transaction, invitation)
    await sendInvitationEmail(transaction, inviting, { to: email, kind: 'organization', name, token })
  })
}
