import { acquisitionS, resolveInstant, type TimeFields } from '@heliograph/devices/wire/solarman-v5/time.ts'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import type { Received, Wire } from '../wire.ts'
import { learnOffset, readOffsets } from './boot-offsets.ts'
import { decodeRaw, isKnownKind, readClue } from './record.ts'

/** A logger's clock may run ahead of ours by this much (protocols.md 5). */
const aheadMs = 10 * MINUTE_MS

/** Solarman V5 push. A logger's state: the offsets of its last boots, which date its buffered records. */
export const solarmanWire: Wire = {
  decode: decodeRaw,
  isKnownKind,
  learn: (state, clue, received) => {
    const time = readClue(clue)
    if (time === undefined || !isTrusted(time, received)) return state
    const known = readOffsets(state)
    const offsets = learnOffset(known, time)
    return offsets === known ? state : { offsets }
  },
  resolveInstant: ({ content, clue }, given) => {
    const time = readClue(clue)
    if (time === undefined) return 'short-payload'
    // An impossible instant of a synchronized logger is not corrected.
    if (time.offsetS !== 0 && !isTrusted(time, given)) return 'time-out-of-bounds'
    const { atMs, source } = resolveInstant({
      time,
      knownOffsets: readOffsets(given.state),
      deviceClock: content.deviceClock,
      zoneOffsetMinutesAt: (utcMs) => offsetMinutes(utcMs, given.zone),
      receivedAtMs: given.receivedAtMs,
      maxAgeDays: given.maxAgeDays,
    })
    return { atMs, timeSource: source }
  },
}

/** Whether the frame's own instant is possible. An impossible one must not date other records either. */
function isTrusted(time: TimeFields, { receivedAtMs, maxAgeDays }: Received): boolean {
  const acquiredS = acquisitionS(time)
  if (acquiredS === undefined) return false
  const ageMs = receivedAtMs - acquiredS * 1000
  return ageMs <= maxAgeDays * DAY_MS && ageMs >= -aheadMs
}
