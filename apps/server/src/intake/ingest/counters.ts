/** Plain counters of one node since its start; read through `Ingest.stats`. */
export const createCounters = () => ({
  connections: 0,
  connectionsEver: 0,
  connectionsRefused: 0,
  /** Connections without a registered serial that gave way to others. */
  connectionsDropped: 0,
  /** From a proxy that names nobody: whose loggers those are is not known. */
  unnamed: 0,
  foreign: 0,
  duplicateSerials: 0,
  frames: 0,
  refusedBytes: 0,
  acks: 0,
  unreceivedAcks: 0,
  stored: 0,
  duplicates: 0,
  undecoded: 0,
  waiting: 0,
  outOfBounds: 0,
  dropped: 0,
  /** From loggers without an owner: not kept, or not certainly kept. */
  unacknowledged: 0,
  /** Sent under a registered serial by a device that may not be that logger. */
  unproven: 0,
  /** Of devices that their owner discarded or moved away. */
  discarded: 0,
  poisoned: 0,
})
export type Counters = ReturnType<typeof createCounters>
