import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import { acquisitionS, resolveInstant, type TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import type { Memory, Received, WireParts } from '../wire.ts'
import { learnOffset, readOffsets } from './boot-offsets.ts'
import { denyCandidates, judgeContinuity, vouchForCandidate } from './continuity.ts'
import { parseLoggerSerial } from './logger-serial.ts'
import { decodeRaw, isKnownKind, readClue } from './record.ts'
import { readTrust, trustOf } from './trust-state.ts'

/** A logger whose clock is ahead of ours by more than this is ignored (protocols.md 5). */
const MOST_AHEAD_MS = 10 * MINUTE_MS
/** A clock that is ahead by more dates nothing: the record has the time of arrival then. */
const aheadMs = MINUTE_MS
/** Recorded sticks are right to 2 s (protocols.md 2.2). */
const JITTER_MS = 5_000

/** A logger's state: the offsets of its last boots, which date its buffered records. */
const memory: Memory = {
  learn: (state, clue, received) => {
    const time = readClue(clue)
    if (time === undefined || !isTrusted(time, received, aheadMs)) return state
    const known = readOffsets(state)
    const offsets = learnOffset(known, time)
    return offsets === known ? state : { offsets }
  },
  resolveInstant: ({ content, clue }, options) => {
    const time = readClue(clue)
    if (time === undefined) return 'short-payload'
    // An impossible instant of a synchronized logger is not corrected.
    if (time.offsetS !== 0 && !isTrusted(time, options, MOST_AHEAD_MS)) return 'time-out-of-bounds'
    const { atMs, source } = resolveInstant({
      time,
      knownOffsets: readOffsets(options.state),
      deviceClock: content.deviceClock,
      zoneOffsetMinutesAt: (utcMs) => offsetMinutes(utcMs, options.zone),
      receivedAtMs: options.receivedAtMs,
      maxAgeDays: options.maxAgeDays,
    })
    // No record may claim an instant in advance; clocks are right only to some seconds.
    const isAhead = atMs > options.receivedAtMs + JITTER_MS
    return isAhead ? { atMs: options.receivedAtMs, timeSource: 'received' } : { atMs, timeSource: source }
  },
}

/** Solarman V5 push. */
export const solarman: WireParts = {
  wire: { decode: decodeRaw, isKnownKind, ownership: 'claimed', readLabel: parseLoggerSerial, hasLine: true },
  memory,
  trust: {
    judge: judgeContinuity,
    isLater: (trust, other) => (readTrust(trust).clocks?.atMs ?? 0) > (readTrust(other).clocks?.atMs ?? 0),
    vouch: vouchForCandidate,
    deny: denyCandidates,
    trustOf,
  },
}

/** Whether the frame's own instant is possible. An impossible one must not date other records either. */
function isTrusted(time: TimeFields, { receivedAtMs, maxAgeDays }: Received, mayBeAheadMs: number): boolean {
  const acquiredS = acquisitionS(time)
  if (acquiredS === undefined) return false
  const ageMs = receivedAtMs - acquiredS * 1000
  return ageMs <= maxAgeDays * DAY_MS && ageMs >= -mayBeAheadMs
}
