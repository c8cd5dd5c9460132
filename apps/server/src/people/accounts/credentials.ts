import { toCountedAddress } from '@heliograph/domain/address.ts'
import { findContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { checkNewPassword } from './broken-passwords.ts'
import { lockNameOf, locksOf, placeKeyOf, refuseLocked, withoutWork, workLevel } from './locks.ts'
import { passwordMatches } from './password-hash.ts'
import { type Client, hashToken } from './sessions.ts'
import { forgetAttempt, noteAttempt } from './sign-in-log.ts'

/** A solved CAPTCHA, as the page sends it. */
export type CaptchaAnswer = Readonly<{ work: string }>
/**
 * The CAPTCHA. `verify` throws HUMAN_CHECK_REQUIRED without an answer, or for one below the level, and
 * HUMAN_CHECK_FAILED for a wrong one.
 */
export type CaptchaPort = Readonly<{
  isOn: boolean
  verify: (answer: CaptchaAnswer | undefined, nowMs: number, level?: number) => Promise<void>
}>

export type Credentials = Pick<Client, 'address' | 'userAgent' | 'browser'> &
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

/** From here on a known browser owes work too. */
const OWN_FAILURES = 2

/**
 * Finds the account of a name (or email address, or phone number) and checks its password. A missing account, or one
 * without a password, takes the same time, is locked the same way and needs a CAPTCHA the same way. A browser that the
 * account knows is counted apart, so that strangers cannot make its sign-in harder.
 * @throws Refusal AUTH_INVALID_USERNAME_OR_PASSWORD; USER_LOCKED after 5 failures at this place and IP_LOCKED after 300
 * of this address in 15 minutes, with the minutes left; HUMAN_CHECK_REQUIRED with the level of work, HUMAN_CHECK_FAILED
 */
export async function checkCredentials(db: Db, credentials: Credentials, humanCheck?: CaptchaPort): Promise<Known> {
  const { here, names, addresses } = locksOf(db)
  const { password, nowMs } = credentials
  const address = toCountedAddress(credentials.address)
  // Cleaned as names are stored. This also removes NUL, which PostgreSQL rejects with the whole statement.
  const name = cleanLine(credentials.account)
  const lockName = lockNameOf(name)
  const browser = credentials.browser === undefined ? undefined : hashToken(credentials.browser)
  const user = await findUserRow(db, name, browser)
  const isKnown = browser !== undefined && user?.is_known_browser === true
  const place = placeKeyOf(name, isKnown ? browser.toString('hex') : address)
  const refuse = (): void => {
    refuseLocked(here, place, nowMs, 'USER_LOCKED')
    if (isKnown) return
    const needsProofOfWork = humanCheck?.isOn === true
    refuseLocked(addresses, address, nowMs, 'IP_LOCKED', needsProofOfWork ? undefined : withoutWork.addressFailures)
    if (!needsProofOfWork) refuseLocked(names, lockName, nowMs, 'USER_LOCKED', withoutWork.nameFailures)
  }
  refuse()
  const level = isKnown ? Number(here.failures(place, nowMs) >= OWN_FAILURES) : workLevel(db, lockName, address, nowMs)
  if (humanCheck?.isOn && level > 0) {
    await humanCheck.verify(credentials.humanCheck, nowMs, level)
    // Other attempts may have failed in the meantime.
    refuse()
  }
  // Counted before the slow part, or a burst of guesses would pass while the first one is still being hashed.
  here.addFailure(place, nowMs)
  if (!isKnown) {
    names.addFailure(lockName, nowMs)
    addresses.addFailure(address, nowMs)
  }
  // Logged as failed while the hash runs: the log adds no time that would reveal whether the account exists.
  const [matches, attemptId] = await Promise.all([
    passwordMatches(user?.password_hash, password),
    user && noteAttempt(db.kysely, { ...credentials, userId: user.id, method: 'password', outcome: 'failed' }),
  ])
  if (!matches || !user?.password_hash) throw new Refusal('AUTH_INVALID_USERNAME_OR_PASSWORD')
  here.forget(place)
  if (!isKnown) {
    names.forget(lockName)
    addresses.withdraw(address)
  }
  return {
    userId: user.id,
    movedTo: user.moved_to,
    passwordHash: user.password_hash,
    passwordIsWeak: checkNewPassword(password, [user.account, user.nickname, user.email, user.phone]) !== undefined,
    attemptId,
  }
}

/**
 * Checks the credentials without signing in: the caller only asks whether the account exists here.
 * @throws Refusal as `checkCredentials`
 */
export async function verifyCredentials(
  db: Db,
  credentials: Credentials,
  services: Readonly<{ humanCheck?: CaptchaPort | undefined }> = {},
): Promise<Pick<Known, 'userId' | 'movedTo'>> {
  const { userId, movedTo, attemptId } = await checkCredentials(db, credentials, services.humanCheck)
  if (attemptId !== undefined) await forgetAttempt(db.kysely, attemptId)
  return { userId, movedTo }
}

function findUserRow(db: Db, name: string, browser: Buffer | undefined) {
  const contact = findContact(name)?.value ?? name
  // The database lower-cases the name, because it maps some letters differently from JavaScript: İ, or Σ at the end of
  // a word.
  const typed = sql<string>`lower(${name})`
  return (
    db.kysely
      .selectFrom('users')
      .select(['id', 'account', 'nickname', 'email', 'phone', 'password_hash', 'moved_to'])
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('known_browsers as b')
              .whereRef('b.user_id', '=', 'users.id')
              .where('b.cookie_hash', '=', browser ?? Buffer.alloc(0)),
          )
          .as('is_known_browser'),
      )
      .where((eb) =>
        eb.or([
          eb(eb.fn('lower', ['account']), '=', typed),
          eb.and([eb('email', 'is not', null), eb(eb.fn('lower', ['email']), 'in', [typed, sql<string>`${contact}`])]),
          eb('phone', '=', contact),
        ]),
      )
      // An account that looks like another's email address must not be its way in.
      .orderBy((eb) => eb(eb.fn('lower', ['account']), '=', typed), 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}
