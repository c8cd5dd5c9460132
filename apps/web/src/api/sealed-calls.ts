import type { CallName, Calls } from '@heliograph/contract/calls.ts'

/** Calls whose body holds a credential, as the contract says: the page encrypts it. */
export type SealedCall = { [N in CallName]: Calls[N] extends { sealed: true } ? N : never }[CallName]

// The page loads no contract: the compiler asks for a row here.
export const sealedCalls: Readonly<Record<SealedCall, true>> = {
  'POST /oauth2-s/oauth/token': true,
  'POST /oauth2-s/oauth/hand-over': true,
  'POST /oauth2-s/third-party/callback': true,
  'POST /user-s/acc/check-user': true,
  'POST /user-s/acc/setup': true,
  'POST /user-s/acc/verification-code': true,
  'POST /user-s/acc/register': true,
  'POST /user-s/acc/password-reset': true,
  'POST /user-s/acc/password': true,
  'POST /user-s/acc/contact': true,
  'DELETE /user-s/acc/contact': true,
  'POST /user-s/acc/authenticator': true,
  'POST /user-s/acc/authenticator/confirm': true,
  'POST /user-s/acc/authenticator/recovery-codes': true,
  'DELETE /user-s/acc/authenticator': true,
  'POST /user-s/acc/passkey/options': true,
  'DELETE /user-s/acc/passkey/{id}': true,
  'POST /user-s/acc/token': true,
  'POST /user-s/acc/token/solarman': true,
  'POST /user-s/acc/webhook': true,
  'POST /user-s/acc/broker': true,
  'POST /user-s/acc/broker/{id}': true,
  'POST /user-s/acc/binding': true,
  'DELETE /user-s/acc/binding/{provider}': true,
  'POST /user-s/acc/export': true,
  'POST /user-s/acc/cancel': true,
  'POST /user-s/acc/move': true,
  'POST /maintain-s/station/{id}/owner': true,
  'DELETE /maintain-s/station': true,
  'DELETE /maintain-s/station/bin/{id}': true,
}
