import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'
import { createLockout, type Lockout } from './lockout.ts'
import { passwordMatches } from './password-hash.ts'
import { type Client, type OpenedSession, openSession } from './sessions.ts'

export type Credentials = Client &
  Readonly<{ account: string; password: string /** Stay signed in for 15 days. */; keep: boolean; nowMs: number }>

type Locks = Readonly<{ users: Lockout; addresses: Lockout }>
const windowMs = 15 * 60_000
const locksByDb = new WeakMap<Db, Locks>()

/** Locks live as long as the database they protect; each node counts for itself. */
function locksOf(db: Db): Locks {
  const found = locksByDb.get(db)
  if (found) return found
  const locks = {
    users: createLockout({ failures: 5, windowMs, maxKeys: 20_000 }),
    addresses: createLockout({ failures: 20, windowMs, maxKeys: 20_000 }),
  }
  locksByDb.set(db, locks)
  return locks
}

/**
 * @throws Refusal AUTH_INVALID_USERNAME_OR_PASSWORD; USER_LOCKED after 5 and IP_LOCKED after 20 failures in 15 minutes,
 * with the minutes left. An account that does not exist takes the same time and is locked alike.
 */
export async function signIn(db: Db, given: Credentials): Promise<OpenedSession> {
  const { users, addresses } = locksOf(db)
  const name = given.account.normalize('NFC').trim().toLowerCase()
  refuseLocked(addresses, given.address, given.nowMs, 'IP_LOCKED')
  refuseLocked(users, name, given.nowMs, 'USER_LOCKED')
  // Counted before the slow part, or a burst of guesses would pass while the first one is still being hashed.
  users.addFailure(name, given.nowMs)
  addresses.addFailure(given.address, given.nowMs)
  // NUL can stand in no account, and PostgreSQL would refuse the whole statement.
  const user = name.includes('\0') ? undefined : await findCredentials(db, name)
  if (!(await passwordMatches(user?.password_hash, given.password)) || user === undefined)
    throw new Refusal('AUTH_INVALID_USERNAME_OR_PASSWORD')
  users.forget(name)
  addresses.withdraw(given.address)
  return openSession(db.kysely, { ...given, userId: user.id, isLong: given.keep })
}

function refuseLocked(lockout: Lockout, key: string, nowMs: number, code: 'IP_LOCKED' | 'USER_LOCKED'): void {
  const minutes = lockout.minutesLeft(key, nowMs)
  if (minutes > 0) throw new Refusal(code, { minutes })
}

function findCredentials(db: Db, name: string): Promise<{ id: number; password_hash: string } | undefined> {
  return (
    db.kysely
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where((one) =>
        one.or([
          one(one.fn('lower', ['account']), '=', name),
          one.and([one('email', 'is not', null), one(one.fn('lower', ['email']), '=', name)]),
        ]),
      )
      // An account that looks like another's e-mail address must not be its way in.
      .orderBy((one) => one(one.fn('lower', ['account']), '=', name), 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}
