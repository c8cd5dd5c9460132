import type { Kysely } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import type { Tables } from '../db/tables.ts'
import { type ClockRun, startClock } from './clock.ts'
import { type ClockJobName, clockJobs, type QueuedJob, queuedJobs } from './job-list.ts'
import { createJobLog, type OnRun } from './job-log.ts'
import { takePart } from './lead.ts'
import { createQueue, type JobRules, type RunningJob } from './queue.ts'

export type { ClockRun } from './clock.ts'
export { type ClockState, watchClock } from './clock-state.ts'
export type { ClockJobName, QueuedJob } from './job-list.ts'
export { prepareQueues, type RunningJob } from './queue.ts'

/** null: this server has nothing to do at those times. */
export type ClockRuns = Readonly<Record<ClockJobName, ClockRun | null>>

/** `ranAgoMs`: how long ago the clock ran on any node; undefined: never, as far as is known. */
export type RunningClock = Readonly<{
  wake: (name: ClockJobName) => void
  ranAgoMs: () => number | undefined
  stop: () => Promise<void>
}>

/** All background work of a node. */
export type Jobs = Readonly<{
  /**
   * Durable when it resolves; with `within` it commits with that transaction.
   * @throws Error when this process has no worker for `name`
   */
  send: (name: QueuedJob, data: object, within?: Kysely<Tables>) => Promise<void>
  /** A handler that throws is retried. Its error message appears in the log and must hold no secret. */
  work: <T extends object>(name: QueuedJob, run: (data: T, job: RunningJob) => Promise<void>) => Promise<void>
  /** Starts the clock, whose jobs run on one of several nodes; each node may wake them. `stop` waits for running jobs. */
  startClock: (runs: ClockRuns) => Promise<RunningClock>
  /** Stops taking queued jobs, and waits some seconds for those that run. */
  stop: () => Promise<void>
}>

/** @param options.rules other rules of queued jobs, for tests */
export async function createJobs(
  options: Readonly<{ db: Db; log: Log; now: () => number; pollMs?: number; rules?: JobRules; onRun?: OnRun }>,
): Promise<Jobs> {
  const { db, log, now, rules } = options
  const jobLog = createJobLog(log, now, options.onRun)
  const queue = await createQueue({ ...options, jobLog })
  return {
    send: queue.send,
    work: (name, run) => queue.work(name, { ...queuedJobs[name], ...rules }, run),
    startClock: async (runs) => {
      const lead = await takePart({ pool: db.pool, log, now })
      const jobs = (Object.keys(clockJobs) as ClockJobName[]).flatMap((name) => {
        const run = runs[name]
        return run === null ? [] : [{ name, cron: clockJobs[name], run }]
      })
      const clock = startClock({ jobs, lead, jobLog })
      return {
        wake: clock.wake,
        ranAgoMs: lead.ranAgoMs,
        stop: async () => {
          await clock.stop()
          await lead.close()
        },
      }
    },
    stop: queue.stop,
  }
}
