import { DAY_MS } from '@heliograph/domain/duration.ts'

/** The logger's run time ever and since its boot, seconds. */
export type Clocks = Readonly<{ totalS: number; poweronS: number }>

/** One contact of a logger. */
export type Sighting = Readonly<{
  /** Where from, as domain/address.ts names places; undefined: unknown. */
  place: string | undefined
  atMs: number
  clocks: Clocks | undefined
  /** It says hello after it connected. */
  isHandshake: boolean
}>

/** A place from which a logger sends, and its clocks at the last contact there. */
export type Home = Readonly<{
  /** The newest first. */
  places: readonly string[]
  seenMs: number
  bootBaseS: number | null
  totalS: number | null
  misfits: number
}>

/** foreign: from elsewhere with clocks that do not continue, so it may be anyone who knows the serial number. */
export type Verdict = 'first' | 'home' | 'moved' | 'foreign'

const KEPT_PLACES = 20
/** A home without contact for this long is dropped. */
export const FORGOTTEN_MS = 30 * DAY_MS
/** Clocks of one boot agree to 5 s (protocols.md 2.2); between two boots the stick saves its total now and then. */
const SAME_BOOT_S = 5
const DRIFT_S = 120
const SAVED_S = 60
/** After this many wrong clocks from elsewhere, none is accepted until the logger sends from home again. */
const MOST_MISFITS = 5
const WRAP_S = 2 ** 32

/** Effect of a contact on the logger's home. */
export function moveHome(
  home: Home | undefined,
  seen: Sighting,
): Readonly<{ home: Home | undefined; verdict: Verdict }> {
  const { place, atMs } = seen
  if (place === undefined) return { home, verdict: 'foreign' }
  if (home === undefined || atMs - home.seenMs > FORGOTTEN_MS)
    return { home: settle([], seen, place), verdict: 'first' }
  if (home.places[0] === place) return { home: settle(home.places, seen, place, home), verdict: 'home' }
  if (home.misfits < MOST_MISFITS && goesOn(home, seen))
    return { home: settle(home.places, seen, place), verdict: 'moved' }
  return { home: seen.isHandshake ? { ...home, misfits: home.misfits + 1 } : home, verdict: 'foreign' }
}

function settle(places: readonly string[], seen: Sighting, place: string, before?: Home): Home {
  const { clocks, atMs } = seen
  return {
    places: [place, ...places.filter((text) => text !== place)].slice(0, KEPT_PLACES),
    seenMs: Math.max(atMs, before?.seenMs ?? 0),
    bootBaseS: clocks === undefined ? (before?.bootBaseS ?? null) : bootBaseOf(clocks),
    totalS: clocks === undefined ? (before?.totalS ?? null) : clocks.totalS,
    misfits: 0,
  }
}

/** Whether the clocks are those of the same logger some time later. */
function goesOn({ bootBaseS, totalS, seenMs }: Home, { clocks, atMs }: Sighting): boolean {
  if (clocks === undefined || bootBaseS === null || totalS === null) return false
  const passedS = Math.max(0, (atMs - seenMs) / 1000)
  if (distance(bootBaseOf(clocks), bootBaseS) <= SAME_BOOT_S)
    return Math.abs(forward(totalS, clocks.totalS) - passedS) <= DRIFT_S
  // Its run time cannot have grown by more than the time in between.
  const ranS = forward(totalS, bootBaseOf(clocks))
  return ranS >= -SAVED_S && ranS + clocks.poweronS <= passedS + DRIFT_S
}

const bootBaseOf = ({ totalS, poweronS }: Clocks): number => (totalS - poweronS + WRAP_S) % WRAP_S
/** From `a` to `b` on the circle of 2^32 seconds. */
const forward = (a: number, b: number): number => {
  const way = (b - a + WRAP_S) % WRAP_S
  return way > WRAP_S / 2 ? way - WRAP_S : way
}
const distance = (a: number, b: number): number => Math.abs(forward(a, b))
