import { Refusal } from '@heliograph/domain/errors.ts'
import type { Grant } from '@heliograph/domain/share.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Holder } from '../accounts/accounts.ts'
import {
  createInvitation,
  type Inviting,
  noteInvitationSent,
  readEmail,
  sendInvitationEmail,
} from '../organizations/organizations.ts'
import { toGranted } from './grant.ts'
import { lockAsOwner } from './owner-lock.ts'

const MOST_PEOPLE = 100

/**
 * Sends an invitation, whether or not the address has an account.
 * @throws Refusal EMAIL_FORMAT, PARAM_ERROR, ALREADY_MEMBER, TOO_MANY, TOO_MANY_REQUESTS
 */
export async function inviteToPlant(
  db: Db,
  holder: Holder,
  inviting: Inviting,
  options: Grant & Readonly<{ plantId: number; email: string }>,
): Promise<void> {
  const { plantId } = options
  const email = readEmail(options.email)
  const { role, rights, endsAtMs } = toGranted(options, inviting.nowMs)
  await db.transaction(async (transaction) => {
    const { name } = await lockAsOwner(transaction, plantId, holder)
    const members = await transaction
      .selectFrom('plant_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.email')
      .where('m.plant_id', '=', plantId)
      .where((eb) => eb.or([eb('m.expires_at', 'is', null), eb('m.expires_at', '>', new Date(inviting.nowMs))]))
      .execute()
    if (members.some((member) => member.email?.toLowerCase() === email)) throw new Refusal('ALREADY_MEMBER')
    if (members.length >= MOST_PEOPLE) throw new Refusal('TOO_MANY', { most: MOST_PEOPLE })
    await noteInvitationSent(transaction, inviting)
    const token = await createInvitation(transaction, {
      target: { plantId },
      email,
      role,
      rights,
      grantEndsAtMs: endsAtMs,
      invitedBy: inviting.userId,
      nowMs: inviting.nowMs,
    })
    await sendInvitationEmail(transaction, inviting, { to: email, kind: 'plant', name, token })
  })
}
