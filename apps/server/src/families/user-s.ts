import { createFirstAdministrator, getCurrentUser, setupIsOpen } from '../accounts/accounts.ts'
import type { FamilyHandlers } from './handler.ts'
import { toTokenReply } from './oauth2-s.ts'

export const userHandlers: FamilyHandlers<'user-s'> = {
  'GET /user-s/acc/org/login-user': async ({ context }) => {
    const user = await getCurrentUser(context.db, context.session.userId)
    return {
      ...user,
      identity: user.isAdmin ? 'MANAGER' : 'USER',
      functions: [],
      roleCodes: user.isAdmin ? ['user', 'manager'] : ['user'],
    }
  },
  'GET /user-s/acc/setup': async ({ context }) => ({ open: await setupIsOpen(context.db) }),
  'POST /user-s/acc/setup': async ({ body, context }) => {
    const { token, account, password, nickname } = body
    const given = { token, account, password, nickname, nowMs: context.nowMs, ...context.client }
    const opened = await createFirstAdministrator(context.db, given)
    context.keepSession(opened)
    return toTokenReply(opened)
  },
}
