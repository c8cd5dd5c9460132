import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sealDays, sealMonths } from '../../fleet/telemetry/telemetry.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { giveBack, listAddresses, previewTakeBack, recountPlant, takeBack } from './ingest.ts'
import { addPlant, createStick, openScene, recordedAtMs, register, type Scene } from './testing/scene.ts'

const SERIAL = 4_000_000_001
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HOME = '127.0.0.5'
const ELSEWHERE = '127.66.6.6'

let database: TestDatabase
let scene: Scene
let place: { plantId: number; loggerId: number }

const asked: number[] = []
const recounts = { ask: async (_: unknown, id: number): Promise<void> => void asked.push(id) }
const options = { signal: new AbortController().signal, onProgress: () => {} }
const by = { userId: 0, nowMs: recordedAtMs + DAY_MS }

beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await database.db.pool.query<{ id: number }>(
    `insert into users (account, nickname, password_hash, language) values ('ida', 'Ida', 'x', 'en') returning id`,
  )
  by.userId = rows[0]?.id ?? 0
})
afterAll(() => database.drop())
beforeEach(async () => {
  const tables =
    'plants, loggers, logger_records, waiting_records, undecoded_payloads, samples, sealed_days, sealed_months, device_latest, device_rollups, plant_days'
  await database.db.pool.query(`truncate ${tables} cascade`)
  const plantId = await addPlant(database.db, 'Europe/London', 10_000)
  await register(database.db, plantId, SERIAL)
  scene = await openScene(database.db)
  const { rows } = await database.db.pool.query<{ id: number }>('select id from loggers')
  place = { plantId, loggerId: rows[0]?.id ?? 0 }
  asked.length = 0
  return () => scene.close()
})

/** Records of the plant's inverter from an address; whoever listens in on the line knows the logger's clocks. */
async function send(from: string, records: readonly (readonly [hours: number, totalWh: number])[], name = 'OWN') {
  const stick = createStick(SERIAL, name)
  const client = await scene.connect(from)
  for (const [hours, generationTotalWh] of records) {
    const atMs = recordedAtMs + hours * HOUR_MS
    scene.clock.nowMs = Math.max(scene.clock.nowMs, atMs)
    await client.exchange(stick.data(atMs, { generationTotalWh, acPowerW: 4_000 }))
  }
  await client.end()
}

async function figures() {
  const db = database.db.kysely
  const days = await sql<{ day: string; wh: number }>`
    select day::text, generation_wh as wh from plant_days where plant_id = ${place.plantId} order by day`.execute(db)
  const counted = await sql<{ serial: string; n: number }>`
    select d.serial, (select count(*) from samples s where s.device_id = d.id)::int +
      coalesce((select sum(samples) from sealed_days s where s.device_id = d.id), 0)::int +
      coalesce((select sum(samples) from sealed_months s where s.device_id = d.id), 0)::int as n
    from devices d where plant_id = ${place.plantId} order by 1`.execute(db)
  const rollups = await sql<{ resolution: string; start: Date; acc: Buffer }>`
    select resolution, start, acc from device_rollups where plant_id = ${place.plantId} order by device_id, 1, 2`.execute(
    db,
  )
  return { days: days.rows, counted: counted.rows, rollups: rollups.rows }
}
const recount = () => recountPlant(database.db, place.plantId, options)

const own = [
  [-26, 1_000_000],
  [-25, 1_004_000],
  [-1, 1_008_000],
] as const
const ownAfter = [[2, 1_012_000]] as const
const forged = [
  [-50, 980_000],
  [-49, 988_000],
  [-48, 996_000],
  [-24.5, 1_006_000],
  [-2, 1_007_000],
  [0, 1_011_000],
  [1, 1_020_000],
] as const

test('what an address sent since an instant no longer counts', async () => {
  await send(HOME, [...own, ...ownAfter])
  await recount()
  const truth = await figures()
  await send(ELSEWHERE, forged)
  await recount()
  const before = await figures()
  expect(before).not.toEqual(truth)
  // Counts are written now and then, and at the end.
  await scene.close()
  scene = await openScene(database.db)
  const { addresses } = await listAddresses(database.db, place)
  expect(new Map(addresses.map(({ address, records }) => [address, records]))).toEqual(
    new Map([
      [HOME, 4],
      [ELSEWHERE, 7],
    ]),
  )

  const wanted = { address: ELSEWHERE, sinceMs: recordedAtMs - HOUR_MS }
  expect(await previewTakeBack(database.db, place, wanted)).toEqual([
    { date: '2021-03-10', records: 3 },
    { date: '2021-03-11', records: 1 },
    { date: '2021-03-12', records: 3 },
  ])
  expect(await takeBack(database.db, recounts, place, wanted, by)).toBe(1)
  expect(asked).toEqual([place.plantId])
  await recount()
  expect(await figures()).toEqual(truth)
  expect(await previewTakeBack(database.db, place, wanted)).toEqual([])
  expect((await listAddresses(database.db, place)).takeBacks).toMatchObject([
    { number: 1, address: ELSEWHERE, state: 'taken', records: 7, takenBy: 'ida' },
  ])

  // A second thought.
  await giveBack(database.db, recounts, place, 1)
  await recount()
  expect(await figures()).toEqual(before)
  expect((await listAddresses(database.db, place)).takeBacks).toMatchObject([{ state: 'given' }])
  await expect(giveBack(database.db, recounts, place, 1)).rejects.toThrow('NOT_FOUND')
})

test.each(['days', 'months'])('sealed %s are taken apart, and put together again', async (sealed) => {
  const seal = async (): Promise<void> => {
    await sealDays(database.db, { beforeDay: '2021-03-12' })
    if (sealed === 'months') await sealMonths(database.db, { beforeDay: '2021-04-01' })
  }
  await send(HOME, [...own, ...ownAfter])
  await recount()
  const truth = await figures()
  await send(ELSEWHERE, forged)
  await seal()
  await recount()
  const before = await figures()
  await takeBack(database.db, recounts, place, { address: ELSEWHERE, sinceMs: 0 }, by)
  await recount()
  expect(await figures()).toEqual(truth)
  await giveBack(database.db, recounts, place, 1)
  await recount()
  await seal()
  expect(await figures()).toEqual(before)
})

test('of an address known before, what lies before the instant stays', async () => {
  await send(HOME, own)
  const wanted = { address: HOME, sinceMs: recordedAtMs - 2 * HOUR_MS }
  // It was first heard while its oldest record is a day older: the clock of this test begins with the records.
  await database.db.pool.query(`update logger_addresses set first_at = '2021-03-01'`)
  expect(await previewTakeBack(database.db, place, wanted)).toEqual([{ date: '2021-03-12', records: 1 }])
})

test('a device of which everything is taken begins anew', async () => {
  await send(HOME, own)
  await recount()
  const truth = await figures()
  await send(
    ELSEWHERE,
    [
      [-60, 500_000],
      [-59, 504_000],
      [0, 508_000],
    ],
    'EVIL',
  )
  await recount()
  const before = await figures()
  await takeBack(database.db, recounts, place, { address: ELSEWHERE, sinceMs: 0 }, by)
  await recount()
  expect(await figures()).toEqual({ ...truth, counted: [{ serial: 'EVIL', n: 0 }, ...truth.counted] })
  const { rows } = await database.db.pool.query(
    `select length(last) as n from device_latest l join devices d on d.id = l.device_id where serial = 'EVIL'`,
  )
  expect(rows).toEqual([{ n: 0 }])
  await giveBack(database.db, recounts, place, 1)
  await recount()
  expect(await figures()).toEqual(before)
})

test('nobody reaches the logger of a neighbor', async () => {
  await send(HOME, own)
  const neighbor = await addPlant(database.db)
  const wanted = { address: HOME, sinceMs: 0 }
  for (const wrong of [
    { ...place, plantId: neighbor },
    { ...place, loggerId: place.loggerId + 1 },
  ]) {
    await expect(listAddresses(database.db, wrong)).rejects.toThrow('NOT_FOUND')
    await expect(previewTakeBack(database.db, wrong, wanted)).rejects.toThrow('NOT_FOUND')
    await expect(takeBack(database.db, recounts, wrong, wanted, by)).rejects.toThrow('NOT_FOUND')
  }
  await expect(takeBack(database.db, recounts, place, { ...wanted, address: '192.0.2.1' }, by)).rejects.toThrow(
    'NOT_FOUND',
  )
  await takeBack(database.db, recounts, place, wanted, by)
  await recount()
  await expect(giveBack(database.db, recounts, { ...place, plantId: neighbor }, 1)).rejects.toThrow('NOT_FOUND')
})
