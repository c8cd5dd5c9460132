import { Cron } from 'croner'
import type { Log } from '../db/log.ts'
import { isOutage } from '../db/outage.ts'

export type ClockJob = Readonly<{
  name: string
  /** Minute, hour, day, month, weekday in UTC; six parts begin with the second. */
  cron: string
  /** What it resolves to stands in the log. @param signal ends long work when the server stops */
  run: (signal: AbortSignal) => Promise<unknown>
}>

/** While the database is away every job fails, some each second: one line in this time says it for all. */
const outageLineEveryMs = 300_000

/** Runs each job at its times, and waits for what runs when it is stopped. */
export function startClock({ jobs, log, now }: Readonly<{ jobs: readonly ClockJob[]; log: Log; now: () => number }>) {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const tell = createTeller(log, now)
  const run = (job: ClockJob): Promise<void> => {
    const work = runJob(job, stopping.signal, tell).finally(() => running.delete(work))
    running.add(work)
    return work
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

type Teller = ReturnType<typeof createTeller>

/** One run of a job; a failure is told and never thrown. */
export async function runJob({ name, run }: ClockJob, signal: AbortSignal, tell: Teller): Promise<void> {
  try {
    tell.done(name, await run(signal))
  } catch (error) {
    tell.failed(name, error)
  }
}

/** Writes what becomes of jobs: a bug with its stack, an outage of the database in one line, and that one rarely. */
export function createTeller(log: Log, now: () => number) {
  let toldAtMs: number | undefined
  return {
    done: (job: string, result: unknown): void => log.debug({ job, result }, 'job done'),
    failed: (job: string, error: unknown): void => {
      if (!isOutage(error)) {
        log.error({ job, err: error }, 'job failed')
        return
      }
      if (toldAtMs !== undefined && now() - toldAtMs < outageLineEveryMs) return
      toldAtMs = now()
      log.warn({ job, reason: (error as Error).message }, 'jobs wait for the database')
    },
  }
}
