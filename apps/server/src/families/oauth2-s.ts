import { type OpenedSession, signIn } from '../accounts/accounts.ts'
import type { FamilyHandlers } from './handler.ts'

export const toTokenReply = ({ token, expiresInS }: OpenedSession) => ({
  access_token: token,
  token_type: 'bearer' as const,
  expires_in: expiresInS,
})

export const oauth2Handlers: FamilyHandlers<'oauth2-s'> = {
  'POST /oauth2-s/oauth/token': async ({ body, context }) => {
    const { username, password, keep } = body
    const given = { account: username, password, keep: keep === '1', nowMs: context.nowMs, ...context.client }
    const opened = await signIn(context.db, given)
    context.keepSession(opened)
    return toTokenReply(opened)
  },
  'POST /oauth2-s/oauth/logout': async ({ context }) => {
    await context.dropSession()
    return { success: true }
  },
}
