import { Cron } from 'croner'
import type { JobLog } from './job-log.ts'
import type { Lead } from './lead.ts'

export type ClockJob = Readonly<{
  name: string
  /** Minute, hour, day, month, weekday in UTC; six parts start with the second. */
  cron: string
  run: ClockRun
}>

/** Its result is logged. @param signal ends long work when the server stops or another node leads */
export type ClockRun = (signal: AbortSignal) => Promise<unknown>

/** Runs each job at its times on the node that leads, and waits for what runs when it is stopped. */
export function startClock(given: Readonly<{ jobs: readonly ClockJob[]; lead: Pick<Lead, 'signal'>; jobLog: JobLog }>) {
  const { jobs, lead, jobLog } = given
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const run = async (job: ClockJob): Promise<void> => {
    const leading = lead.signal()
    if (leading === undefined) return
    const work = runJob(job, AbortSignal.any([stopping.signal, leading]), jobLog).finally(() => running.delete(work))
    running.add(work)
    await work
  }
  // protect: a running job is not started again.
  const crons = jobs.map((job) => new Cron(job.cron, { timezone: 'UTC', protect: true }, () => run(job)))
  return {
    stop: async (): Promise<void> => {
      for (const cron of crons) cron.stop()
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}

/** One run of a job; a failure is logged and never thrown. */
export async function runJob({ name, run }: ClockJob, signal: AbortSignal, jobLog: JobLog): Promise<void> {
  try {
    jobLog.done(name, await run(signal))
  } catch (error) {
    if (!signal.aborted) jobLog.failed(name, error)
  }
}
