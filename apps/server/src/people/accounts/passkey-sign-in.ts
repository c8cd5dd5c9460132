import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { putOneTimeToken, takeOneTimeToken } from '../../platform/one-time-tokens/one-time-tokens.ts'
import { finishFirstStep, type SignedIn, type SignInServices, type VerifiedSignIn } from './session-opening.ts'
import { noteAttempt } from './sign-in-log.ts'
import {
  type GivenCredential,
  type KeptChallenge,
  makeRequestOptions,
  PASSKEY_CHALLENGE_MS,
  type PasskeyChallenge,
  type RelyingParty,
  verifyUse,
} from './webauthn.ts'

const KIND = 'passkeySignIn'

/** The request names no account: the browser offers its passkeys for this host. */
export async function beginPasskeySignIn(
  db: Db,
  party: Pick<RelyingParty, 'host'>,
  nowMs: number,
): Promise<PasskeyChallenge> {
  const options = await makeRequestOptions(party)
  const data: KeptChallenge = { challenge: options.challenge, host: party.host }
  const challengeId = await putOneTimeToken(db.kysely, { kind: KIND, data, expiresAtMs: nowMs + PASSKEY_CHALLENGE_MS })
  return { challengeId, options: { ...options } }
}

/** @throws Refusal PASSKEY_FAILED, AUTH_USER_ALREADY_MIGRATED */
export async function signInByPasskey(
  db: Db,
  options: Omit<VerifiedSignIn, 'userId' | 'method' | 'attemptId'> &
    Readonly<{ challengeId: string; response: GivenCredential; party: Pick<RelyingParty, 'origins'> }>,
  services: SignInServices,
): Promise<SignedIn> {
  const { challengeId, response, party, nowMs, address, userAgent } = options
  const kept = await takeOneTimeToken(db.kysely, KIND, challengeId, nowMs)
  const id = response.id
  if (kept === undefined || typeof id !== 'string') throw new Refusal('PASSKEY_FAILED')
  const { challenge, host } = kept.data as KeptChallenge
  const row = await db.kysely
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'public_key as publicKey', 'counter'])
    .where('id', '=', id)
    .where('host', '=', host)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('PASSKEY_FAILED')
  const { userId } = row
  const attempt = { userId, method: 'passkey', outcome: 'failed', nowMs, address, userAgent } as const
  const attemptId = await noteAttempt(db.kysely, attempt)
  const counter = await verifyUse({ host, origins: party.origins }, challenge, response, row)
  await noteCounter(db, id, counter, nowMs)
  return finishFirstStep(db, { ...options, userId, method: 'passkey', attemptId }, services)
}

/** @throws Refusal PASSKEY_FAILED when the same use of the key came twice at the same time */
async function noteCounter(db: Db, id: string, counter: number, nowMs: number): Promise<void> {
  const noted = await db.kysely
    .updateTable('passkeys')
    .set({ counter, last_used_at: new Date(nowMs) })
    .where('id', '=', id)
    // Many authenticators do not count and always say 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .returning('id')
    .executeTakeFirst()
  if (noted === undefined) throw new Refusal('PASSKEY_FAILED')
}
