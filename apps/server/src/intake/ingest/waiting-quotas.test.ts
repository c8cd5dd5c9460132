import type { V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { registerLoggers } from '../../fleet/loggers/loggers.ts'
import { claimOf } from '../../fleet/loggers/testing/claim-of.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { LoggerClient } from './testing/logger-client.ts'
import { addPlant, createStick, openScene, recordedAtMs, type Scene, samplesOf, until } from './testing/scene.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const OWNER = '127.0.0.5'
const STRANGER = '127.66.6.6'
let database: TestDatabase
let scene: Scene
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await scene.close()
  await database.db.pool.query(
    'truncate plants, loggers, logger_records, waiting_records, undecoded_payloads, samples, device_latest cascade',
  )
})
afterAll(() => database.drop())

const open = async (settings: NonNullable<Parameters<typeof openScene>[1]>['settings']): Promise<void> => {
  scene = await openScene(database.db, { settings: settings ?? {}, server: { framesPerMinute: 1e6 } })
}
const waitingOf = async (serial: number): Promise<number> => {
  const text = `select count(*)::int as n from waiting_records w join loggers l on l.id = w.logger_id where l.address = $1`
  return (await database.db.pool.query(text, [String(serial)])).rows[0]?.n
}
const countLoggers = async (): Promise<number> =>
  (await database.db.pool.query('select count(*)::int as n from loggers')).rows[0]?.n

/** Sends frames and then a heartbeat, which is always answered; the types of the other answers. */
async function send(client: LoggerClient, stick: ReturnType<typeof createStick>, frames: readonly V5Frame[]) {
  const before = client.answers.length
  const sent = frames.map(({ seqLogger }) => seqLogger)
  for (const frame of frames) client.exchange(frame).catch(() => {})
  await until(() => scene.ingest.stats().queueLength === 0)
  const beat = stick.frame(0x47, Uint8Array.of(0))
  await client.exchange(beat)
  await until(() => scene.ingest.stats().queueLength === 0)
  await client.exchange(stick.frame(0x47, Uint8Array.of(0)))
  return client.answers.slice(before).filter(({ seqLogger }) => sent.includes(seqLogger)).length
}
const records = (stick: ReturnType<typeof createStick>, count: number, untilMs = recordedAtMs) =>
  Array.from({ length: count }, (_, index) => stick.data(untilMs - (count - index) * MINUTE_MS))
async function sendFrom(address: string, serial: number, count: number): Promise<number> {
  const stick = createStick(serial)
  const client = await scene.connect(address)
  const answered = await send(client, stick, records(stick, count, scene.clock.nowMs))
  await client.end()
  return answered
}

test('thousands of invented serials delete nothing that was acknowledged', async () => {
  await open({ unclaimedLoggers: 60, waitingInAll: 200, unclaimedPerAddress: 50, shelteredPerAddress: 5 })
  expect(await sendFrom(OWNER, 4_000_000_001, 80)).toBe(80)
  let acknowledged = 0
  for (let n = 0; n < 300; n += 1) acknowledged += await sendFrom(STRANGER, 4_100_000_000 + n, 2)
  // The first five of an address are as good as any other; what comes after them may be thrown away.
  expect(acknowledged).toBe(10)
  expect(await waitingOf(4_000_000_001)).toBe(80)
  expect(await countLoggers()).toBe(51)
  // And another owner, at another address, finds room.
  expect(await sendFrom('127.0.0.6', 4_000_000_002, 10)).toBe(10)
})

test("a stranger's many addresses evict each other, not an owner", async () => {
  await open({ unclaimedLoggers: 40, waitingInAll: 10_000, unclaimedPerAddress: 12, shelteredPerAddress: 1 })
  expect(await sendFrom(OWNER, 4_000_000_001, 20)).toBe(20)
  for (let n = 0; n < 120; n += 1) await sendFrom(`127.66.6.${n % 10}`, 4_100_000_000 + n, 1)
  expect(await waitingOf(4_000_000_001)).toBe(20)
  expect(await countLoggers()).toBeLessThanOrEqual(40)
  expect(await sendFrom('127.0.0.6', 4_000_000_002, 10)).toBe(10)
})

test('a logger seen on several days stays, and its records are acknowledged', async () => {
  await open({ unclaimedLoggers: 10, unclaimedPerAddress: 10, shelteredPerAddress: 0 })
  expect(await sendFrom(OWNER, 4_000_000_001, 3)).toBe(0)
  scene.clock.nowMs += DAY_MS + MINUTE_MS
  expect(await sendFrom(OWNER, 4_000_000_001, 3)).toBe(3)
  for (let n = 0; n < 40; n += 1) await sendFrom(`127.66.6.${n % 4}`, 4_100_000_000 + n, 1)
  expect(await waitingOf(4_000_000_001)).toBe(6)
})

test('a logger waiting too long is no longer acknowledged; its records stay', async () => {
  await open({ waitingPerLogger: 10 })
  expect(await sendFrom(OWNER, 4_000_000_001, 25)).toBe(10)
  expect(await waitingOf(4_000_000_001)).toBe(10)
  const plantId = await addPlant(database.db)
  await registerLoggers(database.db, claimOf(plantId, scene.clock.nowMs, [4_000_000_001]))
  await until(async () => (await waitingOf(4_000_000_001)) === 0)
  expect(await samplesOf(database.db, plantId)).toHaveLength(10)
  expect(await sendFrom(OWNER, 4_000_000_001, 25)).toBe(25)
  expect(await samplesOf(database.db, plantId)).toHaveLength(25)
})

test('a stranger under another serial uses up his own quota', async () => {
  await open({ waitingPerLogger: 10 })
  expect(await sendFrom(STRANGER, 4_000_000_001, 30)).toBe(10)
  scene.clock.nowMs += MINUTE_MS / 2
  expect(await sendFrom(OWNER, 4_000_000_001, 10)).toBe(10)
})

test('an address has a quota for records, over all serials', async () => {
  await open({ waitingPerAddress: 15 })
  expect(await sendFrom(STRANGER, 4_100_000_001, 10)).toBe(10)
  expect(await sendFrom(STRANGER, 4_100_000_002, 10)).toBe(5)
  expect(scene.ingest.stats()).toMatchObject({ dropped: 0, unacknowledged: 5 })
})

test('a repeated record does not use the quota', async () => {
  await open({ waitingPerLogger: 12 })
  for (let times = 0; times < 5; times += 1) expect(await sendFrom(OWNER, 4_000_000_001, 6)).toBe(6)
  expect(await waitingOf(4_000_000_001)).toBe(6)
})
