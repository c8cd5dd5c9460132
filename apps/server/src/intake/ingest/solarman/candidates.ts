import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type Agreement, chanceOf } from '../device-agreement.ts'
import type { Sight } from '../sender-trust.ts'
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
/** The most that guesses of everything together may hit, and of the lifetime counters alone. */
const MOST_CHANCE = 5e-4
const MOST_LIFETIME_CHANCE = 0.05

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
  const running = known.find((item) => isStillRunning(item, now))
  // A handshake names no device: its candidate and that of the boot before are found to be one by the first record.
  const same = known.filter(
    (item) => item === running || (mayFollow(lastOf(item), now) && isFamiliar(item, place, serial)),
  )
  const serials = [...new Set(same.flatMap((item) => item.serials))]
  const isNewSerial = serial !== undefined && !serials.includes(serial)
  // Once the logger itself has spoken, no candidate has been alone.
  const going = same.filter(({ sinceMs }) => sinceMs >= (trust.clocks?.atMs ?? 0))
  const likely = agreement?.fits ?? same.some(({ isLikely }) => isLikely)
  const isNews =
    going.length !== 1 ||
    running !== going[0] ||
    isNewSerial ||
    agreement?.fits === false ||
    likely !== running?.isLikely ||
    place !== running?.places[0] ||
    now.atMs - running.seenMs >= SEEN_MS
  const candidate: Candidate = {
    ...(running ?? now),
    sinceMs: Math.min(now.atMs, ...going.map(({ sinceMs }) => sinceMs)),
    seenMs: isNews ? now.atMs : (running?.seenMs ?? now.atMs),
    places: addPlace([...new Set(same.flatMap((item) => item.places))], place),
    serials: isNewSerial ? [serial, ...serials].slice(0, KEPT_SERIALS) : serials,
    isLikely: likely,
  }
  return {
    candidate,
    others: known.filter((item) => !same.includes(item)),
    isGuess: running === undefined || isNewSerial || agreement?.fits === false,
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

/** Whether the values of its device continue those that were accepted, and could not have been guessed. */
export function isUnguessable(
  agreement: Agreement | undefined,
  trust: Trust,
  now: Clocks,
  nearMisses: number,
): boolean {
  if (agreement?.fits !== true || chanceOf(agreement.lifetime) > MOST_LIFETIME_CHANCE) return false
  const { clocks } = trust
  const follows = clocks !== undefined && mayFollow(clocks, now) ? [oddsToFollow(clocks, now)] : []
  // A sender that knows the device's serial number and tries its counters meets a narrower bound with each try.
  return chanceOf([...agreement.lifetime, ...agreement.daily, ...follows]) * (1 + nearMisses) <= MOST_CHANCE
}

/** Whether no other sender was heard for a day: neither the logger itself nor a candidate as likely as this one. */
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
