import { type Flow, flows } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { DeviceMeta, NewSample } from './sample.ts'
import { append, deviceSeries, ensurePartitions, plantDays, plantMonths, recount, sealDays } from './telemetry.ts'
import { addDevice, addPlant, sampleAt } from './testing/scene.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const MINUTE = 60_000
const MOST_APART = 15 * MINUTE

/** Places and times with days of 23, 24, 24.5 and 25 hours. */
const scenes = [
  { zone: 'Europe/Berlin', from: '2026-03-28T04:00Z' },
  { zone: 'Europe/Berlin', from: '2025-10-25T09:00Z' },
  { zone: 'Australia/Lord_Howe', from: '2026-04-03T20:00Z' },
  { zone: 'Asia/Kolkata', from: '2025-12-30T11:00Z' },
] as const

type Reading = Readonly<{ atMs: number; powerW: number }>

/** Wh of one sign between two instants: the readings are joined by straight lines, unless they are too far apart. */
function integrate(readings: readonly Reading[], fromMs: number, toMs: number, sign: 1 | -1): number {
  let wh = 0
  for (const [i, b] of readings.entries()) {
    const a = readings[i - 1]
    if (a === undefined || b.atMs - a.atMs > MOST_APART) continue
    const slope = (b.powerW - a.powerW) / (b.atMs - a.atMs)
    const zeroMs = slope === 0 ? a.atMs : a.atMs - a.powerW / slope
    const cuts = [a.atMs, b.atMs, zeroMs, fromMs, toMs]
      .filter((at) => at >= Math.max(a.atMs, fromMs) && at <= Math.min(b.atMs, toMs))
      .sort((x, y) => x - y)
    for (const [k, end] of cuts.entries()) {
      const start = cuts[k - 1]
      if (start === undefined) continue
      const middle = a.powerW + slope * ((start + end) / 2 - a.atMs)
      wh += (Math.max(0, sign * middle) * (end - start)) / 3_600_000
    }
  }
  return wh
}

function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A power that wanders, jumps and turns its sign, with a jittering clock and gaps. */
function drawCurve(startMs: number, stepMs: number, count: number, roll: () => number): Reading[] {
  const readings: Reading[] = []
  let [atMs, powerW] = [startMs, 0]
  for (let i = 0; i < count; i++) {
    const dice = roll()
    atMs += Math.round(stepMs * (0.6 + 0.8 * roll()))
    if (dice < 0.02) atMs += Math.round(MOST_APART * (1 + 8 * roll()))
    powerW = dice > 0.95 ? -powerW : Math.round((powerW + (roll() - 0.5) * 2_000) * 10) / 10
    readings.push({ atMs, powerW })
  }
  return readings
}

/** Late, twice, and out of order, as senders do. */
function disturb(samples: readonly NewSample[], order: string, roll: () => number): NewSample[] {
  const twice = samples.flatMap((sample) => (roll() < 0.1 ? [sample, sample] : [sample]))
  if (order === 'in order') return twice
  if (order === 'backfilled') {
    const cut = Math.floor(twice.length / 3)
    return [...twice.slice(0, cut), ...twice.slice(2 * cut), ...twice.slice(cut, 2 * cut)]
  }
  return twice
    .map((item) => ({ one: item, place: roll() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

async function addClamp(zone: string, own: readonly Flow[]): Promise<DeviceMeta> {
  const plantId = await addPlant(test.db, zone)
  return { ...(await addDevice(test.db, plantId, zone, { flows: own })), estimates: flows }
}

async function store(samples: readonly NewSample[], size: number): Promise<void> {
  for (let at = 0; at < samples.length; at += size) {
    // As ingest does: the list that was learned is known from the next batch on.
    await append(test.db, samples.slice(at, at + size))
  }
}

it('power curves integrate exactly into days, in any order and again', async () => {
  await ensurePartitions(test.db, Date.parse('2026-02-01'), 8)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...scenes),
      fc.constantFrom(10_000, 60_000, 300_000, 850_000),
      fc.constantFrom('in order', 'backfilled', 'mixed'),
      fc.integer({ min: 1, max: 2 ** 31 - 2 }),
      fc.constantFrom(1, 7, 60),
      async ({ zone, from }, stepMs, order, seed, size) => {
        const roll = dice(seed)
        const readings = drawCurve(Date.parse(from), stepMs, 160, roll)
        const clamp = await addClamp(zone, ['import', 'export'])
        const samples = readings.map(({ atMs, powerW }) => sampleAt(clamp, atMs, { gridPowerW: powerW }))
        const sent = disturb(samples, order, roll)
        await store(sent, size)
        const days = async () => plantDays(test.db, clamp.plantId, '2025-01-01', '2026-12-31')
        const first = await days()
        for (const day of first) {
          const { fromMs, toMs } = dayBounds(day.period, zone)
          for (const [flow, sign] of [
            ['import', 1],
            ['export', -1],
          ] as const) {
            const wh = integrate(readings, fromMs, toMs, sign)
            expect(Math.abs((day.energy[flow] ?? 0) - wh)).toBeLessThan(0.003)
            expect(day.fromPower?.[flow] ?? null).toBe(day.energy[flow])
          }
        }
        const whole = integrate(readings, 0, Number.MAX_SAFE_INTEGER, 1)
        expect(first.reduce((sum, { energy }) => sum + (energy.import ?? 0), 0)).toBeCloseTo(whole, 1)
        await store(sent, 50)
        expect(await days()).toEqual(first)
        await sealDays(test.db, { beforeDay: '2027-01-01' })
        await recount(test.db, clamp.plantId, [clamp], { signal: new AbortController().signal, onProgress: () => {} })
        expect(await days()).toEqual(first)
      },
    ),
    { seed: 24, numRuns: 14 },
  )
}, 240_000)

it('a counter wins from its first reading on, also when the past comes last', async () => {
  for (const isLate of [false, true]) {
    const clamp = await addClamp('Europe/Berlin', ['import', 'export'])
    const startMs = Date.parse('2026-06-01T06:00Z')
    const rows = Array.from({ length: 60 }, (_, i) => {
      const counter: Partial<Record<QuantityId, number>> =
        i < 30 ? {} : { gridImportTotalWh: 1_000_000 + (i - 30) * 100, gridImportTodayWh: 3_000 + (i - 30) * 100 }
      return sampleAt(clamp, startMs + i * 5 * MINUTE, { gridPowerW: 600, ...counter })
    })
    await store(isLate ? [...rows.slice(20), ...rows.slice(0, 20)] : rows, 9)
    const [day] = await plantDays(test.db, clamp.plantId, '2026-06-01', '2026-06-01')
    // 30 intervals of 50 Wh by power, then 29 steps of 100 Wh by the counter; its "today" is no second morning.
    expect(day?.energy.import).toBeCloseTo(30 * 50 + 29 * 100, 3)
    expect(day?.fromPower?.import).toBeCloseTo(1_500, 3)
    // Nothing counts the export: its power goes on.
    expect(day?.energy.export).toBe(0)
    expect(day?.balanced).toBeUndefined()
  }
})

it('a long silence counts nothing, and leaves a balance with counters unknown', async () => {
  const zone = 'Europe/Berlin'
  const plantId = await addPlant(test.db, zone)
  const clamp = { ...(await addDevice(test.db, plantId, zone, { flows: ['import'] })), estimates: flows }
  const inverter = await addDevice(test.db, plantId, zone, { flows: ['generation'] })
  const startMs = Date.parse('2026-05-31T22:00Z')
  const samples: NewSample[] = []
  for (let i = 0; i <= 288; i++) {
    const atMs = startMs + i * 5 * MINUTE
    samples.push(sampleAt(inverter, atMs, { generationTotalWh: 50_000_000 + i * 100, generationTodayWh: i * 100 }))
    if (i < 120 || i >= 156) samples.push(sampleAt(clamp, atMs, { gridPowerW: 1_200 }))
  }
  await store(samples, 300)
  const [day] = await plantDays(test.db, plantId, '2026-06-01', '2026-06-01')
  // 24 hours of 1,200 W without the three hours and five minutes of silence.
  expect(day?.energy.import).toBeCloseTo(1_200 * (24 - 185 / 60), 1)
  expect(day?.balanced?.import).toBeNull()
})

it('readings that are never close enough tell no energy, and spoil no balance', async () => {
  const clamp = await addClamp('Europe/Berlin', ['import', 'export'])
  const hour = (i: number) => Date.parse('2026-06-01T00:00Z') + i * 60 * MINUTE
  await store(
    Array.from({ length: 20 }, (_, i) =>
      sampleAt(clamp, hour(i), { gridPowerW: -5_000, gridExportTotalWh: i * 5_000 }),
    ),
    7,
  )
  const [day] = await plantDays(test.db, clamp.plantId, '2026-06-01', '2026-06-01')
  expect(day).toMatchObject({ energy: { import: null, export: 95_000 } })
  expect(day?.fromPower).toBeUndefined()
})

it('a battery that is not there has no energy, a plant without a clamp no mark', async () => {
  const hybrid = await addClamp('Europe/Berlin', ['generation', 'charge', 'discharge'])
  const at = (i: number) => Date.parse('2026-06-01T06:00Z') + i * 5 * MINUTE
  const values = (i: number) => ({ acPowerW: 900, batteryPowerW: 0, generationTotalWh: 1_000_000 + i * 100 })
  await store(
    Array.from({ length: 12 }, (_, i) => sampleAt(hybrid, at(i), values(i))),
    6,
  )
  const [day] = await plantDays(test.db, hybrid.plantId, '2026-06-01', '2026-06-01')
  expect(day).toMatchObject({ energy: { generation: 1_100, charge: null, discharge: null } })
  expect(day?.fromPower).toBeUndefined()
})

it('a refused power is in no energy', async () => {
  const clamp = {
    ...(await addClamp('Europe/Berlin', ['generation'])),
    powerLimitOf: () => 13_000,
  }
  const at = (i: number) => Date.parse('2026-06-01T06:00Z') + i * 5 * MINUTE
  const powers = [1_200, 1_200, 9_000_000, 1_200, 1_200]
  await store(
    powers.map((acPowerW, i) => sampleAt(clamp, at(i), { acPowerW })),
    5,
  )
  const [day] = await plantDays(test.db, clamp.plantId, '2026-06-01', '2026-06-01')
  expect(day?.energy.generation).toBeCloseTo(400, 3)
})

it('hours, days and months of the device hold what the plant shows', async () => {
  const clamp = await addClamp('Europe/Berlin', ['load'])
  const startMs = Date.parse('2026-06-10T00:00Z')
  await store(
    Array.from({ length: 400 }, (_, i) => sampleAt(clamp, startMs + i * 10 * MINUTE, { loadPowerW: 300 + i })),
    80,
  )
  const query = { plantId: clamp.plantId, deviceId: clamp.deviceId, quantities: ['loadFromPowerWh'] as const }
  const range = { fromMs: startMs, toMs: startMs + 400 * 10 * MINUTE }
  const [month] = await plantMonths(test.db, clamp.plantId, '2026-06', '2026-06')
  for (const resolution of ['hour', 'day', 'month'] as const) {
    const from = resolution === 'month' ? Date.parse('2026-05-31T22:00Z') : Date.parse('2026-06-09T22:00Z')
    const [series] = await deviceSeries(test.db, { ...query, ...range, fromMs: from, resolution })
    const sum = series?.points.reduce((all, { value }) => all + value, 0)
    expect(sum).toBeCloseTo(month?.energy.load ?? 0, 3)
  }
})

it('costs no statement more once its list is known', async () => {
  const clamp = await addClamp('Europe/Berlin', ['import', 'export'])
  const plain = await addDevice(test.db, clamp.plantId, 'Europe/Berlin', { flows: [] })
  const count = async (device: DeviceMeta, minute: number): Promise<number> => {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    await append(test.db, [sampleAt(device, Date.parse('2026-06-01T06:00Z') + minute * MINUTE, { gridPowerW: 500 })])
    const statements = spy.mock.calls.length
    spy.mockRestore()
    return statements
  }
  for (const device of [clamp, plain]) for (const minute of [0, 1]) await count(device, minute)
  const list = ['gridPowerW', 'gridImportFromPowerWh', 'gridExportFromPowerWh'] as const
  const without = await count({ ...plain, quantities: ['gridPowerW'] }, 2)
  expect(without).toBeGreaterThan(3)
  expect(await count({ ...clamp, quantities: list }, 2)).toBe(without)
})
