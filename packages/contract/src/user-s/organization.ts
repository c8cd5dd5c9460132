import { organizationRoles } from '@heliograph/domain/permissions.ts'
import { z } from 'zod'
import { anyone, endpoint, inOrganization, signedIn } from '../endpoint.ts'
import { language } from '../language.ts'
import { tokenReply } from '../oauth2-s/oauth.ts'
import { done, epochMs, id, idParams } from '../page.ts'

const orgRole = z.enum(organizationRoles)
const orgName = z.string().trim().min(2).max(100)

export const organization = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The code that an owner types to share a plant with the organization. */
  code: z.string(),
  createdAtMs: epochMs,
  members: z.array(
    z.object({
      userId: z.number().int(),
      nickname: z.string(),
      account: z.string(),
      /** For administrators and the member themselves; null for others. */
      email: z.string().nullable(),
      role: orgRole,
      sinceMs: epochMs,
      isSelf: z.boolean(),
    }),
  ),
  /** For administrators; empty for others. */
  invitations: z.array(
    z.object({
      id: z.number().int(),
      email: z.string(),
      role: orgRole,
      createdAtMs: epochMs,
      expiresAtMs: epochMs,
    }),
  ),
})
export type Organization = z.infer<typeof organization>

export const invitationView = z.object({
  kind: z.enum(['organization', 'plant']),
  /** The name of the organization or plant. */
  name: z.string(),
  invitedBy: z.string(),
  email: z.string(),
  role: z.string(),
  expiresAtMs: epochMs,
})

export const organizationCalls = {
  'POST /user-s/org': endpoint({
    summary: 'Create an organization; its creator is the first administrator',
    undo: 'access',
    features: ['organizationCreate'],
    right: signedIn,
    cost: 20,
    body: z.object({ name: orgName }),
    reply: z.object({ id }),
  }),
  'GET /user-s/org/{id}': endpoint({
    summary: 'The organization the session acts for, with its members',
    right: inOrganization('user', 'params.id'),
    params: idParams,
    reply: organization,
  }),
  'POST /user-s/org/{id}': endpoint({
    summary: 'Rename the organization',
    undo: 'access',
    features: ['organizationManage'],
    right: inOrganization('admin', 'params.id'),
    params: idParams,
    body: z.object({ name: orgName }),
    reply: done,
  }),
  /** The calling session becomes personal; its old token stops working and the cookie is set again. */
  'DELETE /user-s/org/{id}': endpoint({
    summary: 'Dissolve the organization; its name must be typed, and it must own no plant',
    undo: 'access',
    right: inOrganization('admin', 'params.id'),
    params: idParams,
    body: z.object({ name: z.string().max(100) }),
    reply: tokenReply,
  }),
  'POST /user-s/org/{id}/invitation': endpoint({
    summary: 'Invite a member by email',
    undo: 'access',
    features: ['organizationManage', 'invitation'],
    right: inOrganization('admin', 'params.id'),
    cost: 20,
    params: idParams,
    body: z.object({ email: z.string().trim().max(254), role: orgRole, language }),
    reply: done,
  }),
  'DELETE /user-s/org/{id}/invitation/{invitationId}': endpoint({
    summary: 'Withdraw an invitation',
    undo: 'access',
    features: ['organizationManage'],
    right: inOrganization('admin', 'params.id'),
    params: idParams.extend({ invitationId: id }),
    reply: done,
  }),
  'POST /user-s/org/{id}/member/{userId}': endpoint({
    summary: "Change a member's role; the last administrator stays one",
    undo: 'access',
    features: ['organizationManage'],
    right: inOrganization('admin', 'params.id'),
    params: idParams.extend({ userId: id }),
    body: z.object({ role: orgRole }),
    reply: done,
  }),
  /** Members who remove themselves leave: the cookie is set again as with `leave`. */
  'DELETE /user-s/org/{id}/member/{userId}': endpoint({
    summary: 'Remove a member and end their sessions that act for the organization',
    undo: 'access',
    features: ['organizationManage'],
    right: inOrganization('admin', 'params.id'),
    params: idParams.extend({ userId: id }),
    reply: done,
  }),
  /** The calling session becomes personal; its old token stops working and the cookie is set again. */
  'POST /user-s/org/{id}/leave': endpoint({
    summary: 'Leave the organization; the last administrator cannot',
    undo: 'access',
    right: inOrganization('user', 'params.id'),
    params: idParams,
    reply: tokenReply,
  }),
  'GET /user-s/invitation': endpoint({
    summary: "Pending invitations to the user's email address",
    right: signedIn,
    reply: z.object({ data: z.array(invitationView.extend({ id: z.number().int() })) }),
  }),
  'POST /user-s/invitation/look': endpoint({
    summary: 'The target of an invitation link',
    right: anyone,
    reads: true,
    body: z.object({ token: z.string().min(1).max(200) }),
    reply: invitationView,
  }),
  'POST /user-s/invitation/accept': endpoint({
    summary: "Accept an invitation by its link, or by its ID when it was sent to the user's email address",
    undo: 'access',
    right: signedIn,
    body: z.union([z.strictObject({ token: z.string().min(1).max(200) }), z.strictObject({ id })]),
    reply: z.object({ organizationId: z.number().int().nullable(), plantId: z.number().int().nullable() }),
  }),
  'POST /user-s/invitation/{id}/decline': endpoint({
    summary: "Decline an invitation to the user's email address",
    undo: 'access',
    right: signedIn,
    params: idParams,
    reply: done,
  }),
} as const
