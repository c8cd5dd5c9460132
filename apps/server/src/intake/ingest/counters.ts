/** Plain counters of one node since its start; read through `Ingest.stats`. */
export const createCounters = () => ({
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
