import { createHash } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'

/** Whom a passkey is made for (Web Authentication, Level 2: relying party). */
export type RelyingParty = Readonly<{
  /** The host that the visitor typed; a passkey of one host opens nothing at another. */
  host: string
  /** Scheme, host and port that the visitor's page came from. */
  origins: readonly string[]
  name: string
}>
export type NewCredential = WebAuthnCredential
/** What a browser sent; nothing of it is believed before it was verified. */
export type GivenCredential = Readonly<Record<string, unknown>>

/** What a browser is called with: a challenge that is kept here under its id. */
export type PasskeyChallenge = Readonly<{ challengeId: string; options: Readonly<Record<string, unknown>> }>
export type KeptChallenge = Readonly<{ challenge: string; host: string }>
export const PASSKEY_CHALLENGE_MS = 5 * 60_000

/** A few kB at most; certificates, which are not asked for, would be larger. */
const mostCharacters = 16_000

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
export function verifyNew(party: RelyingParty, challenge: string, given: GivenCredential): Promise<NewCredential> {
  return orFailed(given, async () => {
    const response = given as unknown as RegistrationResponseJSON
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
 * Whose passkey it is says the row that its id found. The user handle that comes with it is not signed, and is an earlier
 * one where the account moved here from another data centre.
 * @returns the new counter @throws Refusal PASSKEY_FAILED, also when the counter did not grow: the key was copied
 */
export function verifyUse(
  party: Pick<RelyingParty, 'host' | 'origins'>,
  challenge: string,
  given: GivenCredential,
  credential: Readonly<{ id: string; publicKey: Buffer; counter: number }>,
): Promise<number> {
  return orFailed(given, async () => {
    const response = given as unknown as AuthenticationResponseJSON
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

/** None were asked for, and the library would ask their makers over the network whether they still hold. */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const object = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = object.get('fmt')
  const isPlain = format === 'none' || (format === 'packed' && object.get('attStmt').get('x5c') === undefined)
  if (!isPlain) throw new Refusal('PASSKEY_FAILED')
}

/** Whatever the library stumbles over in what a stranger sent is the same: it is no passkey of ours. */
async function orFailed<T>(given: GivenCredential, work: () => Promise<T | undefined>): Promise<T> {
  const result = JSON.stringify(given).length > mostCharacters ? undefined : await work().catch(() => undefined)
  if (result === undefined) throw new Refusal('PASSKEY_FAILED')
  return result
}
