import { frameTypes } from '@heliograph/wires/solarman-v5/frame.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listPlantLoggers } from '../../fleet/loggers/loggers.ts'
import { removePlant } from '../../fleet/plants/plants.ts'
import { append } from '../../fleet/telemetry/telemetry.ts'
import { listen } from '../../platform/db/listen.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import {
  addPlant,
  createStick,
  openScene,
  quantityOf,
  recordedAtMs,
  register,
  type Scene,
  samplesOf,
  silent,
  timeOf,
  until,
} from './testing/scene.ts'

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
const withPlant = async (zone?: string): Promise<number> => {
  const plantId = await addPlant(database.db, zone)
  await register(database.db, plantId, SERIAL)
  return plantId
}
const rowsOf = async (text: string, values: unknown[] = []) => (await database.db.pool.query(text, values)).rows

describe('records', () => {
  test('one repeated with new time fields is stored once, on any node and after restart', async () => {
    const plantId = await withPlant()
    const stick = createStick(SERIAL)
    const scene = await open()
    const client = await scene.connect()
    const atMs = recordedAtMs - MINUTE_MS
    const again = (laterMs: number) => ({ ...stick.data(atMs, {}, { recordCounter: 7, time: timeOf(atMs + laterMs) }) })
    for (const laterMs of [0, 11_000, 22_000]) expect((await client.exchange(again(laterMs))).type).toBe(0x12)
    const other = await open()
    expect((await (await other.connect()).exchange(again(33_000))).type).toBe(0x12)
    await scene.close()
    const restarted = await open()
    expect((await (await restarted.connect()).exchange(again(44_000))).type).toBe(0x12)
    expect((await samplesOf(database.db, plantId)).map(({ at }) => at.getTime())).toEqual([atMs])
    expect(scene.ingest.stats()).toMatchObject({ stored: 1, duplicates: 2 })
  })

  test('two nodes that receive one logger in turns miss nothing', async () => {
    const plantId = await withPlant()
    const stick = createStick(SERIAL)
    const nodes = [await open(), await open()]
    const clients = await Promise.all(nodes.map((node) => node.connect()))
    for (let index = 0; index < 12; index += 1) {
      const atMs = recordedAtMs - (20 - index) * MINUTE_MS
      const frame = stick.data(atMs, {}, { recordCounter: index })
      await clients[index % 2]?.exchange(frame)
      const repeated = stick.data(atMs, {}, { recordCounter: index, time: timeOf(atMs + 11_000) })
      await clients[(index + 1) % 2]?.exchange(repeated)
    }
    expect(await samplesOf(database.db, plantId)).toHaveLength(12)
  })

  test('two records with one counter value are two records', async () => {
    const plantId = await withPlant()
    const stick = createStick(SERIAL)
    const client = await (await open()).connect()
    await client.exchange(stick.data(recordedAtMs - 600_000, { acPowerW: 100 }, { recordCounter: 410 }))
    await client.exchange(stick.data(recordedAtMs, { acPowerW: 200 }, { recordCounter: 410 }))
    const samples = await samplesOf(database.db, plantId)
    expect(samples.map((sample) => quantityOf(sample, 'acPowerW'))).toEqual([100, 200])
  })

  test('buffered ones without an offset use their boot, device clock or arrival time', async () => {
    const plantId = await withPlant('Europe/Amsterdam')
    const stick = createStick(SERIAL)
    const deye = createStick(SERIAL, 'DEYE000001', 'deye-5408')
    const scene = await open()
    const client = await scene.connect()
    // Its own offset, learned for the boot.
    await client.exchange(stick.data(recordedAtMs))
    const bootMs = recordedAtMs - 20 * MINUTE_MS
    await client.exchange(stick.data(bootMs, { acPowerW: 1 }, { buffered: true, time: timeOf(bootMs, 0) }))
    // An unknown boot: the wall clock in the frame is local time of Amsterdam, an hour ahead in winter.
    const earlier = { totalS: 50_000, poweronS: 100, offsetS: 0 }
    const localMs = recordedAtMs - 60 * MINUTE_MS
    await client.exchange(stick.data(localMs, { acPowerW: 2 }, { buffered: true, time: earlier }))
    expect((await samplesOf(database.db, plantId)).map(({ at, time_source }) => [at.getTime(), time_source])).toEqual([
      [localMs - 60 * MINUTE_MS, 2],
      [bootMs, 1],
      [recordedAtMs, 0],
    ])
    void deye
  })

  test('the boot offset survives a restart of the node', async () => {
    const plantId = await withPlant()
    const stick = createStick(SERIAL)
    const first = await open()
    await (await first.connect()).exchange(stick.data(recordedAtMs))
    await first.close()
    const second = await open()
    const bootMs = recordedAtMs - 20 * MINUTE_MS
    await (await second.connect()).exchange(stick.data(bootMs, {}, { buffered: true, time: timeOf(bootMs, 0) }))
    expect((await samplesOf(database.db, plantId)).map(({ at, time_source }) => [at.getTime(), time_source])).toEqual([
      [bootMs, 1],
      [recordedAtMs, 0],
    ])
  })

  test.each([
    ['older than the limit', -401 * 1_440 * MINUTE_MS],
    ['from the future', 11 * MINUTE_MS],
  ])('one that is %s is acknowledged, counted and kept raw', async (_, agoMs) => {
    const plantId = await withPlant()
    const scene = await open()
    const client = await scene.connect()
    expect((await client.exchange(createStick(SERIAL).data(recordedAtMs + agoMs))).type).toBe(0x12)
    expect(await samplesOf(database.db, plantId)).toEqual([])
    expect(await rowsOf('select reason, device_serial, kind from undecoded_payloads')).toEqual([
      { reason: 'time-out-of-bounds', device_serial: `SN${SERIAL}`, kind: '0507' },
    ])
    expect(await rowsOf('select rejected_records from loggers')).toEqual([{ rejected_records: 1 }])
    // Refused, and so not among what could not be read too.
    const { rows: plants } = await database.db.pool.query<{ id: number }>('select plant_id as id from loggers')
    const [refused] = await listPlantLoggers(database.db, plants[0]?.id ?? 0, {
      withNetwork: false,
      nowMs: recordedAtMs,
    })
    expect(refused).toMatchObject({ rejected: 1, unread: [] })
    expect(scene.ingest.stats()).toMatchObject({ stored: 0, outOfBounds: 1 })
  })

  test('an unknown type is acknowledged, kept raw once, and read once a profile exists', async () => {
    const plantId = await withPlant()
    const stick = createStick(SERIAL)
    const scene = await open()
    const client = await scene.connect()
    const record = stick.data(recordedAtMs - MINUTE_MS, { acPowerW: 321 })
    const unknown = { ...record, payload: Uint8Array.from(record.payload) }
    unknown.payload.set([0x99, 0x77], 1)
    await client.exchange(unknown)
    await client.exchange({ ...unknown, seqLogger: 9 })
    expect(await rowsOf('select reason, wire, kind, plant_id from undecoded_payloads')).toEqual([
      { reason: 'unknown-kind', wire: 'solarman-v5', kind: '7799', plant_id: plantId },
    ])
    const [logger] = await listPlantLoggers(database.db, plantId, { withNetwork: false, nowMs: recordedAtMs })
    expect(logger?.unread).toEqual([{ reason: 'unknown-kind', kinds: ['7799'], count: 1 }])
    expect(await scene.ingest.redecode('solarman-v5', '7799')).toBe(0)
    expect(await rowsOf('select from undecoded_payloads')).toHaveLength(1)
    // A profile for the type, as a later version would have it.
    await database.db.pool.query("update undecoded_payloads set kind = '0507', payload = $1", [record.payload])
    const later = await open()
    expect(await rowsOf('select from undecoded_payloads')).toEqual([])
    const [sample] = await samplesOf(database.db, plantId)
    expect(sample?.at.getTime()).toBe(recordedAtMs - MINUTE_MS)
    expect(quantityOf(sample, 'acPowerW')).toBe(321)
    expect(await later.ingest.redecode('solarman-v5', '0507')).toBe(0)
  })

  test('of an unconfirmed profile keep the payload beside the sample', async () => {
    const plantId = await withPlant()
    const client = await (await open()).connect()
    await client.exchange(createStick(SERIAL, '2300000001', 'deye-5411').data(recordedAtMs, { batterySocPercent: 50 }))
    expect(await samplesOf(database.db, plantId)).toHaveLength(1)
    expect(await rowsOf('select reason from undecoded_payloads')).toEqual([{ reason: 'experimental' }])
  })
})

describe('devices', () => {
  test('one is added on first sight, with its steps, energies and reported facts', async () => {
    const plantId = await withPlant()
    const client = await (await open()).connect()
    await client.exchange(createStick(SERIAL, 'INV1').data(recordedAtMs))
    expect(
      await rowsOf(`select d.plant_id, l.address as logger, d.serial, d.name, d.type, d.profile_id, d.flows
         from devices d join loggers l on l.id = d.logger_id`),
    ).toEqual([
      {
        plant_id: plantId,
        logger: String(SERIAL),
        serial: 'INV1',
        name: 'Solis INV1',
        type: 'INVERTER',
        profile_id: 'solis-0507',
        flows: ['generation'],
      },
    ])
  })

  test('one logger cannot add endless devices; the excess is kept raw', async () => {
    const plantId = await withPlant()
    const client = await (await open({ settings: { devicesPerLogger: 2 } })).connect()
    const sticks = ['A', 'B', 'C'].map((name) => createStick(SERIAL, `INVERTER-${name}`))
    for (const [index, stick] of sticks.entries())
      await client.exchange({ ...stick.data(recordedAtMs), seqLogger: index })
    expect(await samplesOf(database.db, plantId)).toHaveLength(2)
    expect(await rowsOf('select reason, device_serial from undecoded_payloads')).toEqual([
      { reason: 'too-many-devices', device_serial: 'INVERTER-C' },
    ])
  })

  test('a changed plant or device applies from the next record', async () => {
    const plantId = await withPlant('Europe/London')
    const stick = createStick(SERIAL)
    const client = await (await open()).connect()
    await client.exchange(stick.data(recordedAtMs - MINUTE_MS))
    await database.db.pool.query("update plants set zone = 'Asia/Kolkata'")
    const wall = { buffered: true, time: { totalS: 50_000, poweronS: 100, offsetS: 0 } }
    await client.exchange(stick.data(recordedAtMs, {}, wall))
    const samples = await samplesOf(database.db, plantId)
    expect(samples[0]?.at.getTime()).toBe(recordedAtMs - 330 * MINUTE_MS)
  })

  test('a logger removed from its plant between two records is unclaimed for the second', async () => {
    const plantId = await withPlant()
    const stick = createStick(SERIAL)
    const client = await (await open()).connect()
    await client.exchange(stick.data(recordedAtMs - MINUTE_MS))
    await database.db.pool.query('update loggers set plant_id = null')
    await client.exchange(stick.data(recordedAtMs))
    expect(await samplesOf(database.db, plantId)).toHaveLength(1)
    expect(await rowsOf('select from waiting_records')).toHaveLength(1)
  })
})

describe('a logger whose plant was removed', () => {
  test.each([
    ['the node that stored them', false],
    ['another node', true],
  ])('brings its records to its next plant, by %s', async (_, byAnother) => {
    const stick = createStick(SERIAL)
    const scene = await open()
    const client = await scene.connect()
    const records = [3, 2, 1].map((ago) => stick.data(recordedAtMs - ago * MINUTE_MS))
    const first = await withPlant()
    for (const record of records) await client.exchange(record)
    expect(await samplesOf(database.db, first)).toHaveLength(3)
    await database.db.transaction((transaction) => removePlant(transaction, first))
    const next = await withPlant()
    const again = byAnother ? await (await open()).connect() : client
    for (const record of records) expect((await again.exchange(record)).type).toBe(0x12)
    expect(await samplesOf(database.db, next)).toHaveLength(3)
    // From then on they are known there too.
    const counts = scene.ingest.stats().stored
    for (const record of records) await client.exchange(record)
    expect(await samplesOf(database.db, next)).toHaveLength(3)
    expect(scene.ingest.stats().stored).toBe(counts)
  })
})

describe('after a commit', () => {
  test('every node is notified of the plants that changed', async () => {
    const plantId = await withPlant()
    const heard: string[] = []
    const channel = listen(
      database.db,
      'plant_changed',
      (payload) => heard.push(payload),
      () => {},
      { log: silent },
    )
    await channel.ready
    const scene = await open()
    await (await scene.connect()).exchange(createStick(SERIAL).data(recordedAtMs))
    await until(() => heard.length > 0)
    expect(heard).toEqual([String(plantId)])
    await channel.close()
  })

  test("the logger's row is written with news, and otherwise once a minute", async () => {
    await withPlant()
    const stick = createStick(SERIAL)
    const scene = await open()
    const client = await scene.connect()
    const version = async () => (await rowsOf('select xmin::text as v, last_data_at from loggers'))[0]
    await client.exchange(stick.data(recordedAtMs - 10 * MINUTE_MS))
    const first = await version()
    scene.clock.nowMs += 30_000
    await client.exchange(stick.data(recordedAtMs - 5 * MINUTE_MS))
    expect(await version()).toEqual(first)
    scene.clock.nowMs += 31_000
    await client.exchange(stick.data(recordedAtMs))
    expect((await version())?.last_data_at).toEqual(new Date(recordedAtMs + 61_000))
    scene.clock.nowMs += 5_000
    await client.exchange(stick.frame(frameTypes.heartbeat, Uint8Array.of(0)))
    await scene.close()
    // The heartbeat was no news: a logger is at most a minute younger than its row says.
    expect(await rowsOf('select last_seen_at from loggers')).toEqual([
      { last_seen_at: new Date(recordedAtMs + 61_000) },
    ])
  })
})

describe('when storing fails', () => {
  test('no record is acknowledged without a database; all are once it is back', async () => {
    const plantId = await withPlant()
    const stick = createStick(SERIAL)
    let isAway = false
    let refused = 0
    const scene = await open({
      append: async (...options) => {
        if (!isAway) return await append(...options)
        refused += 1
        throw Object.assign(new Error('the database system is shutting down'), { code: '57P03' })
      },
    })
    const client = await scene.connect()
    await client.exchange(stick.data(recordedAtMs - 2 * MINUTE_MS))
    isAway = true
    const late = client.exchange(stick.data(recordedAtMs - MINUTE_MS))
    await until(() => refused >= 2)
    expect(client.answers).toHaveLength(1)
    expect(scene.ingest.stats().queueLength).toBe(1)
    isAway = false
    expect((await late).type).toBe(0x12)
    expect(await samplesOf(database.db, plantId)).toHaveLength(2)
  })

  test('connections cut by the server in mid-stream lose nothing', async () => {
    const plantId = await withPlant()
    const stick = createStick(SERIAL)
    const scene = await open()
    const client = await scene.connect()
    for (let index = 0; index < 20; index += 1) {
      const answered = client.exchange(stick.data(recordedAtMs - index * MINUTE_MS))
      if (index % 4 === 1)
        await database.db.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query not like 'listen%'",
        )
      await answered
    }
    expect(await samplesOf(database.db, plantId)).toHaveLength(20)
  })

  test('reading stops while too much is queued, and resumes afterwards', async () => {
    const plantId = await withPlant()
    const stick = createStick(SERIAL)
    let isAway = true
    const scene = await open({
      settings: { queueLimit: 4 },
      append: async (...options) => {
        if (isAway) throw Object.assign(new Error('away'), { code: '57P03' })
        return await append(...options)
      },
    })
    const client = await scene.connect()
    const frames = Array.from({ length: 40 }, (_, index) => stick.data(recordedAtMs - index * MINUTE_MS))
    const answers = frames.map((frame) => client.exchange(frame))
    await until(() => scene.ingest.stats().queueLength === 4)
    await new Promise(setImmediate)
    expect(scene.ingest.stats()).toMatchObject({ frames: 4, queueLength: 4 })
    isAway = false
    await Promise.all(answers)
    expect(await samplesOf(database.db, plantId)).toHaveLength(40)
  })

  test('a record that cannot be stored blocks no other and is kept raw on the third try', async () => {
    const plantId = await withPlant()
    const stick = createStick(SERIAL)
    const scene = await open({
      append: async (db, batch, also) => {
        if (batch.some(({ values }) => values.acPowerW === 666)) throw new RangeError('poison')
        return await append(db, batch, also)
      },
    })
    const client = await scene.connect()
    const poison = stick.data(recordedAtMs - 60 * MINUTE_MS, { acPowerW: 666 })
    const sound = [1, 2, 3, 4].map((index) => stick.data(recordedAtMs - index * MINUTE_MS))
    const frames = [...sound.slice(0, 2), poison, ...sound.slice(2)]
    const answers = frames.map((frame) => client.exchange(frame))
    await Promise.all(answers.filter((_, index) => index !== 2))
    expect(client.answers).toHaveLength(4)
    expect(scene.ingest.stats().poisoned).toBe(1)
    void client.exchange(poison)
    await until(() => scene.ingest.stats().poisoned === 2)
    expect(await rowsOf('select from undecoded_payloads')).toHaveLength(0)
    const answer = await client.exchange(poison)
    expect(answer.seqLogger).toBe(poison.seqLogger)
    expect(await rowsOf('select reason from undecoded_payloads')).toEqual([{ reason: 'store-failed' }])
    expect(await samplesOf(database.db, plantId)).toHaveLength(4)
    await answers[2]
  })
})
