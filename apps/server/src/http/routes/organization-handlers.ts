import { Refusal } from '@heliograph/domain/errors.ts'
import {
  acceptInvitation,
  changeMemberRole,
  createOrganization,
  declineInvitation,
  dissolveOrganization,
  findInvitation,
  getOrganization,
  type Inviting,
  inviteToOrganization,
  leaveOrganization,
  listOwnInvitations,
  removeMember,
  renameOrganization,
  withdrawInvitation,
} from '../../people/organizations/organizations.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'
import { renewalOf } from './identity-handlers.ts'
import { toTokenReply } from './token-handlers.ts'

export const toInviting = ({ services, visit: host, session, nowMs }: UserContext, language: string): Inviting => ({
  mail: services.mail,
  publicUrl: services.publicUrl,
  host,
  language,
  userId: session.userId,
  nowMs,
})

export const organizationHandlers = {
  'POST /user-s/org': async ({ body, context }) => {
    const { db, session, nowMs } = context
    // An organization's identity cannot create an organization (domain/permissions.ts, organizationCreate).
    if (session.organizationId !== null) throw new Refusal('NO_PERMISSION')
    return { id: await createOrganization(db, { userId: session.userId, name: body.name, nowMs }) }
  },
  'GET /user-s/org/{id}': ({ params, context }) =>
    getOrganization(context.db, context.session, params.id, context.nowMs),
  'POST /user-s/org/{id}': async ({ params, body, context }) => {
    await renameOrganization(context.db, context.session, params.id, body.name)
    return { success: true }
  },
  'DELETE /user-s/org/{id}': async ({ params, body, context }) => {
    const options = { organizationId: params.id, name: body.name, ...renewalOf(context) }
    const opened = await dissolveOrganization(context.db, context.session, options)
    context.keepSession(opened)
    return toTokenReply(opened)
  },
  'POST /user-s/org/{id}/invitation': async ({ params, body, context }) => {
    const options = { organizationId: params.id, email: body.email, role: body.role }
    await inviteToOrganization(context.db, toInviting(context, body.language), options)
    return { success: true }
  },
  'DELETE /user-s/org/{id}/invitation/{invitationId}': async ({ params, context }) => {
    await withdrawInvitation(context.db, { organizationId: params.id }, params.invitationId)
    return { success: true }
  },
  'POST /user-s/org/{id}/member/{userId}': async ({ params, body, context }) => {
    const change = { organizationId: params.id, userId: params.userId, role: body.role }
    await changeMemberRole(context.db, context.session, change)
    return { success: true }
  },
  'DELETE /user-s/org/{id}/member/{userId}': async ({ params, context }) => {
    const options = { organizationId: params.id, userId: params.userId, ...renewalOf(context) }
    const opened = await removeMember(context.db, context.session, options)
    if (opened !== undefined) context.keepSession(opened)
    return { success: true }
  },
  'POST /user-s/org/{id}/leave': async ({ params, context }) => {
    const options = { organizationId: params.id, ...renewalOf(context) }
    const opened = await leaveOrganization(context.db, context.session, options)
    context.keepSession(opened)
    return toTokenReply(opened)
  },
  'GET /user-s/invitation': async ({ context }) => ({
    data: await listOwnInvitations(context.db, context.session.userId, context.nowMs),
  }),
  'POST /user-s/invitation/look': async ({ body, context }) => {
    const found = await findInvitation(context.db, body.token, context.nowMs)
    if (found === undefined) throw new Refusal('INVITATION_INVALID')
    return found
  },
  'POST /user-s/invitation/accept': async ({ body, context }) => {
    const options = { ...body, userId: context.session.userId, nowMs: context.nowMs }
    return await context.db.transaction((transaction) => acceptInvitation(transaction, options))
  },
  'POST /user-s/invitation/{id}/decline': async ({ params, context }) => {
    await declineInvitation(context.db, context.session.userId, params.id, context.nowMs)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
