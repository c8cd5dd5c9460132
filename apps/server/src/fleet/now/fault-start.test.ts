import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addUser } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { addTestDevice, addTestPlant } from '../../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { append, type DeviceMeta, sealDays } from '../telemetry/telemetry.ts'
import { createNowReaction, findFaultStarts, moveClock, readDevicesNow, readPlantNow } from './now.ts'

const HOUR = 3_600_000
const midnight = Date.parse('2026-04-09T22:00:00Z')
const at = (hours: number): number => midnight + hours * HOUR

let database: TestDatabase
let db: Db
let userId: number
let plantId: number
let inverter: DeviceMeta
let nowMs = 0
let react: ReturnType<typeof createNowReaction>

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  userId = await addUser(db, { account: 'owner', password: 'Walrus-27-tusks' })
})
afterAll(() => database.drop())
beforeEach(async () => {
  react = createNowReaction(() => nowMs)
  plantId = await addTestPlant(db, userId, { gridType: 'DISTRIBUTED_FULLY' })
  const quantities: readonly QuantityId[] = ['acPowerW', 'inverterState']
  inverter = await addTestDevice(db, plantId, { serial: `F${plantId}`, quantities, profileId: 'sofar-2701' })
})

const well: Values = { acPowerW: 900, inverterState: 2 }
const broken: Values = { acPowerW: 0, inverterState: 3 }
/** In one batch; in the order of the samples. */
async function send(...samples: readonly (readonly [hours: number, values: Values])[]): Promise<void> {
  const batch = samples.map(([hours, values]) => ({
    device: inverter,
    atMs: at(hours),
    timeSource: 'frame' as const,
    values,
  }))
  await append(db, batch, react)
}
const since = async (): Promise<number | null> => {
  await findFaultStarts(db)
  await moveClock(db, nowMs)
  const [device] = [...(await readDevicesNow(db, plantId, nowMs)).values()]
  const plant = await readPlantNow(db, plantId)
  expect(plant).toMatchObject({ status: 'fault', reason: { sinceMs: device?.reason.sinceMs } })
  return device?.reason.sinceMs ?? null
}

it('a fault that began while the server was away counts from its first sample', async () => {
  nowMs = at(60)
  await send([60, broken])
  expect(await since()).toBe(at(60))
  // The logger's memory, newest first and in pieces.
  await send([50, broken], [51, broken])
  expect(await since()).toBe(at(50))
  await send([12, well], [13, broken], [14, { acPowerW: 0 }], [30, broken])
  expect(await since()).toBe(at(13))
  await send([12.5, broken])
  expect(await since()).toBe(at(12.5))
  await send([3, broken], [4, well])
  expect(await since()).toBe(at(12.5))
})

it('begins within a batch, and again after it was cleared', async () => {
  nowMs = at(12)
  await send([10, well], [11, broken], [12, broken])
  expect(await since()).toBe(at(11))
  await send([12.1, well])
  expect((await readPlantNow(db, plantId))?.status).toBe('well')
  await send([12.2, broken], [12.3, broken])
  expect(await since()).toBe(at(12.2))
})

it('is found among sealed days, over weeks of silence, and kept by the next sample', async () => {
  nowMs = at(24 * 40)
  await send([24 * 40, broken])
  await send([24 * 2, well], [24 * 2 + 1, broken], [24 * 3, broken])
  await sealDays(db, { beforeDay: '2026-05-01' })
  await send([24 * 12, broken])
  expect(await since()).toBe(at(24 * 2 + 1))
  nowMs += HOUR / 60
  await send([24 * 40 + 1 / 60, broken])
  expect(await since()).toBe(at(24 * 2 + 1))
})
