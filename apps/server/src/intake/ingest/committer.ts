import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import { createRarely } from '../../platform/db/rarely.ts'

/**
 * outage: the store is away, wait. stale: cached knowledge was out of date, reload it. bad: this batch holds a record
 * that cannot be stored.
 */
export type FailureKind = 'outage' | 'stale' | 'bad'

export type CommitterOptions<Job, Receipt> = Readonly<{
  /** One transaction; resolves after the commit with one receipt per job. Must leave nothing behind when it throws. */
  write: (jobs: readonly Job[]) => Promise<readonly Receipt[]>
  classify: (error: unknown) => FailureKind
  /** The fallback for a job that failed alone, tried once; undefined: the job is refused. */
  instead: (job: Job, error: unknown) => Job | undefined
  wait: (ms: number) => Promise<void>
  batchLimit: number
  queueLimit: number
  log: Log
}>

export type Committer<Job, Receipt> = Readonly<{
  /** Resolves after the commit; rejects when the job was refused or the committer closed before it was stored. */
  submit: (job: Job) => Promise<Receipt>
  isFull: () => boolean
  /** Called whenever a full queue has room again. @returns the way to stop listening */
  onRoom: (listener: () => void) => () => void
  stats: () => Readonly<{ queueLength: number; batches: number; commitMsP50: number; commitMsP95: number }>
  /** Stores what is queued, and refuses the rest if the store is away. */
  close: () => Promise<void>
}>

type Entry<Job, Receipt> = { job: Job; resolve: (receipt: Receipt) => void; reject: (error: unknown) => void }

const STALE_LIMIT = 5
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000

/**
 * Group commit: jobs that arrive during a transaction go into the next one. A batch that cannot be stored is halved
 * until the faulty record is alone, so that one record never blocks another.
 */
export function createCommitter<Job, Receipt>(options: CommitterOptions<Job, Receipt>): Committer<Job, Receipt> {
  const { write, classify, instead, wait, batchLimit, queueLimit, log } = options
  let queue: Entry<Job, Receipt>[] = []
  let inWork = 0
  let wasFull = false
  let isClosing = false
  let running: Promise<void> | undefined
  const rarely = createRarely(Date.now)
  const roomListeners = new Set<() => void>()
  const durations = createDurations()

  const isFull = (): boolean => queue.length + inWork >= queueLimit

  const notifyRoom = (): void => {
    if (!wasFull || queue.length + inWork > queueLimit / 2) return
    wasFull = false
    for (const listener of [...roomListeners]) listener()
  }

  const attempt = async (entries: readonly Entry<Job, Receipt>[]): Promise<void> => {
    const beganAt = performance.now()
    const receipts = await write(entries.map(({ job }) => job))
    durations.add(performance.now() - beganAt)
    inWork -= entries.length
    for (const [index, { resolve }] of entries.entries()) resolve(receipts[index] as Receipt)
  }

  const refuse = (entries: readonly Entry<Job, Receipt>[], error: unknown): void => {
    inWork -= entries.length
    for (const { reject } of entries) reject(error)
  }

  const commit = async (entries: readonly Entry<Job, Receipt>[]): Promise<void> => {
    let staleTimes = 0
    let waitMs = FIRST_WAIT_MS
    for (;;) {
      try {
        return await attempt(entries)
      } catch (error) {
        const kind = classify(error)
        if (kind === 'stale' && staleTimes < STALE_LIMIT) {
          staleTimes += 1
          continue
        }
        if (kind !== 'outage') return await isolate(entries, error)
        if (isClosing) return refuse(entries, error)
        const reason = reasonOf(error).slice(0, 200)
        if (rarely.tell(reason) !== undefined)
          log.warn({ reason, records: entries.length }, 'records cannot be stored; trying again')
        await wait(waitMs)
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      }
    }
  }

  const isolate = async (entries: readonly Entry<Job, Receipt>[], error: unknown): Promise<void> => {
    if (entries.length > 1) {
      const middle = entries.length >> 1
      await commit(entries.slice(0, middle))
      return await commit(entries.slice(middle))
    }
    const [entry] = entries
    if (entry === undefined) return
    const other = instead(entry.job, error)
    if (other === undefined) return refuse(entries, error)
    try {
      await attempt([{ ...entry, job: other }])
    } catch {
      refuse(entries, error)
    }
  }

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      // All jobs of this turn of the event loop share the transaction.
      await new Promise(setImmediate)
      const entries = queue.slice(0, batchLimit)
      queue = queue.slice(batchLimit)
      inWork += entries.length
      await commit(entries)
      notifyRoom()
    }
    running = undefined
  }

  return {
    submit: (job) =>
      new Promise((resolve, reject) => {
        if (isClosing) return reject(new Error('The committer is closed'))
        queue.push({ job, resolve, reject })
        if (isFull()) wasFull = true
        running ??= run()
      }),
    isFull,
    onRoom: (listener) => {
      roomListeners.add(listener)
      return () => roomListeners.delete(listener)
    },
    stats: () => ({ queueLength: queue.length + inWork, ...durations.read() }),
    close: async () => {
      isClosing = true
      await running
    },
  }
}

/** The last 512 durations, for percentiles. */
function createDurations() {
  const last: number[] = []
  let count = 0
  return {
    add: (ms: number): void => {
      last[count % 512] = ms
      count += 1
    },
    read: () => {
      const sorted = [...last].sort((a, b) => a - b)
      const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      return { batches: count, commitMsP50: at(0.5), commitMsP95: at(0.95) }
    },
  }
}
