import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addPlant, createStick, openScene, recordedAtMs, register, timeOf } from './testing/scene.ts'

const SERIAL = 4_000_000_001
const INTERVAL_MS = 300_000
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The first words of each statement. */
async function listStatements(run: () => Promise<unknown>): Promise<readonly string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await run()
    return spy.mock.calls.map(([query]) => {
      const text = typeof query === 'string' ? query : (query as unknown as Readonly<{ text: string }>).text
      return text.trim().split(/\s+/).slice(0, 4).join(' ')
    })
  } finally {
    spy.mockRestore()
  }
}

test('who the sender is costs a record of a known network no statement', async () => {
  const plantId = await addPlant(database.db)
  await register(database.db, plantId, SERIAL)
  const scene = await openScene(database.db)
  const line = await scene.connect('127.0.0.5')
  const stick = createStick(SERIAL)
  const send = (n: number) => {
    scene.clock.nowMs = recordedAtMs + n * INTERVAL_MS
    return line.exchange(stick.data(scene.clock.nowMs, {}, { time: timeOf(scene.clock.nowMs) }))
  }
  for (let n = 0; n < 4; n += 1) await send(n)
  const ordinary = await listStatements(() => send(4))
  const stranger = await scene.connect('127.66.6.6')
  const forged = stick.data(scene.clock.nowMs + 1_000, {}, { time: { totalS: 9, poweronS: 9, offsetS: 1 } })
  const doubted = await listStatements(() => stranger.exchange(forged))
  const after = await listStatements(() => send(5))
  await scene.close()
  // A clock of the ingest may write down its contacts in between.
  const background = /set_config\('synchronous_commit', 'off'/
  const own = /logger_guesses|l\.wire_state|undecoded_payloads|l\.last,/
  expect(ordinary.length).toBeGreaterThan(8)
  expect(ordinary.filter((text) => own.test(text))).toEqual([])
  expect(after.filter((text) => !ordinary.includes(text) && !background.test(text))).toEqual([])
  expect(doubted.join('\n')).toMatch(/logger_guesses/)
})
