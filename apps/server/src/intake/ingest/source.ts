import type { SourceId } from '../../fleet/loggers/source.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Port } from './port.ts'
import type { IngestSettings } from './settings.ts'

/** A Modbus RTU reply of a device, or the error code of the logger before it. */
export type LineReply = Readonly<{ rtu: Uint8Array }> | Readonly<{ loggerError: number }>

/** A way to the device behind one logger. */
export type Line = Readonly<{
  /**
   * Sends a Modbus RTU request, one at a time.
   * @throws Error 'busy' while another waits, 'timeout' without a reply, 'gone' when the connection ends
   */
  ask: (rtu: Uint8Array) => Promise<LineReply>
}>

/** Finds the line of a logger; undefined: it is not connected to this node, or nothing proves that it is the logger. */
export type FindLine = (id: SourceId) => Line | undefined

/** Counters of a source since its start; without connections those of connections stay at 0. */
export const createSourceCounters = () => ({
  connections: 0,
  connectionsEver: 0,
  connectionsRefused: 0,
  /** Connections without a registered serial that gave way to others. */
  connectionsDropped: 0,
  /** From a proxy that names no client: whose loggers those are is not known. */
  unnamed: 0,
  foreign: 0,
  duplicateSerials: 0,
  frames: 0,
  refusedBytes: 0,
  acks: 0,
  unreceivedAcks: 0,
})
export type SourceCounters = ReturnType<typeof createSourceCounters>

/** A way in for records: a port that listens, a call that posts, a device that is polled. */
export type Source = Readonly<{
  /** Resolves when it takes records. */
  start: () => Promise<void>
  /** Takes no more; resolves when everything under way is answered and every connection is closed. */
  close: () => Promise<void>
  stats: () => Readonly<Partial<SourceCounters>>
  line?: FindLine
}>

/** Interface of the ingest to its sources. */
export type Intake = Readonly<{
  db: Db
  port: Port
  settings: IngestSettings
  now: () => number
  log: Log
}>

export type OpenSource<Opened extends Source = Source> = (intake: Intake) => Opened

/** The sum of what several sources count. */
export function addStats(sources: Iterable<Source>): Readonly<SourceCounters> {
  const sum = createSourceCounters()
  const names = Object.keys(sum) as (keyof SourceCounters)[]
  for (const { stats } of sources) {
    const counted = stats()
    for (const name of names) sum[name] += counted[name] ?? 0
  }
  return sum
}
