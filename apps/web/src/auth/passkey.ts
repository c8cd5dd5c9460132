/** Sign-in by passkey (WebAuthn): started by a button, or offered by the browser in the account field. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { completeSignIn } from './session.ts'

const USED = 'heliograph.passkey'

/** Browsers support passkeys only over https (or on this machine). */
export const canUsePasskeys = (): boolean => window.isSecureContext && typeof PublicKeyCredential === 'function'

/** A passkey was added or used in this browser; from now on the account field offers it. */
export const rememberPasskey = (): void => localStorage.setItem(USED, '1')
export const wasPasskeyUsed = (): boolean => localStorage.getItem(USED) !== null

/** The person closed the browser's dialog, or it timed out. */
export const wasPasskeyDeclined = (failure: unknown): boolean =>
  failure instanceof Error && (failure.name === 'NotAllowedError' || failure.name === 'AbortError')

type PasskeyOptions = Readonly<{
  keep: () => boolean
  /** Waits in the account field instead of opening a dialog at once. */
  isOffer?: boolean
  /** A passkey was chosen: from here on the server checks it. */
  onChosen?: () => void
}>

/** @throws CallFailure (PASSKEY_FAILED ...); the browser's error when no passkey was chosen (`wasPasskeyDeclined`) */
export async function signInByPasskey(client: QueryClient, { keep, isOffer, onChosen }: PasskeyOptions): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { challengeId, options } = await call('POST /oauth2-s/oauth/passkey/options', { body: {} })
  const response = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    useBrowserAutofill: isOffer ?? false,
    // The field may still be outside of the document, behind the screen that the server drew.
    verifyBrowserAutofillInput: false,
  })
  onChosen?.()
  const token = await call('POST /oauth2-s/oauth/passkey', {
    body: { challengeId, response: response as unknown as Record<string, unknown>, keep: keep() },
  })
  rememberPasskey()
  await completeSignIn(client, token)
}

/** Whether the browser can offer passkeys in a field. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (!canUsePasskeys() || !wasPasskeyUsed()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

/** Ends a waiting offer. */
export async function endPasskeyOffer(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
