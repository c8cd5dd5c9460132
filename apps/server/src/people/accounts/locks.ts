import { toCountedAddress } from '@heliograph/domain/address.ts'
import { findContact } from '@heliograph/domain/contact.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { createLockout, type Lockout } from './lockout.ts'

/**
 * A lock must be no weapon: only what failed at one place is locked there. Failures of strangers elsewhere make their
 * next attempts cost more work (`workLevel`).
 *
 * here: a name as typed, existing or not, at one place: a browser that the account knows, else an address. names:
 * attempts of strangers with a name anywhere. people: an account whose password was already correct (second steps,
 * re-authentication). addresses: attempts from one address, as `toCountedAddress` groups them.
 */
export type Locks = Readonly<{ here: Lockout; names: Lockout; people: Lockout; addresses: Lockout }>

const WINDOW_MS = 15 * MINUTE_MS
const MAX_KEYS = 20_000
/** More failures of a name than these make its work no harder. */
const MOST_OF_NAME = 60
/** More failures at one address than any household or office has. */
const MOST_OF_ADDRESS = 300
/** Failures from which the next attempt costs work of level 1, 2, 3, ...; each level is twice the one before. */
const workFrom = { name: [2, 5, 10, 20, 50], address: [5, 20, 50, 100, 200] } as const
/** Without CAPTCHAs, names and addresses are locked instead. */
export const withoutWork = { nameFailures: 5, addressFailures: 20 } as const
const locksByDb = new WeakMap<Db, Locks>()

/** Locks live as long as the database they protect; each node counts for itself. */
export function locksOf(db: Db): Locks {
  const found = locksByDb.get(db)
  if (found) return found
  const locks = {
    here: createLockout({ failures: 5, windowMs: WINDOW_MS, maxKeys: MAX_KEYS }),
    names: createLockout({ failures: MOST_OF_NAME, windowMs: WINDOW_MS, maxKeys: MAX_KEYS }),
    people: createLockout({ failures: 5, windowMs: WINDOW_MS, maxKeys: MAX_KEYS }),
    addresses: createLockout({ failures: MOST_OF_ADDRESS, windowMs: WINDOW_MS, maxKeys: MAX_KEYS }),
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

/** The key that `here` counts by. @param place of a known browser its hash in hex, else the counted address */
export const placeKeyOf = (name: string, place: string): string => `${lockNameOf(name)}\0${place}`

/** How hard the work is that a stranger owes before the next attempt; 0: none. */
export function workLevel(db: Db, name: string, address: string, nowMs: number): number {
  const { names, addresses } = locksOf(db)
  const [ofName, ofAddress] = [names.failures(name, nowMs), addresses.failures(address, nowMs)]
  return Math.max(
    workFrom.name.filter((from) => ofName >= from).length,
    workFrom.address.filter((from) => ofAddress >= from).length,
  )
}

/** @throws Refusal with the minutes left */
export function refuseLocked(
  lockout: Lockout,
  key: string,
  nowMs: number,
  code: 'IP_LOCKED' | 'USER_LOCKED',
  failures?: number,
): void {
  const minutes = lockout.minutesLeft(key, nowMs, failures)
  if (minutes > 0) throw new Refusal(code, { minutes })
}

type Attempt = Readonly<{ userId: number; address: string; nowMs: number }>

/**
 * Runs a guess (a password, a code) of an identified person. The guess is counted before the slow part; otherwise a
 * burst would pass while the first one is being checked. `work` throws when the guess is wrong.
 * @throws Refusal USER_LOCKED after 5 and IP_LOCKED after 300 failures in 15 minutes, and the errors of `work`
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
