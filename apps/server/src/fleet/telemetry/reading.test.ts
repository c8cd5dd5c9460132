import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { toSlots } from './plant-curve.ts'
import type { DeviceMeta } from './sample.ts'
import {
  append,
  deviceSeries,
  fleetToday,
  gapsOf,
  latest,
  plantCurve,
  plantDays,
  plantMonths,
  plantsToday,
  plantTotals,
  plantYears,
  removeTelemetry,
  samplesOf,
  sealDays,
} from './telemetry.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const START = Date.parse('2026-06-01T08:00Z')
const MINUTE = 60_000

describe('samples of a device', () => {
  it('state how certain their instant is', async () => {
    const { db } = test
    const device = await addDevice(db, await addPlant(db), 'Europe/Berlin')
    const one = sampleAt(device, START, { acPowerW: 5, generationTotalWh: 100 })
    await append(db, [one, { ...one, atMs: START + MINUTE, timeSource: 'received', values: { acPowerW: 6 } }])
    const query = { ...device, fromMs: START, toMs: START + 3 * MINUTE, quantities: ['acPowerW'] as const }
    const [power] = await deviceSeries(db, { ...query, resolution: 'sample' })
    expect(power?.points).toEqual([
      { atMs: START, value: 5 },
      { atMs: START + MINUTE, value: 6, estimated: true },
    ])
    const pages = []
    for await (const page of samplesOf(db, query)) pages.push(page)
    expect(pages).toEqual([
      [
        { atMs: START, timeSource: 'frame', values: { acPowerW: 5, generationTotalWh: 100 } },
        { atMs: START + MINUTE, timeSource: 'received', values: { acPowerW: 6 } },
      ],
    ])
    expect((await plantDays(db, device.plantId, '2026-06-01', '2026-06-01'))[0]?.estimated).toBe(1)
  })

  it('of an unknown device are none', async () => {
    const query = { plantId: 1, deviceId: 999_999, fromMs: 0, toMs: START, quantities: ['acPowerW'] as const }
    for (const resolution of ['sample', 'hour'] as const)
      expect(await deviceSeries(test.db, { ...query, resolution })).toEqual([{ quantity: 'acPowerW', points: [] }])
    expect((await latest(test.db, [999_999])).size).toBe(0)
  })

  it('have gaps where more than three intervals are missing', () => {
    const points = [0, 5, 10, 26, 30].map((minute) => ({ atMs: minute * MINUTE }))
    expect(gapsOf(points, 5 * MINUTE)).toEqual([{ fromMs: 10 * MINUTE, toMs: 26 * MINUTE }])
    expect(gapsOf(points, 6 * MINUTE)).toEqual([])
    expect(gapsOf([], MINUTE)).toEqual([])
  })
})

describe('the curve of a plant', () => {
  it('sums devices per slot and lists the missing ones', async () => {
    const { db } = test
    const plantId = await addPlant(db)
    const quantities: readonly QuantityId[] = ['acPowerW']
    const [a, b, c] = (await Promise.all(
      [1, 2, 3].map((n) => addDevice(db, plantId, 'Europe/Berlin', n === 3 ? {} : { quantities })),
    )) as [DeviceMeta, DeviceMeta, DeviceMeta]
    const at = (minute: number) => START + minute * MINUTE
    await append(db, [
      ...[1, 6, 11, 16, 21].map((minute) => sampleAt(a, at(minute), { acPowerW: 100 })),
      ...[2, 4, 8].map((minute) => sampleAt(b, at(minute), { acPowerW: minute })),
      sampleAt(c, at(1), { batterySocPercent: 50 }),
    ])
    const query = { plantId, deviceIds: [a, b, c].map(({ deviceId }) => deviceId), fromMs: START, toMs: at(25) }
    const want = [
      { atMs: at(0), value: 103, coverage: 1 },
      { atMs: at(5), value: 108, coverage: 1 },
      ...[10, 15, 20].map((minute) => ({ atMs: at(minute), value: 100, coverage: 0.5 })),
    ]
    const curves = () => plantCurve(db, { ...query, quantities: ['acPowerW', 'batterySocPercent', 'loadPowerW'] })
    const hot = await curves()
    expect(hot).toEqual([
      { quantity: 'acPowerW', points: want },
      { quantity: 'batterySocPercent', points: [{ atMs: at(0), value: 50, coverage: 1 }] },
      { quantity: 'loadPowerW', points: [] },
    ])
    await sealDays(db, { beforeDay: '2026-06-02' })
    expect(await curves()).toEqual(hot)
  })

  it('bridges one empty slot between two full ones, not more', () => {
    const stored = { atMs: [0, 2, 5].map((slot) => slot * 10), origin: [0, 0, 0], columns: [[1, 3, 9]] }
    expect([...toSlots(stored, 0, 10)]).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [5, 9],
    ])
  })
})

describe('the energies of plants', () => {
  const days = async (zone: string, totals: Readonly<Record<string, number>>): Promise<number> => {
    const { db } = test
    const plantId = await addPlant(db, zone)
    const device = await addDevice(db, plantId, zone, { quantities: ['generationTotalWh'] })
    await append(
      db,
      Object.entries(totals).map(([at, total]) => sampleAt(device, at, { generationTotalWh: total })),
    )
    return plantId
  }

  it('add up to months and years', async () => {
    const { db } = test
    const plantId = await days('Europe/Berlin', {
      '2025-12-31T20:00Z': 0,
      '2025-12-31T22:00Z': 100,
      // Already the new year in Berlin.
      '2025-12-31T23:30Z': 250,
      '2026-01-31T10:00Z': 250,
      '2026-01-31T12:00Z': 1_250,
      '2026-02-28T10:00Z': 1_250,
      '2026-02-28T12:00Z': 3_250,
    })
    const generation = (list: Awaited<ReturnType<typeof plantDays>>) =>
      list.map(({ period, energy }) => [period, energy.generation])
    // Half an hour of one and a half was before midnight.
    expect(generation(await plantDays(db, plantId, '2025-12-31', '2026-01-31'))).toEqual([
      ['2025-12-31', 200],
      ['2026-01-01', 50],
      ['2026-01-31', 1_000],
    ])
    expect(generation(await plantMonths(db, plantId, '2025-12', '2026-02'))).toEqual([
      ['2025-12', 200],
      ['2026-01', 1_050],
      ['2026-02', 2_000],
    ])
    expect(generation(await plantMonths(db, plantId, '2026-01', '2026-01'))).toEqual([['2026-01', 1_050]])
    expect(generation(await plantYears(db, plantId, '2025', '2026'))).toEqual([
      ['2025', 200],
      ['2026', 3_050],
    ])
    const totals = await plantTotals(db, [plantId, 999_999])
    expect([...totals.keys()]).toEqual([plantId])
    expect(totals.get(plantId)).toMatchObject({ period: 'all', energy: { generation: 3_250 }, samples: 7 })
  })

  it("use each plant's own today", async () => {
    const { db } = test
    // 20:00 UTC on the first of June is the second of June in Auckland and the first in Honolulu.
    const auckland = await days('Pacific/Auckland', {
      '2026-06-01T12:00Z': 0,
      '2026-06-01T13:00Z': 500,
      '2026-06-01T19:00Z': 900,
    })
    const honolulu = await days('Pacific/Honolulu', {
      '2026-06-01T10:00Z': 0,
      '2026-06-01T11:00Z': 70,
      '2026-06-01T19:00Z': 100,
    })
    const silent = await addPlant(db)
    const nowMs = Date.parse('2026-06-01T20:00Z')
    const ids = [auckland, honolulu, silent]
    const each = await plantsToday(db, ids, nowMs)
    expect([...each].map(([id, { period, energy }]) => [id, period, energy.generation]).sort()).toEqual(
      [
        [auckland, '2026-06-02', 900],
        [honolulu, '2026-06-01', 100],
      ].sort(),
    )
    expect(await fleetToday(db, ids, nowMs)).toMatchObject({ plants: 2, energy: { generation: 1_000, import: null } })
    expect((await fleetToday(db, 'all', nowMs)).plants).toBeGreaterThanOrEqual(2)
    expect(await fleetToday(db, [], nowMs)).toMatchObject({ plants: 0, energy: { generation: null } })
  })

  it('disappear with the plant, and stay when a device is removed', async () => {
    const { db } = test
    const plantId = await addPlant(db)
    const [a, b] = (await Promise.all(
      [1, 2].map(() => addDevice(db, plantId, 'UTC', { quantities: ['generationTotalWh'] })),
    )) as [DeviceMeta, DeviceMeta]
    for (const device of [a, b])
      await append(
        db,
        [0, 1, 30].map((hour) => sampleAt(device, START + hour * 3_600_000, { generationTotalWh: hour * 100 })),
      )
    await removeTelemetry(db, plantId, [a.deviceId])
    expect([...(await latest(db, [a.deviceId, b.deviceId])).keys()]).toEqual([b.deviceId])
    expect((await plantTotals(db, [plantId])).get(plantId)?.energy.generation).toBe(6_000)
    await removeTelemetry(db, plantId)
    expect((await latest(db, [b.deviceId])).size).toBe(0)
    expect((await plantTotals(db, [plantId])).size).toBe(0)
    for (const table of ['samples', 'device_rollups', 'sealed_days', 'quarantine']) {
      const { rowCount } = await db.pool.query(`select from ${table} where plant_id = $1`, [plantId])
      expect(rowCount).toBe(0)
    }
  })
})

describe('the tables', () => {
  const tables = [
    'samples',
    'samples_late',
    'sealed_days',
    'device_latest',
    'device_rollups',
    'sealed_periods',
    'plant_days',
    'quarantine',
  ]

  it('can be distributed by plant: unique keys lead with it, no foreign keys', async () => {
    const { rows } = await test.db.pool.query<{ table: string; kind: string; first: string }>(
      `select c.relname as table, 'index' as kind, a.attname as first from pg_index i
       join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indisunique and c.relname = any($1)
       union all
       select r.relname, 'foreign key', '' from pg_constraint k join pg_class r on r.oid = k.conrelid
       where k.contype = 'f' and r.relname = any($1)`,
      [tables],
    )
    expect(rows.map((row) => row.table).sort()).toEqual([...tables].sort())
    for (const row of rows) expect(row).toMatchObject({ kind: 'index', first: 'plant_id' })
  })
})
