export { type Accepted, acceptInvitation, type InvitationKey } from './accept-invitation.ts'
export { findIdentities, type IdentityChoice, takeIdentity } from './identities.ts'
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
export {
  dissolveOrganisation,
  foundOrganisation,
  getOrganisation,
  type OrganisationView,
  renameOrganisation,
} from './organisation.ts'
export { findOrganisationByCode } from './organisation-code.ts'
