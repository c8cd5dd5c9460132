import type { DeviceType } from '@heliograph/domain/device.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { addTestDevice, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createNowReaction, moveClock } from '../now/now.ts'
import { append } from '../telemetry/telemetry.ts'
import { plantNow } from './plants.ts'

const MINUTE = 60_000
const noon = Date.parse('2026-06-20T11:00:00Z')

let database: TestDatabase
let db: Db
let userId: number
let plantId: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  userId = await addUser(db, { account: 'owner', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())
beforeEach(async () => {
  plantId = await addTestPlant(db, userId, { gridType: 'EXCESS' })
})

async function send(serial: string, type: DeviceType, values: Values): Promise<void> {
  const quantities = Object.keys(values) as QuantityId[]
  const device = await addTestDevice(db, plantId, { serial, type, quantities })
  await append(
    db,
    [{ device, atMs: noon, timeSource: 'frame', values }],
    createNowReaction(() => noon),
  )
}
const equipment = async (nowMs: number) => (await plantNow(db, plantId, nowMs)).equipment

it('names what stands between the nodes', async () => {
  await send('SDM', 'SMART_METER', { gridPowerW: -100 })
  await send('PCS', 'PCS', { batteryPowerW: 900 })
  await send('EPM', 'EPM', { powerLimitPercent: 60 })
  expect(await equipment(noon)).toMatchObject({
    meters: ['Test SDM'],
    pcs: ['Test PCS'],
    compensation: ['Test EPM'],
    weather: null,
    smartLoadW: null,
    loggers: { total: 0, online: 0 },
  })
})

it('shows the weather of the stations that report, and nothing once they are silent', async () => {
  await send('Roof', 'WEATHER_STATION', { irradianceWm2: 800, ambientTemperatureC: 20 })
  await send('Field', 'WEATHER_STATION', { irradianceWm2: 600 })
  expect((await equipment(noon + MINUTE)).weather).toEqual({
    devices: ['Test Roof', 'Test Field'],
    irradianceWm2: 700,
    ambientC: 20,
    moduleC: null,
    windMs: null,
  })
  const later = noon + 5 * 3_600_000
  await moveClock(db, later)
  expect((await equipment(later)).weather).toMatchObject({ devices: ['Test Roof', 'Test Field'], irradianceWm2: null })
})

it('sums what the appliances take', async () => {
  await send('Plug', 'SOCKET', { loadPowerW: 120 })
  await send('Boiler', 'SMART_LOAD', { smartLoadPowerW: 1500 })
  expect(await equipment(noon)).toMatchObject({ smartLoadW: 1620, smartLoads: ['Test Plug', 'Test Boiler'] })
})
