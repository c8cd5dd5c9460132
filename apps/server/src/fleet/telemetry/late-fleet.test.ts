import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { DeviceMeta, NewSample } from './sample.ts'
import { append, deviceSeries, plantDays, quarantined, sealDays } from './telemetry.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const ZONE = 'Europe/Berlin'
const fromMs = Date.parse('2026-06-01T02:00Z')
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const quantities = ['generationTotalWh', 'acPowerW', 'inverterState', 'gridImportTotalWh'] as const
const range = { fromMs: fromMs - DAY_MS, toMs: fromMs + 60 * DAY_MS }

async function addFleet(count: number): Promise<readonly DeviceMeta[]> {
  const devices: DeviceMeta[] = []
  for (let n = 0; n < count; n++) {
    const plantId = await addPlant(test.db, ZONE)
    devices.push(await addDevice(test.db, plantId, ZONE, { quantities, flows: ['generation', 'import'] }))
  }
  return devices
}

/** The record of a device's step; some without some quantities, some with a total that nobody believes. */
function recordOf(device: DeviceMeta, place: number, step: number, atMs: number): NewSample {
  return sampleAt(device, atMs + place * 1_000, {
    generationTotalWh: 10_000 + step * 100 + ((step * 7 + place) % 23 === 0 ? 5e9 : 0),
    acPowerW: 800 + ((step * 37 + place * 11) % 100),
    inverterState: (step + place) % 5 === 0 ? 1 : 2,
    ...((step + place) % 3 === 0 ? {} : { gridImportTotalWh: 90_000 + step * 100 }),
  })
}

/** All that follows from the samples of a device, also what no page reads. */
async function derivedOf({ plantId, deviceId }: DeviceMeta) {
  const rows = async (text: string) => (await test.db.pool.query({ text, values: [deviceId], rowMode: 'array' })).rows
  const query = { plantId, deviceId, ...range, quantities }
  return {
    hours: await deviceSeries(test.db, { ...query, resolution: 'hour' }),
    months: await deviceSeries(test.db, { ...query, resolution: 'month' }),
    days: await plantDays(test.db, plantId, '2026-05-01', '2026-08-30'),
    refused: (await quarantined(test.db, plantId, range)).map(({ deviceId: _, ...step }) => step),
    meters: await rows("select day, encode(meters, 'hex') from meter_days where device_id = $1 order by day"),
  }
}

const drawn = fc.record({
  gapsMin: fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(5, 10, 15) },
      { weight: 2, arbitrary: fc.integer({ min: 16, max: 400 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 12_000 }) },
    ),
    { minLength: 4, maxLength: 30 },
  ),
  /** A place in its device's order for each record: the devices come back each in an order of its own. */
  orders: fc.array(fc.array(fc.nat(1_000), { minLength: 31, maxLength: 31 }), { minLength: 3, maxLength: 12 }),
  sealsAfter: fc.array(fc.nat(30), { maxLength: 3 }),
})

it('gives the records of a whole fleet in any order the result of their order', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ gapsMin, orders, sealsAfter }) => {
      const [fleet, twins] = [await addFleet(orders.length), await addFleet(orders.length)]
      let atMs = fromMs
      const instants = [0, ...gapsMin].map((gap) => (atMs += gap * MINUTE_MS))
      const recordsOf = (devices: readonly DeviceMeta[]) =>
        devices.map((device, place) => instants.map((ms, step) => recordOf(device, place, step, ms)))
      const mixed = recordsOf(fleet).map((records, place) => {
        const order = orders[place] ?? []
        return records.map((record, i) => ({ record, at: order[i] ?? 0 })).sort((a, b) => a.at - b.at)
      })
      const inOrder = recordsOf(twins)
      for (let n = 0; n < instants.length; n++) {
        await append(
          test.db,
          mixed.flatMap((item) => item[n]?.record ?? []),
        )
        await append(
          test.db,
          inOrder.flatMap((item) => item[n] ?? []),
        )
        const beforeDay = new Date(fromMs + n * DAY_MS).toISOString().slice(0, 10)
        if (sealsAfter.includes(n)) await sealDays(test.db, { beforeDay, maxDevices: 1_000 })
      }
      for (const [i, device] of fleet.entries())
        expect(await derivedOf(device)).toEqual(await derivedOf(twins[i] as DeviceMeta))
      await test.db.pool.query('delete from plants')
    }),
    { numRuns: Number(process.env.ORDER_RUNS ?? 20), endOnFailure: true },
  )
})

async function listStatements(batch: readonly NewSample[]): Promise<readonly string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await append(test.db, batch)
    return spy.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as { text: string }).text))
  } finally {
    spy.mockRestore()
  }
}

it('asks for what surrounds late records of a thousand devices as often as of two', async () => {
  const countsOf = async (size: number) => {
    const fleet = await addFleet(size)
    const of = (step: number) =>
      fleet.map((device, place) => recordOf(device, 0, step + 23 + (place % 3), fromMs + step * 5 * MINUTE_MS))
    // A day before the outage, and the newest record after it.
    for (const step of [0, 1, 2, 3]) await append(test.db, of(step))
    const known = await listStatements(of(2_000))
    const late = [await listStatements(of(500)), await listStatements(of(400)), await listStatements(of(-500))]
    return { known: known.length, late: late.map(({ length }) => length) }
  }
  await countsOf(1)
  const [few, many] = [await countsOf(2), await countsOf(1_000)]
  expect(many).toEqual(few)
  for (const count of many.late) expect(count - many.known).toBeLessThanOrEqual(12)
}, 120_000)
