import { createFirstAdministrator, isSetupOpen, isSetupToken } from '../../people/accounts/accounts.ts'
import type { FamilyHandlers } from './handler.ts'
import { keepSignIn } from './token-handlers.ts'

export const setupHandlers = {
  'GET /user-s/acc/setup': async ({ context }) => ({ open: await isSetupOpen(context.db) }),
  'POST /user-s/acc/setup/link': async ({ body, context }) => ({
    works: await isSetupToken(context.db, body.token, context.nowMs),
  }),
  'POST /user-s/acc/setup': async ({ body, context }) => {
    const { token, account, password, nickname } = body
    const given = { token, account, password, nickname, nowMs: context.nowMs, ...context.client }
    const signedIn = await createFirstAdministrator(context.db, given)
    return keepSignIn(context, signedIn)
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
