import { toCountedAddress } from '@heliograph/domain/address.ts'
import { findContact } from '@heliograph/domain/contact.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'
import { createLockout, type Lockout } from './lockout.ts'

/**
 * names: the account as typed, existing or not, so that a lock reveals nothing about accounts. people: an account whose
 * password was already correct (second steps, re-authentication). addresses: the origin of the attempts, as
 * `toCountedAddress` groups them.
 */
export type Locks = Readonly<{ names: Lockout; people: Lockout; addresses: Lockout }>

const windowMs = 15 * MINUTE_MS
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
 * The key that `names` counts by. A number or address is counted in its stored form, however it is typed. A name is
 * folded over the letters that a database of any locale may equate (I and İ, Σ and ς, ß and ẞ).
 * @param name cleaned, as typed or as stored
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
 * Runs a guess (a password, a code) of an identified person. The guess is counted before the slow part; otherwise a
 * burst would pass while the first one is being checked. `work` throws when the guess is wrong.
 * @throws Refusal USER_LOCKED after 5 and IP_LOCKED after 20 failures in 15 minutes, and the errors of `work`
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
