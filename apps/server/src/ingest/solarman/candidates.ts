import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Agreement } from '../device-agreement.ts'
import type { Sight } from '../wire.ts'
import { type Clocks, isStillRunning, mayFollow, oddsToFollow } from './clocks.ts'
import { addPlace, type Candidate, type Trust } from './trust-state.ts'

const KEPT = 4
const KEPT_SERIALS = 16
/** A sender that is silent for so long begins anew; a night without power is shorter. */
const FORGOTTEN_MS = 36 * HOUR_MS
/** That it was heard again is worth a row this often. */
const SEEN_MS = 10 * MINUTE_MS
/** A sender is believed after it alone has sent for this long. */
export const PROBATION_MS = DAY_MS
/** The most that a guess of everything together may hit, and of the lifetime counters alone. */
const MOST_ODDS = 5e-4
const MOST_LIFETIME_ODDS = 0.05

export type Claim = Readonly<{
  candidate: Candidate
  others: readonly Candidate[]
  /** Something that was not claimed before, and may be tried until it fits. */
  isGuess: boolean
  isNews: boolean
}>

/** Which of the candidates speaks, or a new one. */
export function findClaim(trust: Trust, { place, findings }: Sight, now: Clocks): Claim {
  const agreement = findings?.agreement
  const serial = agreement?.serial
  const known = trust.candidates.filter(({ seenMs }) => now.atMs - seenMs < FORGOTTEN_MS)
  const running = known.find((one) => isStillRunning(one, now))
  const found = running ?? known.find((one) => mayFollow(lastOf(one), now) && isFamiliar(one, place, serial))
  const isNewSerial = serial !== undefined && found?.serials.includes(serial) !== true
  // The logger itself has spoken since: it is not alone.
  const isFirst = found === undefined || found.sinceMs < (trust.clocks?.atMs ?? 0)
  const candidate: Candidate = {
    ...(running ?? now),
    sinceMs: isFirst ? now.atMs : found.sinceMs,
    seenMs: now.atMs,
    places: addPlace(found?.places ?? [], place),
    serials: isNewSerial ? [serial, ...(found?.serials ?? [])].slice(0, KEPT_SERIALS) : (found?.serials ?? []),
    isLikely: agreement?.fits ?? found?.isLikely ?? false,
  }
  const isGuess = running === undefined || isNewSerial || agreement?.fits === false
  const isNews =
    isGuess ||
    isFirst ||
    now.atMs - found.seenMs >= SEEN_MS ||
    candidate.isLikely !== found.isLikely ||
    found.places[0] !== place
  return {
    candidate: isNews || found === undefined ? candidate : { ...candidate, seenMs: found.seenMs },
    others: known.filter((one) => one !== found),
    isGuess,
    isNews,
  }
}

const isFamiliar = ({ places, serials }: Candidate, place: string, serial: string | undefined): boolean =>
  places.includes(place) || (serial !== undefined && serials.includes(serial))

const lastOf = ({ baseS, totalS, atMs, seenMs }: Candidate): Clocks => ({
  baseS,
  totalS: totalS + (seenMs - atMs) / 1000,
  atMs: seenMs,
})

/** Whether what its device says goes on from what was accepted, and nobody could have guessed it. */
export function isUnguessable(
  agreement: Agreement | undefined,
  trust: Trust,
  now: Clocks,
  nearMisses: number,
): boolean {
  if (agreement?.fits !== true || agreement.lifetimeOdds > MOST_LIFETIME_ODDS) return false
  const { clocks } = trust
  const clockOdds = clocks !== undefined && mayFollow(clocks, now) ? oddsToFollow(clocks, now) : 1
  // Whoever knows the device's serial number and tries its counters meets a narrower bound with each try.
  return agreement.odds * clockOdds * (1 + nearMisses) <= MOST_ODDS
}

/** Whether for a day nobody else has sent: neither the logger itself nor a candidate as likely as this one. */
export function isAlone({ clocks }: Trust, { candidate, others }: Claim, nowMs: number): boolean {
  if (nowMs - candidate.sinceMs < PROBATION_MS || (clocks?.atMs ?? 0) > candidate.sinceMs) return false
  const isRival = ({ seenMs, isLikely }: Candidate) =>
    nowMs - seenMs < PROBATION_MS && (isLikely || !candidate.isLikely)
  return !others.some(isRival)
}

/** The likely ones first, then those that have sent for the longest. */
export const rankCandidates = (candidates: readonly Candidate[]): readonly Candidate[] =>
  [...candidates]
    .sort(
      (a, b) =>
        Number(b.isLikely) - Number(a.isLikely) || b.seenMs - b.sinceMs - (a.seenMs - a.sinceMs) || b.seenMs - a.seenMs,
    )
    .slice(0, KEPT)
