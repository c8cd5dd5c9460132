import { setTimeout as delay } from 'node:timers/promises'
import type PgBoss from 'pg-boss'
import { reasonOf } from '../db/outage.ts'
import type { JobLog } from './job-log.ts'

export type RunningJob = Readonly<{ id: string; isLastTry: boolean }>
export type Loop = Readonly<{ wake: () => void; stop: () => Promise<void> }>

const STOP_WITHIN_MS = 5_000

/**
 * Fetches and runs the jobs of one name. pg-boss's own worker is not used: it does not await its own update of a
 * finished job. A database that fails in that moment would end the process with an unhandled rejection.
 */
export function createLoop<T extends object>(
  options: Readonly<{
    boss: PgBoss
    name: string
    batch: number
    pollMs: number
    jobLog: JobLog
    handler: (data: T, job: RunningJob) => Promise<void>
  }>,
): Loop {
  const { boss, name, batch, pollMs, jobLog, handler } = options
  let stopping = false
  let isAwake = true
  let endWait = (): void => {}

  const wake = () => {
    isAwake = true
    endWait()
  }
  const wait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async (job: PgBoss.JobWithMetadata<T>): Promise<void> => {
    const isLastTry = job.retryCount >= job.retryLimit
    try {
      try {
        await handler(job.data, { id: job.id, isLastTry })
      } catch (error) {
        jobLog.tried(name, error, { id: job.id, isLastTry })
        if (!isLastTry) {
          await boss.fail(name, job.id, { reason: reasonOf(error) })
          return
        }
      }
      await boss.deleteJob(name, job.id)
    } catch (error) {
      // The job expires and runs again.
      jobLog.failed(name, error)
    }
  }

  const turn = async (): Promise<void> => {
    while (!stopping) {
      isAwake = false
      // An error waits for the next poll: a database that is away must not be asked in a tight loop.
      const jobs = await boss.fetch<T>(name, { batchSize: batch, includeMetadata: true }).catch((error: unknown) => {
        if (!stopping) jobLog.failed(name, error)
        return undefined
      })
      if (jobs !== undefined) jobLog.reached(name)
      await Promise.all((jobs ?? []).map(run))
      if ((jobs ?? []).length === 0 && !isAwake && !stopping) await wait()
    }
  }
  const turning = turn()

  return {
    wake,
    async stop() {
      stopping = true
      wake()
      await Promise.race([turning, delay(STOP_WITHIN_MS, undefined, { ref: false })])
    },
  }
}
