import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import type { Decoded, TimeSource } from '@heliograph/domain/reading.ts'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import { type Arrival, type DataRecord, type Instant, identityOf } from './arrival.ts'
import { StaleKnowledge } from './failure.ts'
import type { RawReason } from './raw-reason.ts'
import type { Trusted } from './trust.ts'
import type { Memory, Received } from './wire.ts'
import type { Wires } from './wires.ts'

type WithRecord = Arrival & Readonly<{ record: DataRecord }>
export type Reading = Readonly<{
  arrival: WithRecord
  plantId: number
  decoded: Decoded
  atMs: number
  timeSource: TimeSource
}>
export type Raw = Readonly<{ arrival: WithRecord; plantId: number; reason: RawReason }>

/** Changes of a batch to one logger. */
export type LoggerDraft = {
  readonly known: KnownLogger
  /** The state of its wire. */
  state: unknown
  /** Identities of the accepted records, newest first. */
  added: number[]
  rejected: number
  trusted: Trusted | undefined
}

export type Plan = {
  readonly readings: Reading[]
  readonly raws: Raw[]
  /** Records of loggers that belong to no plant. */
  readonly waiting: WithRecord[]
  /** Records that are stored already. */
  readonly repeated: WithRecord[]
  readonly drafts: ReadonlyMap<SourceId, LoggerDraft>
}

/**
 * Decides where each arrival goes. Changes no cached knowledge: that happens after the commit.
 * @param maxAgeDays the maximum age of a record when it is received
 * @throws StaleKnowledge
 */
export function planBatch(
  wires: Wires,
  arrivals: readonly Arrival[],
  known: (source: SourceId) => KnownLogger,
  maxAgeDays: number,
  trusts: ReadonlyMap<SourceId, Trusted>,
): Plan {
  const drafts = new Map<SourceId, LoggerDraft>()
  const plan: Plan = { readings: [], raws: [], waiting: [], repeated: [], drafts }
  const draftOf = (logger: KnownLogger): LoggerDraft => {
    const { source, state } = logger
    const draft = drafts.get(source) ?? { known: logger, state, added: [], rejected: 0, trusted: trusts.get(source) }
    drafts.set(source, draft)
    return draft
  }
  // A logger without stored records may have made contact anyway.
  for (const source of trusts.keys()) draftOf(known(source))
  for (const arrival of arrivals) {
    const { source, clue, receivedAtMs } = arrival
    const draft = draftOf(known(source))
    if (clue !== undefined)
      draft.state = wires.of(source).memory?.learn(draft.state, clue, { receivedAtMs, maxAgeDays }) ?? draft.state
    if (hasRecord(arrival)) route(arrival, draft, plan, { maxAgeDays, wires })
  }
  return plan
}

function route(
  arrival: WithRecord,
  draft: LoggerDraft,
  plan: Plan,
  { maxAgeDays, wires }: Readonly<{ maxAgeDays: number; wires: Wires }>,
): void {
  const { record, origin } = arrival
  const { plant, recent } = draft.known
  if (plant === undefined) {
    // It is retried because it has a plant: a node that does not know of it must reload.
    if (origin !== undefined) throw new StaleKnowledge('The plant of a logger')
    plan.waiting.push(arrival)
    return
  }
  if (origin?.kind === 'undecoded') {
    // The logger moved to another plant since: earlier records stay with the earlier plant.
    if (origin.plantId !== plant.id) return
  } else if (record.instant === 'later') {
    // A record with its own instant is identified by it wherever it is stored.
    const identity = identityOf(record)
    if (draft.added.includes(identity) || recent.includes(identity)) {
      plan.repeated.push(arrival)
      return
    }
    if (record.rawReason === 'unproven') {
      // It must not replace what is known of the logger's own records.
      plan.raws.push({ arrival, plantId: plant.id, reason: 'unproven' })
      return
    }
    draft.added.unshift(identity)
  }
  const { receivedAtMs } = arrival
  const { memory } = wires.of(arrival.source)
  const found = read(arrival.record, memory, { state: draft.state, zone: plant.zone, receivedAtMs, maxAgeDays })
  const { reason } = found
  if (reason === 'time-out-of-bounds' && origin?.kind !== 'undecoded') draft.rejected += 1
  if (reason !== undefined) plan.raws.push({ arrival, plantId: plant.id, reason })
  const { instant } = found
  if (instant === undefined) return
  // Records from before the move belong to the plant where it was.
  const then = draft.known.earlier?.find(({ untilMs }) => instant.atMs < untilMs) ?? plant
  plan.readings.push({ arrival, plantId: then.id, decoded: found.decoded, ...instant })
}

type Found =
  | Readonly<{ reason: RawReason; instant?: undefined }>
  | Readonly<{ reason: 'experimental' | undefined; decoded: Decoded; instant: Instant }>

/** The reading of a record, or the reason to keep its payload raw; both if the profile is unconfirmed. */
function read(
  record: DataRecord,
  memory: Memory | undefined,
  options: Received & Readonly<{ state: unknown; zone: string }>,
): Found {
  const { content, rawReason } = record
  if (rawReason !== undefined) return { reason: rawReason }
  if ('undecoded' in content) return { reason: content.undecoded }
  if (Object.keys(content.values).length === 0) return { reason: 'no-values' }
  const resolve = () => memory?.resolveInstant?.({ ...record, content }, options)
  const instant = record.instant === 'later' ? (resolve() ?? 'store-failed') : record.instant
  if (typeof instant === 'string') return { reason: instant }
  const isExperimental = findProfileById(content.profileId)?.confidence === 'experimental'
  return { reason: isExperimental ? 'experimental' : undefined, decoded: content, instant }
}

const hasRecord = (arrival: Arrival): arrival is WithRecord => arrival.record !== undefined
