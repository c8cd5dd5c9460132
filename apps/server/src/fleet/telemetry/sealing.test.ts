import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { hotPartitions } from './partitions.ts'
import type { DeviceMeta, NewSample } from './sample.ts'
import {
  append,
  applyRetention,
  deviceSeries,
  ensurePartitions,
  HOT_DAYS,
  plantDays,
  samplesOf,
  sealDays,
} from './telemetry.ts'
import { interruptedAt, killedAfter } from './testing/interrupted-at.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

// A database per test: sealing works on all devices.
let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

const DAY = 86_400_000
const START = Date.parse('2026-06-01T00:00Z')
const NOW = START + 4 * DAY
const ZONE = 'UTC'
const quantities: readonly QuantityId[] = ['generationTotalWh', 'acPowerW']

const scene = async (): Promise<DeviceMeta> => addDevice(test.db, await addPlant(test.db, ZONE), ZONE, { quantities })

const daysOf = (device: DeviceMeta, days: number): NewSample[] =>
  Array.from({ length: days * 24 }, (_, hour) =>
    sampleAt(device, START + hour * 3_600_000, { generationTotalWh: hour * 100, acPowerW: hour % 24 }),
  )

const all = async (db: Db, { plantId, deviceId }: DeviceMeta) => {
  const pages = []
  for await (const page of samplesOf(db, { plantId, deviceId, fromMs: START - DAY, toMs: NOW + 30 * DAY }))
    pages.push(page)
  return pages.flat()
}

const count = async (db: Db, table: string): Promise<number> =>
  (await db.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n ?? -1

describe('sealing', () => {
  it('leaves query results unchanged, and drops emptied partitions', async () => {
    const { db } = test
    await ensurePartitions(db, NOW)
    expect(await hotPartitions(db.pool)).toHaveLength(HOT_DAYS + 2)
    const device = await scene()
    await append(db, daysOf(device, 4))
    const before = await all(db, device)
    const report = await sealDays(db, { beforeDay: '2026-06-03' })
    expect(report).toEqual({ ran: true, deviceDays: 2, samples: 48, droppedPartitions: 6 })
    expect((await hotPartitions(db.pool))[0]).toBe('2026-06-03')
    expect(await count(db, 'samples')).toBe(48)
    expect(await count(db, 'sealed_days')).toBe(2)
    expect(await all(db, device)).toEqual(before)
    expect(before).toHaveLength(96)
    // Again: nothing is left to do.
    expect(await sealDays(db, { beforeDay: '2026-06-03' })).toMatchObject({ deviceDays: 0, samples: 0 })
  })

  it('adds a late record to a sealed day, refuses its repetition, and seals it too', async () => {
    const { db } = test
    const device = await scene()
    const samples = daysOf(device, 3)
    await append(db, samples)
    await sealDays(db, { beforeDay: '2026-06-03' })
    const late = sampleAt(device, START + 90 * 60_000, { generationTotalWh: 170, acPowerW: 7 })
    expect((await append(db, [late])).outcomes).toEqual([{ stored: true, late: true }])
    const again = samples[5] as NewSample
    expect((await append(db, [late, again])).outcomes.map(({ stored }) => stored)).toEqual([false, false])
    const before = await all(db, device)
    expect(before).toHaveLength(73)
    const hours = await deviceSeries(db, {
      ...device,
      quantities: ['generationTotalWh'],
      fromMs: START,
      toMs: START + 3 * 3_600_000,
      resolution: 'hour',
    })
    expect(hours[0]?.points.map(({ value, n }) => [value, n])).toEqual([
      [100, 1],
      // Two parts of a step over an hour, and the late one's.
      [100, 3],
      [100, 2],
    ])
    expect((await plantDays(db, device.plantId, '2026-06-01', '2026-06-01'))[0]).toMatchObject({
      energy: { generation: 2400 },
      samples: 25,
    })
    expect(await sealDays(db, { beforeDay: '2026-06-03' })).toMatchObject({ deviceDays: 1, samples: 1 })
    expect(await all(db, device)).toEqual(before)
    expect((await append(db, [late])).outcomes).toEqual([{ stored: false, late: false }])
  })

  it('finds the reading before a late one across a sealed day', async () => {
    const { db } = test
    const device = await scene()
    const [a, b, c] = [0, 1, 3].map((n) =>
      sampleAt(device, START + n * DAY + 1000, { generationTotalWh: n * 10_000 }),
    ) as [NewSample, NewSample, NewSample]
    await append(db, [a, b, c])
    await sealDays(db, { beforeDay: '2026-06-03' })
    // A row of the first day that is not sealed again yet must not hide the sealed day between.
    await append(db, [sampleAt(device, START + 5_000, { generationTotalWh: 40 })])
    await append(db, [sampleAt(device, START + 2 * DAY, { generationTotalWh: 20_000 })])
    const days = await plantDays(db, device.plantId, '2026-06-01', '2026-06-04')
    expect(days.map(({ energy }) => energy.generation)).toEqual([9_999.8847, 10_000.1153, 9_999.8843, 0.1157])
  })

  it('finds the reading before a late one behind many rows without it', async () => {
    const { db } = test
    const device = await scene()
    await append(db, [
      sampleAt(device, START + 1_000, { generationTotalWh: 100 }),
      sampleAt(device, START + 2 * DAY, { generationTotalWh: 900 }),
    ])
    await sealDays(db, { beforeDay: '2026-06-02' })
    const start = START + 60_000
    await append(db, [sampleAt(device, start, { generationTotalWh: 150 })])
    for (let i = 1; i < 12; i++) await append(db, [sampleAt(device, start + i * 60_000, { acPowerW: i })])
    await append(db, [sampleAt(device, start + 3_600_000, { generationTotalWh: 500 })])
    const days = await plantDays(db, device.plantId, '2026-06-01', '2026-06-03')
    expect(days.map(({ energy }) => energy.generation)).toEqual([595.6722, 204.3278, 0])
    const [hours] = await deviceSeries(db, {
      ...device,
      quantities: ['generationTotalWh'],
      fromMs: START,
      toMs: START + DAY,
      resolution: 'hour',
    })
    expect(hours?.points.slice(0, 2).map(({ value }) => value)).toEqual([394.1667, 14.2051])
    expect(hours?.points).toHaveLength(24)
  })

  it('seals a backfill of a year in the default partition', async () => {
    const { db } = test
    const device = await scene()
    for (let month = 0; month < 12; month++) {
      const from = START - (365 - month * 30) * DAY
      await append(
        db,
        Array.from({ length: 300 }, (_, i) =>
          sampleAt(device, from + i * 8_640_000, { generationTotalWh: i + month * 300 }),
        ),
      )
    }
    const before = await deviceSeries(db, { ...device, quantities, fromMs: 0, toMs: 4e12, resolution: 'sample' })
    const report = await sealDays(db, { beforeDay: '2026-06-03' })
    expect(report).toMatchObject({ samples: 3600 })
    expect(await count(db, 'samples_late')).toBe(0)
    expect(await deviceSeries(db, { ...device, quantities, fromMs: 0, toMs: 4e12, resolution: 'sample' })).toEqual(
      before,
    )
  })

  it('runs on one node at a time', async () => {
    const { db } = test
    const device = await scene()
    await append(db, daysOf(device, 30))
    const options = { beforeDay: '2026-07-01', maxDevices: 1 }
    let second: boolean | undefined
    const other = async () => {
      second = (await sealDays(db, options)).ran
    }
    const first = await sealDays(interruptedAt(db, 'insert into sealed_days', 2, other), options)
    expect([first.ran, second]).toEqual([true, false])
    expect(await all(db, device)).toHaveLength(720)
  })

  it('loses and duplicates nothing when killed midway, and resumes', async () => {
    const { db } = test
    const device = await scene()
    await append(db, daysOf(device, 4))
    const before = await all(db, device)
    await expect(
      sealDays(killedAfter(db, 'insert into sealed_days', 2), { beforeDay: '2026-06-04', maxDevices: 1 }),
    ).rejects.toThrow('killed')
    expect(await count(db, 'sealed_days')).toBe(1)
    expect(await all(db, device)).toEqual(before)
    // PostgreSQL releases the lock of a connection that was closed a moment later.
    await expect.poll(() => sealDays(db, { beforeDay: '2026-06-04' })).toMatchObject({ ran: true, deviceDays: 2 })
    expect(await all(db, device)).toEqual(before)
  })

  it('stops between two transactions when asked', async () => {
    const { db } = test
    await append(db, daysOf(await scene(), 3))
    const report = await sealDays(db, { beforeDay: '2026-06-03', signal: AbortSignal.abort() })
    expect(report).toEqual({ ran: true, deviceDays: 0, samples: 0, droppedPartitions: 0 })
  })

  it('continues while samples arrive', async () => {
    const { db } = test
    const device = await scene()
    const samples = daysOf(device, 4)
    const writing = (async () => {
      for (let i = 0; i < samples.length; i += 6) await append(db, samples.slice(i, i + 6))
    })()
    for (let i = 0; i < 6; i++) await sealDays(db, { beforeDay: '2026-06-05', maxDevices: 1 })
    await writing
    expect(await all(db, device)).toHaveLength(96)
    expect(
      (await plantDays(db, device.plantId, '2026-06-01', '2026-06-04')).map((day) => day.energy.generation),
    ).toEqual([2400, 2400, 2400, 2300])
  })
})

describe('partitions', () => {
  it('take in earlier rows of their day', async () => {
    const { db } = test
    const device = await scene()
    await append(db, daysOf(device, 4))
    expect(await count(db, 'samples_late')).toBe(96)
    await ensurePartitions(db, NOW)
    await ensurePartitions(db, NOW)
    expect(await count(db, 'samples_late')).toBe(0)
    expect(await all(db, device)).toHaveLength(96)
  })

  it('are created once, by any number of nodes', async () => {
    await Promise.all([1, 2, 3].map(() => ensurePartitions(test.db, NOW)))
    expect(await hotPartitions(test.db.pool)).toHaveLength(HOT_DAYS + 2)
  })
})

describe('retention', () => {
  it('removes older data per resolution, and nothing else', async () => {
    const { db } = test
    const device = await scene()
    await append(db, daysOf(device, 4))
    await append(
      db,
      [127e9, 130e9].map((generationTotalWh, i) =>
        sampleAt(device, START + 10 * DAY + i * 300_000, { generationTotalWh }),
      ),
    )
    await sealDays(db, { beforeDay: '2026-06-04' })
    const keepAll = { samplesDays: null, hoursDays: null, daysDays: null, quarantineDays: null }
    expect(await applyRetention(db, keepAll, NOW)).toEqual({
      sealedDays: 0,
      sealedMonths: 0,
      rollups: 0,
      hourMonths: 0,
      dayYears: 0,
      quarantine: 0,
    })
    const removed = await applyRetention(db, { ...keepAll, samplesDays: 3, hoursDays: 2 }, NOW)
    expect(removed).toEqual({ sealedDays: 1, sealedMonths: 0, rollups: 48, hourMonths: 0, dayYears: 0, quarantine: 0 })
    const series = (resolution: 'hour' | 'day') =>
      deviceSeries(db, { ...device, quantities: ['acPowerW'], fromMs: 0, toMs: 4e12, resolution })
    expect((await series('hour'))[0]?.points).toHaveLength(48)
    expect((await series('day'))[0]?.points).toHaveLength(4)
    expect(await all(db, device)).toHaveLength(74)
    expect(await applyRetention(db, { ...keepAll, daysDays: 1, quarantineDays: 1 }, NOW + 30 * DAY)).toEqual({
      sealedDays: 0,
      sealedMonths: 0,
      rollups: 4,
      hourMonths: 0,
      dayYears: 0,
      quarantine: 1,
    })
  })

  it('counts no energy twice when a record arrives without its neighbors', async () => {
    const { db } = test
    const device = await scene()
    await append(db, daysOf(device, 4))
    await sealDays(db, { beforeDay: '2026-06-04' })
    await applyRetention(db, { samplesDays: 2, hoursDays: null, daysDays: null, quarantineDays: null }, NOW)
    const late = [20, 30, 40].map((minute) =>
      sampleAt(device, START + minute * 60_000, { generationTotalWh: 2 * minute }),
    )
    await append(db, late)
    const days = await plantDays(db, device.plantId, '2026-06-01', '2026-06-04')
    expect(days.reduce((sum, day) => sum + (day.energy.generation ?? 0), 0)).toBe(9_500)
  })
})
