import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listPlantLoggers } from '../../fleet/loggers/loggers.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createRecordingMail } from '../../testing/recording-mail.ts'
import { createWires, decideUnproven, readTrust, setSources, tellDoubts } from './ingest.ts'
import { isInRanges, isRange } from './ranges.ts'
import {
  addPlant,
  createStick,
  openScene,
  recordedAtMs,
  register,
  type Scene,
  samplesOf,
  until,
} from './testing/scene.ts'

const SERIAL = 4_000_000_001
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
let database: TestDatabase
let scene: Scene
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await scene.close()
  await database.db.pool.query(
    'truncate plants, users, loggers, logger_records, waiting_records, undecoded_payloads, samples, device_latest cascade',
  )
})
afterAll(() => database.drop())

/** A logger whose memory was lost after its first record: it says the time, and its run time begins anew. */
async function openForgetful() {
  const { db } = database
  const plantId = await addPlant(db)
  await register(db, plantId, SERIAL)
  scene = await openScene(db)
  const stick = createStick(SERIAL)
  const client = await scene.connect('127.0.0.5')
  await client.exchange(stick.data(recordedAtMs - 60 * MINUTE_MS))
  const send = async (minutes: number) => {
    const atMs = recordedAtMs + minutes * MINUTE_MS
    scene.clock.nowMs = atMs
    const totalS = 300 + minutes * 60
    const time = { totalS, poweronS: totalS, offsetS: Math.round(atMs / 1000) - totalS }
    await client.exchange(stick.data(atMs, {}, { time }))
  }
  for (const minutes of [0, 5, 10]) await send(minutes)
  const { rows } = await db.pool.query<{ id: number }>('select id from loggers')
  return { plantId, loggerId: rows[0]?.id ?? 0, send }
}
const unprovenOf = async (plantId: number, loggerId: number) =>
  (await readTrust(database.db, plantId)).get(loggerId)?.unproven

test('doubted records count once the owner accepts them, and so do the next', async () => {
  const { db } = database
  const { plantId, loggerId, send } = await openForgetful()
  expect(await samplesOf(db, plantId)).toHaveLength(1)
  expect(await unprovenOf(plantId, loggerId)).toEqual({
    records: 3,
    sinceMs: recordedAtMs,
    addresses: ['127.0.0.5'],
    senders: [{ network: 'private', records: 3, sinceMs: recordedAtMs, addresses: ['127.0.0.5'] }],
  })
  const listed = async (of: number) => await listPlantLoggers(db, of, { withNetwork: false, nowMs: scene.clock.nowMs })
  expect((await listed(plantId)).map(({ unproven }) => unproven)).toEqual([3])
  const neighbor = await addPlant(db)
  await register(db, neighbor, SERIAL + 1)
  expect((await listed(neighbor)).map(({ unproven }) => unproven)).toEqual([0])
  expect(await decideUnproven(db, createWires(), { plantId, loggerId }, { decision: 'accepted' })).toBe(3)
  await until(async () => (await samplesOf(db, plantId)).length === 4)
  await send(15)
  expect(await samplesOf(db, plantId)).toHaveLength(5)
  expect(await unprovenOf(plantId, loggerId)).toBeUndefined()
})

test('discarded records are deleted, and the next ones stay unproven', async () => {
  const { db } = database
  const { plantId, loggerId, send } = await openForgetful()
  expect(await decideUnproven(db, createWires(), { plantId, loggerId }, { decision: 'discarded' })).toBe(3)
  await send(15)
  expect(await samplesOf(db, plantId)).toHaveLength(1)
  expect(await unprovenOf(plantId, loggerId)).toMatchObject({ records: 1 })
})

test('a yes to one network leaves what a forger sent from another', async () => {
  const { db } = database
  const { plantId, loggerId } = await openForgetful()
  await db.pool.query(
    `insert into undecoded_payloads (plant_id, logger_id, wire, kind, digest, reason, payload, source_address, sender_network)
     select plant_id, logger_id, wire, kind, '\\x01', reason, payload, '192.0.2.66', '192.0.2.66' from undecoded_payloads limit 1`,
  )
  const before = await unprovenOf(plantId, loggerId)
  expect(before?.senders.map(({ network, records }) => [network, records])).toEqual([
    ['private', 3],
    ['192.0.2.66', 1],
  ])
  expect(
    await decideUnproven(db, createWires(), { plantId, loggerId }, { decision: 'accepted', network: 'private' }),
  ).toBe(3)
  await until(async () => (await samplesOf(db, plantId)).length === 4)
  expect(await unprovenOf(plantId, loggerId)).toMatchObject({ records: 1, addresses: ['192.0.2.66'] })
  expect(
    await decideUnproven(db, createWires(), { plantId, loggerId }, { decision: 'discarded', network: '192.0.2.66' }),
  ).toBe(1)
  expect(await unprovenOf(plantId, loggerId)).toBeUndefined()
})

test('a stick that alone sends for a day is trusted, with all its records', async () => {
  const { db } = database
  const { plantId, loggerId, send } = await openForgetful()
  await send(24 * 60 + 5)
  await until(async () => (await samplesOf(db, plantId)).length === 5)
  expect(await unprovenOf(plantId, loggerId)).toBeUndefined()
})

test('a list of networks keeps others out, at once', async () => {
  const { db } = database
  const { plantId, loggerId } = await openForgetful()
  await decideUnproven(db, createWires(), { plantId, loggerId }, { decision: 'accepted' })
  await until(async () => (await samplesOf(db, plantId)).length === 4)
  await setSources(db, { plantId, loggerId }, { allowedSources: ['203.0.113.0/24'], isStrict: false })
  // Another node may hear of it later: it takes its knowledge from the row.
  await scene.close()
  scene = await openScene(db, { nowMs: recordedAtMs + 15 * MINUTE_MS })
  const client = await scene.connect('127.0.0.5')
  const stick = createStick(SERIAL)
  const totalS = 300 + 15 * 60
  const time = { totalS, poweronS: totalS, offsetS: Math.round(scene.clock.nowMs / 1000) - totalS }
  await client.exchange(stick.data(scene.clock.nowMs, {}, { time }))
  expect(await samplesOf(db, plantId)).toHaveLength(4)
  const bad = { allowedSources: ['203.0.113.0/99'], isStrict: false }
  await expect(setSources(db, { plantId, loggerId }, bad)).rejects.toThrow('PARAM_ERROR')
})

test('deciding about the logger of another plant is refused', async () => {
  const { db } = database
  const { loggerId } = await openForgetful()
  const other = { plantId: await addPlant(db), loggerId }
  await expect(decideUnproven(db, createWires(), other, { decision: 'accepted' })).rejects.toThrow('NOT_FOUND')
  await expect(setSources(db, other, { allowedSources: [], isStrict: true })).rejects.toThrow('NOT_FOUND')
})

test('owners get one email a day', async () => {
  const { db } = database
  const { plantId } = await openForgetful()
  await db.pool.query(
    `with u as (insert into users (account, nickname, password_hash, email, language)
       values ('maria', 'Maria', '', 'maria@example.org', 'de') returning id)
     insert into plant_members (plant_id, user_id, role, rights) select $1, id, 'owner', '{}' from u`,
    [plantId],
  )
  const mail = createRecordingMail()
  const tell = (nowMs: number) => tellDoubts({ db, mail, publicUrl: 'https://pv.example.org', nowMs })
  const nowMs = recordedAtMs + 11 * MINUTE_MS
  expect([await tell(nowMs), await tell(nowMs + MINUTE_MS), await tell(nowMs + DAY_MS + MINUTE_MS)]).toEqual([1, 0, 0])
  expect(mail.emails).toMatchObject([
    { to: 'maria@example.org', kind: 'loggerDoubted', values: { logger: String(SERIAL), plant: 'Roof' } },
  ])
})

test.each([
  ['203.0.113.5', ['203.0.113.0/24'], true],
  ['::ffff:203.0.113.5', ['203.0.113.5'], true],
  ['203.0.114.5', ['203.0.113.0/24'], false],
  ['2001:db8::5', ['203.0.113.0/24', '2001:db8::/32'], true],
  ['nonsense', ['0.0.0.0/0'], false],
])('%s lies in %j: %s', (address, ranges, expected) => {
  expect(isInRanges(address, ranges)).toBe(expected)
})

test.each(['', '203.0.113.0/33', '203.0.113/24', '2001:db8::/129', 'example.org', '1.2.3.4/8/9'])(
  '%j is no network',
  (text) => {
    expect(isRange(text)).toBe(false)
  },
)

test('records of an earlier boot count on a connection older than the registration', async () => {
  const { db } = database
  scene = await openScene(db)
  const plantId = await addPlant(db)
  const stick = createStick(SERIAL)
  const client = await scene.connect('127.0.0.5')
  const totalS = 90 * 24 * 3600
  const timeAt = (atMs: number, bootS: number) => {
    const runS = totalS - Math.round((recordedAtMs - atMs) / 1000)
    return { totalS: runS, poweronS: runS - bootS, offsetS: Math.round(atMs / 1000) - runS }
  }
  const today = totalS - 6 * 3600
  await client.exchange(stick.data(recordedAtMs, {}, { time: timeAt(recordedAtMs, today) }))
  await register(db, plantId, SERIAL)
  await until(async () => (await samplesOf(db, plantId)).length === 1)
  // The night before last; nothing live came since the registration, as from a stick whose inverter sleeps.
  for (const hours of [40, 64]) {
    const atMs = recordedAtMs - hours * 60 * MINUTE_MS
    const time = timeAt(atMs, today - Math.ceil(hours / 24) * 24 * 3600)
    await client.exchange(stick.data(atMs, {}, { buffered: true, time }))
  }
  expect(await samplesOf(db, plantId)).toHaveLength(3)
  const { rows } = await db.pool.query<{ n: number }>('select count(*)::int as n from undecoded_payloads')
  expect(rows).toEqual([{ n: 0 }])
})
