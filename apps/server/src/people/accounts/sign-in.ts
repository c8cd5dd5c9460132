import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { takeOneTimeToken, tryOneTimeToken } from '../../platform/one-time-tokens/one-time-tokens.ts'
import { takeSecondFactor } from './authenticator.ts'
import { type Credentials, checkCredentials } from './credentials.ts'
import { countGuess, locksOf, refuseLocked } from './locks.ts'
import {
  finishFirstStep,
  openVerifiedSession,
  type PendingSecondStep,
  SECOND_STEP_KIND,
  type SignedIn,
  type SignInServices,
} from './session-opening.ts'
import type { Client } from './sessions.ts'
import { settleAttempt } from './sign-in-log.ts'

/** A challenge is worth this many codes. */
const MOST_TRIES = 5

/**
 * Signs in with account name, email address or phone number, and the password.
 * @throws Refusal what `checkCredentials` and `admit` throw; USER_LOCKED also after wrong second steps, which only those
 * learn whose password fits
 */
export async function signIn(
  db: Db,
  options: Credentials & Client & Readonly<{ keep: boolean }>,
  services: SignInServices = {},
): Promise<SignedIn> {
  const known = await checkCredentials(db, options, services.humanCheck)
  const { userId, attemptId, passwordHash, passwordIsWeak } = known
  refuseLocked(locksOf(db).people, String(userId), options.nowMs, 'USER_LOCKED')
  const { address, userAgent, center, browser, keep, nowMs } = options
  const client = { address, userAgent, browser, ...(center === undefined ? {} : { center }) }
  const entry = { ...client, userId, method: 'password' as const, keep, nowMs, attemptId }
  return finishFirstStep(db, entry, services, { hash: passwordHash, isWeak: passwordIsWeak })
}

/**
 * Finishes a sign-in with the code of the authenticator app or a recovery code.
 * @param challenge from SECOND_FACTOR_REQUIRED: valid for 5 minutes, 5 codes and one session
 * @throws Refusal SECOND_FACTOR_WRONG with the tries left; AUTH_TOKEN_INVALID for a used, expired or unknown challenge;
 * USER_LOCKED, IP_LOCKED
 */
export async function finishSecondStep(
  db: Db,
  options: Client & Readonly<{ challenge: string; code: string; nowMs: number }>,
  services: SignInServices = {},
): Promise<SignedIn> {
  const { challenge, code, nowMs, address } = options
  const step = await tryOneTimeToken(db.kysely, SECOND_STEP_KIND, challenge, nowMs, MOST_TRIES)
  if (step === undefined || step.userId === null) throw new Refusal('AUTH_TOKEN_INVALID')
  const { userId, tries } = step
  const waiting = step.data as PendingSecondStep
  await countGuess(db, { userId, address, nowMs }, async () => {
    if (await takeSecondFactor(db.kysely, userId, code, nowMs)) return
    if (waiting.attemptId !== undefined) await settleAttempt(db.kysely, waiting.attemptId, 'failed')
    throw new Refusal('SECOND_FACTOR_WRONG', { left: MOST_TRIES - tries })
  })
  return db.transaction(async (transaction) => {
    // A change of the password took the challenge away; it waits for this lock, or this for it.
    const user = await transaction
      .selectFrom('users')
      .select('moved_to')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const taken = await takeOneTimeToken(transaction, SECOND_STEP_KIND, challenge, nowMs)
    if (user === undefined || taken === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
    if (user.moved_to !== null) throw new Refusal('AUTH_USER_ALREADY_MIGRATED', { center: user.moved_to })
    const { method, keep, attemptId } = waiting
    return openVerifiedSession(transaction, { ...options, userId, method, keep, attemptId }, services)
  })
}
