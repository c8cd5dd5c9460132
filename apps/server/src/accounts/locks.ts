import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'
import { createLockout, type Lockout } from './lockout.ts'

/**
 * names: what was typed as an account, existing or not, so that a lock tells nothing about accounts.
 * people: an account whose password was known already (second steps, proofs). addresses: where attempts come from.
 */
export type Locks = Readonly<{ names: Lockout; people: Lockout; addresses: Lockout }>

const windowMs = 15 * 60_000
const maxKeys = 20_000
const locksByDb = new WeakMap<Db, Locks>()

/** Locks live as long as the database they protect; each node counts for itself. */
export function locksOf(db: Db): Locks {
  const found = locksByDb.get(db)
  if (found) return found
  const locks = {
    names: createLockout({ failures: 5, windowMs, maxKeys }),
    people: createLockout({ failures: 5, windowMs, maxKeys }),
    addresses: createLockout({ failures: 20, windowMs, maxKeys }),
  }
  locksByDb.set(db, locks)
  return locks
}

/** @throws Refusal with the minutes left */
export function refuseLocked(lockout: Lockout, key: string, nowMs: number, code: 'IP_LOCKED' | 'USER_LOCKED'): void {
  const minutes = lockout.minutesLeft(key, nowMs)
  if (minutes > 0) throw new Refusal(code, { minutes })
}

type Attempt = Readonly<{ userId: number; address: string; nowMs: number }>

/**
 * Runs a guess (a password, a code) of somebody who is known already. It is counted before the slow part, or a burst of
 * guesses would pass while the first one is still being checked. `work` throws when the guess is wrong.
 * @throws Refusal USER_LOCKED after 5 and IP_LOCKED after 20 failures in 15 minutes, and what `work` throws
 */
export async function countGuess<T>(db: Db, { userId, address, nowMs }: Attempt, work: () => Promise<T>): Promise<T> {
  const { people, addresses } = locksOf(db)
  const key = String(userId)
  refuseLocked(addresses, address, nowMs, 'IP_LOCKED')
  refuseLocked(people, key, nowMs, 'USER_LOCKED')
  people.addFailure(key, nowMs)
  addresses.addFailure(address, nowMs)
  const result = await work()
  people.forget(key)
  addresses.withdraw(address)
  return result
}
