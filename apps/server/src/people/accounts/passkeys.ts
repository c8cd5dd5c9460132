import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { putOneTimeToken, takeOneTimeToken } from '../../platform/one-time-tokens/one-time-tokens.ts'
import type { Change } from './password-change.ts'
import { changeSecondFactor } from './second-factor-change.ts'
import { requireOtherSignInMethod } from './sign-in-methods.ts'
import {
  type GivenCredential,
  type KeptChallenge,
  makeCreationOptions,
  PASSKEY_CHALLENGE_MS,
  type PasskeyChallenge,
  type RelyingParty,
  verifyNew,
} from './webauthn.ts'

export type Passkey = Readonly<{
  id: string
  name: string
  host: string
  createdAtMs: number
  lastUsedAtMs: number | null
}>
export const MOST_PASSKEYS = 20
const KIND = 'passkeyAdd'

/** @throws Refusal TOO_MANY */
export async function beginPasskey(
  db: Db,
  userId: number,
  party: RelyingParty,
  nowMs: number,
): Promise<PasskeyChallenge> {
  const user = await db.kysely
    .selectFrom('users')
    .select(['id', 'account', 'nickname'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  const present = await db.kysely
    .selectFrom('passkeys')
    .select(['id', 'transports', 'host'])
    .where('user_id', '=', userId)
    .execute()
  if (present.length >= MOST_PASSKEYS) throw new Refusal('TOO_MANY', { most: MOST_PASSKEYS })
  const here = present.filter(({ host }) => host === party.host)
  const options = await makeCreationOptions(
    party,
    user,
    here.map(({ id, transports }) => ({ id, transports })),
  )
  const data: KeptChallenge = { challenge: options.challenge, host: party.host }
  const challengeId = await putOneTimeToken(db.kysely, {
    kind: KIND,
    userId,
    data,
    expiresAtMs: nowMs + PASSKEY_CHALLENGE_MS,
  })
  return { challengeId, options: { ...options } }
}

/** @throws Refusal PASSKEY_FAILED, TOO_MANY; PARAM_ERROR for a name of nothing visible */
export async function addPasskey(
  db: Db,
  options: Readonly<{ challengeId: string; response: GivenCredential; name: string; party: RelyingParty }>,
  change: Change,
): Promise<Passkey> {
  const { party } = options
  const { nowMs } = change
  const { userId } = change.session
  const name = cleanLine(options.name)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'name' })
  const kept = await takeOneTimeToken(db.kysely, KIND, options.challengeId, nowMs)
  if (kept === undefined || kept.userId !== userId) throw new Refusal('PASSKEY_FAILED')
  const { challenge, host } = kept.data as KeptChallenge
  const credential = await verifyNew({ ...party, host }, challenge, options.response)
  return changeSecondFactor(db, 'passkeyAdded', change, async (transaction) => {
    const { count } = await transaction
      .selectFrom('passkeys')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= MOST_PASSKEYS) throw new Refusal('TOO_MANY', { most: MOST_PASSKEYS })
    const added = await transaction
      .insertInto('passkeys')
      .values({
        id: credential.id,
        user_id: userId,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: toTransports(credential.transports),
        host,
        name,
        created_at: new Date(nowMs),
        last_used_at: null,
      })
      // Credential IDs are random: a known one belongs to another user, or is this very passkey again.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added === undefined) throw new Refusal('PASSKEY_FAILED')
    return { id: added.id, name, host, createdAtMs: nowMs, lastUsedAtMs: null }
  })
}

/** Words that the browser says about how the device is reached; given back to it and used for nothing else. */
const toTransports = (options: unknown): string[] =>
  Array.isArray(options)
    ? options.filter((item) => typeof item === 'string' && /^[a-z-]{1,20}$/.test(item)).slice(0, 8)
    : []

export async function listPasskeys(db: Db, userId: number): Promise<readonly Passkey[]> {
  const rows = await db.kysely
    .selectFrom('passkeys')
    .select(['id', 'name', 'host', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, host, created_at, last_used_at }) => ({
    id,
    name,
    host,
    createdAtMs: created_at.getTime(),
    lastUsedAtMs: last_used_at?.getTime() ?? null,
  }))
}

/** @throws Refusal NOT_FOUND, both for an unknown passkey and for another user's; LAST_SIGN_IN */
export const removePasskey = (db: Db, id: string, change: Change): Promise<void> =>
  changeSecondFactor(db, 'passkeyRemoved', change, async (transaction) => {
    const { userId } = change.session
    await requireOtherSignInMethod(transaction, userId, { passkey: id })
    await transaction
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirstOrThrow(notFound)
  })
