export { acceptInvitation } from './accept-invitation.ts'
export { findIdentities, takeIdentity } from './identities.ts'
export { type Inviting, noteInvitationSent, readEmail, sendInvitationEmail } from './invitation-email.ts'
export {
  countInvitations,
  createInvitation,
  declineInvitation,
  findInvitation,
  type Invitation,
  listOwnInvitations,
  removeExpiredInvitations,
  withdrawInvitation,
} from './invitations.ts'
export { inviteToOrganisation } from './invite.ts'
export { changeMemberRole, findSoleAdminOrganisations, leaveOrganisation, removeMember } from './members.ts'
export { createOrganisation, dissolveOrganisation, getOrganisation, renameOrganisation } from './organisation.ts'
export { findOrganisationByCode } from './organisation-code.ts'
