import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { runDistribute } from './distribute-command.ts'
import { StartRefusal } from './platform/db/start-refusal.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const refusal = async (env: NodeJS.ProcessEnv, flags: readonly string[] = []): Promise<string> => {
  const error: unknown = await runDistribute(readConfig({ ...env, LOG_LEVEL: 'silent' }), flags).catch(
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartRefusal)
  return (error as StartRefusal).message
}

it('distribute refuses the embedded PostgreSQL in words', async () => {
  expect(await refusal({})).toMatch(/^distribute needs DATABASE_URL/)
})

it('distribute refuses a PostgreSQL without Citus and leaves it as it was', async () => {
  expect(await refusal({ DATABASE_URL: database.url })).toMatch(/^This PostgreSQL has no Citus/)
  const { rows } = await database.db.pool.query('select from plants')
  expect(rows).toEqual([])
})

it('distribute refuses a number of shards that is none', async () => {
  for (const shards of ['0', '-4', '1025', 'many', '2.5'])
    expect(await refusal({ DATABASE_URL: database.url }, ['--shards', shards])).toMatch(/^Usage: distribute/)
  expect(await refusal({ DATABASE_URL: database.url }, ['--workers', '3'])).toMatch(/^Usage: distribute/)
})
