import { Cron } from 'croner'
import { runFenced } from '../db/fence.ts'
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

export type Clock = Readonly<{
  /** Runs a job before its time, because there is work for it; while it runs, once more afterwards. */
  wake: (name: string) => void
  stop: () => Promise<void>
}>

/** The job of each second, whose end says that the clock runs. */
const HEARTBEAT = 'clock'
/** The shortest time between the starts of two runs that were woken. */
const WAKE_GAP_MS = 500

type Watched = {
  readonly job: ClockJob
  isRunning: boolean
  isAsked: boolean
  startedAtMs: number
  timer: NodeJS.Timeout | undefined
}

/** Runs each job at its times on the node that leads, and waits for what runs when it is stopped. */
export function startClock(
  options: Readonly<{ jobs: readonly ClockJob[]; lead: Pick<Lead, 'signal' | 'fence' | 'noteRun'>; jobLog: JobLog }>,
): Clock {
  const { jobs, lead, jobLog } = options
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const run = async (item: Watched): Promise<void> => {
    const [leading, fence] = [lead.signal(), lead.fence()]
    if (leading === undefined || fence === undefined || item.isRunning || stopping.signal.aborted) return
    Object.assign(item, { isRunning: true, isAsked: false, startedAtMs: performance.now() })
    const signal = AbortSignal.any([stopping.signal, leading])
    const fenced = { ...item.job, run: (ending: AbortSignal) => runFenced(fence, () => item.job.run(ending)) }
    const work = runJob(fenced, signal, jobLog).finally(() => {
      running.delete(work)
      if (item.job.name === HEARTBEAT) lead.noteRun()
      item.isRunning = false
      arm(item)
    })
    running.add(work)
    await work
  }
  const arm = (item: Watched): void => {
    if (!item.isAsked || item.isRunning || item.timer !== undefined || stopping.signal.aborted) return
    const waitMs = Math.max(0, item.startedAtMs + WAKE_GAP_MS - performance.now())
    item.timer = setTimeout(() => {
      item.timer = undefined
      void run(item)
    }, waitMs).unref()
  }
  const watched = jobs.map(
    (job): Watched => ({
      job,
      isRunning: false,
      isAsked: false,
      timer: undefined,
      startedAtMs: Number.NEGATIVE_INFINITY,
    }),
  )
  // protect: a running job is not started again.
  const crons = watched.map((item) => new Cron(item.job.cron, { timezone: 'UTC', protect: true }, () => run(item)))
  return {
    wake: (name) => {
      const one = watched.find(({ job }) => job.name === name)
      if (one === undefined || lead.signal() === undefined) return
      one.isAsked = true
      arm(one)
    },
    stop: async (): Promise<void> => {
      for (const cron of crons) cron.stop()
      stopping.abort()
      for (const { timer } of watched) clearTimeout(timer)
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
