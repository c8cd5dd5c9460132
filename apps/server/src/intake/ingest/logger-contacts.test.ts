import { frameTypes } from '@heliograph/wires/solarman-v5/frame.ts'
import { encodeHandshake, encodeLinkInfo } from '@heliograph/wires/solarman-v5/messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addPlant, createStick, openScene, register } from './testing/scene.ts'

const MINUTE = 60_000
/** Noon at the plant, which is in London, in winter. */
const noonMs = Date.parse('2026-01-15T12:00:00Z')
const SERIAL = 1_712_345_678
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('contacts, starts, signal and delays of a logger are kept by day', async () => {
  const { db } = database
  const plantId = await addPlant(db)
  const scene = await openScene(db, { nowMs: noonMs })
  await register(db, plantId, SERIAL)
  await db.pool.query('update loggers set registered_at = $1', [new Date(noonMs - 30 * MINUTE)])
  const stick = createStick(SERIAL)
  const client = await scene.connect()
  const clocks = (atMs: number, poweronS: number) => ({
    totalS: 50_000 + poweronS,
    poweronS,
    offsetS: Math.floor(atMs / 1000) - 50_000 - poweronS,
  })
  const handshake = (atMs: number, poweronS: number) =>
    stick.frame(
      frameTypes.handshake,
      encodeHandshake({
        kind: 2,
        time: clocks(atMs, poweronS),
        uploadIntervalMin: 5,
        loggingPeriodS: 60,
        heartbeatS: 120,
        maxDevices: 1,
        signalPercent: 70,
        firmware: 'LSW3',
        mac: 'AA:BB:CC:DD:EE:FF',
        ip: '192.0.2.7',
        counter: 1,
        sensorCount: 1,
        sensorType: 0x0507,
      }),
    )
  await client.exchange(handshake(noonMs, 600))
  // Received four seconds after it was measured.
  await client.exchange(stick.data(noonMs - 4_000, {}, { time: clocks(noonMs - 4_000, 596) }))
  const link = { kind: 0x81, time: clocks(noonMs, 600), state: 0, ssid: 'attic', signalPercent: 50 }
  await client.exchange(stick.frame(frameTypes.linkInfo, encodeLinkInfo(link)))
  scene.clock.nowMs = noonMs + 16 * MINUTE
  // It started anew, and sends what it kept.
  await client.exchange(handshake(scene.clock.nowMs, 30))
  await client.exchange(stick.data(noonMs + 5 * MINUTE, {}, { buffered: true, time: clocks(noonMs + 5 * MINUTE, 900) }))
  // Recorded before it was registered for the plant.
  await client.exchange(
    stick.data(noonMs - 60 * MINUTE, {}, { buffered: true, time: clocks(noonMs - 60 * MINUTE, 600) }),
  )
  await scene.close()

  const { rows } = await db.pool.query<{
    day: string
    heard: string
    handshakes: number
    boots: Date[]
    signal_min: number
    signal_max: number
    signal_count: number
    delay_max_ms: number
    delay_count: number
    buffered: number
    firmware: string
  }>('select *, day::text from logger_contacts where plant_id = $1', [plantId])
  expect(rows).toHaveLength(1)
  const [row] = rows
  expect(row).toMatchObject({
    day: '2026-01-15',
    handshakes: 2,
    signal_min: 50,
    signal_max: 70,
    signal_count: 3,
    delay_max_ms: 4_000,
    delay_count: 1,
    buffered: 1,
    firmware: 'LSW3',
  })
  // Noon is step 144; a quarter of an hour later is three steps on.
  expect([...(row?.heard ?? '')].flatMap((bit, step) => (bit === '1' ? [step] : []))).toEqual([144, 147])
  expect(row?.boots.map((at) => (at.getTime() - noonMs) / 1000)).toEqual([-600, 16 * 60 - 30])
})

test('the last contacts of a day are written after it, once', async () => {
  const { db } = database
  const plantId = await addPlant(db)
  const serial = SERIAL + 7
  const beforeMidnightMs = Date.parse('2026-01-15T23:45:00Z')
  const scene = await openScene(db, { nowMs: beforeMidnightMs })
  await register(db, plantId, serial)
  const stick = createStick(serial)
  const client = await scene.connect()
  const heard = async () => {
    const { rows } = await db.pool.query<{ day: string; steps: number }>(
      `select day::text, length(replace(heard::text, '0', '')) as steps from logger_contacts where plant_id = $1 order by day`,
      [plantId],
    )
    return rows
  }
  const speak = async (minutes: number) => {
    scene.clock.nowMs = beforeMidnightMs + minutes * MINUTE
    await client.exchange(stick.data(scene.clock.nowMs, {}))
  }
  await speak(0)
  await speak(8)
  expect(await heard()).toEqual([{ day: '2026-01-15', steps: 1 }])
  await speak(20)
  await speak(27)
  expect(await heard()).toEqual([
    { day: '2026-01-15', steps: 1 },
    { day: '2026-01-16', steps: 1 },
  ])
  await speak(29)
  await speak(50)
  expect((await heard())[0]).toEqual({ day: '2026-01-15', steps: 2 })
  await scene.close()
})
