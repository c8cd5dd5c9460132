import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  addPlant,
  createStick,
  openScene,
  quantityOf,
  recordedAtMs,
  register,
  type Scene,
  samplesOf,
  until,
} from '../../intake/ingest/testing/scene.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { append } from '../telemetry/telemetry.ts'
import { listPlantLoggers, listUnclaimed, registerLoggers } from './loggers.ts'
import { claimOf } from './testing/claim-of.ts'

const SERIAL = 4_000_000_001
const MINUTE_MS = 60_000
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

/** An unregistered logger sends records of the last minutes. */
const sendUnclaimed = async (scene: Scene, count: number, of = SERIAL) => {
  const stick = createStick(of)
  const client = await scene.connect()
  const frames = Array.from({ length: count }, (_, index) => stick.data(recordedAtMs - (count - index) * MINUTE_MS))
  const answers = await Promise.all(frames.map((frame) => client.exchange(frame)))
  await client.end()
  return { frames, answers }
}

describe('registering', () => {
  test('reports the result for each serial number', async () => {
    const { db } = database
    const [plantId, other] = [await addPlant(db), await addPlant(db)]
    await register(db, other, 4_000_000_009)
    const serials = ['4000000001', '4000000009', 'nonsense', '4000000001']
    await sendUnclaimed(await open(), 1)
    const claim = (of: readonly string[]) => registerLoggers(db, claimOf(plantId, recordedAtMs, of))
    const first = await claim([...serials, '4000000002'])
    const results = ['REGISTERED', 'WAITING', 'INVALID', 'ALREADY_HERE', 'WAITING']
    expect(first.map(({ result }) => result)).toEqual(results)
    expect(first.map((item) => item.serial)).toEqual([...serials, '4000000002'])
    expect(await claim(['4000000001'])).toEqual([{ serial: '4000000001', result: 'ALREADY_HERE', waitingRecords: 0 }])
    expect(await claim(['4000000002'])).toEqual([{ serial: '4000000002', result: 'WAITING', waitingRecords: 0 }])
  })

  test('names another plant of the caller, and nobody else learns of it', async () => {
    const { db } = database
    const [plantId, other] = [await addPlant(db), await addPlant(db)]
    await register(db, other, 4_000_000_009)
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into users (account, nickname, password_hash) values ('holder', 'Holder', '') returning id`,
    )
    const userId = rows[0]?.id ?? 0
    const claim = () =>
      registerLoggers(db, {
        ...claimOf(plantId, recordedAtMs, ['4000000009']),
        viewer: { userId, organizationId: null, plantIds: null },
      })
    expect(await claim()).toMatchObject([{ result: 'WAITING' }])
    await db.pool.query('delete from logger_claims')
    await db.pool.query(`insert into plant_members (plant_id, user_id, role, rights) values ($1, $2, 'viewer', $3)`, [
      other,
      userId,
      ['viewPlantInfo', 'viewPlantDevice'],
    ])
    expect(await claim()).toMatchObject([{ result: 'ELSEWHERE', plant: { id: other } }])
    expect((await db.pool.query('select from logger_claims')).rowCount).toBe(0)
    // Whose right has ended learns nothing.
    await db.pool.query('update plant_members set expires_at = $1', [new Date(recordedAtMs - 1)])
    expect(await claim()).toMatchObject([{ result: 'WAITING' }])
    await db.pool.query(`delete from users where account = 'holder'`)
  })

  test('two that want one logger at the same time: one gets it', async () => {
    const { db } = database
    const plants = await Promise.all([1, 2, 3, 4].map(() => addPlant(db)))
    const serials = Array.from({ length: 20 }, (_, index) => String(4_000_000_100 + index))
    const scene = await open()
    for (const serial of serials) await sendUnclaimed(scene, 1, Number(serial))
    const results = await Promise.all(
      plants.map((plantId, index) =>
        registerLoggers(db, claimOf(plantId, recordedAtMs, index % 2 ? serials : [...serials].reverse())),
      ),
    )
    for (const serial of serials) {
      const outcomes = results.map((rows) => rows.find((row) => row.serial === serial)?.result)
      expect(outcomes.filter((result) => result === 'REGISTERED')).toHaveLength(1)
    }
  })
})

describe('a logger that nobody has registered', () => {
  test('is answered and its records wait; registered, they are attributed exactly once', async () => {
    const { db } = database
    const scene = await open()
    const { answers } = await sendUnclaimed(scene, 30)
    expect(new Set(answers.map(({ type }) => type))).toEqual(new Set([0x12]))
    // A repetition: a logger repeats records without acknowledgment.
    await sendUnclaimed(scene, 30)
    expect(await waitingCount()).toBe(30)
    expect(await listUnclaimed(db, 1, 10)).toEqual({
      total: 1,
      items: [
        {
          wire: 'solarman-v5',
          address: String(SERIAL),
          firstSeenMs: recordedAtMs,
          lastSeenMs: recordedAtMs,
          firmware: '',
          waitingRecords: 30,
          dropped: 0,
        },
      ],
    })
    const plantId = await addPlant(db)
    const [registration] = await registerLoggers(db, claimOf(plantId, recordedAtMs, [SERIAL]))
    expect(registration).toMatchObject({ result: 'REGISTERED', waitingRecords: 30 })
    await until(async () => (await waitingCount()) === 0)
    expect(await samplesOf(db, plantId)).toHaveLength(30)
    // And once more after that.
    await sendUnclaimed(scene, 30)
    expect(await samplesOf(db, plantId)).toHaveLength(30)
    expect((await listUnclaimed(db, 1, 10)).total).toBe(0)
    expect(scene.ingest.stats()).toMatchObject({ stored: 30, waiting: 60 })
  })

  test('the next node continues attributing after a crash, without duplicates', async () => {
    const { db } = database
    let appended = 0
    const scene = await open({
      settings: { batchLimit: 7 },
      append: async (...options) => {
        appended += 1
        if (appended > 2) throw Object.assign(new Error('killed'), { code: '57P01' })
        return await append(...options)
      },
    })
    await sendUnclaimed(scene, 40)
    const plantId = await addPlant(db)
    await register(db, plantId, SERIAL)
    await until(() => appended > 2)
    await scene.close()
    const left = await waitingCount()
    expect(left).toBe(40 - 14)
    expect(await samplesOf(db, plantId)).toHaveLength(14)
    await Promise.all([open(), open()])
    await until(async () => (await waitingCount()) === 0)
    expect(await samplesOf(db, plantId)).toHaveLength(40)
  })

  test('registered in the midst of its stream, it loses and doubles nothing', async () => {
    const { db } = database
    const scene = await open({ settings: { batchLimit: 5 } })
    const plantId = await addPlant(db)
    const sent = sendUnclaimed(scene, 200)
    await until(() => scene.ingest.stats().waiting > 20)
    await register(db, plantId, SERIAL)
    await sent
    await until(async () => (await waitingCount()) === 0)
    expect(await samplesOf(db, plantId)).toHaveLength(200)
  })
})

test('the first sender after a proof is not trusted as the logger that gave it', async () => {
  const { db } = database
  const scene = await open()
  const plantId = await addPlant(db)
  const stick = createStick(SERIAL)
  const own = await scene.connect()
  await own.exchange(stick.data(recordedAtMs - MINUTE_MS))
  await registerLoggers(db, claimOf(plantId, recordedAtMs, [SERIAL]))
  await until(async () => (await waitingCount()) === 0)

  const forger = await scene.connect('127.66.6.6')
  const time = { totalS: 7_000_000, poweronS: 300, offsetS: Math.round(recordedAtMs / 1000) - 7_000_000 }
  await forger.exchange(createStick(SERIAL).data(recordedAtMs, { acPowerW: 7_777 }, { time }))
  await own.exchange(stick.data(recordedAtMs, { acPowerW: 1_234 }))
  const samples = await samplesOf(db, plantId)
  expect(samples.map((row) => quantityOf(row, 'acPowerW'))).toEqual([1_000, 1_234])
})

test('the loggers of a plant with their facts', async () => {
  const { db } = database
  const plantId = await addPlant(db)
  await register(db, plantId, SERIAL, SERIAL + 1)
  const scene = await open()
  const stick = createStick(SERIAL)
  const client = await scene.connect()
  await client.exchange(stick.data(recordedAtMs - MINUTE_MS))
  const list = await listPlantLoggers(db, plantId, { withNetwork: false, nowMs: recordedAtMs + 2 * MINUTE_MS })
  expect(list).toMatchObject([
    {
      wire: 'solarman-v5',
      address: String(SERIAL),
      state: 'data',
      online: true,
      deviceCount: 1,
      unread: [],
      rejected: 0,
      network: null,
    },
    { address: String(SERIAL + 1), state: 'waiting', online: false, lastSeenMs: null, deviceCount: 0 },
  ])
  const later = await listPlantLoggers(db, plantId, { withNetwork: true, nowMs: recordedAtMs + 10 * MINUTE_MS })
  expect(later[0]).toMatchObject({ online: false, network: { mac: '', localAddress: '', ssid: '' } })
})
