import { DAY_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addGuess, createGuessBook, forgetGuesses, isTriedOut, networksOf, readGuesses } from './guesses.ts'

const nowMs = Date.parse('2026-06-01T12:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.db.pool.query('truncate logger_guesses'))
afterAll(() => database.drop())

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['192.168.1.9', ['private']],
  ['::1', ['private']],
  ['2001:db8:1:2f3e::9', ['2001:db8:1:2f3e::/64', '2001:db8:1:2f00::/56', '2001:db8:1:0::/48']],
])('%s is counted in %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})

test.each([
  ['one IPv4 address', () => '203.0.113.7', 10],
  ['one IPv6 /64', (n: number) => `2001:db8:1:2::${n + 1}`, 10],
  ['the networks of a /56', (n: number) => `2001:db8:1:${(0x200 + n).toString(16)}::1`, 20],
  ['the networks of a /48', (n: number) => `2001:db8:1:${(n * 256).toString(16)}::1`, 60],
])('%s may make so many wrong claims', (_, addressOf, most) => {
  const guesses = new Map()
  for (let n = 0; n < most; n += 1) {
    expect(isTriedOut(guesses, networksOf(addressOf(n)), nowMs + n)).toBe(false)
    addGuess(guesses, networksOf(addressOf(n)), nowMs + n)
  }
  expect(isTriedOut(guesses, networksOf(addressOf(most)), nowMs + most)).toBe(true)
  expect(isTriedOut(guesses, networksOf('198.51.100.1'), nowMs + most)).toBe(false)
  expect(isTriedOut(guesses, networksOf(addressOf(most)), nowMs + most + DAY_MS)).toBe(false)
})

const NETWORK = '203.0.113.7'
const misfitsOf = async () => (await readGuesses(database.db.pool, [NETWORK])).get(NETWORK)?.misfits

test('counts add up in the database, also for another node and after a restart', async () => {
  const { pool } = database.db
  await createGuessBook().write(pool, new Map([[NETWORK, 4]]), nowMs)
  await createGuessBook().write(pool, new Map([[NETWORK, 3]]), nowMs + 1_000)
  expect(await misfitsOf()).toBe(7)
  await createGuessBook().write(pool, new Map([[NETWORK, 1]]), nowMs + 2 * DAY_MS)
  expect(await misfitsOf()).toBe(1)
})

test('old counts are forgotten, and the table keeps the latest networks only', async () => {
  const { pool } = database.db
  await pool.query(
    `insert into logger_guesses select 'n' || n, 1, $1::timestamptz - n * interval '1 millisecond'
     from generate_series(1, 100500) n`,
    [new Date(nowMs).toISOString()],
  )
  await createGuessBook().write(pool, new Map([[NETWORK, 1]]), nowMs + 1_000)
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from logger_guesses')
  expect(rows[0]?.n).toBe(100_001)
  expect(await misfitsOf()).toBe(1)
  expect(await forgetGuesses(pool, nowMs + 2 * DAY_MS)).toBe(100_001)
})
