import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Log } from '../db/log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { type ClockJob, runJob, startClock } from './clock.ts'
import { createJobLog } from './job-log.ts'
import { type Lead, takePart } from './lead.ts'

const waitFor = <T>(work: () => T | Promise<T>) => vi.waitFor(work, { timeout: 10_000 })

function createLines() {
  const lines: unknown[][] = []
  const note =
    (level: string) =>
    (...given: unknown[]): void =>
      void lines.push([level, ...given])
  const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') } as unknown as Log
  return { log, lines }
}
const failing = (error: Error): ClockJob => ({ name: 'failing', cron: '* * * * *', run: () => Promise.reject(error) })
const { signal } = new AbortController()

describe('the log of jobs', () => {
  it('has a bug once with its stack, then rarely in a line', async () => {
    const { log, lines } = createLines()
    let nowMs = 0
    const jobLog = createJobLog(log, () => nowMs)
    const bug = new TypeError('x is not a function')
    for (nowMs = 0; nowMs <= 300_000; nowMs += 1_000) await runJob(failing(bug), signal, jobLog)
    expect(lines).toEqual([
      ['error', { job: 'failing', err: bug }, 'job failed'],
      ['error', { job: 'failing', reason: 'x is not a function', times: 300 }, 'job still fails'],
    ])
  })

  it('has a database outage in one line for all jobs, and its end', async () => {
    const { log, lines } = createLines()
    let nowMs = 0
    const jobLog = createJobLog(log, () => nowMs)
    // Node's error for a name with two addresses has no message of its own.
    const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' })
    const away = failing(Object.assign(new AggregateError([refused]), { code: 'ECONNREFUSED' }))
    for (nowMs = 0; nowMs < 300_000; nowMs += 1_000) {
      await runJob(away, signal, jobLog)
      await runJob({ ...away, name: 'other' }, signal, jobLog)
    }
    const line = { job: 'failing', reason: 'connect ECONNREFUSED ::1:5432' }
    expect(lines).toEqual([['warn', line, 'jobs wait for the database']])
    await runJob({ ...away, run: async () => 3 }, signal, jobLog)
    expect(lines.slice(1)).toEqual([
      ['info', { job: 'failing' }, 'jobs run again'],
      ['debug', { job: 'failing', result: 3 }, 'job done'],
    ])
  })

  it('has no line for a job that was told to stop', async () => {
    const { log, lines } = createLines()
    await runJob(
      failing(new Error('aborted')),
      AbortSignal.abort(),
      createJobLog(log, () => 0),
    )
    expect(lines).toEqual([])
  })
})

describe('the clock', () => {
  it('runs a job at its time, tells it to stop, and waits for it', async () => {
    const { log, lines } = createLines()
    const run = vi.fn(
      (ending: AbortSignal) => new Promise((end) => ending.addEventListener('abort', () => end('done'))),
    )
    const clock = startClock({
      jobs: [{ name: 'long', cron: '* * * * * *', run }],
      lead: { signal: () => signal },
      jobLog: createJobLog(log, () => 0),
    })
    await waitFor(() => expect(run).toHaveBeenCalled())
    await clock.stop()
    expect(lines).toContainEqual(['debug', { job: 'long', result: 'done' }, 'job done'])
  })
})

describe('a job that is woken', () => {
  const never = '0 0 0 1 1 *'
  afterEach(() => void vi.useRealTimers())
  const start = (run: () => Promise<unknown>, leads = true) => {
    vi.useFakeTimers()
    const jobLog = createJobLog(createLines().log, () => 0)
    return startClock({
      jobs: [{ name: 'told', cron: never, run }],
      lead: { signal: () => (leads ? signal : undefined) },
      jobLog,
    })
  }

  it('runs at once, and not more often than the gap allows', async () => {
    const run = vi.fn(async () => {})
    const clock = start(run)
    clock.wake('told')
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(1)
    for (let n = 0; n < 9; n += 1) clock.wake('told')
    await vi.advanceTimersByTimeAsync(499)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run).toHaveBeenCalledTimes(2)
    await clock.stop()
  })

  it('runs once more when it was woken while it ran', async () => {
    let end = (): void => {}
    const run = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    const clock = start(run)
    clock.wake('told')
    await vi.advanceTimersByTimeAsync(0)
    clock.wake('told')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run).toHaveBeenCalledTimes(1)
    end()
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(2)
    end()
    await clock.stop()
  })

  it('rests on a node that does not lead, and after the stop', async () => {
    const run = vi.fn(async () => {})
    const idle = start(run, false)
    idle.wake('told')
    const stopped = start(run)
    await stopped.stop()
    stopped.wake('told')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run).not.toHaveBeenCalled()
    await idle.stop()
  })
})

describe('several nodes', () => {
  let database: TestDatabase
  const leads: Lead[] = []
  const log = pino({ level: 'silent' })
  beforeAll(async () => {
    database = await createTestDatabase(4)
  })
  afterEach(async () => {
    for (const lead of leads.splice(0)) await lead.close()
  })
  afterAll(() => database.drop())
  const join = async (): Promise<Lead> => {
    const lead = await takePart({ db: database.db, log, now: Date.now, everyMs: 20 })
    leads.push(lead)
    return lead
  }

  it('run scheduled jobs on one of them', async () => {
    const nodes = [await join(), await join(), await join()]
    const runs: number[] = []
    const clocks = nodes.map((lead, node) =>
      startClock({
        jobs: [{ name: 'each second', cron: '* * * * * *', run: async () => runs.push(node) }],
        lead,
        jobLog: createJobLog(log, () => 0),
      }),
    )
    await waitFor(() => expect(runs.length).toBeGreaterThanOrEqual(2))
    for (const clock of clocks) await clock.stop()
    expect(new Set(runs)).toEqual(new Set([0]))
  })

  it('have another leader when the first one stops', async () => {
    const [first, second] = [await join(), await join()]
    expect([first.signal() !== undefined, second.signal()]).toEqual([true, undefined])
    const before = first.signal()
    await first.close()
    expect(before?.aborted).toBe(true)
    await waitFor(() => expect(second.signal()).toBeDefined())
  })

  it('stop the jobs of a leader that lost its connection, and elect again', async () => {
    const nodes = [await join(), await join()]
    const before = nodes[0]?.signal()
    await database.db.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    await waitFor(() => expect(before?.aborted).toBe(true))
    await waitFor(() => expect(nodes.filter((node) => node.signal() !== undefined)).toHaveLength(1))
  })
})
