import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { DeviceMeta, NewSample } from './sample.ts'
import {
  append,
  applyRetention,
  deviceDays,
  deviceSeries,
  flowHours,
  plantDays,
  recount,
  removeDaysOnlyOf,
  sealDays,
  sealHours,
  sealMonths,
} from './telemetry.ts'
import { killedAfter } from './testing/interrupted-at.ts'
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
const START = Date.parse('2026-03-20T00:00+01:00')
const DAYS = 50
const quantities: readonly QuantityId[] = ['generationTotalWh', 'generationTodayWh', 'acPowerW', 'inverterState']

const scene = async (zone = ZONE): Promise<DeviceMeta> =>
  addDevice(test.db, await addPlant(test.db, zone), zone, { quantities })

const sampleOf = (device: DeviceMeta, atMs: number): NewSample => {
  const hour = (atMs - START) / HOUR
  return sampleAt(device, atMs, {
    generationTotalWh: Math.floor(hour) * 100,
    acPowerW: ((hour * 7) % 24) - 3.5,
    inverterState: hour % 24 > 12 ? 2 : 0,
  })
}

/** Whether the samples of the months are sealed before their hours, which are derived from them then. */
let isDerived = false
async function sealSamples(): Promise<void> {
  if (!isDerived) return
  await sealDays(test.db, { beforeDay: '2026-05-06' })
  await sealMonths(test.db, { beforeDay: '2026-05-06' })
}

/** Two clock changes of months, and the one to summer time, lie between. */
async function fill(device: DeviceMeta): Promise<void> {
  const samples = Array.from({ length: DAYS * 48 }, (_, i) => sampleOf(device, START + i * (HOUR / 2)))
  for (let i = 0; i < samples.length; i += 1_200) await append(test.db, samples.slice(i, i + 1_200))
  await sealSamples()
}

async function figures({ plantId, deviceId }: DeviceMeta) {
  const query = { plantId, deviceId, quantities, fromMs: 0, toMs: 4e12 }
  const hours = await flowHours(test.db, [
    { plantId, fromMs: START + 5 * DAY, toMs: START + 6 * DAY },
    { plantId, fromMs: START + 40 * DAY, toMs: START + 42 * DAY },
  ])
  return {
    hours: await deviceSeries(test.db, { ...query, resolution: 'hour' }),
    part: await deviceSeries(test.db, { ...query, fromMs: START + DAY, toMs: START + 30 * DAY, resolution: 'hour' }),
    days: await deviceSeries(test.db, { ...query, resolution: 'day' }),
    flow: [...(hours.get(plantId)?.generation ?? [])],
    plant: await plantDays(test.db, plantId, '2026-03-01', '2026-06-01'),
  }
}

const count = async (table: string, where = 'true'): Promise<number> =>
  (await test.db.pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)).rows[0]?.n ?? -1
const rowsOfHours = () => count('device_rollups', "resolution = 'h'")

describe.each([
  ['hours', false],
  ['derived hours', true],
] as const)('sealing of %s', (_, derived) => {
  beforeEach(() => {
    isDerived = derived
  })

  it('leaves all figures unchanged, and only whole months are sealed', async () => {
    const device = await scene()
    await fill(device)
    const before = await figures(device)
    expect(before.hours.map(({ points }) => points.length)).toEqual([1200, 0, 1200, 1200])
    expect(before.flow).toHaveLength(72)
    const rows = await rowsOfHours()
    const report = await sealHours(test.db, { beforeDay: '2026-05-06' })
    expect(report).toMatchObject({ ran: true, deviceMonths: 2, hours: 12 * 24 - 1 + 30 * 24 + 2 })
    expect(await rowsOfHours()).toBe(rows - report.hours)
    expect(await count('sealed_periods')).toBe(2)
    expect(await figures(device)).toEqual(before)
    expect(await sealHours(test.db, { beforeDay: '2026-05-06' })).toMatchObject({ deviceMonths: 0, hours: 0 })
  })

  it('adds a late record to a sealed hour, and seals it again', async () => {
    const [device, other] = [await scene(), await scene()]
    const late = [4, 20].map((day) => START + day * DAY + 10 * HOUR + 300_000)
    for (const one of [device, other]) await fill(one)
    await sealHours(test.db, { beforeDay: '2026-05-06' })
    const thinned = await count('meter_days')
    await append(
      test.db,
      late.map((atMs) => sampleOf(device, atMs)),
    )
    // The other one was told in another order, and is not sealed any more.
    await recount(test.db, other.plantId, [other], { signal: new AbortController().signal, onProgress: () => {} })
    await append(
      test.db,
      late.map((atMs) => sampleOf(other, atMs)),
    )
    const want = await figures(other)
    expect((await figures(device)).hours[2]?.points.filter(({ n }) => n === 3)).toHaveLength(2)
    expect(await figures(device)).toEqual(want)
    expect(await sealHours(test.db, { beforeDay: '2026-05-06' })).toMatchObject({ deviceMonths: 4 })
    expect(await count('sealed_periods')).toBe(4)
    expect(await figures(device)).toEqual(want)
    expect(await figures(other)).toEqual(want)
    expect(await count('meter_days')).toBe(thinned)
  })

  it('loses and doubles nothing when killed midway; figures are right, it resumes', async () => {
    const device = await scene()
    await fill(device)
    const before = await figures(device)
    const killed = sealHours(killedAfter(test.db, 'insert into sealed_periods', 2), {
      beforeDay: '2026-05-06',
      maxMonths: 1,
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await count('sealed_periods')).toBe(1)
    expect(await figures(device)).toEqual(before)
    expect(await sealHours(test.db, { beforeDay: '2026-05-06' })).toMatchObject({ ran: true, deviceMonths: 1 })
    expect(await figures(device)).toEqual(before)
  })

  it('stops between two transactions when asked, and runs on one node at a time', async () => {
    const device = await scene()
    await fill(device)
    const stopped = await sealHours(test.db, { beforeDay: '2026-05-06', signal: AbortSignal.abort() })
    expect(stopped).toMatchObject({ ran: true, deviceMonths: 0 })
    const reports = await Promise.all([1, 2].map(() => sealHours(test.db, { beforeDay: '2026-05-06', maxMonths: 1 })))
    expect(reports.reduce((sum, { deviceMonths }) => sum + deviceMonths, 0)).toBe(2)
  })

  it('keeps a checkpoint a week, from which old late records are counted', async () => {
    const device = await scene()
    await fill(device)
    const report = await sealHours(test.db, { beforeDay: '2026-05-06' })
    expect(report.checkpoints).toBeGreaterThan(30)
    const { rows } = await test.db.pool.query<{ day: string }>(
      "select day::text from meter_days where day < '2026-05-01' order by 1",
    )
    expect(rows.map(({ day }) => day)).toEqual([
      ...['2026-03-19', '2026-03-22', '2026-03-29', '2026-04-01', '2026-04-08', '2026-04-15', '2026-04-22'],
      '2026-04-29',
    ])
  })

  it('follows a recount, also one of which only the newer samples are kept', async () => {
    const device = await scene()
    await fill(device)
    await sealHours(test.db, { beforeDay: '2026-05-06' })
    const before = await figures(device)
    const options = { signal: new AbortController().signal, onProgress: () => {} }
    await recount(test.db, device.plantId, [device], options)
    expect(await count('sealed_periods')).toBe(0)
    expect(await figures(device)).toEqual(before)
    await sealHours(test.db, { beforeDay: '2026-05-06' })
    await sealDays(test.db, { beforeDay: '2026-04-20' })
    const keep = { samplesDays: derived ? 37 : 40, hoursDays: null, daysDays: null, quarantineDays: null }
    await applyRetention(test.db, keep, START + DAYS * DAY)
    // Of days all samples of April are kept, by the plant's own clock: March stays without the first two hours of it. Of
    // months April lacks two hours: it stays without the last two.
    await recount(test.db, device.plantId, [device], options)
    expect(await count('sealed_periods', "since = '2026-03-01'")).toBe(1)
    expect(await count('sealed_periods')).toBe(derived ? 2 : 1)
    expect((await figures(device)).hours).toEqual(before.hours)
  })

  it('ends with its retention, a month at a time', async () => {
    const device = await scene()
    await fill(device)
    await sealHours(test.db, { beforeDay: '2026-05-06' })
    const keep = { samplesDays: null, hoursDays: 15, daysDays: null, quarantineDays: null }
    expect(await applyRetention(test.db, keep, Date.parse('2026-05-10T00:00Z'))).toMatchObject({ hourMonths: 1 })
    expect(await count('sealed_periods', "since = '2026-04-01'")).toBe(1)
  })
})

describe('sealing of days', () => {
  const YEAR_LATER = '2027-01-05'
  beforeEach(() => {
    isDerived = false
  })
  const seal = (maxMonths?: number, db = test.db) =>
    sealHours(db, { beforeDay: YEAR_LATER, ...(maxMonths !== undefined && { maxMonths }) })
  /** The last two days of 2025 too, by the plant's clock: its year begins an hour before that of UTC. */
  async function fillYears(device: DeviceMeta): Promise<void> {
    const start = Date.parse('2025-12-30T00:00Z')
    await append(
      test.db,
      Array.from({ length: 20 }, (_, i) =>
        sampleAt(device, start + i * 6 * HOUR, { acPowerW: i, inverterState: i % 2 }),
      ),
    )
    await fill(device)
    await append(test.db, [sampleAt(device, START + 300 * DAY, { acPowerW: 5 })])
  }

  it('leaves all figures unchanged, with late records and recounts too', async () => {
    const [device, other] = [await scene(), await scene()]
    for (const one of [device, other]) await fillYears(one)
    const before = await figures(device)
    expect(await sealHours(test.db, { beforeDay: '2026-12-31' })).toMatchObject({ deviceYears: 2, days: 6 })
    expect(await figures(device)).toEqual(before)
    expect(await seal()).toMatchObject({ deviceYears: 2, days: 2 * (DAYS + 3) })
    expect(await count('device_rollups', "resolution = 'd'")).toBe(0)
    expect(await figures(device)).toEqual(before)
    const late = [-79.5, 20, 20.3].map((day) => START + day * DAY + 10 * HOUR + 300_000)
    for (const one of [device, other])
      await append(
        test.db,
        late.map((atMs) => sampleOf(one, atMs)),
      )
    const want = await figures(device)
    expect(want.days).not.toEqual(before.days)
    await recount(test.db, other.plantId, [other], { signal: new AbortController().signal, onProgress: () => {} })
    expect(await count('sealed_periods', `device_id = ${other.deviceId}`)).toBe(0)
    expect(await figures(other)).toEqual(want)
    await seal()
    expect([await figures(device), await figures(other)]).toEqual([want, want])
  })

  it('loses and doubles nothing when killed midway, and resumes', async () => {
    const device = await scene()
    await fillYears(device)
    const before = await figures(device)
    await expect(seal(1, killedAfter(test.db, 'insert into sealed_periods', 2))).rejects.toThrow('killed')
    expect(await figures(device)).toEqual(before)
    await expect.poll(() => seal(1)).toMatchObject({ ran: true })
    expect(await count('device_rollups', "resolution in ('h', 'd')")).toBe(0)
    expect(await figures(device)).toEqual(before)
  })

  it('knows the days of a device, of which those that only it had go with it', async () => {
    const plantId = await addPlant(test.db, ZONE)
    const [device, neighbor] = [
      await addDevice(test.db, plantId, ZONE, { quantities }),
      await addDevice(test.db, plantId, ZONE, { quantities }),
    ]
    await fillYears(device)
    await append(
      test.db,
      [3, 4].map((day) => sampleOf(neighbor, START + day * DAY + HOUR)),
    )
    const days = async () =>
      new Map([...(await deviceDays(test.db.kysely, plantId))].map(([id, starts]) => [id, starts.toSorted()]))
    const before = await days()
    expect(before.get(device.deviceId)).toHaveLength(DAYS + 6)
    await seal()
    expect(await days()).toEqual(before)
    await test.db.transaction((transaction) => removeDaysOnlyOf(transaction, plantId, device.deviceId))
    expect((await plantDays(test.db, plantId, '2025-01-01', '2027-06-01')).map(({ period }) => period)).toEqual([
      '2026-03-23',
      '2026-03-24',
    ])
  })

  it('ends with its retention, a year at a time', async () => {
    await fillYears(await scene())
    await seal()
    const keep = { samplesDays: null, hoursDays: null, daysDays: 300, quarantineDays: null }
    expect(await applyRetention(test.db, keep, Date.parse('2026-12-01T00:00Z'))).toMatchObject({ dayYears: 1 })
    expect(await count('sealed_periods', "resolution = 'd' and since = '2026-01-01'")).toBe(1)
  })
})

describe('hours that are derived from sealed samples', () => {
  beforeEach(() => {
    isDerived = true
  })
  const sizes = async () =>
    (await test.db.pool.query('select length(block) as bytes, derived from sealed_periods order by device_id, since'))
      .rows
  const seal = () => sealHours(test.db, { beforeDay: '2026-05-06' })

  it('are left out, and written whole before the samples go', async () => {
    const device = await scene()
    await fill(device)
    const before = await figures(device)
    await seal()
    const derived = await sizes()
    expect(derived.map((row) => row.derived)).toEqual([true, true])
    const keep = { samplesDays: 5, hoursDays: null, daysDays: null, quarantineDays: null }
    expect(await applyRetention(test.db, keep, START + DAYS * DAY)).toMatchObject({ sealedMonths: 2 })
    expect(await figures(device)).toEqual(before)
    const whole = await sizes()
    expect(whole.map((row) => row.derived)).toEqual([false, false])
    for (const [i, { bytes }] of derived.entries()) expect(bytes).toBeLessThan(whole[i]?.bytes)
    expect(await seal()).toMatchObject({ hours: 0, deviceMonths: 0 })
  })

  it('replace those that were sealed whole, also when killed midway', async () => {
    isDerived = false
    const devices = [await scene(), await scene('Asia/Kolkata')]
    for (const device of devices) await fill(device)
    const before = await Promise.all(devices.map(figures))
    await seal()
    const whole = await sizes()
    isDerived = true
    await sealSamples()
    const killed = sealHours(killedAfter(test.db, 'insert into sealed_periods', 2), {
      beforeDay: '2026-05-06',
      maxMonths: 1,
    })
    await expect(killed).rejects.toThrow('killed')
    expect((await sizes()).map((row) => row.derived)).toEqual([true, false, false, false])
    expect(await Promise.all(devices.map(figures))).toEqual(before)
    await expect.poll(seal).toMatchObject({ ran: true, deviceMonths: 3 })
    // Hours of India lie across the ends of months: the last of each is written.
    for (const [i, { bytes, derived }] of (await sizes()).entries())
      expect([derived, bytes < whole[i]?.bytes]).toEqual([true, true])
    expect(await Promise.all(devices.map(figures))).toEqual(before)
    expect(await seal()).toMatchObject({ deviceMonths: 0 })
  })

  it('stay right in whichever order late samples and hours are sealed', async () => {
    const [device, other] = [await scene(), await scene()]
    for (const one of [device, other]) await fill(one)
    await seal()
    const late = [4, 20, 20.3].map((day) => START + day * DAY + 10 * HOUR + 300_000)
    for (const one of [device, other])
      await append(
        test.db,
        late.map((atMs) => sampleOf(one, atMs)),
      )
    const want = await figures(device)
    // Hours first: the samples of their month lack the late ones.
    await seal()
    expect(await figures(device)).toEqual(want)
    await sealSamples()
    expect(await figures(device)).toEqual(want)
    await append(test.db, [sampleOf(device, (late[1] as number) + 60_000)])
    const again = await figures(device)
    // Samples first.
    await sealSamples()
    expect(await figures(device)).toEqual(again)
    await seal()
    expect(await figures(device)).toEqual(again)
    await recount(test.db, device.plantId, [device], { signal: new AbortController().signal, onProgress: () => {} })
    expect(await figures(device)).toEqual(again)
  })
})
