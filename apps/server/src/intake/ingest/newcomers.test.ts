import type { Values } from '@heliograph/domain/reading.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { decideStanding } from '../../fleet/devices/devices.ts'
import { settleNow } from '../../fleet/now/now.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { recountPlant } from './recount-plant.ts'
import { addPlant, createStick, openScene, register, type Scene } from './testing/scene.ts'

const HOUR_MS = 3_600_000
const SERIAL = 4_000_000_001

let database: TestDatabase
let scene: Scene
let plantId: number

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.pool.query(
    'truncate plants, loggers, logger_records, waiting_records, undecoded_payloads, samples, device_latest cascade',
  )
  plantId = await addPlant(database.db, 'Europe/London', 10_000)
  await register(database.db, plantId, SERIAL)
  scene = await openScene(database.db)
  return () => scene.close()
})

/** One record of each device through the plant's logger, which is who it says. */
async function send(devices: readonly (readonly [name: string, values: Values])[], profileId?: string): Promise<void> {
  const client = await scene.connect()
  for (const [name, values] of devices) {
    const own = createStick(SERIAL, name, profileId)
    await client.exchange(own.data(scene.clock.nowMs, values))
  }
  await client.end()
}

async function standings(): Promise<Readonly<Record<string, string>>> {
  const rows = await database.db.kysely.selectFrom('devices').select(['serial', 'standing']).orderBy('id').execute()
  return Object.fromEntries(rows.map((row) => [row.serial, row.standing]))
}

async function powerW(): Promise<number | null> {
  await settleNow(database.db, [plantId], scene.clock.nowMs)
  const row = await database.db.kysely
    .selectFrom('plant_now')
    .select(['pv_w', 'device_count'])
    .where('plant_id', '=', plantId)
    .executeTakeFirstOrThrow()
  return row.pv_w
}

const idOf = async (name: string): Promise<number> => {
  const row = await database.db.kysely
    .selectFrom('devices')
    .select('id')
    .where('serial', '=', name)
    .executeTakeFirstOrThrow()
  return row.id
}
const asked: number[] = []
const recounts = { ask: async (_: unknown, id: number): Promise<void> => void asked.push(id) }
const nothingMore = { signal: new AbortController().signal, onProgress: () => {} }
/** To the step of the counter, which is a kilowatt hour here. */
const madeWh = async (): Promise<number> => {
  const { rows } = await sql<{ wh: number | null }>`
    select sum(generation_wh) as wh from plant_days where plant_id = ${plantId}`.execute(database.db.kysely)
  return Math.ceil((rows[0]?.wh ?? 0) / 1_000) * 1_000
}

test('inverters far beyond the panels wait, and are in no figure', async () => {
  await send([['OWN', { acPowerW: 4_000, generationTodayWh: 0, generationTotalWh: 5_000 }]])
  await send(Array.from({ length: 6 }, (_, i) => [`EVIL${i}`, { acPowerW: 50_000, generationTotalWh: 9_000 }] as const))
  expect(await standings()).toMatchObject({ OWN: 'counted', EVIL0: 'waiting', EVIL5: 'waiting' })
  expect(await powerW()).toBe(4_000)
  scene.clock.nowMs += HOUR_MS
  await send([
    ['OWN', { acPowerW: 4_000, generationTodayWh: 4_000, generationTotalWh: 9_000 }],
    ['EVIL0', { acPowerW: 9_000, generationTotalWh: 14_000 }],
  ])
  expect(await madeWh()).toBe(4_000)
  expect(await powerW()).toBe(4_000)
  const { rows } = await database.db.pool.query('select from samples where device_id = $1', [await idOf('EVIL0')])
  expect(rows).toHaveLength(2)
})

test('one that begins small waits once it delivers too much', async () => {
  await send([['OWN', { acPowerW: 8_000 }]])
  await send([['SMALL', { acPowerW: 0, generationTotalWh: 9_000 }]])
  expect(await standings()).toMatchObject({ SMALL: 'counted' })
  scene.clock.nowMs += HOUR_MS
  await send([
    ['OWN', { acPowerW: 8_000 }],
    ['SMALL', { acPowerW: 12_000, generationTotalWh: 14_000 }],
  ])
  expect(await standings()).toMatchObject({ OWN: 'counted', SMALL: 'waiting' })
  expect(await powerW()).toBe(8_000)
  const row = await database.db.kysely.selectFrom('recounts').select('state').executeTakeFirst()
  expect(row?.state).toBe('queued')
})

test('one that delivers more than ever is read again where others changed it', async () => {
  await send([['OWN', { acPowerW: 1_000, generationTotalWh: 5_000 }]])
  scene.clock.nowMs += HOUR_MS
  await send([['OWN', { acPowerW: 2_000, generationTotalWh: 6_000 }]])
  const deviceId = await idOf('OWN')
  const observedW = async () =>
    (await database.db.pool.query('select observed_w from devices where id = $1', [deviceId])).rows[0].observed_w
  expect(await observedW()).toBe(2_000)
  // No notification tells this node.
  await database.db.pool.query("update devices set standing = 'discarded' where id = $1", [deviceId])
  scene.clock.nowMs += HOUR_MS
  await send([['OWN', { acPowerW: 4_000, generationTotalWh: 8_000 }]])
  expect(await observedW()).toBe(4_000)
  expect((await database.db.pool.query('select from samples where device_id = $1', [deviceId])).rows).toHaveLength(2)
})

test('one that others change while it is judged is judged again', async () => {
  await send([['OWN', { acPowerW: 1_000, generationTotalWh: 5_000 }]])
  const deviceId = await idOf('OWN')
  scene.clock.nowMs += HOUR_MS
  await send([['OWN', { acPowerW: 2_000, generationTotalWh: 6_000 }]])
  scene.clock.nowMs += HOUR_MS
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  let changes = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const isWrite = String(args[0]).startsWith('update devices d set observed_w')
    if (!isWrite || changes++ > 0) return query.apply(this, args)
    const change = 'update devices set clock_offset_s = 9 where id = $1'
    return database.db.pool.query(change, [deviceId]).then(() => query.apply(this, args))
  } as typeof pg.Client.prototype.query)
  await send([['OWN', { acPowerW: 4_000, generationTotalWh: 8_000 }]])
  spy.mockRestore()
  expect(changes).toBe(2)
  expect((await database.db.pool.query('select from samples where device_id = $1', [deviceId])).rows).toHaveLength(3)
})

test('inverters of one installation are counted at once', async () => {
  await send(Array.from({ length: 16 }, (_, i) => [`M${i}`, { acPowerW: 610 }] as const))
  expect(new Set(Object.values(await standings()))).toEqual(new Set(['counted']))
  expect(await powerW()).toBe(16 * 610)
})

test('a stated rating is judged, not what it delivers now', async () => {
  const micro = (name: string, ratedPowerW: number) => [name, { acPowerW: 10, ratedPowerW }] as const
  await send([micro('M1', 6_000), micro('M2', 6_000), micro('M3', 4_000)], 'deye-5408')
  expect(await standings()).toEqual({ M1: 'counted', M2: 'counted', M3: 'waiting' })
})

test('one that comes later without a rating is taken as large as the plant', async () => {
  await send([['OWN', { acPowerW: 8_000 }]])
  await database.db.pool.query(`update devices set created_at = now() - interval '8 days'`)
  await send([['LATE', { acPowerW: 100 }]])
  expect(await standings()).toEqual({ OWN: 'counted', LATE: 'waiting' })
})

test('a confirmed one counts with its whole history, a discarded one is dropped', async () => {
  await send([['OWN', { acPowerW: 4_000 }]])
  await send([['NEW', { acPowerW: 13_000, generationTodayWh: 0, generationTotalWh: 9_000 }]])
  scene.clock.nowMs += HOUR_MS
  await send([['NEW', { acPowerW: 13_000, generationTodayWh: 6_000, generationTotalWh: 15_000 }]])
  const place = { plantId, deviceId: await idOf('NEW') }
  await expect(decideStanding(database.db, recounts, { ...place, plantId: plantId + 1 }, 'counted', 0)).rejects.toThrow(
    'NOT_FOUND',
  )
  expect(await decideStanding(database.db, recounts, place, 'counted', scene.clock.nowMs)).toMatchObject({
    before: 'waiting',
    name: expect.stringContaining('NEW'),
  })
  expect(asked).toEqual([plantId])
  await recountPlant(database.db, plantId, nothingMore)
  expect(await madeWh()).toBe(6_000)
  scene.clock.nowMs += HOUR_MS
  await send([
    ['OWN', { acPowerW: 4_000 }],
    ['NEW', { acPowerW: 13_000, generationTodayWh: 12_000, generationTotalWh: 21_000 }],
  ])
  expect(await powerW()).toBe(17_000)

  await decideStanding(database.db, recounts, place, 'discarded', scene.clock.nowMs)
  await recountPlant(database.db, plantId, nothingMore)
  expect(await madeWh()).toBe(0)
  expect(await powerW()).toBe(4_000)
  const before = scene.ingest.stats().stored
  scene.clock.nowMs += HOUR_MS
  await send([['NEW', { acPowerW: 13_000, generationTotalWh: 27_000 }]])
  expect(scene.ingest.stats()).toMatchObject({ stored: before, discarded: 1 })
})
