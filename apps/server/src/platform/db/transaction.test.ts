import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { runClientTransaction, runTransaction, type TransactionOptions } from './transaction.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
  await test.db.pool.query('create table account (name text primary key, cents int not null)')
})
beforeEach(() => test.db.pool.query("truncate account; insert into account values ('a', 1)").then(() => {}))
afterAll(() => test.drop())

const readCents = async (): Promise<number[]> =>
  (await test.db.pool.query<{ cents: number }>('select cents from account order by name')).rows.map((row) => row.cents)

type Ask = (statement: string) => Promise<readonly { cents: number }[]>
const ways: [string, (work: (ask: Ask) => Promise<void>, options: TransactionOptions) => Promise<void>][] = [
  [
    'a bare client',
    (work, options) => {
      const onClient = (client: PoolClient) => work(async (text) => (await client.query<{ cents: number }>(text)).rows)
      return runClientTransaction(test.db.pool, onClient, options)
    },
  ],
  [
    'Kysely',
    (work, options) =>
      runTransaction(
        test.db.kysely,
        (transaction) => work(async (text) => (await sql.raw<{ cents: number }>(text).execute(transaction)).rows),
        options,
      ),
  ],
]

it.each(ways)('retries on %s after a lost race, up to its attempts', async (_, run) => {
  const lose = async (attempts: number): Promise<number> => {
    let tries = 0
    const work = async (ask: Ask) => {
      tries += 1
      const [row] = await ask("select cents from account where name = 'a'")
      // Another connection changes the row we have read: a serialization failure at our own update.
      if (tries <= 2) await test.db.pool.query("update account set cents = cents + 10 where name = 'a'")
      await ask(`update account set cents = ${(row?.cents ?? 0) + 1} where name = 'a'`)
    }
    return run(work, { isolationLevel: 'repeatable read', attempts }).then(
      () => tries,
      (error: { code?: string }) => (error.code === '40001' ? -tries : Number.NaN),
    )
  }
  expect(await lose(3)).toBe(3)
  expect(await readCents()).toEqual([22])
  expect(await lose(2)).toBe(-2)
})

it.each(ways)('stores nothing on %s when the work fails, and tries once', async (_, run) => {
  let tries = 0
  const failed = run(async (ask) => {
    tries += 1
    await ask("insert into account values ('b', 2)")
    throw new Error('changed my mind')
  }, {})
  await expect(failed).rejects.toThrow('changed my mind')
  expect(tries).toBe(1)
  expect(await readCents()).toEqual([1])
})

it('returns a usable client after a failure and drops a broken one', async () => {
  const pids: number[] = []
  const note = async (client: PoolClient) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    pids.push(rows[0]?.pid ?? 0)
  }
  const failing = runClientTransaction(test.db.pool, async (client) => {
    await note(client)
    await client.query('select 1 / 0')
  })
  await expect(failing).rejects.toThrow('division by zero')
  await runClientTransaction(test.db.pool, note)
  expect(pids[1]).toBe(pids[0])
  const lost = runClientTransaction(test.db.pool, async (client) => {
    await client.query('select pg_terminate_backend(pg_backend_pid())')
  })
  await expect(lost).rejects.toThrow()
  await runClientTransaction(test.db.pool, note)
  expect(pids[2]).not.toBe(pids[0])
})
