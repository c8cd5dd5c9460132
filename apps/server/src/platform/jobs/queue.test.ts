import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createJobLog } from './job-log.ts'
import { createQueue, type Queue } from './queue.ts'

const waitFor = <T>(work: () => T | Promise<T>) => vi.waitFor(work, { timeout: 10_000 })
const log = pino({ level: 'silent' })
const jobLog = createJobLog(log, Date.now)
let database: TestDatabase
const queues: Queue[] = []

beforeAll(async () => {
  database = await createTestDatabase(8)
})
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop()
})
afterAll(() => database.drop())

async function open(pollMs = 20): Promise<Queue> {
  const queue = await createQueue({ db: database.db, log, jobLog, pollMs })
  queues.push(queue)
  return queue
}
const countJobs = async (name: string): Promise<number> => {
  const { rows } = await database.db.pool.query<{ n: number }>(
    'select count(*) as n from (select name from pgboss.job union all select name from pgboss.archive) j where name = $1',
    [name],
  )
  return rows[0]?.n ?? -1
}

it('runs a job and keeps nothing of it', async () => {
  const queue = await open()
  const seen: unknown[] = []
  await queue.work('plain', {}, async (data) => {
    seen.push(data)
  })
  await queue.send('plain', { code: '123456' })
  await waitFor(async () => {
    expect(seen).toEqual([{ code: '123456' }])
    expect(await countJobs('plain')).toBe(0)
  })
})

it('wakes on a send without polling', async () => {
  const queue = await open(3_600_000)
  const done = vi.fn()
  await queue.work('woken', {}, async () => done())
  await waitFor(async () => {
    await queue.send('woken', {})
    expect(done).toHaveBeenCalled()
  })
})

it('commits with the transaction it is sent in', async () => {
  const queue = await open()
  const seen: number[] = []
  await queue.work<{ n: number }>('within', {}, async ({ n }) => {
    seen.push(n)
  })
  const failed = database.db.transaction(async (transaction) => {
    await queue.send('within', { n: 1 }, transaction)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await database.db.transaction((transaction) => queue.send('within', { n: 2 }, transaction))
  await waitFor(() => expect(seen).toContain(2))
  expect(seen).toEqual([2])
})

it('retries and gives up after the last try', async () => {
  const queue = await open()
  const tries: boolean[] = []
  await queue.work('failing', { retryLimit: 2, retryDelayS: 0 }, async (_, { isLastTry }) => {
    tries.push(isLastTry)
    throw new Error('down')
  })
  await queue.send('failing', { code: '123456' })
  await waitFor(async () => {
    expect(tries).toEqual([false, false, true])
    expect(await countJobs('failing')).toBe(0)
  })
})

it('waits longer before each retry', async () => {
  const queue = await open()
  await queue.work('patient', { retryLimit: 3, retryDelayS: 60 }, async () => {
    throw new Error('down')
  })
  await queue.send('patient', {})
  const next = async () => {
    const { rows } = await database.db.pool.query<{ s: number; state: string }>(
      `select extract(epoch from start_after - now())::float8 as s, state from pgboss.job where name = 'patient'`,
    )
    return rows[0]
  }
  await waitFor(async () => expect(await next()).toMatchObject({ state: 'retry' }))
  expect((await next())?.s).toBeGreaterThan(30)
  await database.db.pool.query(`delete from pgboss.job where name = 'patient'`)
})

it('shares jobs among nodes, each run once', async () => {
  const done: number[] = []
  const nodes = [await open(), await open()]
  for (const node of nodes)
    await node.work<{ n: number }>('shared', { batch: 3 }, async ({ n }) => {
      done.push(n)
    })
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  await Promise.all(numbers.map((n) => nodes[n % 2]?.send('shared', { n })))
  await waitFor(async () => expect(await countJobs('shared')).toBe(0))
  expect(done.toSorted((left, right) => left - right)).toEqual(numbers)
})

it('survives a database failure while a job is marked as done', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const own = await createTestDatabase(4)
  const queue = await createQueue({ db: own.db, log, jobLog, pollMs: 20 })
  let tries = 0
  await queue.work('noted', { expireInS: 1 }, async () => {
    tries += 1
    await own.db.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await own.db.close()
  })
  await queue.send('noted', {})
  await waitFor(() => expect(tries).toBe(1))
  await queue.stop()
  await own.drop().catch(() => {})
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

it('has taken a job that is stored, even when the workers could not be woken', async () => {
  const own = await createTestDatabase(2)
  const queue = await createQueue({ db: own.db, log, jobLog, pollMs: 20 })
  const seen: number[] = []
  await queue.work<{ n: number }>('unwoken', {}, async ({ n }) => {
    seen.push(n)
  })
  const executor = own.db.kysely.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  vi.spyOn(executor, 'executeQuery').mockImplementation((query) =>
    query.sql.includes('pg_notify') ? Promise.reject(new Error('connection lost')) : execute(query),
  )
  await queue.send('unwoken', { n: 1 })
  await waitFor(() => expect(seen).toEqual([1]))
  await queue.stop()
  await own.drop()
})

it('rejects a job without a worker, and two workers of one name', async () => {
  const queue = await open()
  await expect(queue.send('nobody', {})).rejects.toThrow('nobody')
  await queue.work('once', {}, async () => {})
  await expect(queue.work('once', {}, async () => {})).rejects.toThrow('once')
})
