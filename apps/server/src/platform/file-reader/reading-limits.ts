import { MINUTE_MS } from '@heliograph/domain/duration.ts'

/** Cost limits of one file; the process that reads a file beyond them is ended. */
export const readingLimits = {
  /** Resident memory of the process, native memory included. */
  memoryBytes: 512 * 1024 * 1024,
  /** Of JavaScript alone, apart from the memory of libraries. */
  heapMb: 352,
  /** Processor time: a busy machine refuses nothing that an idle one reads. */
  processorMs: 7_000,
  /** Where the process only waits, or its time cannot be measured. */
  wallMs: MINUTE_MS,
  /** Size limit of an answer. */
  answerBytes: 96 * 1024 * 1024,
  /** A process that holds more after its task is replaced. */
  restBytes: 224 * 1024 * 1024,
  /** Files that wait: of one account, of all, and what they hold together. */
  waitingOfAccount: 4,
  waiting: 40,
  waitingBytes: 200 * 1024 * 1024,
  /** Files that are read at the same time, each in a process of its own. */
  processes: 2,
  /** How long it counts what an account's files have cost. */
  rememberedMs: 10 * MINUTE_MS,
  /** All processes but one end after this time without a file. */
  idleMs: MINUTE_MS,
} as const
export type ReadingLimits = Readonly<Record<keyof typeof readingLimits, number>>
