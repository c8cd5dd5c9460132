import { Cron } from 'croner'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type ClockJobName, clockJobs } from './job-list.ts'
import { type ClockRuns, createJobs } from './jobs.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(6)
})
afterAll(() => database.drop())

describe('the list of jobs', () => {
  it('names future times', () => {
    for (const [name, cron] of Object.entries(clockJobs))
      expect(new Cron(cron, { paused: true }).nextRun(), name).toBeInstanceOf(Date)
  })
})

describe('the jobs of a node', () => {
  it('run by their rules and schedule, unless switched off', async () => {
    const jobs = await createJobs({ db: database.db, log, now: Date.now, pollMs: 20 })
    const plants: number[] = []
    await jobs.work<{ plantId: number }>('recount', async ({ plantId }) => void plants.push(plantId))
    await jobs.send('recount', { plantId: 7 })
    const { rows } = await database.db.pool.query(`select retry_limit from pgboss.queue where name = 'recount'`)
    expect(rows).toEqual([{ retry_limit: 4 }])
    const run = vi.fn(async () => {})
    const names = Object.keys(clockJobs) as ClockJobName[]
    const none = Object.fromEntries(names.map((name) => [name, null])) as ClockRuns
    const started = await jobs.startClock({ ...none, clock: run })
    await vi.waitFor(() => expect([plants, run.mock.calls.length > 0]).toEqual([[7], true]), { timeout: 10_000 })
    await started.stop()
    await jobs.stop()
  })
})
