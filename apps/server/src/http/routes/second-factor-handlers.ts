import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  replaceRecoveryCodes,
  turnAuthenticatorOff,
  turnAuthenticatorOn,
} from '../../people/accounts/accounts.ts'
import type { FamilyHandlers } from './handler.ts'
import { confirmIdentity, toChange } from './own-change.ts'
import { productNameOf, relyingPartyOf } from './passkey-handlers.ts'
import { toSeconds, toSecondsOrNull } from './scales.ts'

const toPasskeyRow = ({ createdAtMs, lastUsedAtMs, ...row }: Passkey) => ({
  ...row,
  createdAt: toSeconds(createdAtMs),
  lastUsedAt: toSecondsOrNull(lastUsedAtMs),
})

export const secondFactorHandlers = {
  'POST /user-s/acc/authenticator': async ({ body, context }) => {
    await confirmIdentity(context, body.proof)
    return beginAuthenticator(context.db, context.session.userId, await productNameOf(context))
  },
  'POST /user-s/acc/authenticator/confirm': async ({ body, context }) => ({
    recoveryCodes: [...(await turnAuthenticatorOn(context.db, body.code, toChange(context)))],
  }),
  'POST /user-s/acc/authenticator/recovery-codes': async ({ body, context }) => {
    await confirmIdentity(context, body.proof)
    return { recoveryCodes: [...(await replaceRecoveryCodes(context.db, toChange(context)))] }
  },
  'DELETE /user-s/acc/authenticator': async ({ body, context }) => {
    await confirmIdentity(context, body.proof)
    await turnAuthenticatorOff(context.db, toChange(context))
    return { success: true }
  },
  'GET /user-s/acc/passkey': async ({ context }) => ({
    data: (await listPasskeys(context.db, context.session.userId)).map(toPasskeyRow),
  }),
  'POST /user-s/acc/passkey/options': async ({ body, context }) => {
    await confirmIdentity(context, body.proof)
    const { db, session, nowMs } = context
    const { challengeId, options } = await beginPasskey(db, session.userId, await relyingPartyOf(context), nowMs)
    return { challengeId, options }
  },
  'POST /user-s/acc/passkey': async ({ body, context }) => {
    const { challengeId, response, name } = body
    const options = { challengeId, response, name, party: await relyingPartyOf(context) }
    return toPasskeyRow(await addPasskey(context.db, options, toChange(context)))
  },
  'DELETE /user-s/acc/passkey/{id}': async ({ params, body, context }) => {
    await confirmIdentity(context, body.proof)
    await removePasskey(context.db, params.id, toChange(context))
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
