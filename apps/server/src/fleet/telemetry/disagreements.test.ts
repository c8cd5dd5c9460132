import { dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { append } from './append.ts'
import { counterDisagreements } from './disagreements.ts'
import { addDevice, addPlant } from './testing/scene.ts'

const ZONE = 'Europe/Berlin'
const { fromMs } = dayBounds('2026-06-10', ZONE)
const MINUTE = 60_000

let test: TestDatabase
let db: Db
beforeAll(async () => {
  test = await createTestDatabase()
  db = test.db
})
afterAll(() => test.drop())

type Way = 'healthy' | 'total' | 'today'

/** From 8:00 to 16:00 at 6 kW, a sample each five minutes. */
async function send(plantId: number, stuck: Way): Promise<number> {
  const quantities = ['acPowerW', 'generationTotalWh', 'generationTodayWh'] as const
  const device = await addDevice(db, plantId, ZONE, { quantities, todayStepWh: 10 })
  const samples = Array.from({ length: 96 }, (_, i) => ({
    device,
    atMs: fromMs + (8 * 60 + i * 5) * MINUTE,
    timeSource: 'frame' as const,
    values: {
      acPowerW: 6_000,
      generationTotalWh: 5_000_000 + (stuck === 'total' ? 0 : Math.floor(i * 5) * 100),
      generationTodayWh: stuck === 'today' ? 0 : i * 500,
    },
  }))
  await append(db, samples)
  return device.deviceId
}

describe('the two counters of a device', () => {
  it('are reported if they disagree, for this plant and today only', async () => {
    const [plant, neighbor] = [await addPlant(db, ZONE), await addPlant(db, ZONE)]
    await send(plant, 'healthy')
    const [total, today] = [await send(plant, 'total'), await send(plant, 'today')]
    await send(neighbor, 'total')
    const quantity = 'generationTotalWh'
    expect(await counterDisagreements(db, plant, fromMs)).toEqual([
      { deviceId: total, quantity, kind: 'totalStands' },
      { deviceId: today, quantity, kind: 'todayStands' },
    ])
    expect(await counterDisagreements(db, plant, fromMs + 24 * 60 * MINUTE)).toEqual([])
  })
})
