import type { KnownLoggers } from '../loggers/known-loggers.ts'
import { keptRecords } from '../loggers/write-loggers.ts'
import type { AppendResult } from '../telemetry/telemetry.ts'
import type { Batch } from './batch.ts'
import type { Counters } from './counters.ts'
import { countBy, type Trimmed } from './keep-bounds.ts'
import type { KnownDevices } from './known-devices.ts'

/** After the commit, and only then: what is known becomes what was written. */
export function settleKnown(
  { plan, placed, raws, news, loggerWrites }: Batch,
  result: AppendResult | undefined,
  trimmed: Trimmed,
  { loggers, devices }: Readonly<{ loggers: KnownLoggers; devices: KnownDevices }>,
): void {
  const writes = new Map(loggerWrites.map((write) => [write.serial, write]))
  const waiting = countBy(plan.waiting.map(({ serial }) => serial))
  const undecoded = countBy(raws.map(({ arrival }) => arrival.serial))
  for (const { known, added, offsets } of plan.drafts.values()) {
    const write = writes.get(known.serial)
    loggers.replace({
      ...known,
      isStored: known.isStored || write !== undefined,
      offsets,
      recent: added.length === 0 ? known.recent : [...added, ...known.recent].slice(0, keptRecords),
      recentVersion: known.recentVersion + (added.length === 0 ? 0 : 1),
      facts: write?.facts ?? known.facts,
      hasData: known.hasData || write?.heard?.dataAtMs !== undefined,
      writtenAtMs: Math.max(known.writtenAtMs, write?.heard?.atMs ?? 0),
      waitingRecords: known.waitingRecords + (waiting.get(known.serial) ?? 0),
      undecodedRecords: known.undecodedRecords + (undecoded.get(known.serial) ?? 0),
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
