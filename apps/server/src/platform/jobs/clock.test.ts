import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { runFenced } from '../db/fence.ts'
import type { Log } from '../db/log.ts'
import { runClientTransaction } from '../db/transaction.ts'
import { type ClockJob, runJob, startClock } from './clock.ts'
import { createJobLog } from './job-log.ts'
import { type Lead, takePart } from './lead.ts'

const waitFor = <T>(work: () => T | Promise<T>) => vi.waitFor(work, { timeout: 10_000 })

function createLines() {
  const lines: unknown[][] = []
  const note =
    (level: string) =>
    (...options: unknown[]): void =>
      void lines.push([level, ...options])
  const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') } as unknown as Log
  return { log, lines }
}
const failing = (error: Error): ClockJob => ({ name: 'failing', cron: '* * * * *', run: () => Promise.reject(error) })
const { signal } = new AbortController()
const leading = { signal: () => signal, fence: () => ({ generation: 1, check: () => {} }), noteRun: () => {} }

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
      lead: leading,
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
      lead: leads ? leading : { ...leading, signal: () => undefined },
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
    database = await createTestDatabase(8)
  })
  afterEach(async () => {
    for (const lead of leads.splice(0)) await lead.close()
  })
  afterAll(() => database.drop())
  const join = async (more: Partial<Parameters<typeof takePart>[0]> = {}): Promise<Lead> => {
    const lead = await takePart({ pool: database.db.pool, log, now: Date.now, everyMs: 20, leaseMs: 1_000, ...more })
    leads.push(lead)
    return lead
  }
  const start = (lead: Lead, jobs: readonly ClockJob[]) =>
    startClock({ jobs, lead, jobLog: createJobLog(log, () => 0) })

  it('run scheduled jobs on one of them', async () => {
    const nodes = [await join(), await join(), await join()]
    const runs: number[] = []
    const clocks = nodes.map((lead, node) =>
      start(lead, [{ name: 'each second', cron: '* * * * * *', run: async () => runs.push(node) }]),
    )
    await waitFor(() => expect(runs.length).toBeGreaterThanOrEqual(2))
    for (const clock of clocks) await clock.stop()
    expect(new Set(runs)).toEqual(new Set([0]))
  })

  it('have another leader at once when the first one stops', async () => {
    const [first, second] = [await join({ leaseMs: 600_000 }), await join()]
    expect([first.signal() !== undefined, second.signal()]).toEqual([true, undefined])
    const before = first.signal()
    await first.close()
    expect(before?.aborted).toBe(true)
    await waitFor(() => expect(second.signal()).toBeDefined())
  })

  it('replace a leader whose connections hang, and stop its jobs', async () => {
    let isFrozen = false
    const pool = {
      query: (...options: unknown[]) =>
        isFrozen ? new Promise(() => {}) : (database.db.pool.query as (...all: unknown[]) => unknown)(...options),
    } as unknown as typeof database.db.pool
    const [first, second] = [await join({ pool }), await join()]
    const before = first.signal()
    isFrozen = true
    await waitFor(() => expect(second.signal()).toBeDefined())
    expect([before?.aborted, first.signal()]).toEqual([true, undefined])
    isFrozen = false
  })

  it('let no leader that was away write, before it knows that another one leads', async () => {
    const times = { wallMs: 0, monotonicMs: 0 }
    const clocks = { now: () => times.wallMs, monotonicMs: () => times.monotonicMs, everyMs: 600_000 }
    const first = await join(clocks)
    const { kysely, pool, transaction } = database.db
    const fence = first.fence()
    if (fence === undefined) throw new Error('the first node leads')
    const write = () => sql`select 1`.execute(kysely)
    await runFenced(fence, write)
    // The whole machine was paused, and only the time of day went on; then the process alone, and only the other did.
    times.wallMs += 1_000
    await expect(runFenced(fence, write)).rejects.toThrow('another node may lead')
    expect(first.signal()).toBeUndefined()
    times.wallMs -= 1_000
    times.monotonicMs += 1_000
    await expect(runFenced(fence, async () => void (await pool.query('select 1')))).rejects.toThrow('another node may')
    // Both stood still: the row knows.
    const second = await join()
    await waitFor(() => expect(second.signal()).toBeDefined())
    const blind = { generation: fence.generation, check: () => {} }
    const work = async () => 'written'
    await expect(runFenced(blind, () => transaction(work))).rejects.toThrow('another node leads the clock now')
    await expect(runFenced(blind, () => runClientTransaction(pool, work))).rejects.toThrow('another node leads')
    const now = second.fence()
    if (now === undefined) throw new Error('the second node leads')
    expect(await runFenced(now, () => transaction(work))).toBe('written')
  })

  it('bind what outlives a run to nothing', async () => {
    const { kysely } = database.db
    let isOver = false
    const fence = {
      generation: 1,
      check: () => {
        if (isOver) throw new Error('over')
      },
    }
    let go = (): void => {}
    const later = new Promise<void>((resolve) => {
      go = resolve
    })
    let outlives: Promise<unknown> = Promise.resolve()
    await runFenced(fence, async () => {
      outlives = later.then(() => sql`select 1`.execute(kysely))
    })
    isOver = true
    go()
    await outlives
  })

  it('know when the clock ran last, on whichever of them', async () => {
    const [first, second] = [await join(), await join()]
    expect(second.ranAgoMs()).toBeUndefined()
    const clock = start(first, [{ name: 'clock', cron: '* * * * * *', run: async () => 1 }])
    await waitFor(() => expect(second.ranAgoMs()).toBeLessThan(60_000))
    await clock.stop()
    // Said again by a node that starts later.
    const third = await join()
    expect(third.ranAgoMs()).toBeLessThan(60_000)
  })
})
