import { Cron } from 'croner'
import { expect, it, vi } from 'vitest'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import { type ClockJob, createTeller, runJob, startClock } from './clock.ts'
import { listJobs } from './jobs.ts'

function createLog() {
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

it('logs a bug with its stack each time', async () => {
  const { log, lines } = createLog()
  const tell = createTeller(log, () => 0)
  const bug = new TypeError('x is not a function')
  await runJob(failing(bug), signal, tell)
  await runJob(failing(bug), signal, tell)
  expect(lines).toEqual(Array(2).fill(['error', { job: 'failing', err: bug }, 'job failed']))
})

it('logs an unreachable database in one line, and rarely', async () => {
  const { log, lines } = createLog()
  let nowMs = 0
  const tell = createTeller(log, () => nowMs)
  const away = failing(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  for (nowMs = 0; nowMs < 300_000; nowMs += 1_000) await runJob(away, signal, tell)
  expect(lines).toEqual([['warn', { job: 'failing', reason: 'connect ECONNREFUSED' }, 'jobs wait for the database']])
  await runJob(away, signal, tell)
  expect(lines).toHaveLength(2)
})

it('runs a job at its time, tells it to stop, and waits for it', async () => {
  const { log, lines } = createLog()
  const run = vi.fn((ending: AbortSignal) => new Promise((end) => ending.addEventListener('abort', () => end('ended'))))
  const clock = startClock({ jobs: [{ name: 'long', cron: '* * * * * *', run }], log, now: Date.now })
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), { timeout: 5_000 })
  await clock.stop()
  expect(lines).toContainEqual(['debug', { job: 'long', result: 'ended' }, 'job done'])
})

const config: Pick<Config, 'hotDays' | 'keepSampleDays' | 'keepHourDays' | 'keepAuditDays'> = {
  hotDays: 4,
  keepSampleDays: 0,
  keepHourDays: 0,
  keepAuditDays: 730,
}
const list = (given: typeof config) =>
  listJobs({
    db: {} as Db,
    config: given,
    dataCenters: { resume: async () => {}, forwardMovedRecords: async () => 0 },
    exports: { wake: () => {}, removeExpired: async () => 0 },
    recounts: { resume: async () => 0 },
    now: () => 0,
  })

it('has jobs with unique names and future times', () => {
  const jobs = list(config)
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
  for (const { name, cron } of jobs) expect(new Cron(cron, { paused: true }).nextRun(), name).toBeInstanceOf(Date)
})

it('keeps the audit log forever when configured so', () => {
  const names = (keepAuditDays: number) => list({ ...config, keepAuditDays }).map(({ name }) => name)
  expect(names(730)).toContain('audit log')
  expect(names(0)).not.toContain('audit log')
})
