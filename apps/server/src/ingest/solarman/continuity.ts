import { bootBaseS, type TimeFields } from '@heliograph/devices/wire/solarman-v5/time.ts'
import { DAY_MS, HOUR_S, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Home } from '../../loggers/home.ts'
import type { Sight, Verdict } from '../wire.ts'
import { readClue } from './record.ts'

/** The two clocks of a stick at its last contact: total run time, and the run time at which its boot began. */
type Clocks = Readonly<{ baseS: number; totalS: number; atMs: number }>

/** Clocks that do not fit, from a known place: a stick that lost its memory, or another sender in the same network. */
type Rival = Clocks & Readonly<{ sinceMs: number; place: string }>

/** What identifies a stick. None of it is known to someone who knows only its serial number. */
export type Trust = Readonly<{
  clocks?: Clocks
  /** The boot before the present one: a busy server reads its last records late. */
  lastBoot?: Readonly<{ baseS: number; endedMs: number }>
  /** Clocks that were trusted before, the newest first. */
  former: readonly Clocks[]
  /** Networks of trusted records, the newest first. */
  places: readonly string[]
  rival?: Rival | undefined
  /** The last sender that was not trusted. */
  doubted?: Clocks & Readonly<{ place: string }>
  misfits: Readonly<{ dayMs: number; count: number }>
  /** Times without a live record, the newest first: only then does a stick keep records back. */
  silences: readonly (readonly [fromMs: number, toMs: number])[]
  /** When the newest of these was first seen. */
  movedMs?: number
  firstMs?: number
  liveMs?: number
  /** Its owner confirmed that its run time restarts after a power cut. */
  isForgetful?: boolean
  /** When another sender last used its serial number. */
  duplicateMs?: number
}>

const keptFormer = 2
const keptPlaces = 8
const keptSilences = 64
/** The boot base is constant within a boot to 5 s (protocols.md 2.2). */
const sameBootS = 30
/** Run time that a power cut may cost, because the stick had not kept it yet. */
const lostS = HOUR_S
/** The most by which the clocks of the stick and ours drift apart between two frames. */
const driftS = 600
/** A rival from a known place is trusted after it alone has sent for this long. */
const probationMs = DAY_MS
/** After this many wrong clocks in a day, no new place is trusted. */
const misfitsPerDay = 300
/** Tolerance around a silence, and the oldest records that a new stick may bring along. */
const silenceMarginMs = 10 * MINUTE_MS
const firstBacklogMs = 7 * DAY_MS
/** For this long a place counts as new. */
const newPlaceMs = 7 * DAY_MS
/** No record waits longer than this to be read. */
const longestLagMs = 15 * MINUTE_MS
/** The owner learns of another sender under the same serial number at most this often. */
const duplicateEveryMs = MINUTE_MS

const nothing: Trust = { former: [], places: [], misfits: { dayMs: 0, count: 0 }, silences: [] }
export const readTrust = (trust: unknown): Trust => ({ ...nothing, ...(trust as Partial<Trust> | undefined) })

/** What identifies a stick that was just claimed: its clocks and places before the proof. */
export const trustOf = ({ places, seenMs, bootBaseS, totalS }: Home): Trust | undefined =>
  bootBaseS === null || totalS === null
    ? places.length > 0
      ? { ...nothing, places: places.slice(0, keptPlaces) }
      : undefined
    : {
        ...nothing,
        clocks: { baseS: bootBaseS, totalS, atMs: seenMs },
        places: places.slice(0, keptPlaces),
        firstMs: seenMs,
      }

/** Whether a frame continues what the logger sent before, and what is known of it after the frame. */
export function judgeContinuity(before: unknown, sight: Sight): Verdict {
  const trust = readTrust(before)
  if (!isAllowed(trust, sight)) return doubt(trust, sight)
  const time = readClue(sight.clue)
  if (sight.kind === 'other' || time === undefined)
    return { trust, isProven: sight.isLineProven ?? trust.clocks === undefined, isNews: false }
  // Nothing but its place is known of it yet.
  const isElsewhere = trust.places.length > 0 && !trust.places.includes(sight.place)
  if (trust.clocks === undefined && isElsewhere) return doubt(trust, sight)
  if (sight.kind === 'buffered') return judgeBacklog(trust, sight, time)
  const now: Clocks = { baseS: bootBaseS(time), totalS: time.totalS, atMs: sight.receivedAtMs }
  const { clocks } = trust
  if (clocks === undefined) return believe({ ...trust, firstMs: now.atMs }, sight, now)
  const isTriedOut = trust.misfits.count >= misfitsPerDay && isSameDay(trust, sight)
  if (fits(clocks, now) && !(isTriedOut && !trust.places.includes(sight.place))) return believe(trust, sight, now)
  const former = trust.former.find((one) => fits(one, now))
  if (former !== undefined) {
    const others = [clocks, ...trust.former.filter((one) => one !== former)].slice(0, keptFormer)
    return believe(noteDuplicate({ ...trust, former: others }, sight), sight, now)
  }
  return judgeRival(trust, sight, now, clocks)
}

function isAllowed({ places }: Trust, { place, policy }: Sight): boolean {
  if (policy.isListed !== undefined) return policy.isListed
  return !policy.isStrict || places.length === 0 || places.includes(place)
}

/** The same boot, or a later one whose run time continues from the last. */
function fits(before: Clocks, now: Clocks): boolean {
  if (Math.abs(now.baseS - before.baseS) <= sameBootS) return true
  const elapsedS = Math.max(0, (now.atMs - before.atMs) / 1000)
  return now.baseS >= before.totalS - lostS && now.baseS <= before.totalS + elapsedS + driftS
}

function believe(trust: Trust, sight: Sight, now: Clocks): Verdict {
  const { clocks, places, rival } = trust
  const isSameBoot = clocks !== undefined && Math.abs(now.baseS - clocks.baseS) <= sameBootS
  const elapsedS = clocks === undefined ? Number.POSITIVE_INFINITY : Math.max(0, (now.atMs - clocks.atMs) / 1000)
  // A total that runs ahead of the time must not lock the stick out after its next boot.
  const latestS = clocks === undefined ? now.totalS : Math.min(now.totalS, clocks.totalS + elapsedS + driftS)
  const totalS = isSameBoot ? Math.max(latestS, clocks.totalS) : now.totalS
  const isNewPlace = places[0] !== sight.place
  // A new boot elsewhere may be a lucky guess, so the former clocks stay trusted.
  const hasMoved = isNewPlace && !isSameBoot && clocks !== undefined
  const silent = sight.kind === 'live' ? endSilence(trust, sight) : trust
  const isUnknown = !places.includes(sight.place)
  return {
    trust: {
      ...silent,
      ...(isUnknown ? { movedMs: sight.receivedAtMs } : {}),
      ...(clocks !== undefined && !isSameBoot ? { lastBoot: { baseS: clocks.baseS, endedMs: now.atMs } } : {}),
      clocks: { ...now, totalS },
      former: hasMoved ? [clocks, ...silent.former].slice(0, keptFormer) : silent.former,
      places: isNewPlace ? [sight.place, ...places.filter((one) => one !== sight.place)].slice(0, keptPlaces) : places,
      // The rival was only another stick.
      rival: rival !== undefined && sight.kind === 'live' ? undefined : rival,
    },
    isProven: true,
    isNews: !isSameBoot || isNewPlace || silent.silences !== trust.silences,
  }
}

function endSilence(trust: Trust, { receivedAtMs, intervalMinutes }: Sight): Trust {
  const { liveMs, silences } = trust
  const isSilence = liveMs !== undefined && receivedAtMs - liveMs > 1.7 * intervalMinutes * MINUTE_MS
  const all = isSilence ? [[liveMs, receivedAtMs] as const, ...silences].slice(0, keptSilences) : silences
  return { ...trust, silences: all, liveMs: Math.max(liveMs ?? 0, receivedAtMs) }
}

/** A buffered record must belong to a time without contact. */
function judgeBacklog(trust: Trust, sight: Sight, time: TimeFields): Verdict {
  const { clocks, former } = trust
  const baseS = bootBaseS(time)
  const isOwnBoot = [clocks, ...former].some((one) => one !== undefined && Math.abs(one.baseS - baseS) <= sameBootS)
  const isOwn = sight.isLineProven ?? (isOwnBoot || clocks === undefined)
  if (!isOwn) return doubt(trust, sight)
  return { trust, isProven: isPossible(trust, sight, time), isNews: false }
}

function isPossible(trust: Trust, { place, receivedAtMs }: Sight, time: TimeFields): boolean {
  const { firstMs, liveMs, movedMs = 0, places, silences } = trust
  // Without its own instant it cannot claim one in the past.
  if (time.offsetS === 0 || firstMs === undefined) return true
  // A stick that has not moved lately may repeat anything: stored samples do not change.
  const hasMoved = movedMs > firstMs && receivedAtMs - movedMs < newPlaceMs && places[0] === place
  if (!hasMoved) return true
  const atMs = ((time.totalS + time.offsetS) % 2 ** 32) * 1000
  if (atMs < firstMs) return receivedAtMs - firstMs < firstBacklogMs
  if (liveMs === undefined || atMs > liveMs - silenceMarginMs) return true
  return silences.some(([fromMs, toMs]) => atMs > fromMs - silenceMarginMs && atMs < toMs + silenceMarginMs)
}

function judgeRival(trust: Trust, sight: Sight, now: Clocks, clocks: Clocks): Verdict {
  const { place, kind } = sight
  const isKnown = trust.places.includes(place)
  if (!isKnown) return doubt(trust, sight)
  const isAlone = now.atMs - clocks.atMs > 3 * sight.intervalMinutes * MINUTE_MS
  if (trust.isForgetful && isAlone && (kind === 'handshake' || sight.isLineProven)) return replace(trust, sight, now)
  const { rival } = trust
  const isSame = rival !== undefined && rival.place === place && fits(rival, now)
  const sinceMs = isSame && rival.sinceMs >= clocks.atMs ? rival.sinceMs : now.atMs
  if (now.atMs - sinceMs >= probationMs && kind === 'live') return replace(trust, sight, now, sinceMs)
  return doubt({ ...trust, rival: { ...now, sinceMs, place } }, sight)
}

/** @param sinceMs unproven records from here on count now */
function replace(trust: Trust, sight: Sight, now: Clocks, sinceMs?: number): Verdict {
  const former = trust.clocks === undefined ? trust.former : [trust.clocks, ...trust.former].slice(0, keptFormer)
  const verdict = believe({ ...trust, clocks: now, former, rival: undefined }, sight, now)
  return { ...verdict, isNews: true, believedSinceMs: sinceMs }
}

function doubt(trust: Trust, sight: Sight): Verdict {
  const count = isSameDay(trust, sight) ? trust.misfits.count + 1 : 1
  const dayMs = Math.floor(sight.receivedAtMs / DAY_MS) * DAY_MS
  const time = sight.kind === 'buffered' ? undefined : readClue(sight.clue)
  const { place, receivedAtMs: atMs } = sight
  const last = time && { doubted: { baseS: bootBaseS(time), totalS: time.totalS, atMs, place } }
  const doubted = { ...trust, ...last, misfits: { dayMs, count } }
  const told = isReadLate(trust, sight) ? doubted : noteDuplicate(doubted, sight)
  return { trust: told, isProven: false, isNews: true, isDuplicate: told.duplicateMs === sight.receivedAtMs }
}

/** What the logger sent before it lost power, from where it always is. */
function isReadLate({ lastBoot, places }: Trust, { clue, place, receivedAtMs }: Sight): boolean {
  const time = readClue(clue)
  if (lastBoot === undefined || time === undefined || !places.includes(place)) return false
  const isItsBoot = Math.abs(bootBaseS(time) - lastBoot.baseS) <= sameBootS
  return isItsBoot && receivedAtMs - lastBoot.endedMs < longestLagMs
}

/** The owner confirms that the last doubted sender is the logger. The former clocks stay trusted: both may be the same. */
export function vouchForLast(before: unknown): Trust {
  const { doubted, clocks, rival: _, ...trust } = readTrust(before)
  const misfits = nothing.misfits
  if (doubted === undefined) return { ...trust, ...(clocks ? { clocks } : {}), misfits, isForgetful: true }
  const { place, ...now } = doubted
  const former = clocks === undefined ? trust.former : [clocks, ...trust.former].slice(0, keptFormer)
  const places = [place, ...trust.places.filter((one) => one !== place)].slice(0, keptPlaces)
  return { ...trust, clocks: now, former, places, misfits, isForgetful: true }
}

/** Two speak under one serial, be it one after the other. */
function noteDuplicate(trust: Trust, { receivedAtMs }: Sight): Trust {
  const { clocks, duplicateMs } = trust
  const isHeard = clocks !== undefined && receivedAtMs - clocks.atMs < DAY_MS
  const isTold = duplicateMs !== undefined && receivedAtMs - duplicateMs < duplicateEveryMs
  return isHeard && !isTold ? { ...trust, duplicateMs: receivedAtMs } : trust
}

const isSameDay = ({ misfits }: Trust, { receivedAtMs }: Sight): boolean =>
  misfits.dayMs === Math.floor(receivedAtMs / DAY_MS) * DAY_MS
