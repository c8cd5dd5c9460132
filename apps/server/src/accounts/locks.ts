import { toCountedAddress } from '@heliograph/domain/address.ts'
import { findContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'
import { createLockout, type Lockout } from './lockout.ts'

/**
 * names: what was typed as an account, existing or not, so that a lock tells nothing about accounts.
 * people: an account whose password was known already (second steps, proofs). addresses: where attempts come from, as `toCountedAddress` tells them apart.
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

/**
 * By what `names` counts: a number or an address in the form in which it is kept, however it is written; else the name in the
 * letters of which the database, whatever its locale, may take any for any (I and İ, Σ and ς, ß and ẞ).
 * @param name cleaned, as it was typed or as it is kept
 */
export const lockNameOf = (name: string): string =>
  findContact(name)?.value ?? name.normalize('NFD').replaceAll('\u0307', '').toLowerCase().toUpperCase()

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
  const counted = toCountedAddress(address)
  refuseLocked(addresses, counted, nowMs, 'IP_LOCKED')
  refuseLocked(people, key, nowMs, 'USER_LOCKED')
  people.addFailure(key, nowMs)
  addresses.addFailure(counted, nowMs)
  const result = await work()
  people.forget(key)
  addresses.withdraw(counted)
  return result
}
