import { Refusal } from '@heliograph/domain/errors.ts'
import { createFairQueue } from './fair-queue.ts'
import type { ReadingLimits } from './reading-limits.ts'
import { type GivePart, type Outcome, type ReadingProcess, startReadingProcess } from './reading-process.ts'

/** The sender that waits for a file. */
export type FileSender = Readonly<{
  /** Owner of the turn: an account, or this server for its own pictures. */
  account: string
  /** Aborted when the sender has left. */
  left?: AbortSignal | undefined
  /** Files of this account that may wait. */
  mostWaiting?: number
}>

type Job = Readonly<{
  account: string
  mostWaiting: number | undefined
  bytes: number
  kind: string
  question: unknown
  part: GivePart | undefined
  settle: (outcome: Outcome) => void
  hasLeft: () => boolean
}>

export type ReadingOrder = Readonly<{
  /** The name of the reader in the file of the process. */
  kind: string
  question: unknown
  /** How much the question holds; of several files, the largest. */
  bytes: number
  /** Gives the files of the question that its reader asks for; each one has the limits of a file. */
  part?: GivePart
  /** How a file is refused that takes too much. */
  refuse: (why: 'memory' | 'time') => Refusal
}>

/** Processes that read, and who is next. @param file of the process, see answer-tasks.ts */
export function createReadings(file: URL, limits: ReadingLimits) {
  const queue = createFairQueue<Job>(limits, () => performance.now())
  /** Processes with what they read. */
  const processes = new Map<ReadingProcess, Job | undefined>()
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const open = (): void => {
    isClosed = false
    if (processes.size === 0) processes.set(startReadingProcess(file, limits), undefined)
  }

  const abandon = (job: Job): void => {
    if (queue.leave(job)) job.settle({ ended: 'stopped' })
    for (const [process, running] of processes) if (running === job) process.kill()
  }

  const take = (): ReadingProcess => {
    for (const [process, job] of processes)
      if (job === undefined && process.isAlive()) return process
      else if (job === undefined) processes.delete(process)
    return startReadingProcess(file, limits)
  }

  /** A process may end by what the file before left in it: its task is tried once more, in a new one. */
  const run = async (job: Job, isSecond = false): Promise<void> => {
    const process = isSecond ? startReadingProcess(file, limits) : take()
    processes.set(process, job)
    const outcome = await process.read({ kind: job.kind, question: job.question }, job.part)
    const isBroken = 'ended' in outcome && outcome.ended === 'stopped' && !isClosed && !job.hasLeft()
    if (isBroken && !isSecond) {
      processes.delete(process)
      return run(job, true)
    }
    queue.done(job)
    processes.set(process, undefined)
    if (!process.isAlive() || 'ended' in outcome) {
      process.kill()
      processes.delete(process)
      // The next sender need not wait until one has started.
      if (!isClosed) open()
    }
    job.settle(isBroken ? { ended: 'memory' } : outcome)
    rest()
    serve()
  }
  const serve = (): void => {
    for (let job = queue.next(); job !== undefined; job = queue.next()) void run(job)
  }

  /** One process stays ready; what the others hold is the system's again. */
  const rest = (): void => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      const free = [...processes].filter(([, job]) => job === undefined)
      for (const [process] of free.length < processes.size ? free : free.slice(1)) {
        process.kill()
        processes.delete(process)
      }
    }, limits.idleMs)
    idle.unref()
  }

  return {
    /** Has a process ready before the first file comes. */
    open,
    /**
     * @throws Refusal of the reader, or of `refuse`; TOO_MANY_REQUESTS while too many files wait; TIMED_OUT when the
     *   sender left
     */
    async read(order: ReadingOrder, { account, left, mostWaiting }: FileSender): Promise<unknown> {
      if (left?.aborted || isClosed) throw new Refusal('TIMED_OUT')
      const { kind, question, bytes, part } = order
      const outcome = await new Promise<Outcome>((resolve, reject) => {
        const leave = (): void => abandon(job)
        const settle = (result: Outcome): void => {
          left?.removeEventListener('abort', leave)
          resolve(result)
        }
        const hasLeft = (): boolean => left?.aborted === true
        const job: Job = { account, mostWaiting, bytes, kind, question, part, settle, hasLeft }
        if (!queue.join(job)) return reject(new Refusal('TOO_MANY_REQUESTS'))
        left?.addEventListener('abort', leave, { once: true })
        serve()
      })
      if ('answer' in outcome) return outcome.answer
      if ('refusal' in outcome) throw new Refusal(outcome.refusal.code, outcome.refusal.detail)
      if ('fault' in outcome) throw new Error(`A file could not be read: ${outcome.fault}`)
      throw outcome.ended === 'stopped' ? new Refusal('TIMED_OUT') : order.refuse(outcome.ended)
    },
    /** Ends all readings, running or waiting, in any state. */
    close(): void {
      isClosed = true
      clearTimeout(idle)
      for (const job of queue.waiting()) abandon(job)
      for (const process of processes.keys()) process.kill()
      processes.clear()
    },
    /** The processes that run now. */
    pids: (): readonly number[] =>
      [...processes.keys()].flatMap(({ pid, isAlive }) => (pid !== undefined && isAlive() ? [pid] : [])),
  }
}
