import { beginPasskeySignIn, type RelyingParty, signInByPasskey } from '../../people/accounts/accounts.ts'
import { getBrand } from '../../platform/branding/branding.ts'
import type { FamilyHandlers, PublicContext } from './handler.ts'
import { entryOf, keepSignIn } from './token-handlers.ts'

/** The product's name on this host; authenticator apps and browsers show it beside a passkey. */
export async function productNameOf({ db, host }: PublicContext): Promise<string> {
  const { texts } = await getBrand(db, host)
  return texts.find(({ type }) => type === 'SHOW_NAME')?.text || 'Heliograph'
}

export const relyingPartyOf = async (context: PublicContext): Promise<RelyingParty> => ({
  host: context.host,
  origins: context.origins,
  name: await productNameOf(context),
})

export const passkeyHandlers = {
  'POST /oauth2-s/oauth/passkey/options': async ({ context }) => {
    const { challengeId, options } = await beginPasskeySignIn(context.db, context, context.nowMs)
    return { challengeId, options }
  },
  'POST /oauth2-s/oauth/passkey': async ({ body, context }) => {
    const { challengeId, response, keep } = body
    const { nowMs, client } = context
    const options = { challengeId, response, keep, nowMs, party: context, ...client }
    return keepSignIn(context, await signInByPasskey(context.db, options, entryOf(context)))
  },
} satisfies Partial<FamilyHandlers<'oauth2-s'>>
