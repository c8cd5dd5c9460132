import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { DeviceMeta, NewSample } from './sample.ts'
import { append, deviceSeries, getLatestOfPlants, latest, MAX_BATCH, plantDays, quarantined } from './telemetry.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const ZONE = 'Europe/Berlin'
/** The sun of a June day, in hours. */
const fromFourToEighteen = (fromMs: number, toMs: number): number => {
  const hour = (fromMs % 86_400_000) / 3_600_000
  return hour >= 4 && hour < 18 ? (toMs - fromMs) / 3_600_000 : 0
}

const total: readonly QuantityId[] = ['generationTotalWh']

async function inverter(options = {}): Promise<DeviceMeta> {
  return addDevice(test.db, await addPlant(test.db, ZONE), ZONE, { quantities: total, ...options })
}

const day = async (device: DeviceMeta, date = '2026-06-01') => (await plantDays(test.db, device.plantId, date, date))[0]

const countRows = async (device: DeviceMeta): Promise<number> => {
  const { rows } = await test.db.pool.query('select from samples where device_id = $1', [device.deviceId])
  return rows.length
}

describe('append', () => {
  it('stores a sample once, and reports which were new', async () => {
    const device = await inverter()
    const a = sampleAt(device, '2026-06-01T10:00Z', { generationTotalWh: 1000 })
    const b = sampleAt(device, '2026-06-01T10:05Z', { generationTotalWh: 1300 })
    const c = sampleAt(device, '2026-06-01T10:02Z', { generationTotalWh: 1200 })
    const firstTime = await append(test.db, [b, a, b])
    expect(firstTime.outcomes).toEqual([
      { stored: true, late: false },
      { stored: true, late: false },
      { stored: false, late: false },
    ])
    expect(firstTime.plantIds).toEqual([device.plantId])
    const secondTime = await append(test.db, [a, b, c])
    expect(secondTime.outcomes).toEqual([
      { stored: false, late: false },
      { stored: false, late: false },
      { stored: true, late: true },
    ])
    expect((await append(test.db, [a, b, c])).plantIds).toEqual([])
    expect(await countRows(device)).toBe(3)
    expect(await day(device)).toMatchObject({ energy: { generation: 300, import: null }, samples: 3 })
  })

  it('finds a column for quantities that the device never sent', async () => {
    const device = await inverter()
    await append(test.db, [sampleAt(device, '2026-06-01T10:00Z', { generationTotalWh: 1 })])
    const news = { acPowerW: 5, generationTotalWh: 2, nonsense: 7 } as NewSample['values']
    const { quantities } = await append(test.db, [sampleAt(device, '2026-06-01T10:05Z', news)])
    expect(quantities.get(device.deviceId)).toEqual(['generationTotalWh', 'acPowerW'])
    // A node that does not know of it continues with the short list.
    const again = await append(test.db, [sampleAt(device, '2026-06-01T10:10Z', { generationTotalWh: 3 })])
    expect(again.quantities.get(device.deviceId)).toEqual(['generationTotalWh', 'acPowerW'])
    const newest = (await latest(test.db, [device.deviceId])).get(device.deviceId)
    expect(newest?.values).toEqual({
      acPowerW: { value: 5, atMs: Date.parse('2026-06-01T10:05Z') },
      generationTotalWh: { value: 3, atMs: Date.parse('2026-06-01T10:10Z') },
    })
  })

  it('keeps the total of a device restarting at night without it, and counts once', async () => {
    const device = await inverter({ quantities: ['generationTotalWh', 'acPowerW'], sun: fromFourToEighteen })
    await append(test.db, [
      sampleAt(device, '2026-06-01T20:00Z', { generationTotalWh: 50_000, acPowerW: 10 }),
      sampleAt(device, '2026-06-02T01:00Z', { acPowerW: 0 }),
      sampleAt(device, '2026-06-02T05:00Z', { generationTotalWh: 50_100, acPowerW: 20 }),
    ])
    const newest = (await latest(test.db, [device.deviceId])).get(device.deviceId)
    expect(newest?.values.generationTotalWh?.value).toBe(50_100)
    expect((await day(device, '2026-06-01'))?.energy.generation).toBe(0)
    expect(await day(device, '2026-06-02')).toMatchObject({
      energy: { generation: 100 },
      resets: 0,
      generationEstimatedWh: 0,
    })
  })

  it('refuses a jump of 127 million kWh, counts it and shows it', async () => {
    const device = await inverter()
    const { refused } = await append(test.db, [
      sampleAt(device, '2026-06-01T10:00Z', { generationTotalWh: 10_000 }),
      sampleAt(device, '2026-06-01T10:05Z', { generationTotalWh: 127e9 }),
      sampleAt(device, '2026-06-01T10:10Z', { generationTotalWh: 10_200 }),
      sampleAt(device, '2026-06-01T10:15Z', { generationTotalWh: 10_400 }),
    ])
    const atMs = Date.parse('2026-06-01T10:05Z')
    const step = { deviceId: device.deviceId, quantity: 'generationTotalWh', atMs, beforeWh: 10_000, afterWh: 127e9 }
    expect(refused).toEqual([{ ...step, refusedWh: 127e9 - 10_000 }])
    expect(await quarantined(test.db, device.plantId, { fromMs: 0, toMs: 4e12 })).toEqual([{ ...step, decision: null }])
    const told = await day(device)
    expect(told).toMatchObject({ energy: { generation: 400 }, quarantined: 1, refusedWh: 127e9 - 10_000 })
  })

  it('accepts a jump after three readings, and dates it by a late one', async () => {
    const device = await inverter()
    const readings = [10_000, 16_000, 16_100, 16_200].map((generationTotalWh, i) =>
      sampleAt(device, `2026-06-01T10:${i * 5 < 10 ? '0' : ''}${i * 5}Z`, { generationTotalWh }),
    )
    await append(test.db, readings.slice(0, 3))
    expect(await day(device)).toMatchObject({ quarantined: 0, energy: { generation: 0 } })
    await append(test.db, readings.slice(3))
    expect(await day(device)).toMatchObject({ quarantined: 1, refusedWh: 6_000, energy: { generation: 200 } })
    // The jump lies between the first and this one.
    await append(test.db, [sampleAt(device, '2026-06-01T10:04Z', { generationTotalWh: 15_900 })])
    expect(await quarantined(test.db, device.plantId, { fromMs: 0, toMs: 4e12 })).toMatchObject([
      { atMs: Date.parse('2026-06-01T10:04Z'), afterWh: 15_900 },
    ])
    expect(await day(device)).toMatchObject({ quarantined: 1, refusedWh: 5_900, energy: { generation: 300 } })
  })

  it("lets a house draw more than the inverter's rating", async () => {
    const device = await inverter({ quantities: ['gridImportTotalWh'], flows: ['import'], ratedW: 5_000 })
    const { refused } = await append(test.db, [
      sampleAt(device, '2026-06-01T10:00Z', { gridImportTotalWh: 0 }),
      sampleAt(device, '2026-06-01T11:00Z', { gridImportTotalWh: 22_000 }),
    ])
    expect(refused).toEqual([])
    expect(await day(device)).toMatchObject({ energy: { import: 22_000, generation: null } })
  })

  it('keeps the newest thousand refused steps of a device', async () => {
    const device = await inverter()
    const start = Date.parse('2026-06-01T00:00Z')
    const wild = Array.from({ length: 1_500 }, (_, i) =>
      sampleAt(device, start + i * 1_000, { generationTotalWh: (i + 1) * 1e6 }),
    )
    await append(test.db, wild)
    const kept = await quarantined(test.db, device.plantId, { fromMs: 0, toMs: 4e12, limit: 5_000 })
    expect(kept).toHaveLength(1_000)
    // The newest may still turn out to be true.
    expect(kept[0]?.atMs).toBe(start + 1_498_000)
    expect((await day(device))?.quarantined).toBe(1_498)
  })

  it('sums several devices of a plant at once, in any order', async () => {
    const plantId = await addPlant(test.db, ZONE)
    const devices = await Promise.all([1, 2, 3].map(() => addDevice(test.db, plantId, ZONE, { quantities: total })))
    const start = Date.parse('2026-06-01T09:00Z')
    const batches = Array.from({ length: 12 }, (_, i) =>
      devices.map((device) =>
        sampleAt(device, start + ((i * 5) % 12) * 300_000, { generationTotalWh: ((i * 5) % 12) * 100 }),
      ),
    )
    // Every batch twice, all at the same time.
    const results = await Promise.all([...batches, ...batches].map((batch) => append(test.db, batch)))
    expect(results.flatMap(({ outcomes }) => outcomes).filter(({ stored }) => stored)).toHaveLength(36)
    expect((await plantDays(test.db, plantId, '2026-06-01', '2026-06-01'))[0]).toMatchObject({
      energy: { generation: 3_300 },
      samples: 36,
    })
    const newest = (await getLatestOfPlants(test.db, [plantId])).get(plantId) ?? []
    expect(newest.map(({ deviceId }) => deviceId)).toEqual(
      devices.map(({ deviceId }) => deviceId).sort((a, b) => a - b),
    )
    for (const { values } of newest) expect(values.generationTotalWh?.value).toBe(1_100)
  })

  it('writes reactions in the same transaction, or nothing', async () => {
    const device = await inverter()
    const batch = [sampleAt(device, '2026-06-01T10:00Z', { generationTotalWh: 1 })]
    const fails = append(test.db, batch, ({ plantIds }) => async (client) => {
      expect(plantIds).toEqual([device.plantId])
      await client.query(`update devices set name = 'seen' where id = $1`, [device.deviceId])
      throw new Error('no')
    })
    await expect(fails).rejects.toThrow('no')
    expect(await countRows(device)).toBe(0)
    expect((await latest(test.db, [device.deviceId])).size).toBe(0)
    await expect(
      append(test.db, batch, () => {
        throw new Error('not even computed')
      }),
    ).rejects.toThrow('not even computed')
    expect(await countRows(device)).toBe(0)
    await append(test.db, batch, () => async (client) => {
      await client.query(`update devices set name = 'seen' where id = $1`, [device.deviceId])
    })
    const { rows } = await test.db.pool.query('select name from devices where id = $1', [device.deviceId])
    expect(rows).toEqual([{ name: 'seen' }])
    expect(await countRows(device)).toBe(1)
  })

  it('leaves out values that are not numbers', async () => {
    const device = await inverter({ quantities: ['acPowerW', 'generationTotalWh'] })
    const values = { acPowerW: Number.NaN, generationTotalWh: Number.POSITIVE_INFINITY, batteryPowerW: -0 }
    await append(test.db, [sampleAt(device, '2026-06-01T10:00Z', values)])
    const newest = (await latest(test.db, [device.deviceId])).get(device.deviceId)
    expect(Object.entries(newest?.values ?? {})).toEqual([
      ['batteryPowerW', { value: 0, atMs: Date.parse('2026-06-01T10:00Z') }],
    ])
  })

  it('refuses batches without samples, with too many, or without an instant', async () => {
    const device = await inverter()
    const one = sampleAt(device, '2026-06-01T10:00Z', { generationTotalWh: 1 })
    await expect(append(test.db, [])).rejects.toThrow(RangeError)
    await expect(append(test.db, Array(MAX_BATCH + 1).fill(one))).rejects.toThrow(RangeError)
    await expect(append(test.db, [{ ...one, atMs: Number.NaN }])).rejects.toThrow(RangeError)
  })

  it('returns the open hour and day before they close', async () => {
    const device = await inverter({ quantities: ['generationTotalWh', 'acPowerW', 'inverterState'] })
    await append(test.db, [
      sampleAt(device, '2026-06-01T10:55Z', { generationTotalWh: 100, acPowerW: 200, inverterState: 1 }),
      sampleAt(device, '2026-06-01T11:05Z', { generationTotalWh: 300, acPowerW: 400, inverterState: 3 }),
    ])
    const query = { plantId: device.plantId, deviceId: device.deviceId, fromMs: 0, toMs: 4e12 }
    const quantities = ['acPowerW', 'generationTotalWh', 'inverterState', 'gridPowerW'] as const
    const [power, energy, state, absent] = await deviceSeries(test.db, { ...query, quantities, resolution: 'hour' })
    expect(power?.points.map(({ atMs, value }) => [new Date(atMs).toISOString(), value])).toEqual([
      ['2026-06-01T10:00:00.000Z', 200],
      ['2026-06-01T11:00:00.000Z', 400],
    ])
    expect(energy?.points).toEqual([{ atMs: Date.parse('2026-06-01T11:00Z'), value: 200, n: 1 }])
    expect(state?.points.map(({ shares }) => shares)).toEqual([
      [{ state: 1, seconds: 300 }],
      [{ state: 1, seconds: 300 }],
    ])
    expect(absent?.points).toEqual([])
    const [dayPower] = await deviceSeries(test.db, { ...query, quantities, resolution: 'day' })
    expect(dayPower?.points).toEqual([{ atMs: Date.parse('2026-05-31T22:00Z'), value: 300, min: 200, max: 400, n: 2 }])
  })
})
