import { createHash } from 'node:crypto'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'

/** The relying party of a passkey (Web Authentication, Level 2). */
export type RelyingParty = Readonly<{
  /** The host that the visitor typed; a passkey of one host opens nothing at another. */
  host: string
  /** Scheme, host and port that the visitor's page came from. */
  origins: readonly string[]
  name: string
}>
export type NewCredential = WebAuthnCredential
/** The browser's answer; untrusted until verified. */
export type GivenCredential = Readonly<Record<string, unknown>>

/** The options for the browser; the server keeps their challenge under its ID. */
export type PasskeyChallenge = Readonly<{ challengeId: string; options: Readonly<Record<string, unknown>> }>
export type KeptChallenge = Readonly<{ challenge: string; host: string }>
export const PASSKEY_CHALLENGE_MS = 5 * MINUTE_MS

/** A few kB at most; certificates, which are not asked for, would be larger. */
const MOST_CHARACTERS = 16_000

/** Loaded at the first use: it takes longer than all the rest of the start. */
const load = () => import('@simplewebauthn/server')

/** Stays the same, says nothing, and makes a second passkey on the same device replace the first. */
const userHandleOf = (userId: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`user handle\0${userId}`).digest())

/** The user proves by finger, face or PIN that they hold the device: both factors in one. */
export async function makeCreationOptions(
  party: RelyingParty,
  user: Readonly<{ id: number; account: string; nickname: string }>,
  present: readonly Readonly<{ id: string; transports: string[] }>[],
) {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.host,
    userID: userHandleOf(user.id),
    userName: user.account,
    userDisplayName: user.nickname,
    attestationType: 'none',
    timeout: PASSKEY_CHALLENGE_MS,
    excludeCredentials: [...present],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

export async function makeRequestOptions(party: Pick<RelyingParty, 'host'>) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: party.host,
    userVerification: 'required',
    timeout: PASSKEY_CHALLENGE_MS,
  })
}

/** @throws Refusal PASSKEY_FAILED */
export function verifyNew(party: RelyingParty, challenge: string, options: GivenCredential): Promise<NewCredential> {
  return orFailed(options, async () => {
    const response = options as unknown as RegistrationResponseJSON
    await refuseCertificates(response.response.attestationObject)
    const { verifyRegistrationResponse } = await load()
    const result = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.host,
      requireUserVerification: true,
    })
    return result.verified ? result.registrationInfo.credential : undefined
  })
}

/**
 * Verifies the use of a passkey. The row found by the credential's ID names the owner. The user handle is not signed
 * and may be an old one for an account that moved here from another data center.
 * @returns the new counter
 * @throws Refusal PASSKEY_FAILED, also when the counter did not grow: the key was copied
 */
export function verifyUse(
  party: Pick<RelyingParty, 'host' | 'origins'>,
  challenge: string,
  options: GivenCredential,
  credential: Readonly<{ id: string; publicKey: Buffer; counter: number }>,
): Promise<number> {
  return orFailed(options, async () => {
    const response = options as unknown as AuthenticationResponseJSON
    const { verifyAuthenticationResponse } = await load()
    const { id, publicKey, counter } = credential
    const result = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.host,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    })
    return result.verified ? result.authenticationInfo.newCounter : undefined
  })
}

/**
 * No attestation: the server requests none, and the library would ask the makers over the network about its validity.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const object = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = object.get('fmt')
  const isPlain = format === 'none' || (format === 'packed' && object.get('attStmt').get('x5c') === undefined)
  if (!isPlain) throw new Refusal('PASSKEY_FAILED')
}

/** Any error of the library about foreign input means the same: the passkey is not valid here. */
async function orFailed<T>(options: GivenCredential, work: () => Promise<T | undefined>): Promise<T> {
  const result = JSON.stringify(options).length > MOST_CHARACTERS ? undefined : await work().catch(() => undefined)
  if (result === undefined) throw new Refusal('PASSKEY_FAILED')
  return result
}
