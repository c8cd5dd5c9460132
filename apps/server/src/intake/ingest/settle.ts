import type { KnownLogger, KnownLoggers } from '../../fleet/loggers/known-loggers.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import { roomOf } from '../../fleet/loggers/unproven-rooms.ts'
import { KEPT_RECORDS, type WrittenLogger } from '../../fleet/loggers/write-loggers.ts'
import type { AppendResult } from '../../fleet/telemetry/telemetry.ts'
import type { Kept } from './admission.ts'
import type { Arrival } from './arrival.ts'
import type { Batch } from './batch.ts'
import type { Counters } from './counters.ts'
import { countBy, type Trimmed } from './keep-bounds.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Raw } from './plan.ts'
import { senderNetworkOf } from './unproven-room.ts'

/** Facts that only the database knew before. */
export type Written = Readonly<{
  trimmed: Trimmed
  written: ReadonlyMap<SourceId, WrittenLogger>
  /** Records that wait since. */
  kept: readonly Kept[]
}>

/** Call only after the commit: updates the cached knowledge to what was written. */
export function settleKnown(
  { plan, placed, raws, news, loggerWrites, admitted }: Batch,
  result: AppendResult | undefined,
  { trimmed, written, kept }: Written,
  { loggers, devices }: Readonly<{ loggers: KnownLoggers; devices: KnownDevices }>,
): void {
  const writes = new Map(loggerWrites.map((write) => [write.source, write]))
  const isUnproven = ({ reason }: Raw): boolean => reason === 'unproven'
  const apart = raws.filter(isUnproven).map(({ arrival }) => arrival)
  const undecoded = countBy(raws.filter((raw) => !isUnproven(raw)).map(({ arrival }) => arrival.source))
  for (const { known, added, state, trusted } of plan.drafts.values()) {
    const write = writes.get(known.source)
    loggers.replace({
      ...known,
      id: known.id ?? written.get(known.source)?.id,
      state,
      trust: trusted === undefined ? known.trust : trusted.trust,
      recent: added.length === 0 ? known.recent : [...added, ...known.recent].slice(0, KEPT_RECORDS),
      recentVersion: known.recentVersion + (added.length === 0 ? 0 : 1),
      facts: write?.facts ?? known.facts,
      hasData: known.hasData || write?.heard?.dataAtMs !== undefined,
      writtenAtMs: Math.max(known.writtenAtMs, write?.heard?.atMs ?? 0),
      waitingFrom: addKept(known, kept),
      isSheltered: known.isSheltered || admitted.newborn.get(known.source)?.isSheltered === true,
      firstSeenMs: known.firstSeenMs ?? write?.heard?.atMs,
      undecodedRecords: known.undecodedRecords + (undecoded.get(known.source) ?? 0),
      unprovenFrom: addUnproven(known, apart),
    })
  }
  loggers.forget(trimmed.touched)
  // Rows that this batch changed have new versions.
  devices.forget(news.map(({ device }) => device.meta.plantId))
  for (const { device } of placed)
    if (result?.quantities.has(device.meta.deviceId)) devices.forget([device.meta.plantId])
}

function addKept({ source, waitingFrom }: KnownLogger, kept: readonly Kept[]): KnownLogger['waitingFrom'] {
  const own = kept.filter((item) => item.source === source)
  if (own.length === 0) return waitingFrom
  const sums = { ...waitingFrom }
  for (const { countedAddress, records } of own) sums[countedAddress] = (sums[countedAddress] ?? 0) + records
  return sums
}

function addUnproven({ source, unprovenFrom }: KnownLogger, apart: readonly Arrival[]): KnownLogger['unprovenFrom'] {
  const own = apart.filter((arrival) => arrival.source === source)
  if (own.length === 0) return unprovenFrom
  const sums = { ...unprovenFrom }
  for (const arrival of own) {
    const room = roomOf(senderNetworkOf(arrival), arrival.isLikely === true)
    sums[room] = (sums[room] ?? 0) + 1
  }
  return sums
}

export function countBatch(
  counters: Counters,
  { plan, placed, raws, discarded, admitted, judged }: Batch,
  result: AppendResult | undefined,
  { dropped }: Trimmed,
): void {
  const fresh = result?.outcomes.filter(({ stored }) => stored).length ?? 0
  counters.stored += fresh
  counters.duplicates += plan.repeated.length + placed.length - fresh
  counters.waiting += plan.waiting.length
  counters.discarded += discarded.length
  counters.undecoded += raws.filter(
    ({ arrival, reason }) => arrival.origin?.kind !== 'undecoded' && reason !== 'experimental' && reason !== 'unproven',
  ).length
  for (const { rejected } of plan.drafts.values()) counters.outOfBounds += rejected
  counters.dropped += dropped + admitted.evicted.dropped
  counters.unacknowledged += admitted.fates.size + judged.refused.size
  counters.unproven += raws.filter(({ reason }) => reason === 'unproven').length
}
