import type { Values } from '@heliograph/domain/reading.ts'
import { encodeFrame, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { encodeHandshake } from '@heliograph/wires/solarman-v5/messages.ts'
import type { TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { LoggerClient } from './testing/logger-client.ts'
import {
  addPlant,
  createStick,
  openScene,
  quantityOf,
  recordedAtMs,
  register,
  type Scene,
  samplesOf,
  timeOf,
  until,
} from './testing/scene.ts'

const SERIAL = 4_000_000_001
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const HOME = '127.0.0.5'
const ELSEWHERE = '127.66.6.6'

let database: TestDatabase
let scene: Scene
let plantId: number
/** The stick of the owner, with two true records behind it. */
let stick: ReturnType<typeof createStick>
let own: LoggerClient

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  // Every address of the test is private: a forger is always in the logger's own network, which is the harder case.
  await database.db.pool.query(
    'truncate plants, loggers, logger_records, waiting_records, undecoded_payloads, samples, device_latest cascade',
  )
  plantId = await addPlant(database.db)
  await register(database.db, plantId, SERIAL)
  scene = await openScene(database.db)
  stick = createStick(SERIAL)
  own = await scene.connect(HOME)
  await own.exchange(stick.data(recordedAtMs - 5 * MINUTE_MS))
  await own.exchange(stick.data(recordedAtMs))
  return () => scene.close()
})

/** Clocks of an attacker who knows the serial number and the time. */
const guess = (atMs: number, totalS = 7_777_777): TimeFields => ({
  totalS,
  poweronS: 300,
  offsetS: (Math.round(atMs / 1000) - totalS) >>> 0,
})
const forger = createStick(SERIAL)
const forge = (atMs: number, values: Values = {}, more: Parameters<typeof forger.data>[2] = {}): V5Frame =>
  forger.data(atMs, { acPowerW: 7_777, generationTotalWh: 900_000, ...values }, { time: guess(atMs), ...more })
const handshake = (time: TimeFields): V5Frame =>
  forger.frame(
    0x41,
    encodeHandshake({
      kind: 2,
      time: { ...time, offsetS: 0 },
      uploadIntervalMin: 5,
      loggingPeriodS: 60,
      heartbeatS: 120,
      maxDevices: 1,
      signalPercent: 99,
      firmware: 'FORGED_1.0',
      mac: '00:00:00:00:00:01',
      ip: '10.6.6.6',
      counter: 1,
      sensorCount: 1,
      sensorType: 0x0501,
    }),
  )

/** The next true record, five minutes on, is stored; and nothing but true records is. */
async function expectOnlyTruth(client = own): Promise<void> {
  const nextMs = scene.clock.nowMs + 5 * MINUTE_MS
  scene.clock.nowMs = nextMs
  expect((await client.exchange(stick.data(nextMs, { acPowerW: 1_234 }))).type).toBe(0x12)
  const samples = await samplesOf(database.db, plantId)
  expect(samples.map(({ at }) => at.getTime())).toEqual([recordedAtMs - 5 * MINUTE_MS, recordedAtMs, nextMs])
  expect(quantityOf(samples.at(-1), 'acPowerW')).toBe(1_234)
  const { rows } = await database.db.pool.query('select serial from devices')
  expect(rows).toEqual([{ serial: `SN${SERIAL}` }])
}
const unproven = async (): Promise<number> =>
  (await database.db.pool.query("select count(*)::int as n from undecoded_payloads where reason = 'unproven'")).rows[0]
    ?.n
const logger = async () => (await database.db.pool.query('select * from loggers')).rows[0]

test('one frame while the logger is connected', async () => {
  const stranger = await scene.connect(ELSEWHERE)
  expect((await stranger.exchange(forge(recordedAtMs + 1_000))).type).toBe(0x12)
  await expectOnlyTruth()
  expect(await unproven()).toBe(1)
  expect((await logger()).duplicate_seen_at).not.toBeNull()
})

test('connect, send, disconnect, after the logger left', async () => {
  await own.end()
  const stranger = await scene.connect(ELSEWHERE)
  await stranger.exchange(forge(recordedAtMs))
  await stranger.end()
  // Alternating connections are reported as well.
  expect((await logger()).duplicate_seen_at).not.toBeNull()
  await expectOnlyTruth(await scene.connect(HOME))
})

test('records for each of the next five minutes', async () => {
  const stranger = await scene.connect(ELSEWHERE)
  for (let s = 1; s <= 300; s += 1) stranger.send(encodeFrame(forge(recordedAtMs + s * 1_000)))
  await stranger.answered(300)
  await expectOnlyTruth()
})

test('history of more than a year', async () => {
  const stranger = await scene.connect(ELSEWHERE)
  for (let day = 1; day <= 60; day += 1)
    await stranger.exchange(forge(recordedAtMs - day * 6 * DAY_MS, {}, { buffered: true }))
  await expectOnlyTruth()
  expect(await unproven()).toBe(60)
})

test('invented inverters', async () => {
  for (let n = 0; n < 63; n += 1) {
    const stranger = await scene.connect(ELSEWHERE)
    const fake = createStick(SERIAL, `EVIL${n}`)
    await stranger.exchange(fake.data(recordedAtMs, { acPowerW: 50_000 }, { time: guess(recordedAtMs) }))
    await stranger.end()
  }
  await expectOnlyTruth()
})

test('a power beyond the plant, by a hundred connections', async () => {
  for (let n = 0; n < 100; n += 1) {
    const stranger = await scene.connect(ELSEWHERE)
    await stranger.exchange(forge(recordedAtMs + n, { acPowerW: 3_000_000 }))
    await stranger.end()
  }
  await expectOnlyTruth()
})

test('three connections and more do not push the logger out', async () => {
  for (let n = 0; n < 6; n += 1) await (await scene.connect(ELSEWHERE)).exchange(forge(recordedAtMs + n * 1_000))
  await expectOnlyTruth()
  expect(own.socket.destroyed).toBe(false)
})

test('repeated captured frames', async () => {
  const frames = [stick.data(recordedAtMs + MINUTE_MS), stick.data(recordedAtMs + 2 * MINUTE_MS)]
  scene.clock.nowMs += 2 * MINUTE_MS
  for (const frame of frames) await own.exchange(frame)
  const before = await samplesOf(database.db, plantId)
  scene.clock.nowMs += 3 * 60 * MINUTE_MS
  const stranger = await scene.connect(ELSEWHERE)
  for (let times = 0; times < 3; times += 1) for (const frame of frames) await stranger.exchange(frame)
  expect(await samplesOf(database.db, plantId)).toEqual(before)
})

test('from the same network as the logger', async () => {
  const stranger = await scene.connect(HOME)
  await stranger.exchange(handshake(guess(recordedAtMs)))
  for (let n = 1; n <= 20; n += 1) await stranger.exchange(forge(recordedAtMs + n * 1_000))
  await expectOnlyTruth()
})

test('from the same network, all night while the logger sleeps', async () => {
  await own.end()
  const stranger = await scene.connect(HOME)
  await stranger.exchange(handshake(guess(recordedAtMs)))
  for (let n = 1; n <= 14 * 12; n += 1) {
    scene.clock.nowMs = recordedAtMs + n * 5 * MINUTE_MS
    await stranger.exchange(forge(scene.clock.nowMs))
  }
  await expectOnlyTruth(await scene.connect(HOME))
})

test('a handshake of the forger, and facts about the site', async () => {
  const stranger = await scene.connect(ELSEWHERE)
  await stranger.exchange(handshake(guess(recordedAtMs)))
  await stranger.exchange(forge(recordedAtMs))
  await expectOnlyTruth()
  expect(await logger()).toMatchObject({ firmware: '', mac: '', local_address: '' })
})

test('hundreds of guessed clocks', async () => {
  const stranger = await scene.connect(ELSEWHERE)
  for (let n = 1; n <= 400; n += 1)
    stranger.send(encodeFrame(forge(recordedAtMs, {}, { time: guess(recordedAtMs, n * 250_000) })))
  await stranger.answered(400)
  await expectOnlyTruth()
})

test('heartbeats under the serial keep nobody online and use no frames of the logger', async () => {
  const stranger = await scene.connect(ELSEWHERE)
  await stranger.exchange(forge(recordedAtMs))
  for (let n = 0; n < 700; n += 1) stranger.send(encodeFrame(forger.frame(0x47, Uint8Array.of(0))))
  await until(() => scene.ingest.stats().frames > 500)
  scene.clock.nowMs += 3 * MINUTE_MS
  expect((await logger()).last_seen_at).toEqual(new Date(recordedAtMs))
  scene.clock.nowMs = recordedAtMs
  await expectOnlyTruth()
})

test('records beyond the quota are neither stored nor acknowledged', async () => {
  await scene.close()
  scene = await openScene(database.db, { settings: { unprovenPerNetwork: 5 } })
  const stranger = await scene.connect(ELSEWHERE)
  for (let n = 0; n < 12; n += 1) stranger.send(encodeFrame(forge(recordedAtMs + n)))
  await stranger.exchange(forger.frame(0x47, Uint8Array.of(0)))
  const acknowledged = () => stranger.answers.filter(({ type }) => type === 0x12).length
  await until(() => scene.ingest.stats().unacknowledged === 7 && acknowledged() >= 5)
  expect([await unproven(), acknowledged()]).toEqual([5, 5])
  await expectOnlyTruth(await scene.connect(HOME))
})

test('a logger continues elsewhere, after a restart here and a power cut there', async () => {
  await own.end()
  await scene.close()
  scene = await openScene(database.db, { nowMs: recordedAtMs + 8 * 60 * MINUTE_MS })
  const atMs = scene.clock.nowMs
  // Off for 8 hours: its run time stood still.
  const { totalS } = timeOf(recordedAtMs)
  const booted = { totalS: totalS + 20, poweronS: 20, offsetS: Math.round(atMs / 1000) - totalS - 20 }
  const again = await scene.connect(ELSEWHERE)
  await again.exchange(stick.data(atMs, {}, { time: booted }))
  const kept = stick.data(recordedAtMs + 20 * MINUTE_MS, {}, { buffered: true })
  await again.exchange(kept)
  expect(await unproven()).toBe(0)
  expect(await samplesOf(database.db, plantId)).toHaveLength(4)
})
