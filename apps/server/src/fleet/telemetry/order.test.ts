import type { QuantityId } from '@heliograph/domain/quantities.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { PlantPeriod } from './plant-periods.ts'
import type { DeviceMeta, NewSample } from './sample.ts'
import {
  append,
  deviceSeries,
  ensurePartitions,
  latest,
  plantDays,
  quarantined,
  sealDays,
  sealHours,
} from './telemetry.ts'
import { expected, idsOf } from './testing/reference.ts'
import { addDevice, addPlant } from './testing/scene.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const DAY = 86_400_000
const WRAPS = 6_553_600

/** A place and a time with unequal days. */
const scenes = [
  { zone: 'Europe/Berlin', from: '2026-03-27T18:00Z' },
  { zone: 'Europe/Berlin', from: '2025-10-24T09:00Z' },
  { zone: 'Australia/Lord_Howe', from: '2026-04-03T20:00Z' },
  { zone: 'Asia/Kolkata', from: '2025-12-30T11:00Z' },
  { zone: 'America/Santiago', from: '2026-04-03T09:00Z' },
] as const

const first: readonly QuantityId[] = ['acPowerW', 'generationTotalWh', 'inverterState']
const later: readonly QuantityId[] = ['generationTodayWh', 'gridImportTotalWh', 'generationYearWh', 'faultCode1']

type Drawn = Readonly<{
  gapMs: number
  device: 0 | 1
  /** The quantities of the sample, bit by bit. */
  has: number
  event: 'none' | 'reset' | 'spike' | 'midnight'
  stepWh: number
  powerW: number
  state: number
  source: 'frame' | 'received'
}>

const drawn: fc.Arbitrary<Drawn> = fc.record({
  gapMs: fc.oneof(
    { weight: 6, arbitrary: fc.constant(300_000) },
    { weight: 3, arbitrary: fc.integer({ min: 1_000, max: 1_200_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: DAY }) },
  ),
  device: fc.constantFrom(0, 1),
  has: fc.oneof(
    { weight: 2, arbitrary: fc.constant(127) },
    { weight: 2, arbitrary: fc.constant(1) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 127 }) },
  ),
  event: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'reset', 'spike', 'midnight'),
  stepWh: fc.constantFrom(0, 100, 200, 0.1, 33.3),
  powerW: fc.integer({ min: -50_000, max: 50_000 }).map((n) => n / 10),
  state: fc.constantFrom(1, 2, 2, 2, 4),
  source: fc.constantFrom('frame', 'frame', 'frame', 'received'),
})

const plan = fc.record({
  scene: fc.constantFrom(...scenes),
  samples: fc.array(drawn, { minLength: 2, maxLength: 80, size: 'max' }),
  order: fc.constantFrom('in order', 'nearly', 'half', 'mixed', 'newest days first', 'backwards'),
  batch: fc.constantFrom(1, 4, 25),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  sealing: fc.boolean(),
})

function toSamples(devices: readonly DeviceMeta[], from: string, all: readonly Drawn[]): NewSample[] {
  let atMs = Date.parse(from)
  const meters = devices.map(() => ({ total: WRAPS - 500, today: 4_000, imported: 1_000_000 }))
  return all.map((item) => {
    atMs += item.gapMs
    const meter = meters[item.device] as (typeof meters)[number]
    if (item.event === 'reset') meter.total = 0
    if (item.event === 'midnight') meter.today = 0
    meter.total = (meter.total + item.stepWh) % WRAPS
    meter.today += item.stepWh
    meter.imported += 10 * item.stepWh
    const values: Record<string, number> = {
      acPowerW: item.powerW,
      generationTotalWh: item.event === 'spike' ? meter.total + 12.7e9 : meter.total,
      inverterState: item.state,
      generationTodayWh: meter.today,
      gridImportTotalWh: meter.imported,
      generationYearWh: meter.total,
      faultCode1: item.state * 3,
    }
    ;[...first, ...later].forEach((id, bit) => {
      if ((item.has & (1 << bit)) === 0) delete values[id]
    })
    return { device: devices[item.device] as DeviceMeta, atMs, timeSource: item.source, values }
  })
}

/** A small random generator: the seed decides about order, batches, repetitions and sealing. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function ordered(samples: readonly NewSample[], order: string, roll: () => number): NewSample[] {
  const reach = { nearly: 0.1, half: 0.5, mixed: 1 }[order] ?? 0
  const placeOf = ({ atMs }: NewSample, i: number): number => {
    if (order === 'backwards') return -i
    if (order === 'newest days first') return -Math.floor(atMs / DAY) * 1e4 + i
    return i + roll() * reach * samples.length
  }
  return samples
    .map((sample, i) => ({ one: sample, place: placeOf(sample, i) }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

/** A day that got a share of energy and lost it to a late record keeps 0 where it never had any. */
const withoutNulls = (days: readonly PlantPeriod[]) =>
  days
    // What belongs together is of the first readings: posted-counters.test.ts.
    .map(({ energy, balanced: _, ...day }) => ({ ...day, energy: Object.values(energy).map((wh) => wh ?? 0) }))
    .filter(({ samples, energy }) => samples > 0 || energy.some((wh) => wh !== 0))

async function compare(devices: readonly DeviceMeta[], samples: readonly NewSample[]): Promise<void> {
  const { db } = test
  const want = expected(samples)
  const [plantId = 0] = devices.map((device) => device.plantId)
  const newest = await latest(
    db,
    devices.map((device) => device.deviceId),
  )
  for (const device of devices) {
    const own = samples.filter((sample) => sample.device.deviceId === device.deviceId)
    expect(newest.get(device.deviceId)?.values ?? {}).toEqual(want.latest(device))
    const quantities = idsOf(own)
    const range = { plantId, deviceId: device.deviceId, quantities, fromMs: 0, toMs: 4e12 }
    for (const resolution of ['hour', 'day', 'month', 'year'] as const)
      for (const { quantity, points } of await deviceSeries(db, { ...range, resolution }))
        expect(points, `${resolution} ${quantity}`).toEqual(want.points(device, quantity, resolution))
    for (const { quantity, points } of await deviceSeries(db, { ...range, resolution: 'sample' })) {
      const raw = own.filter(({ values }) => values[quantity] !== undefined)
      const instants = [...new Map(raw.map((item) => [item.atMs, item.values[quantity]]))].sort(([a], [b]) => a - b)
      expect(points.map(({ atMs, value }) => [atMs, value])).toEqual(instants)
    }
  }
  const days = await plantDays(db, plantId, '2000-01-01', '2100-01-01')
  expect(withoutNulls(days)).toEqual(withoutNulls(want.plantDays(devices)))
  const steps = await quarantined(db, plantId, { fromMs: 0, toMs: 4e12, limit: 1000 })
  expect(steps.map((s) => `${s.deviceId} ${s.quantity} ${s.atMs} ${s.beforeWh} ${s.afterWh}`).sort()).toEqual(
    want.quarantined(devices),
  )
}

describe('samples in any order', () => {
  it('give the same result as in order of time', { timeout: 240_000 }, async () => {
    const { db } = test
    let run = 0
    await fc.assert(
      fc.asyncProperty(plan, async ({ scene, samples: all, order, batch, seed, sealing }) => {
        const plantId = await addPlant(db, scene.zone)
        const options = { quantities: first, flows: ['generation', 'import'] as const, wrapsAtWh: WRAPS }
        const devices = [
          await addDevice(db, plantId, scene.zone, options),
          await addDevice(db, plantId, scene.zone, { ...options, quantities: [], flows: ['generation'] }),
        ]
        const samples = toSamples(devices, scene.from, all)
        const roll = dice(seed)
        // Partitions exist in one past run and not in the other: there, everything is in the default one.
        if (run++ % 10 === 0) await ensurePartitions(db, Date.parse(scene.from) + 4 * DAY)
        const repeated = samples.filter(() => roll() < 0.2)
        const sent = ordered(
          [...samples, ...repeated].sort((a, b) => a.atMs - b.atMs),
          order,
          roll,
        )
        while (sent.length > 0) {
          await append(db, sent.splice(0, 1 + Math.floor(roll() * batch)))
          if (!sealing || roll() < 0.5) continue
          const beforeDay = new Date(Date.parse(scene.from) + roll() * 6 * DAY).toISOString().slice(0, 10)
          await sealDays(db, { beforeDay, maxDevices: 3 })
          if (roll() < 0.5) continue
          const later = new Date(Date.parse(scene.from) + roll() * 60 * DAY).toISOString().slice(0, 10)
          await sealHours(db, { beforeDay: later, maxMonths: 3 })
        }
        await compare(devices, samples)
      }),
      { numRuns: Number(process.env.ORDER_RUNS ?? 60), endOnFailure: true },
    )
  })
})
