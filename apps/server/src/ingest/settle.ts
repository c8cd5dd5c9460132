import type { KnownLoggers } from '../loggers/known-loggers.ts'
import type { SourceId } from '../loggers/source.ts'
import { keptRecords, type WrittenLogger } from '../loggers/write-loggers.ts'
import type { AppendResult } from '../telemetry/telemetry.ts'
import type { Batch } from './batch.ts'
import type { Counters } from './counters.ts'
import { countBy, type Trimmed } from './keep-bounds.ts'
import type { KnownDevices } from './known-devices.ts'

/** What only the database knew before. */
export type Written = Readonly<{ trimmed: Trimmed; written: ReadonlyMap<SourceId, WrittenLogger> }>

/** After the commit, and only then: what is known becomes what was written. */
export function settleKnown(
  { plan, placed, raws, news, loggerWrites }: Batch,
  result: AppendResult | undefined,
  { trimmed, written }: Written,
  { loggers, devices }: Readonly<{ loggers: KnownLoggers; devices: KnownDevices }>,
): void {
  const writes = new Map(loggerWrites.map((write) => [write.source, write]))
  const waiting = countBy(plan.waiting.map(({ source }) => source))
  const undecoded = countBy(raws.map(({ arrival }) => arrival.source))
  for (const { known, added, state } of plan.drafts.values()) {
    const write = writes.get(known.source)
    loggers.replace({
      ...known,
      id: known.id ?? written.get(known.source)?.id,
      state,
      recent: added.length === 0 ? known.recent : [...added, ...known.recent].slice(0, keptRecords),
      recentVersion: known.recentVersion + (added.length === 0 ? 0 : 1),
      facts: write?.facts ?? known.facts,
      hasData: known.hasData || write?.heard?.dataAtMs !== undefined,
      writtenAtMs: Math.max(known.writtenAtMs, write?.heard?.atMs ?? 0),
      waitingRecords: known.waitingRecords + (waiting.get(known.source) ?? 0),
      undecodedRecords: known.undecodedRecords + (undecoded.get(known.source) ?? 0),
    })
  }
  loggers.forget(trimmed.touched)
  // Rows that this batch changed have new versions.
  devices.forget(news.map(({ device }) => device.meta.plantId))
  for (const { device } of placed)
    if (result?.quantities.has(device.meta.deviceId)) devices.forget([device.meta.plantId])
}

export function countBatch(
  counters: Counters,
  { plan, placed, raws }: Batch,
  result: AppendResult | undefined,
  { dropped }: Trimmed,
): void {
  const fresh = result?.outcomes.filter(({ stored }) => stored).length ?? 0
  counters.stored += fresh
  counters.duplicates += plan.repeated.length + placed.length - fresh
  counters.waiting += plan.waiting.length
  counters.undecoded += raws.filter(
    ({ arrival, reason }) => arrival.origin?.kind !== 'undecoded' && reason !== 'experimental',
  ).length
  for (const { rejected } of plan.drafts.values()) counters.outOfBounds += rejected
  counters.dropped += dropped
}
