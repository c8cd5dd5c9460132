import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listDevices, removeDevice } from '../../fleet/devices/devices.ts'
import { queryOfKysely, releaseLoggers } from '../../fleet/loggers/loggers.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addPlant, createStick, openScene, recordedAtMs, register, type Scene } from './testing/scene.ts'

const SERIAL = 4_000_000_001
const MINUTE_MS = 60_000
let database: TestDatabase
let scene: Scene
beforeAll(async () => {
  database = await createTestDatabase(4)
})
afterEach(() => scene.close())
afterAll(() => database.drop())

describe('a device that was removed with its history kept', () => {
  test('returns with its next record, and stays when its logger is released', async () => {
    const { db } = database
    const plantId = await addPlant(db)
    await register(db, plantId, SERIAL)
    scene = await openScene(db)
    const client = await scene.connect()
    const stick = createStick(SERIAL)
    const send = (index: number) => client.exchange(stick.data(recordedAtMs - (5 - index) * MINUTE_MS, {}))
    const shown = async () =>
      (await listDevices(db, plantId, recordedAtMs))
        .filter(({ type }) => type !== 'COLLECTOR')
        .map((device) => device.deviceId)
    await send(0)
    const [deviceId = 0] = await shown()
    await removeDevice(db, { plantId, deviceId }, recordedAtMs - 4.5 * MINUTE_MS)
    expect(await shown()).toEqual([])
    await send(1)
    expect(await shown()).toEqual([deviceId])
    await db.transaction((transaction) => releaseLoggers(queryOfKysely(transaction), plantId))
    expect(await shown()).toEqual([deviceId])
  })
})
