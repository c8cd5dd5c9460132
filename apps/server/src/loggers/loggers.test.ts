import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  addPlant,
  createStick,
  openScene,
  recordedAtMs,
  register,
  type Scene,
  samplesOf,
  until,
} from '../ingest/testing/scene.ts'
import { append } from '../telemetry/telemetry.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { listPlantLoggers, listUnclaimed, parseLoggerSerial, registerLoggers } from './loggers.ts'

const serial = 4_000_000_001
const minuteMs = 60_000
let database: TestDatabase
let scenes: Scene[] = []
beforeAll(async () => {
  database = await createTestDatabase(10)
})
afterEach(async () => {
  await Promise.all(scenes.map((scene) => scene.close()))
  scenes = []
  await database.db.pool.query(
    'truncate plants, loggers, logger_records, waiting_records, undecoded_payloads, samples, device_latest cascade',
  )
})
afterAll(() => database.drop())

const open = async (options: Parameters<typeof openScene>[1] = {}): Promise<Scene> => {
  const scene = await openScene(database.db, options)
  scenes.push(scene)
  return scene
}
const waitingCount = async (): Promise<number> =>
  (await database.db.pool.query('select count(*)::int as n from waiting_records')).rows[0]?.n

/** A logger that nobody has registered sends records of the last minutes. */
const sendUnclaimed = async (scene: Scene, count: number, of = serial) => {
  const stick = createStick(of)
  const client = await scene.connect()
  const frames = Array.from({ length: count }, (_, index) => stick.data(recordedAtMs - (count - index) * minuteMs))
  const answers = await Promise.all(frames.map((frame) => client.exchange(frame)))
  await client.end()
  return { frames, answers }
}

test.each([
  ['4000000001', '4000000001'],
  ['12345678', '12345678'],
  ['0012345678', '12345678'],
  ['00000000', '00000000'],
  ['4294967295', '4294967295'],
  ['4294967296', undefined],
  ['1234567', undefined],
  ['D123456789', undefined],
  ['１２３４５６７８', undefined],
  ['-1234567', undefined],
  [' 12345678', undefined],
  ['12345678901', undefined],
  ['', undefined],
])('the serial %j is %s', (text, expected) => {
  expect(parseLoggerSerial(text)).toBe(expected)
})

describe('registering', () => {
  test('reports the outcome of each serial', async () => {
    const { db } = database
    const [plantId, other] = [await addPlant(db), await addPlant(db)]
    await register(db, other, 4_000_000_009)
    const serials = ['4000000001', '4000000009', 'nonsense', '4000000001']
    const first = await registerLoggers(db, { plantId, userId: null, serials })
    expect(first.map(({ result }) => result)).toEqual(['REGISTERED', 'TAKEN', 'INVALID', 'ALREADY_HERE'])
    expect(first.map((one) => one.serial)).toEqual(serials)
    const again = await registerLoggers(db, { plantId, userId: null, serials: ['4000000001'] })
    expect(again).toEqual([{ serial: '4000000001', result: 'ALREADY_HERE', waitingRecords: 0 }])
  })

  test('gives one logger to one of two concurrent requests', async () => {
    const { db } = database
    const plants = await Promise.all([1, 2, 3, 4].map(() => addPlant(db)))
    const serials = Array.from({ length: 20 }, (_, index) => String(4_000_000_100 + index))
    const results = await Promise.all(
      plants.map((plantId, index) =>
        registerLoggers(db, { plantId, userId: null, serials: index % 2 ? serials : [...serials].reverse() }),
      ),
    )
    for (const one of serials) {
      const outcomes = results.map((rows) => rows.find((row) => row.serial === one)?.result)
      expect(outcomes.filter((result) => result === 'REGISTERED')).toHaveLength(1)
    }
  })
})

describe('an unregistered logger', () => {
  test('is acknowledged and seen; its records wait and are attributed exactly once', async () => {
    const { db } = database
    const scene = await open()
    const { answers } = await sendUnclaimed(scene, 30)
    expect(new Set(answers.map(({ type }) => type))).toEqual(new Set([0x12]))
    // The same again: a stick repeats what it believes unheard.
    await sendUnclaimed(scene, 30)
    expect(await waitingCount()).toBe(30)
    expect(await listUnclaimed(db, 1, 10)).toEqual({
      total: 1,
      items: [
        {
          wire: 'solarman-v5',
          address: String(serial),
          firstSeenMs: recordedAtMs,
          lastSeenMs: recordedAtMs,
          firmware: '',
          waitingRecords: 30,
          dropped: 0,
        },
      ],
    })
    const plantId = await addPlant(db)
    const [registration] = await registerLoggers(db, { plantId, userId: null, serials: [String(serial)] })
    expect(registration).toMatchObject({ result: 'REGISTERED', waitingRecords: 30 })
    await until(async () => (await waitingCount()) === 0)
    expect(await samplesOf(db, plantId)).toHaveLength(30)
    // And once more after that.
    await sendUnclaimed(scene, 30)
    expect(await samplesOf(db, plantId)).toHaveLength(30)
    expect((await listUnclaimed(db, 1, 10)).total).toBe(0)
    expect(scene.ingest.stats()).toMatchObject({ stored: 30, waiting: 60 })
  })

  test('is attributed by the next node when one dies, without duplicates', async () => {
    const { db } = database
    let appended = 0
    const scene = await open({
      settings: { batchLimit: 7 },
      append: async (...given) => {
        appended += 1
        if (appended > 2) throw Object.assign(new Error('killed'), { code: '57P01' })
        return await append(...given)
      },
    })
    await sendUnclaimed(scene, 40)
    const plantId = await addPlant(db)
    await register(db, plantId, serial)
    await until(() => appended > 2)
    await scene.close()
    const left = await waitingCount()
    expect(left).toBe(40 - 14)
    expect(await samplesOf(db, plantId)).toHaveLength(14)
    await Promise.all([open(), open()])
    await until(async () => (await waitingCount()) === 0)
    expect(await samplesOf(db, plantId)).toHaveLength(40)
  })

  test('loses and duplicates nothing when registered in mid-stream', async () => {
    const { db } = database
    const scene = await open({ settings: { batchLimit: 5 } })
    const plantId = await addPlant(db)
    const sent = sendUnclaimed(scene, 200)
    await until(() => scene.ingest.stats().waiting > 20)
    await register(db, plantId, serial)
    await sent
    await until(async () => (await waitingCount()) === 0)
    expect(await samplesOf(db, plantId)).toHaveLength(200)
  })

  test('keeps its newest records within the bound and counts the dropped ones', async () => {
    const scene = await open({ settings: { waitingPerLogger: 10, batchLimit: 4 } })
    const stick = createStick(serial)
    const client = await scene.connect()
    for (let index = 0; index < 25; index += 1) {
      scene.clock.nowMs += 1_000
      await client.exchange(stick.data(recordedAtMs - (25 - index) * minuteMs, { acPowerW: index }))
    }
    const { rows } = await database.db.pool.query('select received_at from waiting_records order by received_at')
    expect(rows).toHaveLength(10)
    expect(rows[0]?.received_at.getTime()).toBe(recordedAtMs + 16_000)
    expect((await listUnclaimed(database.db, 1, 10)).items[0]).toMatchObject({ waitingRecords: 10, dropped: 15 })
    expect(scene.ingest.stats().dropped).toBe(15)
  })

  test('shares one bound with all others', async () => {
    const scene = await open({ settings: { waitingInAll: 40 } })
    for (let index = 0; index < 6; index += 1) await sendUnclaimed(scene, 10, serial + index)
    expect(await waitingCount()).toBeLessThanOrEqual(40)
    expect(await waitingCount()).toBeGreaterThan(20)
    const { items } = await listUnclaimed(database.db, 1, 10)
    expect(items.reduce((sum, { dropped, waitingRecords }) => sum + dropped + waitingRecords, 0)).toBe(60)
  })

  test('is forgotten first when it is the one silent longest', async () => {
    const scene = await open({ settings: { unclaimedLoggers: 20 } })
    for (let index = 0; index < 30; index += 1) {
      scene.clock.nowMs += 1_000
      await sendUnclaimed(scene, 1, serial + index)
    }
    const { total, items } = await listUnclaimed(database.db, 1, 100)
    expect(total).toBeLessThanOrEqual(20)
    expect(items[0]?.address).toBe(String(serial + 29))
    expect(await waitingCount()).toBe(total)
  })
})

test('lists the loggers of a plant with their facts', async () => {
  const { db } = database
  const plantId = await addPlant(db)
  await register(db, plantId, serial, serial + 1)
  const scene = await open()
  const stick = createStick(serial)
  const client = await scene.connect()
  await client.exchange(stick.data(recordedAtMs - minuteMs))
  const list = await listPlantLoggers(db, plantId, { withNetwork: false, nowMs: recordedAtMs + 2 * minuteMs })
  expect(list).toMatchObject([
    {
      wire: 'solarman-v5',
      address: String(serial),
      state: 'data',
      online: true,
      deviceCount: 1,
      undecoded: 0,
      rejected: 0,
      network: null,
    },
    { address: String(serial + 1), state: 'waiting', online: false, lastSeenMs: null, deviceCount: 0 },
  ])
  const later = await listPlantLoggers(db, plantId, { withNetwork: true, nowMs: recordedAtMs + 10 * minuteMs })
  expect(later[0]).toMatchObject({ online: false, network: { mac: '', localAddress: '', ssid: '' } })
})
