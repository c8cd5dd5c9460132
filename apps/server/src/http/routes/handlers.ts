import { preferences } from '@heliograph/contract/user-s/profile.ts'
import {
  changePreferences,
  changeProfile,
  createFirstAdministrator,
  findPhoto,
  isSetupOpen,
  isSetupToken,
  setPhoto,
} from '../../people/accounts/accounts.ts'
import {
  bindTicket,
  HOME_ASSISTANT,
  isFreshSession,
  listBindings,
  removeBinding,
} from '../../people/identity-providers/identity-providers.ts'
import { ENCRYPTED_VALID_S } from '../../platform/encryption/encryption.ts'
import { findCountryOfAddress } from '../../platform/places/places.ts'
import { leavingHandlers } from './account-lifecycle-handlers.ts'
import { agentHandlers } from './agent-handlers.ts'
import { backyardHandlers } from './backyard-api-s.ts'
import { brokerHandlers } from './broker-handlers.ts'
import { deviceSHandlers } from './device-s.ts'
import type { FamilyHandlers, Handlers } from './handler.ts'
import { identityHandlers } from './identity-handlers.ts'
import { thirdPartyHandlers } from './identity-provider-handlers.ts'
import { maintainHandlers } from './maintain-s.ts'
import { messageSHandlers } from './message-s.ts'
import { moveHandlers } from './move-handlers.ts'
import { organizationHandlers } from './organization-handlers.ts'
import { confirmIdentity } from './own-change.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { regionHandlers } from './region-s.ts'
import { registrationHandlers } from './registration-handlers.ts'
import { roleHandlers } from './role-handlers.ts'
import { toSeconds } from './scales.ts'
import { secondFactorHandlers } from './second-factor-handlers.ts'
import { securityHandlers } from './security-handlers.ts'
import { sessionHandlers } from './session-handlers.ts'
import { keepSignIn, tokenHandlers } from './token-handlers.ts'
import { undoHandlers } from './undo-handlers.ts'
import { webhookHandlers } from './webhook-handlers.ts'

const visitorHandlers = {
  'GET /user-s/acc/country-info': async ({ context }) => ({
    countryCode: context.country ?? (await findCountryOfAddress(context.client.address)),
  }),
  'GET /user-s/acc/client-ip': async ({ context }) => ({ ip: context.client.address }),
} satisfies Partial<FamilyHandlers<'user-s'>>

const sealHandlers = {
  'GET /oauth2-s/oauth/public-key': async ({ context }) => ({
    keyId: context.services.encryptionKey.keyId,
    publicKey: context.services.encryptionKey.publicPem,
    now: context.nowMs,
    validForS: ENCRYPTED_VALID_S,
  }),
} satisfies Partial<FamilyHandlers<'oauth2-s'>>

const transferHandlers = {
  'POST /user-s/transfer/begin': ({ body, context }) => context.services.dataCenters.receive.begin(body),
  'POST /user-s/transfer/rows': ({ body, context }) => context.services.dataCenters.receive.rows(body),
  'POST /user-s/transfer/finish': ({ body, context }) => context.services.dataCenters.receive.finish(body),
  'POST /user-s/transfer/cancel': ({ body, context }) => context.services.dataCenters.receive.cancel(body),
  'POST /user-s/transfer/records': ({ body, context }) => context.services.dataCenters.receive.records(body),
} satisfies Partial<FamilyHandlers<'user-s'>>

const setupHandlers = {
  'GET /user-s/acc/setup': async ({ context }) => ({ open: await isSetupOpen(context.db) }),
  'POST /user-s/acc/setup/link': async ({ body, context }) => ({
    works: await isSetupToken(context.db, body.token, context.nowMs),
  }),
  'POST /user-s/acc/setup': async ({ body, context }) => {
    const { token, account, password, nickname } = body
    const options = { token, account, password, nickname, nowMs: context.nowMs, ...context.client }
    const signedIn = await createFirstAdministrator(context.db, options)
    return keepSignIn(context, signedIn)
  },
} satisfies Partial<FamilyHandlers<'user-s'>>

const profileHandlers = {
  'POST /user-s/acc/profile': async ({ body, context }) => {
    await changeProfile(context.db, context.session.userId, body, context.nowMs)
    return { success: true }
  },
  'POST /user-s/acc/preferences': async ({ body, context }) =>
    preferences.parse(await changePreferences(context.db, context.session, body, context.nowMs)),
  'GET /user-s/acc/photo': async ({ context }) => ({
    photo: (await findPhoto(context.db, context.session.userId)) ?? null,
  }),
  'POST /user-s/acc/photo': async ({ body, context }) => {
    await setPhoto(context.db, context.session.userId, body.photo)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>

const bindingHandlers = {
  'GET /user-s/acc/binding': async ({ context: { db, session, services } }) => ({
    data: (await listBindings(db, session.userId)).map(({ provider, label, sinceMs }) => ({
      provider,
      // A provider that is no longer configured is shown by its short name.
      name:
        provider === HOME_ASSISTANT.id
          ? HOME_ASSISTANT.name
          : (services.identityProviders.find(provider)?.name ?? provider),
      label,
      since: toSeconds(sinceMs),
    })),
  }),
  'POST /user-s/acc/binding/start': async ({ body, context: { db, session, services, nowMs } }) =>
    services.identityProviders.start(db, {
      provider: body.provider,
      purpose: { kind: 'bind', userId: session.userId },
      nowMs,
    }),
  'POST /user-s/acc/binding': async ({ body, context }) => {
    const { db, session, services, nowMs } = context
    // A stolen session must not add its own sign-in method.
    if (!(await isFreshSession(db, session.id, nowMs))) await confirmIdentity(context, body.proof ?? {})
    const { find } = services.identityProviders
    await bindTicket(db, { ticket: body.ticket, userId: session.userId, nowMs, find })
    return { success: true }
  },
  'DELETE /user-s/acc/binding/{provider}': async ({ params, body, context }) => {
    await confirmIdentity(context, body.proof)
    await removeBinding(context.db, context.session.userId, params.provider)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>

const userHandlers: FamilyHandlers<'user-s'> = {
  ...visitorHandlers,
  ...setupHandlers,
  ...identityHandlers,
  ...registrationHandlers,
  ...profileHandlers,
  ...securityHandlers,
  ...webhookHandlers,
  ...brokerHandlers,
  ...secondFactorHandlers,
  ...sessionHandlers,
  ...organizationHandlers,
  ...leavingHandlers,
  ...moveHandlers,
  ...transferHandlers,
  ...bindingHandlers,
  ...undoHandlers,
}

const oauth2Handlers: FamilyHandlers<'oauth2-s'> = {
  ...tokenHandlers,
  ...passkeyHandlers,
  ...sealHandlers,
  ...thirdPartyHandlers,
}

const authHandlers: FamilyHandlers<'auth-s'> = {
  ...roleHandlers,
}

/** Every call of the contract. */
export const handlers: Handlers = {
  ...agentHandlers,
  ...oauth2Handlers,
  ...userHandlers,
  ...authHandlers,
  ...backyardHandlers,
  ...maintainHandlers,
  ...deviceSHandlers,
  ...regionHandlers,
  ...messageSHandlers,
}
