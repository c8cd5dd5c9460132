import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDevice } from '../../fleet/devices/devices.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { listFrames } from './ingest.ts'
import { addPlant, createStick, openScene, register } from './testing/scene.ts'

const SERIAL = 4_000_000_001
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('frames of the last day are shown as they came, with what is read in them', async () => {
  const plantId = await addPlant(database.db)
  await register(database.db, plantId, SERIAL)
  const scene = await openScene(database.db)
  const client = await scene.connect()
  const stick = createStick(SERIAL, 'SN1')
  for (const acPowerW of [1_000, 1_100, 1_200]) {
    scene.clock.nowMs += 300_000
    await client.exchange(stick.data(scene.clock.nowMs, { acPowerW }))
  }
  await client.end()
  const { rows } = await database.db.pool.query('select id from devices')
  const device = await getDevice(database.db, rows[0].id)
  const at = scene.clock.nowMs
  const { total, items } = await listFrames(database.db, scene.ingest.frames, device, { page: 1, size: 2 }, at)
  expect([total, items.map(({ atMs }) => atMs)]).toEqual([3, [at, at - 300_000]])
  const power = items[0]?.parts.find(({ name }) => name === 'acPowerW')
  expect(power?.value).toBe(1_200)
  expect(items[0]?.bytes.length).toBeGreaterThan(60)
  const later = await listFrames(database.db, scene.ingest.frames, device, { page: 1, size: 2 }, at + 86_400_001)
  expect(later.total).toBe(0)
  await scene.close()
})
