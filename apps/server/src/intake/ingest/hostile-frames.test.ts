import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { forgeFrames, variants } from './testing/forge-frames.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('twelve ways to forge gain nothing, and the logger goes on beside them', async () => {
  expect(Object.keys(variants)).toHaveLength(12)
  expect(await forgeFrames(database.db, { seed: 20_261_128, tries: 240 })).toMatchObject({
    gained: 0,
    missed: 0,
    unacknowledged: 0,
    followed: true,
  })
})
