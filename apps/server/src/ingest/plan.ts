import { findProfileById } from '@heliograph/devices/profiles/registry.ts'
import {
  acquisitionS,
  type BootOffset,
  resolveInstant,
  type TimeFields,
} from '@heliograph/devices/wire/solarman-v5/time.ts'
import type { Decoded, TimeSource } from '@heliograph/domain/reading.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import { learnOffset } from '../loggers/boot-offsets.ts'
import type { KnownLogger } from '../loggers/known-loggers.ts'
import type { Arrival, DataRecord } from './arrival.ts'
import { StaleKnowledge } from './failure.ts'
import type { RawReason } from './raw-reason.ts'

type WithRecord = Arrival & Readonly<{ record: DataRecord }>
export type Reading = Readonly<{
  arrival: WithRecord
  plantId: number
  decoded: Decoded
  atMs: number
  timeSource: TimeSource
}>
export type Raw = Readonly<{ arrival: WithRecord; plantId: number; reason: RawReason }>

/** What a batch changes about one logger. */
export type LoggerDraft = {
  readonly known: KnownLogger
  offsets: readonly BootOffset[]
  /** Identities of the records taken, newest first. */
  added: number[]
  rejected: number
}

export type Plan = {
  readonly readings: Reading[]
  readonly raws: Raw[]
  /** Of loggers that belong to no plant. */
  readonly waiting: WithRecord[]
  /** Records that are stored already. */
  readonly repeated: WithRecord[]
  readonly drafts: ReadonlyMap<number, LoggerDraft>
}

const dayMs = 86_400_000
/** A logger's clock may run ahead of ours by this much (protocols.md 5). */
const aheadMs = 10 * 60_000

/**
 * Says of every arrival where it goes. Changes nothing that is known: that happens after the commit.
 * @param maxAgeDays how old a record may be when it is received
 * @throws StaleKnowledge
 */
export function planBatch(
  arrivals: readonly Arrival[],
  known: (serial: number) => KnownLogger,
  maxAgeDays: number,
): Plan {
  const drafts = new Map<number, LoggerDraft>()
  const plan: Plan = { readings: [], raws: [], waiting: [], repeated: [], drafts }
  for (const arrival of arrivals) {
    const logger = known(arrival.serial)
    const draft = drafts.get(arrival.serial) ?? { known: logger, offsets: logger.offsets, added: [], rejected: 0 }
    drafts.set(arrival.serial, draft)
    if (arrival.time !== undefined && isTrusted(arrival.time, arrival.receivedAtMs, maxAgeDays))
      draft.offsets = learnOffset(draft.offsets, arrival.time)
    if (hasRecord(arrival)) route(arrival, draft, plan, maxAgeDays)
  }
  return plan
}

function route(arrival: WithRecord, draft: LoggerDraft, plan: Plan, maxAgeDays: number): void {
  const { record, origin } = arrival
  const { plant, recent } = draft.known
  if (plant === undefined) {
    // It was taken up again because it has a plant: who does not know of it has to look again.
    if (origin !== undefined) throw new StaleKnowledge('The plant of a logger')
    plan.waiting.push(arrival)
    return
  }
  if (origin?.kind === 'undecoded') {
    // The logger went to another plant since: what it said before stays where it was said.
    if (origin.plantId !== plant.id) return
  } else {
    if (draft.added.includes(record.identity) || recent.includes(record.identity)) {
      plan.repeated.push(arrival)
      return
    }
    draft.added.unshift(record.identity)
  }
  const reason = whyRaw(arrival, maxAgeDays)
  if (reason === 'time-out-of-bounds' && origin?.kind !== 'undecoded') draft.rejected += 1
  if (reason !== undefined) plan.raws.push({ arrival, plantId: plant.id, reason })
  const { content, time } = record
  if ('undecoded' in content || time === undefined || (reason !== undefined && reason !== 'experimental')) return
  const { atMs, source } = resolveInstant({
    time,
    knownOffsets: draft.offsets,
    deviceClock: content.deviceClock,
    zoneOffsetMinutesAt: (utcMs) => offsetMinutes(utcMs, plant.zone),
    receivedAtMs: arrival.receivedAtMs,
    maxAgeDays,
  })
  plan.readings.push({ arrival, plantId: plant.id, decoded: content, atMs, timeSource: source })
}

/** Why the payload is kept as it came; undefined: it is a reading, and all is said. */
function whyRaw({ record, receivedAtMs }: WithRecord, maxAgeDays: number): RawReason | undefined {
  const { content, time, rawReason } = record
  if (rawReason !== undefined) return rawReason
  if ('undecoded' in content) return content.undecoded
  if (time === undefined) return 'short-payload'
  if (Object.keys(content.values).length === 0) return 'no-values'
  // A logger that is synchronised and yet says an impossible instant is not second-guessed.
  if (time.offsetS !== 0 && !isTrusted(time, receivedAtMs, maxAgeDays)) return 'time-out-of-bounds'
  return findProfileById(content.profileId)?.confidence === 'experimental' ? 'experimental' : undefined
}

const hasRecord = (arrival: Arrival): arrival is WithRecord => arrival.record !== undefined

/** Whether the frame's own instant is possible. One that is not must not date other records either. */
function isTrusted(time: TimeFields, receivedAtMs: number, maxAgeDays: number): boolean {
  const acquiredS = acquisitionS(time)
  if (acquiredS === undefined) return false
  const ageMs = receivedAtMs - acquiredS * 1000
  return ageMs <= maxAgeDays * dayMs && ageMs >= -aheadMs
}
