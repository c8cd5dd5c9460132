import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { bootBaseS, type TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import type { Sight, Verdict } from '../sender-trust.ts'
import { type Claim, findClaim, isAlone, isUnguessable, rankCandidates } from './candidates.ts'
import { type Clocks, DRIFT_S, isSameBoot, isStillRunning, mayFollow } from './clocks.ts'
import { readClue } from './record.ts'
import { addPlace, noTrust, readTrust, type Trust } from './trust-state.ts'

const KEPT_FORMER = 2
const KEPT_SILENCES = 64
/** After this many wrong clocks of a day from its own networks, a new boot there is no proof either. */
const MISFITS_PER_DAY = 10
/** Tolerance around a silence, and the oldest records that a new stick may bring along. */
const SILENCE_MARGIN_MS = 10 * MINUTE_MS
const FIRST_BACKLOG_MS = 7 * DAY_MS
/** For this long a place counts as new. */
const NEW_PLACE_MS = 7 * DAY_MS
/** No record waits longer than this to be read. */
const LONGEST_LAG_MS = 15 * MINUTE_MS
/** The owner learns of another sender under the same serial number at most this often. */
const duplicateEveryMs = MINUTE_MS

/**
 * Whether a frame continues what the logger sent before, and what is known of it after the frame. Run time and boot are
 * no secret: from a network that was never seen they count only if that very boot still runs. The values of the device
 * behind the logger are what a stranger cannot know.
 */
export function judgeContinuity(before: unknown, sight: Sight): Verdict {
  const trust = readTrust(before)
  const time = readClue(sight.clue)
  const mayCount = isAllowed(trust, sight)
  if (sight.kind === 'other' || time === undefined) {
    if (!mayCount) return doubt(trust, sight)
    return { trust, isProven: sight.isLineProven ?? trust.clocks === undefined, isNews: false }
  }
  const isKnown = trust.places.includes(sight.place)
  const isFirst = trust.clocks === undefined && (isKnown || trust.places.length === 0)
  if (sight.kind === 'buffered') return judgeBacklog(trust, sight, time, isKnown, isFirst, mayCount)
  const now: Clocks = { baseS: bootBaseS(time), totalS: time.totalS, atMs: sight.receivedAtMs }
  // Its owner may find out that it is the logger all the same.
  if (!mayCount) return doubtClaim(trust, sight, now, isKnown)
  if (isFirst) return believe({ ...trust, firstMs: now.atMs }, sight, now)
  const goesOn = isKnown && missesOf(trust, sight).count < MISFITS_PER_DAY ? mayFollow : isStillRunning
  const isOwn = (own: Clocks): boolean => (isKnown || mayCome(sight)) && goesOn(own, now)
  const { clocks } = trust
  if (clocks !== undefined && isOwn(clocks)) return believe(trust, sight, now)
  const former = trust.former.find(isOwn)
  if (former === undefined) return judgeClaim(trust, sight, now, isKnown)
  const others = trust.former.filter((item) => item !== former)
  const kept = clocks === undefined ? others : [clocks, ...others].slice(0, KEPT_FORMER)
  return believe(noteDuplicate({ ...trust, former: kept }, sight), sight, now)
}

function isAllowed({ places }: Trust, { place, policy }: Sight): boolean {
  if (policy.isListed !== undefined) return policy.isListed
  return !policy.isStrict || places.length === 0 || places.includes(place)
}

/** Whether a network may become one of the logger's by what is said there. A captured record proves nothing. */
const mayCome = ({ findings }: Sight): boolean => findings !== undefined && !findings.isTriedOut && !findings.isRepeated

function believe(trust: Trust, sight: Sight, now: Clocks): Verdict {
  const { clocks, places, candidates } = trust
  const isSame = clocks !== undefined && isSameBoot(clocks, now)
  const elapsedS = clocks === undefined ? Number.POSITIVE_INFINITY : Math.max(0, (now.atMs - clocks.atMs) / 1000)
  // A total that runs ahead of the time must not lock the stick out after its next boot.
  const latestS = clocks === undefined ? now.totalS : Math.min(now.totalS, clocks.totalS + elapsedS + DRIFT_S)
  const totalS = isSame ? Math.max(latestS, clocks.totalS) : now.totalS
  const isNewPlace = places[0] !== sight.place
  // A new boot elsewhere may be a lucky guess, so the former clocks stay trusted.
  const hasMoved = isNewPlace && !isSame && clocks !== undefined
  const isLive = sight.kind === 'live'
  const silences = isLive ? endSilence(trust, sight) : trust.silences
  // Another sender was heard meanwhile.
  const isShared = isLive && isSame && candidates.some(({ seenMs }) => sight.receivedAtMs - seenMs < DAY_MS)
  const noted = isShared ? noteDuplicate(trust, sight) : trust
  // One copy: this runs for each record.
  const next: { -readonly [Key in keyof Trust]: Trust[Key] } = {
    ...noted,
    silences,
    clocks: { baseS: now.baseS, totalS, atMs: now.atMs },
    former: hasMoved ? [clocks, ...trust.former].slice(0, KEPT_FORMER) : trust.former,
    places: addPlace(places, sight.place),
    candidates: isLive ? noTrust.candidates : candidates,
  }
  if (isLive) next.liveMs = Math.max(trust.liveMs ?? 0, sight.receivedAtMs)
  if (!places.includes(sight.place)) next.movedMs = sight.receivedAtMs
  if (clocks !== undefined && !isSame) next.lastBoot = { baseS: clocks.baseS, endedMs: now.atMs }
  return {
    trust: next,
    isProven: true,
    isNews: !isSame || isNewPlace || silences !== trust.silences,
    isDuplicate: noted.duplicateMs === sight.receivedAtMs,
  }
}

function endSilence({ liveMs, silences }: Trust, { receivedAtMs, intervalS }: Sight): Trust['silences'] {
  const isSilence = liveMs !== undefined && receivedAtMs - liveMs > 1.7 * intervalS * 1000
  return isSilence ? [[liveMs, receivedAtMs] as const, ...silences].slice(0, KEPT_SILENCES) : silences
}

/** A buffered record must belong to a time without contact. From elsewhere it proves nothing by itself. */
function judgeBacklog(
  trust: Trust,
  sight: Sight,
  time: TimeFields,
  isKnown: boolean,
  isFirst: boolean,
  mayCount: boolean,
): Verdict {
  const boot: Clocks = { baseS: bootBaseS(time), totalS: time.totalS, atMs: sight.receivedAtMs }
  const isOwnBoot = [trust.clocks, ...trust.former].some((item) => item !== undefined && isSameBoot(item, boot))
  const isOwn = sight.isLineProven ?? (isFirst || (isKnown && isOwnBoot))
  if (!isOwn || !mayCount) return doubt(trust, sight)
  return { trust, isProven: isPossible(trust, sight, time), isNews: false }
}

function isPossible(trust: Trust, { place, receivedAtMs }: Sight, time: TimeFields): boolean {
  const { firstMs, liveMs, movedMs = 0, places, silences } = trust
  // Without its own instant it cannot claim one in the past.
  if (time.offsetS === 0 || firstMs === undefined) return true
  // A stick that has not moved lately may repeat anything: stored samples do not change.
  const hasMoved = movedMs > firstMs && receivedAtMs - movedMs < NEW_PLACE_MS && places[0] === place
  if (!hasMoved) return true
  const atMs = ((time.totalS + time.offsetS) % 2 ** 32) * 1000
  if (atMs < firstMs) return receivedAtMs - firstMs < FIRST_BACKLOG_MS
  if (liveMs === undefined || atMs > liveMs - SILENCE_MARGIN_MS) return true
  return silences.some(([fromMs, toMs]) => atMs > fromMs - SILENCE_MARGIN_MS && atMs < toMs + SILENCE_MARGIN_MS)
}

/** Clocks that prove nothing: by what its device says, or by a day alone. */
function judgeClaim(trust: Trust, sight: Sight, now: Clocks, isKnown: boolean): Verdict {
  const { kind, place, findings, intervalS } = sight
  const isGone = now.atMs - (trust.clocks?.atMs ?? 0) > 3 * intervalS * 1000
  const isAgain = kind === 'handshake' || sight.isLineProven === true
  if (isKnown && trust.isForgetful && isGone && isAgain) return replace(trust, sight, now)
  if (findings === undefined) return doubtClaim(trust, sight, now, isKnown)
  const claim = findClaim(trust, sight, now)
  const { candidate } = claim
  const { near } = missesOf(trust, sight)
  if (mayCome(sight) && isUnguessable(findings.agreement, trust, now, near))
    return replace(trust, sight, now, candidate)
  const mayStay = (isKnown || !findings.isTriedOut) && !trust.denied.includes(place)
  if (kind === 'live' && mayStay && isAlone(trust, claim, now.atMs)) return replace(trust, sight, now, candidate)
  return doubtClaim(trust, sight, now, isKnown, claim)
}

function doubtClaim(
  trust: Trust,
  sight: Sight,
  now: Clocks,
  isKnown: boolean,
  claim = findClaim(trust, sight, now),
): Verdict {
  const { findings } = sight
  // Without what the store knows nothing is decided.
  if (findings === undefined) return { ...doubt(trust, sight), isOpen: true }
  const { candidate, others, isGuess, isNews } = claim
  const before = missesOf(trust, sight)
  const isNear = findings.agreement?.fits === false
  const misfits = {
    dayMs: before.dayMs,
    count: before.count + Number(isKnown && isGuess),
    near: before.near + Number(isNear),
  }
  // A sender with too many tries is no rival to the next one.
  const isKept = isKnown || !findings.isTriedOut
  const candidates = isKept ? rankCandidates([candidate, ...others]) : trust.candidates
  const follows = trust.clocks !== undefined && mayFollow(trust.clocks, now) && !isNear
  const next = { ...trust, misfits, candidates }
  return { ...doubt(next, sight, follows), isNews: isNews && isKept, isGuess }
}

function replace(trust: Trust, sight: Sight, now: Clocks, candidate?: Claim['candidate']): Verdict {
  const former = trust.clocks === undefined ? trust.former : [trust.clocks, ...trust.former].slice(0, KEPT_FORMER)
  const verdict = believe({ ...trust, clocks: now, former, candidates: [] }, sight, now)
  const believed = candidate && { sinceMs: candidate.sinceMs, places: candidate.places }
  return { ...verdict, isNews: true, ...(believed && { believed }) }
}

/** @param follows it may well be the logger after a power cut: that alone is no second sender */
function doubt(trust: Trust, sight: Sight, follows = false): Verdict {
  const noted = follows || isReadLate(trust, sight) ? trust : noteDuplicate(trust, sight)
  const isDuplicate = noted.duplicateMs === sight.receivedAtMs
  return { trust: noted, isProven: false, isNews: isDuplicate, isDuplicate }
}

/** Data that the logger sent before it lost power, from its usual place. */
function isReadLate({ lastBoot, places }: Trust, { clue, place, receivedAtMs }: Sight): boolean {
  const time = readClue(clue)
  if (lastBoot === undefined || time === undefined || !places.includes(place)) return false
  const boot = { baseS: bootBaseS(time), totalS: time.totalS, atMs: receivedAtMs }
  return isSameBoot({ ...boot, baseS: lastBoot.baseS }, boot) && receivedAtMs - lastBoot.endedMs < LONGEST_LAG_MS
}

/**
 * The owner confirms that the likeliest candidate is the logger. The former clocks stay trusted: both may be the same.
 * @param network the one that its owner means; the first that comes from there is the logger, where no candidate is known
 */
export function vouchForCandidate(before: unknown, network?: string): Trust {
  const { clocks, ...trust } = readTrust(before)
  const [candidate] = rankCandidates(trust.candidates).filter(isOf(network))
  const cleared = { ...trust, candidates: [], misfits: noTrust.misfits, isForgetful: true }
  if (candidate === undefined && network === undefined) return { ...cleared, ...(clocks ? { clocks } : {}) }
  const former = clocks === undefined ? trust.former : [clocks, ...trust.former].slice(0, KEPT_FORMER)
  const places = candidate?.places ?? [network ?? '']
  const denied = trust.denied.filter((place) => !places.includes(place))
  const known = [...places].reverse().reduce(addPlace, trust.places)
  if (candidate === undefined) return { ...cleared, former, denied, places: known }
  const { baseS, totalS, atMs } = candidate
  return { ...cleared, clocks: { baseS, totalS, atMs }, former, denied, places: known }
}

/** The owner denies the candidates, or those of a network: time alone does not make them the logger. */
export function denyCandidates(before: unknown, network?: string): Trust {
  const trust = readTrust(before)
  const isMeant = isOf(network)
  const places = network === undefined ? trust.candidates.flatMap((candidate) => candidate.places) : [network]
  const candidates = trust.candidates.filter((candidate) => !isMeant(candidate))
  return { ...trust, denied: places.reduce(addPlace, trust.denied), candidates }
}

const isOf =
  (network: string | undefined) =>
  ({ places }: Claim['candidate']): boolean =>
    network === undefined || places.includes(network)

/** Two speak under one serial, be it one after the other. */
function noteDuplicate(trust: Trust, { receivedAtMs }: Sight): Trust {
  const { clocks, duplicateMs } = trust
  const isHeard = clocks !== undefined && receivedAtMs - clocks.atMs < DAY_MS
  const isReported = duplicateMs !== undefined && receivedAtMs - duplicateMs < duplicateEveryMs
  return isHeard && !isReported ? { ...trust, duplicateMs: receivedAtMs } : trust
}

/** Of the day of this frame. */
function missesOf({ misfits }: Trust, { receivedAtMs }: Sight): Required<Trust['misfits']> {
  const dayMs = Math.floor(receivedAtMs / DAY_MS) * DAY_MS
  return misfits.dayMs === dayMs ? { ...noTrust.misfits, ...misfits } : { dayMs, count: 0, near: 0 }
}
