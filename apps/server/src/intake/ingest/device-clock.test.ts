import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeFacts } from '../../insight/alarms/alarms.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addPlant, createStick, openScene, recordedAtMs, register, type Scene } from './testing/scene.ts'

let database: TestDatabase
let scene: Scene
beforeAll(async () => {
  database = await createTestDatabase(4)
})
afterAll(async () => {
  await scene.close()
  await database.drop()
})

test("a device's own wrong clock is told; kept records say nothing of it", async () => {
  const { db } = database
  const plantId = await addPlant(db)
  await register(db, plantId, 4_000_000_001)
  await db.pool.query("update plants set zone = 'Europe/Berlin' where id = $1", [plantId])
  scene = await openScene(db)
  const client = await scene.connect()
  const stick = createStick(4_000_000_001)
  const told = async () => {
    await judgeFacts(db, recordedAtMs)
    const { rows } = await db.pool.query(
      "select parameters, closed_at is null as open from alarms where plant_id = $1 and rule = 'deviceClock'",
      [plantId],
    )
    return rows
  }
  const send = async (atMs: number, aheadMs: number) => {
    scene.clock.nowMs = Math.max(scene.clock.nowMs, atMs)
    await client.exchange(stick.data(atMs, {}, { clockMs: atMs + HOUR_MS + aheadMs }))
  }
  await send(recordedAtMs - 9 * MINUTE_MS, -50_000)
  expect(await told()).toEqual([])
  await send(recordedAtMs - 2 * HOUR_MS, 3 * HOUR_MS)
  expect(await told()).toEqual([])
  await send(recordedAtMs - 5 * MINUTE_MS, 45 * MINUTE_MS)
  expect(await told()).toEqual([{ parameters: { aheadS: 2_700 }, open: true }])
  scene.clock.nowMs = recordedAtMs + 5 * MINUTE_MS
  await send(recordedAtMs + 4 * MINUTE_MS, 20_000)
  expect(await told()).toMatchObject([{ open: false }])
})
