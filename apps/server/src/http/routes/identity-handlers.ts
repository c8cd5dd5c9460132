import { preferences } from '@heliograph/contract/user-s/profile.ts'
import { functionCodes, functionStateOf, roleOf, rolesOf } from '@heliograph/domain/permissions.ts'
import { getCurrentUser } from '../../people/accounts/accounts.ts'
import { countInvitations, findIdentities, takeIdentity } from '../../people/organizations/organizations.ts'
import { hasOffers } from '../../people/sharing/sharing.ts'
import { noteVisit } from '../../platform/branding/branding.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'
import { toTokenReply } from './token-handlers.ts'

/** The calling session gets new tokens. */
export const renewalOf = ({ token = '', client, nowMs }: UserContext) => ({ token, center: client.center, nowMs })

export const identityHandlers = {
  'GET /user-s/acc/org/login-user': async ({ context }) => {
    const { db, session, nowMs } = context
    const [user, identities, invitationCount, isOffered] = await Promise.all([
      getCurrentUser(db, session, nowMs),
      findIdentities(db, session.userId, nowMs),
      countInvitations(db.kysely, session.userId, nowMs),
      hasOffers(db, session, nowMs),
      // A program's visit says nothing about the brand that its person reads.
      session.accessTokenId === null && noteVisit(db, session.userId, context.visit),
    ])
    const role = roleOf(session.identity)
    const present = identities.find(({ organizationId }) => organizationId === session.organizationId)
    return {
      ...user,
      preferences: preferences.parse(user.preferences),
      prompts: [...user.prompts, ...(isOffered ? (['plantOffer'] as const) : [])],
      identity: session.identity,
      organization: session.organizationId === null ? null : { id: session.organizationId, name: present?.name ?? '' },
      roleId: role.id,
      roles: rolesOf(session.identity).map(({ id, code }) => ({ id, code })),
      functions: functionCodes.map((code) => ({ code, isOn: functionStateOf(role, code) })),
      roleCodes: role.roleCodes,
      invitationCount,
    }
  },
  'GET /user-s/acc/identity': async ({ context }) => {
    const { db, session, nowMs } = context
    const identities = await findIdentities(db, session.userId, nowMs)
    return {
      data: identities.map((identity) => ({
        ...identity,
        roleId: roleOf(identity.identity).id,
        isCurrent: identity.organizationId === session.organizationId,
      })),
    }
  },
  'POST /user-s/acc/identity': async ({ body, context }) => {
    const opened = await takeIdentity(context.db, context.session.userId, body.organizationId, renewalOf(context))
    context.keepSession(opened)
    return toTokenReply(opened)
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
