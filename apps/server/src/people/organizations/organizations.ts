export { acceptInvitation } from './accept-invitation.ts'
export { findIdentities, takeIdentity } from './identities.ts'
export { type Inviting, noteInvitationSent, readEmail, sendInvitationEmail } from './invitation-email.ts'
export {
  countInvitations,
  createInvitation,
  declineInvitation,
  findInvitation,
  listOwnInvitations,
  removeExpiredInvitations,
  withdrawInvitation,
} from './invitations.ts'
export { inviteToOrganization } from './invite.ts'
export { changeMemberRole, findSoleAdminOrganizations, leaveOrganization, removeMember } from './members.ts'
export { createOrganization, dissolveOrganization, getOrganization, renameOrganization } from './organization.ts'
export { findOrganizationByCode } from './organization-code.ts'
