import { Refusal } from '@heliograph/domain/errors.ts'
import { finishFirstStep, openVerifiedSession } from '../../people/accounts/accounts.ts'
import {
  type Arrival,
  findBoundUser,
  HOME_ASSISTANT,
  putTicket,
  registerWithTicket,
} from '../../people/identity-providers/identity-providers.ts'
import { findTextsToAccept } from '../../platform/branding/branding.ts'
import type { FamilyHandlers, PublicContext } from './handler.ts'
import { requireHomeDataCenter } from './home-data-center.ts'
import { entryOf, keepSignIn } from './token-handlers.ts'

export const thirdPartyHandlers = {
  'GET /oauth2-s/third-party': async ({ context: { services, homeAssistantUser } }) => {
    const { id, name } = HOME_ASSISTANT
    const here = homeAssistantUser && services.homeAssistant ? [{ id, name, kind: 'ingress' as const }] : []
    return { data: [...here, ...services.identityProviders.providers] }
  },
  'POST /oauth2-s/third-party/ingress': async ({ body, context }) => {
    const { db, nowMs, services, client, homeAssistantUser: user, country } = context
    if (services.homeAssistant === undefined || user === undefined) throw new Refusal('THIRD_PARTY_UNKNOWN')
    const { language } = body
    const options = { user, client, language, country: country ?? '', nowMs }
    return keepSignIn(context, await services.homeAssistant.enter(db, options, entryOf(context)))
  },
  'POST /oauth2-s/third-party/start': async ({ body, context: { db, services, nowMs } }) =>
    services.identityProviders.start(db, {
      provider: body.provider,
      purpose: { kind: 'signIn', keep: body.keep },
      nowMs,
    }),
  'POST /oauth2-s/third-party/callback': async ({ body, context }) => {
    const { db, nowMs, services, client } = context
    const arrival = await services.identityProviders.finish(db, {
      state: body.state,
      code: body.code,
      iss: body.iss,
      nowMs,
    })
    const { provider, account, purpose } = arrival
    if (purpose.kind === 'bind')
      return { outcome: 'bind' as const, ...(await toArrived(context, arrival, purpose.userId)) }
    const userId = await findBoundUser(db.kysely, provider.id, account)
    if (userId === undefined)
      return { outcome: 'unbound' as const, ...(await toArrived(context, arrival, null)), email: account.email }
    const entry = { ...client, userId, method: 'thirdParty' as const, keep: purpose.keep, nowMs }
    const signedIn = await finishFirstStep(db, entry, entryOf(context))
    return { outcome: 'signedIn' as const, token: keepSignIn(context, signedIn) }
  },
  'POST /oauth2-s/third-party/register': async ({ body, context }) => {
    const { db, nowMs, visit, services, client } = context
    if (!services.registrationOpen) throw new Refusal('REGISTRATION_CLOSED')
    const { ticket, country, language } = body
    requireHomeDataCenter(context, country)
    const accepted = await findTextsToAccept(db, { visit, language, shown: body.acceptedTexts, nowMs })
    const signedIn = await db.transaction(async (kysely) => {
      const options = { ticket, country, language, accepted, nowMs, find: services.identityProviders.find }
      const userId = await registerWithTicket(kysely, options)
      return openVerifiedSession(
        kysely,
        { ...client, userId, method: 'register', keep: body.keep, nowMs },
        entryOf(context),
      )
    })
    return keepSignIn(context, signedIn)
  },
} satisfies Partial<FamilyHandlers<'oauth2-s'>>

/** The page's view of a visitor who came back from the provider, with the ticket for the next step. */
async function toArrived({ db, nowMs }: PublicContext, { provider, account }: Arrival, userId: number | null) {
  const ticket = await putTicket(db.kysely, { provider: provider.id, account, userId }, nowMs)
  return { ticket, provider: provider.id, name: provider.name, label: account.label }
}
