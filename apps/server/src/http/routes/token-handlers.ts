import type { TokenReply } from '@heliograph/contract/oauth2-s/oauth.ts'
import {
  findHandOver,
  finishSecondStep,
  type OpenedSession,
  refreshSession,
  renewSession,
  type SignedIn,
  type SignInServices,
  signIn,
  takeHandOver,
} from '../../people/accounts/accounts.ts'
import type { FamilyHandlers, PublicContext } from './handler.ts'

export const toTokenReply = ({ token, refreshToken, expiresInS }: OpenedSession): TokenReply => ({
  access_token: token,
  token_type: 'bearer' as const,
  expires_in: expiresInS,
  refresh_token: refreshToken,
})

/** The services of a sign-in beside the database. */
export const entryOf = ({ services, visit: host }: PublicContext): SignInServices => ({
  mail: services.mail,
  publicUrl: services.publicUrl,
  humanCheck: services.humanCheck,
  host,
})

/** Sets the cookies of a new session and returns it. */
export function keepSignIn(context: PublicContext, signedIn: SignedIn): TokenReply {
  context.keepSession(signedIn)
  context.keepBrowser(signedIn.browser)
  return toTokenReply(signedIn)
}

export const tokenHandlers = {
  'POST /oauth2-s/oauth/token': async ({ body, context }) => {
    const { db, nowMs, client, token } = context
    switch (body.grant_type) {
      case 'second_factor': {
        const options = { challenge: body.challenge, code: body.code, nowMs, ...client }
        return keepSignIn(context, await finishSecondStep(db, options, entryOf(context)))
      }
      case 'hand_over':
        return keepSignIn(context, await takeHandOver(db, { code: body.code, nowMs, ...client }, entryOf(context)))
      case 'refresh_token': {
        const renewal = { nowMs, center: client.center }
        // A program keeps its tokens itself: a cookie would give them to every user of its cookie jar.
        if (body.refresh_token !== undefined)
          return toTokenReply(await refreshSession(db.kysely, body.refresh_token, renewal))
        const opened = await renewSession(db.kysely, token, renewal)
        context.keepSession(opened)
        return toTokenReply(opened)
      }
      default: {
        const { username: account, password, human_check: humanCheck } = body
        const options = { account, password, humanCheck, keep: body.keep === '1', nowMs, ...client }
        return keepSignIn(context, await signIn(db, options, entryOf(context)))
      }
    }
  },
  'POST /oauth2-s/oauth/hand-over': async ({ body, context }) => {
    const { db, nowMs, client } = context
    const { userId: id, account } = await findHandOver(db, { ...body, nowMs, center: client.center })
    return { id, account }
  },
  'POST /oauth2-s/oauth/logout': async ({ context }) => {
    await context.dropSession()
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'oauth2-s'>>
