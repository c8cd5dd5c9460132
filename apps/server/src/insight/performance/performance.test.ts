import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { describeArray } from '@heliograph/solar/array.ts'
import { getPotential, guessAir } from '@heliograph/solar/light-source.ts'
import { getSkyLight, getSun } from '@heliograph/solar/sky-light.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { countDuePerformance } from './count-due.ts'
import { explainPeriod } from './explain-period.ts'
import { ordinaryLoss } from './make-course.ts'
import { plantPerformance } from './plant-performance.ts'

const ZONE = 'Europe/Berlin'
const place = { latitudeDeg: 52.5, longitudeDeg: 13.4, altitudeM: 0 }
const array = describeArray({ ratedAcW: 1, lossFraction: ordinaryLoss })
const start = dayBounds('2026-06-01', ZONE).fromMs
/** Two weeks of clear days, and the morning after them. */
const now = dayBounds('2026-06-15', ZONE).fromMs + 6 * HOUR_MS

/** Power of 5 kWp under the clear sky of the model, W. */
const clearW = (atMs: number): number =>
  getPotential(
    ...([atMs, place, [{ mount: 'fixed', pdc0W: 5_000, tiltDeg: 20, azimuthDeg: 180 }], array] as const),
    { source: 'clear-sky', linkeTurbidity: 3.3 },
    guessAir(atMs, place.latitudeDeg, place.longitudeDeg),
  ).acW

let test: TestApp
let ownerId: number
beforeAll(async () => {
  test = await createTestApp(now)
  ownerId = (await addTestUser(test, 'owner')).userId
})
afterAll(() => test.close())

const inverter = { quantities: ['acPowerW', 'generationTotalWh'], ratedW: 5_000 } as const

/** Samples of an inverter that makes a share of the clear sky; undefined: silent. */
async function addInverter(plantId: number, shareAt: (atMs: number) => number | undefined, toMs = now) {
  const device = await addTestDevice(test.db, plantId, inverter)
  let wh = 1_000_000
  await appendSamples(test.db, device, { fromMs: start, toMs, stepMs: 15 * MINUTE_MS }, (atMs) => {
    const share = shareAt(atMs)
    const powerW = clearW(atMs + 7.5 * MINUTE_MS) * (share ?? 0)
    const before = wh
    wh += powerW / 4
    // A string inverter sleeps at night.
    return share === undefined || clearW(atMs) < 40
      ? undefined
      : { acPowerW: powerW, generationTotalWh: Math.round(before) }
  })
  return device
}

const dayOf = (atMs: number): number => Math.floor((atMs - start) / DAY_MS) + 1
const month = (plantId: number) => plantPerformance(test.db, plantId, 'month', '2026-06', now)

describe('judged days of a plant', () => {
  let plantId: number
  let second: number
  beforeAll(async () => {
    plantId = await addTestPlant(test.db, ownerId)
    await addInverter(plantId, () => 0.97)
    // It stands still on the 5th, and says so; on the 9th it is silent until noon and its counter did not move.
    const device = await addInverter(plantId, (atMs) => {
      if (dayOf(atMs) === 5) return 0
      return dayOf(atMs) === 9 && atMs < start + 8 * DAY_MS + 12 * HOUR_MS ? undefined : 0.97
    })
    second = device.deviceId
    while ((await countDuePerformance(test.db, now)) > 0);
  })

  it('says of a figure what its performance says, with the two largest causes', async () => {
    const { whole, parts } = await month(plantId)
    const why = await explainPeriod(test.db, plantId, 'month', '2026-06', now)
    expect(why).toMatchObject({
      days: whole.days,
      judgedDays: whole.judgedDays,
      expectedWh: whole.judgedPotentialWh,
      producedWh: whole.judgedProducedWh,
    })
    expect(why?.causes).toHaveLength(2)
    for (const { loss } of why?.causes ?? []) expect(whole.losses).toContainEqual(loss)
    expect(why?.causes[0]?.loss.kind).toBe('outage')
    // 0.25 per kWh is the plant's price.
    expect(why?.causes[0]?.money).toBeCloseTo(((why?.causes[0]?.loss.judgedWh ?? 0) / 1_000) * 0.25, 9)
    const fifth = parts.find(({ part }) => part === '2026-06-05')?.sum
    const day = await explainPeriod(test.db, plantId, 'day', '2026-06-05', now)
    expect(day?.expectedWh).toBe(fifth?.judgedPotentialWh)
    expect(day?.producedWh).toBe(fifth?.judgedProducedWh)
    expect(await explainPeriod(test.db, plantId, 'day', '2026-06-15', now)).toBeNull()
  })

  it('has a row for each complete day, and none for today', async () => {
    const found = await month(plantId)
    expect(found.parts.map(({ part }) => part)).toEqual(
      Array.from({ length: 14 }, (_, i) => `2026-06-${String(i + 1).padStart(2, '0')}`),
    )
    expect([found.reason, found.countedTo]).toEqual(['', '2026-06-14'])
  })

  it('adds up: potential is produced plus losses, in days, months and years', async () => {
    for (const span of ['month', 'year', 'total'] as const) {
      const { whole, parts } = await plantPerformance(test.db, plantId, span, '2026-06', now)
      for (const { potentialWh, producedWh, losses } of [whole, ...parts.map(({ sum }) => sum)])
        expect(potentialWh).toBe((producedWh ?? 0) + losses.reduce((sum, { energyWh }) => sum + energyWh, 0))
    }
  })

  it('finds the outages, the inverter and their energy', async () => {
    const { parts, whole, inverters } = await month(plantId)
    const out = parts.flatMap(({ part, sum }) =>
      sum.losses.flatMap(({ kind, inverters }) => (kind === 'outage' ? [[part, inverters]] : [])),
    )
    expect(out).toEqual([
      ['2026-06-05', [second]],
      ['2026-06-09', [second]],
    ])
    const whole5 = parts[4]?.sum
    const lost5 = whole5?.losses.find(({ kind }) => kind === 'outage')?.energyWh ?? 0
    expect(lost5 / ((whole5?.potentialWh ?? 0) / 2)).toBeCloseTo(0.97, 1)
    expect(whole.energyAvailability).toBeGreaterThan(0.94)
    expect(whole.energyAvailability).toBeLessThan(0.96)
    const [a, b] = inverters
    expect((b?.specificYieldH ?? 0) / (a?.specificYieldH ?? 1)).toBeLessThan(0.92)
  })

  it('says that only a clear sky was known, and judges its clear days', async () => {
    const { whole } = await month(plantId)
    expect([whole.sources, whole.judgedDays]).toEqual([['clear-sky'], 14])
    expect(whole.performanceRatio).toBeGreaterThan(0.7)
    expect(whole.performanceRatio25C).toBeGreaterThan(whole.performanceRatio ?? 1)
  })

  it('is not counted again until something changes', async () => {
    expect(await countDuePerformance(test.db, now + 5 * MINUTE_MS)).toBe(0)
    await test.db.kysely
      .insertInto('recounts')
      .values({ plant_id: plantId, state: 'done', finished_at: new Date(now + 60_000) })
      .execute()
    await test.db.pool.query('update performance_days set losses = $1 where plant_id = $2', ['[]', plantId])
    expect(await countDuePerformance(test.db, now + 120_000)).toBe(1)
    expect((await month(plantId)).whole.losses.map(({ kind }) => kind)).toContain('outage')
  })
})

it('leaves no row for silent days, and judges them when their data comes', async () => {
  const plantId = await addTestPlant(test.db, ownerId)
  const device = await addInverter(plantId, (atMs) => (dayOf(atMs) < 4 ? 0.97 : undefined))
  while ((await countDuePerformance(test.db, now)) > 0);
  expect((await month(plantId)).parts).toHaveLength(3)
  let wh = 2_000_000
  await appendSamples(
    test.db,
    device,
    { fromMs: start + 3 * DAY_MS, toMs: start + 5 * DAY_MS, stepMs: 15 * MINUTE_MS },
    (atMs) => {
      const powerW = clearW(atMs + 7.5 * MINUTE_MS)
      wh += powerW / 4
      return powerW < 40 ? undefined : { acPowerW: powerW, generationTotalWh: Math.round(wh) }
    },
  )
  await test.db.kysely
    .updateTable('performance_plants')
    .set({ due_at: new Date(now) })
    .where('plant_id', '=', plantId)
    .execute()
  while ((await countDuePerformance(test.db, now)) > 0);
  const { parts } = await month(plantId)
  expect(parts.map(({ sum }) => sum.producedWh !== null)).toEqual([true, true, true, true, true])
})

it('names the reason where nothing can be judged', async () => {
  const nowhere = await addTestPlant(test.db, ownerId, { latitudeDeg: 0, longitudeDeg: 0 })
  const empty = await addTestPlant(test.db, ownerId)
  const unheard = await addTestPlant(test.db, ownerId)
  await addTestDevice(test.db, unheard, inverter)
  expect((await month(empty)).reason).toBe('counting')
  while ((await countDuePerformance(test.db, now)) > 0);
  expect([(await month(nowhere)).reason, (await month(empty)).reason, (await month(unheard)).reason]).toEqual([
    ...['place', 'inverter', 'data'],
  ])
})

it('calls the morning before the first record not measured, and no outage', async () => {
  const plantId = await addTestPlant(test.db, ownerId)
  await addInverter(plantId, () => 0.97)
  await addInverter(plantId, (atMs) => (atMs < start + 2 * DAY_MS + 12 * HOUR_MS ? undefined : 0.97))
  while ((await countDuePerformance(test.db, now)) > 0);
  const { parts, whole } = await month(plantId)
  expect(whole.losses.some(({ kind }) => kind === 'outage')).toBe(false)
  const missing = parts.filter(({ sum }) => sum.losses.some(({ kind }) => kind === 'unmeasured'))
  expect(missing.map(({ part }) => part)).toEqual(['2026-06-01', '2026-06-02', '2026-06-03'])
})

describe('days under the light of a weather service', () => {
  const at = { latitudeDeg: 51.5, longitudeDeg: 12.4, altitudeM: 0 }
  /** Half of a clear sky's light on the 3rd, all of it else. */
  const lightAt = (atMs: number): number => (dayOf(atMs) === 3 ? 0.5 : 1)

  it('are judged by it, also where it came later, and say so', async () => {
    const plantId = await addTestPlant(test.db, ownerId, at)
    await addInverter(plantId, (atMs) => 0.97 * lightAt(atMs))
    while ((await countDuePerformance(test.db, now)) > 0);
    const before = (await month(plantId)).parts.find(({ part }) => part === '2026-06-03')?.sum
    expect([before?.sources, before?.judgedDays]).toEqual([['clear-sky'], 0])
    await addWeather(at, lightAt)
    await sql`update performance_plants set due_at = ${new Date(now)} where plant_id = ${plantId}`.execute(
      test.db.kysely,
    )
    while ((await countDuePerformance(test.db, now)) > 0);
    const after = (await month(plantId)).parts.find(({ part }) => part === '2026-06-03')?.sum
    expect([after?.sources, after?.judgedDays]).toEqual([['weather'], 1])
    // Half of the light is expected: what is missing is not the plant's fault.
    expect(after?.potentialWh).toBeLessThan((before?.potentialWh ?? 0) * 0.75)
    expect(after?.losses.map(({ kind }) => kind)).toEqual(['unexplained'])
  })

  it('are judged once where the sun does not rise', async () => {
    const dark = { latitudeDeg: -75, longitudeDeg: 12.4, altitudeM: 0 }
    const plantId = await addTestPlant(test.db, ownerId, dark)
    await addInverter(plantId, () => 0)
    await addWeather(dark, () => 1)
    await countDuePerformance(test.db, now)
    const { parts } = await month(plantId)
    expect(parts.map(({ sum }) => [sum.sources, sum.judgedDays])).toEqual(Array(14).fill([['clear-sky'], 0]))
    await sql`update performance_days set clock_shift_ms = 7 where plant_id = ${plantId}`.execute(test.db.kysely)
    await sql`update performance_plants set due_at = ${new Date(now)} where plant_id = ${plantId}`.execute(
      test.db.kysely,
    )
    expect(await countDuePerformance(test.db, now)).toBe(1)
    const days = await sql<{ shift: number }>`select clock_shift_ms::float8 as shift from performance_days
      where plant_id = ${plantId}`.execute(test.db.kysely)
    expect(days.rows).toEqual(Array(14).fill({ shift: 7 }))
  })
})

/** The light of a clear sky at a place from the day before the start until now, as a weather service tells it. */
async function addWeather(
  { latitudeDeg, longitudeDeg, altitudeM }: typeof place,
  lightAt: (atMs: number) => number,
): Promise<void> {
  const [latitude, longitude] = [latitudeDeg * 100, longitudeDeg * 100]
  await sql`insert into weather_places (latitude_cdeg, longitude_cdeg, provider)
    values (${latitude}, ${longitude}, 'open-meteo')`.execute(test.db.kysely)
  for (let day = start - DAY_MS; day < now; day += DAY_MS) {
    const from = Math.floor(day / DAY_MS) * DAY_MS
    const ghi = Array.from({ length: 24 }, (_, hour) => {
      const sun = getSun(from + (hour + 0.5) * HOUR_MS, { latitudeDeg, longitudeDeg, altitudeM })
      return Math.round(getSkyLight(sun, 0, 3.3, 1).ghiWm2 * lightAt(from + hour * HOUR_MS))
    })
    const hours = JSON.stringify({ kind: new Array(24).fill('sunny'), ghiWm2: ghi })
    await sql`insert into weather_days values (${latitude}, ${longitude}, ${new Date(from).toISOString().slice(0, 10)},
      'open-meteo', now(), ${hours})`.execute(test.db.kysely)
  }
}

describe('days under the light of a sensor on the horizontal', () => {
  it('are judged by it: half of a day’s light is nobody’s fault', async () => {
    const plantId = await addTestPlant(test.db, ownerId, { capacityWp: 5_000 })
    const shareAt = (atMs: number): number => (dayOf(atMs) === 3 ? 0.5 : 1)
    await addInverter(plantId, (atMs) => 0.97 * shareAt(atMs))
    const station = await addTestDevice(test.db, plantId, {
      type: 'WEATHER_STATION',
      quantities: ['horizontalIrradianceWm2'],
    })
    const grid = { fromMs: start, toMs: start + 5 * DAY_MS, stepMs: 15 * MINUTE_MS }
    await appendSamples(test.db, station, grid, (atMs) => {
      const middleMs = atMs + 7.5 * MINUTE_MS
      return { horizontalIrradianceWm2: getSkyLight(getSun(middleMs, place), 0, 3.3, 1).ghiWm2 * shareAt(atMs) }
    })
    while ((await countDuePerformance(test.db, now)) > 0);
    const { parts } = await month(plantId)
    const [first, , dim] = parts.map(({ sum }) => sum)
    expect([first?.sources, dim?.sources, dim?.judgedDays]).toEqual([['horizontal'], ['horizontal'], 1])
    expect((first?.producedWh ?? 0) / (first?.potentialWh ?? 1)).toBeCloseTo(0.97, 1)
    expect(dim?.potentialWh).toBeLessThan((first?.potentialWh ?? 0) * 0.6)
    expect(parts.at(-1)?.sum.sources).toEqual(['clear-sky'])
  })
})

describe('a plant with a meter at the grid', () => {
  /** A household that takes 300 to 1,500 W, in turns of an hour and a half. */
  const loadW = (atMs: number): number => 300 + 600 * (Math.floor(atMs / (90 * MINUTE_MS)) % 3)

  it('has the name, the limit and the hours of what a limit of its feed-in kept back', async () => {
    const plantId = await addTestPlant(test.db, ownerId, { capacityWp: 5_000 })
    const limitAt = (atMs: number): number => (dayOf(atMs) === 3 ? 1_500 : Number.POSITIVE_INFINITY)
    const madeW = (atMs: number): number => Math.min(clearW(atMs) * 0.97, loadW(atMs) + limitAt(atMs))
    await addInverter(plantId, (atMs) => madeW(atMs + 7.5 * MINUTE_MS) / Math.max(1, clearW(atMs + 7.5 * MINUTE_MS)))
    const meter = await addTestDevice(test.db, plantId, { type: 'METER', quantities: ['gridPowerW'], flows: [] })
    const grid = { fromMs: start, toMs: start + 6 * DAY_MS, stepMs: 15 * MINUTE_MS }
    await appendSamples(test.db, meter, grid, (atMs) => {
      const middleMs = atMs + 7.5 * MINUTE_MS
      return { gridPowerW: Math.round(loadW(middleMs) - madeW(middleMs)) }
    })
    while ((await countDuePerformance(test.db, now)) > 0);
    const { parts, whole } = await month(plantId)
    const named = parts.flatMap(({ part, sum }) =>
      sum.losses.flatMap(({ kind }) => (kind === 'unexplained' || kind === 'sky' ? [] : [[part, kind]])),
    )
    expect(named).toEqual([['2026-06-03', 'export-limit']])
    const found = whole.losses.find(({ kind }) => kind === 'export-limit')
    expect(found?.limitW).toBe(1_500)
    expect((found?.heldMs ?? 0) / HOUR_MS).toBeGreaterThan(5)
    const [before, held] = [parts[1]?.sum.producedWh ?? 0, parts[2]?.sum.producedWh ?? 0]
    expect((found?.energyWh ?? 0) / (before - held)).toBeGreaterThan(0.8)
    expect((found?.energyWh ?? 0) / (before - held)).toBeLessThan(1.2)
  })
})
