import { organisationRoles } from '@heliograph/domain/permissions.ts'
import { z } from 'zod'
import { anyone, endpoint, inOrganisation, signedIn } from '../endpoint.ts'
import { tokenReply } from '../oauth2-s/oauth.ts'
import { done, epochSeconds, id, idParams } from '../page.ts'

const orgRole = z.enum(organisationRoles)
const orgName = z.string().trim().min(2).max(100)

export const organisation = z.object({
  id: z.number().int(),
  name: z.string(),
  /** What an owner types to share a plant with it. */
  code: z.string(),
  createdAt: epochSeconds,
  members: z.array(
    z.object({
      userId: z.number().int(),
      nickname: z.string(),
      account: z.string(),
      /** For administrators and the member themselves; null for others. */
      email: z.string().nullable(),
      role: orgRole,
      since: epochSeconds,
      isSelf: z.boolean(),
    }),
  ),
  /** For administrators; empty for others. */
  invitations: z.array(
    z.object({
      id: z.number().int(),
      email: z.string(),
      role: orgRole,
      createdAt: epochSeconds,
      expiresAt: epochSeconds,
    }),
  ),
})
export type Organisation = z.infer<typeof organisation>

export const invitationView = z.object({
  kind: z.enum(['organisation', 'plant']),
  /** Of the organisation or plant. */
  name: z.string(),
  invitedBy: z.string(),
  email: z.string(),
  role: z.string(),
  expiresAt: epochSeconds,
})

export const organisationCalls = {
  'POST /user-s/org': endpoint({
    summary: 'Found an organisation; the founder is its first administrator',
    right: signedIn,
    body: z.object({ name: orgName }),
    reply: z.object({ id }),
  }),
  'GET /user-s/org/{id}': endpoint({
    summary: 'The organisation for which the session acts, with its members',
    right: inOrganisation('user', 'params.id'),
    params: idParams,
    reply: organisation,
  }),
  'POST /user-s/org/{id}': endpoint({
    summary: 'Rename the organisation',
    right: inOrganisation('admin', 'params.id'),
    params: idParams,
    body: z.object({ name: orgName }),
    reply: done,
  }),
  /** The session that made the call acts for the person from then on; its old token is worthless, the cookie is set anew. */
  'DELETE /user-s/org/{id}': endpoint({
    summary: 'Dissolve the organisation, whose name must be typed; it must own no plant any more',
    right: inOrganisation('admin', 'params.id'),
    params: idParams,
    body: z.object({ name: z.string().max(100) }),
    reply: tokenReply,
  }),
  'POST /user-s/org/{id}/invitation': endpoint({
    summary: 'Invite somebody by e-mail',
    right: inOrganisation('admin', 'params.id'),
    params: idParams,
    body: z.object({ email: z.string().trim().max(254), role: orgRole, language: z.string().max(10) }),
    reply: done,
  }),
  'DELETE /user-s/org/{id}/invitation/{invitationId}': endpoint({
    summary: 'Withdraw an invitation',
    right: inOrganisation('admin', 'params.id'),
    params: idParams.extend({ invitationId: id }),
    reply: done,
  }),
  'POST /user-s/org/{id}/member/{userId}': endpoint({
    summary: "Change a member's role; the last administrator keeps theirs",
    right: inOrganisation('admin', 'params.id'),
    params: idParams.extend({ userId: id }),
    body: z.object({ role: orgRole }),
    reply: done,
  }),
  /** Who removes themselves leaves: the cookie is set anew as with `leave`. */
  'DELETE /user-s/org/{id}/member/{userId}': endpoint({
    summary: 'Remove a member, who loses every session that acts for the organisation',
    right: inOrganisation('admin', 'params.id'),
    params: idParams.extend({ userId: id }),
    reply: done,
  }),
  /** The session that made the call acts for the person from then on; its old token is worthless, the cookie is set anew. */
  'POST /user-s/org/{id}/leave': endpoint({
    summary: 'Leave the organisation; the last administrator cannot',
    right: inOrganisation('user', 'params.id'),
    params: idParams,
    reply: tokenReply,
  }),
  'GET /user-s/invitation': endpoint({
    summary: 'Pending invitations to the own e-mail address',
    right: signedIn,
    reply: z.object({ data: z.array(invitationView.extend({ id: z.number().int() })) }),
  }),
  'POST /user-s/invitation/look': endpoint({
    summary: 'What an invitation link invites to',
    right: anyone,
    reads: true,
    body: z.object({ token: z.string().min(1).max(200) }),
    reply: invitationView,
  }),
  'POST /user-s/invitation/accept': endpoint({
    summary: 'Accept an invitation by its link, or by its id when it was sent to the own e-mail address',
    right: signedIn,
    body: z.union([z.object({ token: z.string().min(1).max(200) }), z.object({ id })]),
    reply: z.object({ organisationId: z.number().int().nullable(), plantId: z.number().int().nullable() }),
  }),
  'POST /user-s/invitation/{id}/decline': endpoint({
    summary: 'Decline an invitation to the own e-mail address',
    right: signedIn,
    params: idParams,
    reply: done,
  }),
} as const
