import type { Log } from '../db/log.ts'
import { isOutage, reasonOf } from '../db/outage.ts'
import { createRarely } from '../db/rarely.ts'

export type JobLog = Readonly<{
  /** The database answered. */
  reached: (job: string) => void
  done: (job: string, result: unknown) => void
  failed: (job: string, error: unknown) => void
  /** A queued job failed: it is tried again, or given up. */
  tried: (job: string, error: unknown, run: Readonly<{ id: string; isLastTry: boolean }>) => void
}>

/** Counts runs for the metrics. */
export type OnRun = (job: string, outcome: 'done' | 'failed') => void

const OUTAGE = 'outage'

/**
 * Logs what becomes of jobs. A bug is logged with its stack once, then rarely and in one line. A database outage, which
 * makes every job fail, is one line for all of them. Queued jobs depend on outside services (a mail server): each one
 * that is given up is a line without a stack.
 */
export function createJobLog(log: Log, now: () => number, onRun: OnRun = () => {}): JobLog {
  const rarely = createRarely(now)
  const reached = (job: string): void => {
    if (rarely.end(OUTAGE)) log.info({ job }, 'jobs run again')
  }
  return {
    reached,
    done: (job, result) => {
      onRun(job, 'done')
      reached(job)
      log.debug({ job, result }, 'job done')
    },
    failed: (job, error) => {
      onRun(job, 'failed')
      const reason = reasonOf(error)
      if (isOutage(error)) {
        if (rarely.tell(OUTAGE) !== undefined) log.warn({ job, reason }, 'jobs wait for the database')
        return
      }
      const before = rarely.tell(`${job} ${reason}`)
      if (before === 0) log.error({ job, err: error }, 'job failed')
      else if (before !== undefined) log.error({ job, reason, times: before + 1 }, 'job still fails')
    },
    tried: (job, error, { id, isLastTry }) => {
      onRun(job, 'failed')
      const reason = reasonOf(error)
      if (isLastTry) log.warn({ job, id, reason, isLastTry }, 'a job was given up')
      else if (rarely.tell(`${job} ${reason}`) !== undefined) log.warn({ job, id, reason, isLastTry }, 'a job failed')
    },
  }
}
