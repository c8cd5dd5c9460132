import type { DiskSpace } from '../../platform/db/disk-space.ts'
import type { Log } from '../../platform/db/log.ts'
import { type Arrival, identityOf } from './arrival.ts'
import { type Committer, createCommitter } from './committer.ts'
import type { Counters } from './counters.ts'
import { classifyFailure } from './failure.ts'
import type { IngestSettings } from './settings.ts'
import type { BatchWriter, Receipt } from './write-batch.ts'

/** The only way in for readings, on any wire. */
export type Port = Committer<Arrival, Receipt>

export type PortOptions = Readonly<{
  writer: Pick<BatchWriter, 'write'>
  settings: IngestSettings
  counters: Counters
  wait: (ms: number) => Promise<void>
  disk?: Pick<DiskSpace, 'note'> | undefined
  log: Log
  /** How long a record waited for its commit. */
  onStored?: ((seconds: number) => void) | undefined
}>

/**
 * A logger's record that cannot be stored is kept raw after this many tries: then the logger moves on to the next one.
 */
const POISON_TRIES = 3

export function createPort({ writer, settings, counters, wait, disk, log, onStored }: PortOptions): Port {
  const tries = new Map<number, number>()
  const port = createCommitter<Arrival, Receipt>({
    write: writer.write,
    classify: (error) => {
      disk?.note(error)
      return classifyFailure(error)
    },
    instead: (arrival, error) => {
      counters.poisoned += 1
      const { source, record, origin } = arrival
      const reason = error instanceof Error ? error.message.slice(0, 200) : String(error)
      log.error({ logger: source, kind: record?.raw.kind, reason }, 'a record cannot be stored')
      if (record === undefined || record.rawReason !== undefined) return undefined
      if (tries.size > 1_000) tries.clear()
      const identity = identityOf(record)
      const count = (tries.get(identity) ?? 0) + 1
      tries.set(identity, count)
      // No logger sends a retried record again, so it is kept raw at once.
      if (origin === undefined && count < POISON_TRIES) return undefined
      return { ...arrival, record: { ...record, rawReason: 'store-failed' } }
    },
    wait,
    batchLimit: settings.batchLimit,
    queueLimit: settings.queueLimit,
    log,
  })
  return {
    ...port,
    submit: async (arrival) => {
      requireWholeInstant(arrival)
      const beganAt = performance.now()
      const receipt = await port.submit(arrival)
      onStored?.((performance.now() - beganAt) / 1000)
      return receipt
    },
  }
}

/** Telemetry counts whole milliseconds: another instant would fail the batch of all. @throws RangeError */
function requireWholeInstant({ record }: Arrival): void {
  if (record === undefined || record.instant === 'later' || Number.isSafeInteger(record.instant.atMs)) return
  throw new RangeError(`The instant ${record.instant.atMs} of a record`)
}
