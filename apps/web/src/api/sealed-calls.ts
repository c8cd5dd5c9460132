import type { CallInput, CallName } from '@heliograph/contract/calls.ts'

type Secret = 'password' | 'proof' | 'code' | 'mergeInto' | 'humanCheck'
type KeysOf<B> = B extends unknown ? keyof B : never
/** Calls whose body holds a credential (not those between servers; an organization's code is no secret). */
export type SecretCall = {
  [N in CallName]: N extends `${string}/transfer/${string}` | 'POST /maintain-s/station/addRelated/business'
    ? never
    : Extract<KeysOf<CallInput<N>['body']>, Secret> extends never
      ? never
      : N
}[CallName]

// The compiler asks for a row here when a call of the contract carries a secret.
export const sealedCalls: Readonly<Record<SecretCall, true>> = {
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
  'POST /user-s/acc/binding': true,
  'DELETE /user-s/acc/binding/{provider}': true,
  'POST /user-s/acc/export': true,
  'POST /user-s/acc/cancel': true,
  'POST /user-s/acc/move': true,
  'POST /maintain-s/station/{id}/owner': true,
  'DELETE /maintain-s/station': true,
  'DELETE /maintain-s/station/bin/{id}': true,
}
