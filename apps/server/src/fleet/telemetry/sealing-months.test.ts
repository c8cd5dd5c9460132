import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type DeviceMeta, MOST_SLOTS, type NewSample } from './sample.ts'
import {
  append,
  applyRetention,
  countSlot,
  countStoredSamples,
  deviceSeries,
  giveSamples,
  plantDays,
  previewRecount,
  recount,
  removeTelemetry,
  samplesOf,
  sealDays,
  sealMonths,
  seriesOfDevices,
  takeSamples,
} from './telemetry.ts'
import { interruptedAt, killedAfter } from './testing/interrupted-at.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

// A database per test: sealing works on all devices.
let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONE = 'Europe/Berlin'
const START = Date.parse('2026-03-20T00:00Z')
const DAYS = 50
const quantities: readonly QuantityId[] = ['generationTotalWh', 'generationTodayWh', 'acPowerW', 'inverterState']
const BEFORE_DAY = '2026-05-06'

const scene = async (): Promise<DeviceMeta> => addDevice(test.db, await addPlant(test.db, ZONE), ZONE, { quantities })

const sampleOf = (device: DeviceMeta, atMs: number): NewSample => {
  const hour = (atMs - START) / HOUR
  return sampleAt(device, atMs, {
    generationTotalWh: Math.floor(hour) * 100,
    // Some samples lack it.
    ...(hour % 5 !== 0 && { acPowerW: ((hour * 7) % 24) - 3.5 }),
    inverterState: hour % 24 > 12 ? 2 : 0,
  })
}

/** Half an hour apart, over the ends of two months. */
async function fill(device: DeviceMeta, slot = 0): Promise<void> {
  const samples = Array.from({ length: DAYS * 48 }, (_, i) => ({ ...sampleOf(device, START + i * (HOUR / 2)), slot }))
  for (let i = 0; i < samples.length; i += 1_200) await append(test.db, samples.slice(i, i + 1_200))
}

async function sealed(): Promise<DeviceMeta> {
  const device = await scene()
  await fill(device)
  await sealDays(test.db, { beforeDay: BEFORE_DAY })
  await sealMonths(test.db, { beforeDay: BEFORE_DAY })
  return device
}

async function figures({ plantId, deviceId }: DeviceMeta) {
  const { db } = test
  const query = { plantId, deviceId, quantities, resolution: 'sample' as const }
  const pages = []
  for await (const page of samplesOf(db, { ...query, fromMs: 0, toMs: START + 400 * DAY })) pages.push(page)
  const spans = [
    [START - DAY, START + 90 * DAY],
    [START + 15 * DAY, START + 16 * DAY],
    [START + 11 * DAY + 5 * HOUR, START + 12 * DAY + 7 * HOUR],
    [START + 30 * DAY, START + 47 * DAY],
  ] as const
  return {
    all: pages.flat(),
    spans: await Promise.all(spans.map(([fromMs, toMs]) => deviceSeries(db, { ...query, fromMs, toMs }))),
    many: await Promise.all(
      spans.map(async ([fromMs, toMs]) =>
        (await seriesOfDevices(db, { ...query, deviceIds: [deviceId], fromMs, toMs })).get(deviceId),
      ),
    ),
    hours: await deviceSeries(db, { ...query, fromMs: 0, toMs: 4e12, resolution: 'hour' }),
    days: await plantDays(db, plantId, '2026-03-01', '2026-06-01'),
    count: await countStoredSamples(db.pool, plantId),
  }
}

const count = async (table: string): Promise<number> =>
  (await test.db.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? -1
const places = async () => [await count('samples'), await count('sealed_days'), await count('sealed_months')]
const again = { signal: new AbortController().signal, onProgress: () => {} }

describe('sealing of months', () => {
  it('leaves all samples unchanged, and only months that ended are sealed', async () => {
    const device = await scene()
    await fill(device)
    await sealDays(test.db, { beforeDay: BEFORE_DAY })
    const before = await figures(device)
    expect(before.all).toHaveLength(DAYS * 48)
    expect(await sealMonths(test.db, { beforeDay: BEFORE_DAY })).toEqual({
      ran: true,
      deviceMonths: 2,
      samples: 42 * 48,
    })
    expect(await places()).toEqual([3 * 48, 5, 2])
    expect(await figures(device)).toEqual(before)
    expect(await sealMonths(test.db, { beforeDay: BEFORE_DAY })).toMatchObject({ deviceMonths: 0, samples: 0 })
  })

  it('adds late records of a sealed month, refuses repeated ones, seals them too', async () => {
    const [device, other] = [await sealed(), await scene()]
    await fill(other)
    const late = [4, 20, 20.3, 41].map((day) => START + day * DAY + 10 * HOUR + 300_000)
    for (const one of [device, other]) {
      const outcomes = await append(
        test.db,
        late.map((atMs) => sampleOf(one, atMs)),
      )
      expect(outcomes.outcomes.every(({ stored, late }) => stored && late)).toBe(true)
    }
    const want = await figures(other)
    const repeated = [...late, START + 15 * DAY].map((atMs) => sampleOf(device, atMs))
    const refused = async () => (await append(test.db, repeated)).outcomes.some(({ stored }) => stored)
    expect(await refused()).toBe(false)
    expect(await figures(device)).toEqual(want)
    // As days beside their month, too.
    await sealDays(test.db, { beforeDay: BEFORE_DAY })
    expect(await refused()).toBe(false)
    expect(await figures(device)).toEqual(want)
    expect(await sealMonths(test.db, { beforeDay: BEFORE_DAY })).toMatchObject({ deviceMonths: 4 })
    expect(await places()).toEqual([6 * 48, 10, 4])
    expect(await refused()).toBe(false)
    expect([await figures(device), await figures(other)]).toEqual([want, want])
  })

  it('takes a quantity that the device learned later', async () => {
    const device = await sealed()
    const at = START + 20 * DAY + 300_000
    await append(test.db, [sampleAt(device, at, { gridPowerW: 7 })])
    const read = async () =>
      deviceSeries(test.db, {
        ...device,
        quantities: ['gridPowerW', 'acPowerW'],
        fromMs: START,
        toMs: START + 30 * DAY,
        resolution: 'sample',
      })
    const before = await read()
    expect(before[0]?.points).toEqual([{ atMs: at, value: 7 }])
    await sealDays(test.db, { beforeDay: BEFORE_DAY })
    await sealMonths(test.db, { beforeDay: BEFORE_DAY })
    expect(await read()).toEqual(before)
  })

  it('loses and doubles nothing when killed midway, and resumes', async () => {
    const device = await scene()
    await fill(device)
    await sealDays(test.db, { beforeDay: BEFORE_DAY })
    const before = await figures(device)
    await expect(
      sealMonths(killedAfter(test.db, 'insert into sealed_months', 2), { beforeDay: BEFORE_DAY, maxMonths: 1 }),
    ).rejects.toThrow('killed')
    expect(await places()).toEqual([3 * 48, 35, 1])
    expect(await figures(device)).toEqual(before)
    // PostgreSQL releases the lock of a connection that was closed a moment later.
    await expect
      .poll(() => sealMonths(test.db, { beforeDay: BEFORE_DAY }))
      .toMatchObject({ ran: true, deviceMonths: 1 })
    expect(await places()).toEqual([3 * 48, 5, 2])
    expect(await figures(device)).toEqual(before)
  })

  it('runs on one node at a time, and stops between two transactions', async () => {
    const device = await scene()
    await fill(device)
    await sealDays(test.db, { beforeDay: BEFORE_DAY })
    let second: boolean | undefined
    const other = async () => {
      second = (await sealMonths(test.db, { beforeDay: BEFORE_DAY })).ran
    }
    const stop = new AbortController()
    const report = await sealMonths(
      interruptedAt(test.db, 'insert into sealed_months', 1, async () => {
        await other()
        stop.abort()
      }),
      { beforeDay: BEFORE_DAY, maxMonths: 1, signal: stop.signal },
    )
    expect([report.deviceMonths, second]).toEqual([1, false])
  })

  it('continues while samples of the month arrive', async () => {
    const device = await sealed()
    const writing = (async () => {
      for (let i = 0; i < 40; i++) await append(test.db, [sampleOf(device, START + (i + 1) * DAY + 60_000)])
    })()
    for (let i = 0; i < 4; i++) {
      await sealDays(test.db, { beforeDay: BEFORE_DAY })
      await sealMonths(test.db, { beforeDay: BEFORE_DAY })
    }
    await writing
    expect((await figures(device)).all).toHaveLength(DAYS * 48 + 40)
  })

  it('is counted again with the same result, and so is its preview', async () => {
    const [device, other] = [await sealed(), await scene()]
    await fill(other)
    const want = await figures(other)
    expect(await previewRecount(test.db, device.plantId, [device], again.signal)).toEqual([])
    await recount(test.db, device.plantId, [device], again)
    expect(await figures(device)).toEqual(want)
  })

  it('is counted again right while months are sealed', async () => {
    const [device, other] = [await scene(), await scene()]
    for (const one of [device, other]) await fill(one)
    const want = await figures(other)
    await sealDays(test.db, { beforeDay: BEFORE_DAY })
    let sealing: Promise<unknown> | undefined
    await recount(test.db, device.plantId, [device], {
      ...again,
      onProgress: () => {
        sealing ??= sealMonths(test.db, { beforeDay: BEFORE_DAY, maxMonths: 1 })
      },
    })
    await sealing
    expect(await figures(device)).toEqual(want)
  })

  it('gives up the samples of one address, and takes them back', async () => {
    const device = await scene()
    await fill(device, 3)
    await append(
      test.db,
      Array.from({ length: 40 }, (_, i) => ({ ...sampleOf(device, START + (i + 1) * DAY + 60_000), slot: MOST_SLOTS })),
    )
    await sealDays(test.db, { beforeDay: BEFORE_DAY })
    await sealMonths(test.db, { beforeDay: BEFORE_DAY })
    const before = await figures(device)
    const wanted = { slot: MOST_SLOTS, fromMs: START + 2 * DAY }
    expect([...(await countSlot(test.db, device, wanted)).values()].reduce((sum, n) => sum + n, 0)).toBe(39)
    expect(await takeSamples(test.db, device, 1, wanted)).toBe(39)
    expect((await figures(device)).all).toHaveLength(before.all.length - 39)
    expect(await giveSamples(test.db, device, 1)).toBe(39)
    expect((await figures(device)).all).toEqual(before.all)
    // All of a month: its row goes.
    expect(await takeSamples(test.db, device, 2, { slot: 3, fromMs: START + 12 * DAY })).toBe(38 * 48)
    expect(await count('sealed_months')).toBe(1)
    expect(await takeSamples(test.db, device, 3, { slot: MOST_SLOTS, fromMs: START })).toBe(40)
    expect((await figures(device)).all).toHaveLength(12 * 48)
  })

  it('goes a month at a time once all of it is too old, with its checkpoints', async () => {
    const device = await sealed()
    const keepAll = { samplesDays: null, hoursDays: null, daysDays: null, quarantineDays: null }
    const now = Date.parse('2026-05-20T00:00Z')
    const marks = await count('meter_days')
    expect(await applyRetention(test.db, { ...keepAll, samplesDays: 20 }, now)).toMatchObject({ sealedMonths: 1 })
    // April is kept until its last day is too old.
    expect(await count('sealed_months')).toBe(1)
    expect(await count('meter_days')).toBe(marks - 12)
    expect((await figures(device)).all[0]?.atMs).toBe(Date.parse('2026-04-01T00:00Z'))
    expect(await applyRetention(test.db, { ...keepAll, samplesDays: 19 }, now)).toMatchObject({ sealedMonths: 1 })
    expect(await places()).toEqual([3 * 48, 5, 0])
  })

  it('goes with its device and with nothing of its neighbor', async () => {
    const [device, neighbor] = [await sealed(), await scene()]
    await fill(neighbor)
    await sealDays(test.db, { beforeDay: BEFORE_DAY })
    await sealMonths(test.db, { beforeDay: BEFORE_DAY })
    const before = await figures(neighbor)
    await removeTelemetry(test.db, device.plantId, [device.deviceId])
    expect(await count('sealed_months')).toBe(2)
    expect(await figures(neighbor)).toEqual(before)
    const query = { quantities, fromMs: START, toMs: START + DAYS * DAY, resolution: 'sample' as const }
    const many = await seriesOfDevices(test.db, { ...query, plantId: device.plantId, deviceIds: [neighbor.deviceId] })
    expect([...many]).toEqual([])
    const [one] = await deviceSeries(test.db, { ...query, plantId: device.plantId, deviceId: neighbor.deviceId })
    expect(one?.points).toEqual([])
  })
})
