import { toCountedAddress } from '@heliograph/domain/address.ts'
import { findContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { checkPassword } from '@heliograph/domain/password.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { lockNameOf, locksOf, refuseLocked } from './locks.ts'
import { passwordMatches } from './password-hash.ts'
import type { Client } from './sessions.ts'
import { forgetAttempt, noteAttempt } from './sign-in-log.ts'

/** A solved CAPTCHA, as the page sends it. */
export type CaptchaAnswer = Readonly<{ work: string }>
/** The CAPTCHA. `verify` throws HUMAN_CHECK_REQUIRED without an answer and HUMAN_CHECK_FAILED for a wrong one. */
export type CaptchaPort = Readonly<{
  isOn: boolean
  verify: (answer: CaptchaAnswer | undefined, nowMs: number) => Promise<void>
}>

export type Credentials = Pick<Client, 'address' | 'userAgent'> &
  Readonly<{ account: string; password: string; nowMs: number; humanCheck?: CaptchaAnswer | undefined }>

/** The account of a correct password. */
export type Known = Readonly<{
  userId: number
  movedTo: string | null
  /** The stored hash that the password matched. */
  passwordHash: string
  passwordIsWeak: boolean
  /** The attempt's row in the sign-in log, failed until it is settled. */
  attemptId: number | undefined
}>

/** From here on a guess costs work. */
const checkedFrom = { nameFailures: 2, addressFailures: 5 }

/**
 * Finds the account of a name (or email address, or phone number) and checks its password. A missing account, or one
 * without a password, takes the same time, is locked the same way and needs a CAPTCHA the same way.
 * @throws Refusal AUTH_INVALID_USERNAME_OR_PASSWORD; USER_LOCKED after 5 and IP_LOCKED after 20 failures in 15 minutes,
 * with the minutes left; HUMAN_CHECK_REQUIRED after 2 failures of the name or 5 of the address, HUMAN_CHECK_FAILED
 */
export async function checkCredentials(db: Db, given: Credentials, humanCheck?: CaptchaPort): Promise<Known> {
  const { names, addresses } = locksOf(db)
  const { password, nowMs } = given
  const address = toCountedAddress(given.address)
  // Cleaned as names are stored. This also removes NUL, which PostgreSQL rejects with the whole statement.
  const name = cleanLine(given.account)
  const lockName = lockNameOf(name)
  const refuse = (): void => {
    refuseLocked(addresses, address, nowMs, 'IP_LOCKED')
    refuseLocked(names, lockName, nowMs, 'USER_LOCKED')
  }
  refuse()
  const isSuspect =
    names.failures(lockName, nowMs) >= checkedFrom.nameFailures ||
    addresses.failures(address, nowMs) >= checkedFrom.addressFailures
  if (humanCheck?.isOn && isSuspect) {
    await humanCheck.verify(given.humanCheck, nowMs)
    // Other attempts may have failed meanwhile.
    refuse()
  }
  // Counted before the slow part, or a burst of guesses would pass while the first one is still being hashed.
  names.addFailure(lockName, nowMs)
  addresses.addFailure(address, nowMs)
  const user = await findUserRow(db, name)
  // Logged as failed while the hash runs: the log adds no time that would reveal whether the account exists.
  const [matches, attemptId] = await Promise.all([
    passwordMatches(user?.password_hash, password),
    user && noteAttempt(db.kysely, { ...given, userId: user.id, method: 'password', outcome: 'failed' }),
  ])
  if (!matches || !user?.password_hash) throw new Refusal('AUTH_INVALID_USERNAME_OR_PASSWORD')
  names.forget(lockName)
  addresses.withdraw(address)
  return {
    userId: user.id,
    movedTo: user.moved_to,
    passwordHash: user.password_hash,
    passwordIsWeak: checkPassword(password, [user.account, user.nickname, user.email, user.phone]) !== undefined,
    attemptId,
  }
}

/**
 * Checks the credentials without signing in: the caller only asks whether the account exists here.
 * @throws Refusal as `checkCredentials`
 */
export async function verifyCredentials(
  db: Db,
  given: Credentials,
  services: Readonly<{ humanCheck?: CaptchaPort | undefined }> = {},
): Promise<Pick<Known, 'userId' | 'movedTo'>> {
  const { userId, movedTo, attemptId } = await checkCredentials(db, given, services.humanCheck)
  if (attemptId !== undefined) await forgetAttempt(db.kysely, attemptId)
  return { userId, movedTo }
}

function findUserRow(db: Db, name: string) {
  const contact = findContact(name)?.value ?? name
  // The database lower-cases the name, because it maps some letters differently from JavaScript: İ, or Σ at the end of
  // a word.
  const typed = sql<string>`lower(${name})`
  return (
    db.kysely
      .selectFrom('users')
      .select(['id', 'account', 'nickname', 'email', 'phone', 'password_hash', 'moved_to'])
      .where((one) =>
        one.or([
          one(one.fn('lower', ['account']), '=', typed),
          one.and([
            one('email', 'is not', null),
            one(one.fn('lower', ['email']), 'in', [typed, sql<string>`${contact}`]),
          ]),
          one('phone', '=', contact),
        ]),
      )
      // An account that looks like another's email address must not be its way in.
      .orderBy((one) => one(one.fn('lower', ['account']), '=', typed), 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}
