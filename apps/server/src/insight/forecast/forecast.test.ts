import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { getAbsoluteAirmass } from '@heliograph/solar/airmass.ts'
import { getIneichenClearSky } from '@heliograph/solar/clear-sky.ts'
import { getSun } from '@heliograph/solar/sky-light.ts'
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
import { toColumns } from '../weather/day-columns.ts'
import { openMeteo } from '../weather/open-meteo.ts'
import { makeDueForecasts } from './count-due.ts'
import { modelHours } from './model-hours.ts'
import { getForecastAccuracy, getPlantForecast } from './read-forecast.ts'

const ZONE = 'Europe/Berlin'
const place = { latitudeDeg: 52.5, longitudeDeg: 13.4, altitudeM: 0 }
const settings = { provider: openMeteo, baseUrl: 'http://127.0.0.1:1', key: '', callsPerDay: 1_000 }
const first = dayBounds('2026-06-01', ZONE).fromMs
const start = dayBounds('2026-06-11', ZONE).fromMs + 3 * HOUR_MS

/** Clear light over the place. */
function clearHour(atMs: number, at = place): WeatherHour {
  const sun = getSun(atMs + HOUR_MS / 2, at)
  const light =
    sun.airmass === null
      ? { ghiWm2: 0, dniWm2: 0, dhiWm2: 0 }
      : getIneichenClearSky(
          sun.apparentZenithDeg,
          getAbsoluteAirmass(sun.airmass, sun.pressurePa),
          sun.extraterrestrialWm2,
          3.3,
          0,
        )
  return { atMs, kind: 'sunny', temperatureC: 18, windMs: 2, ...light }
}

let test: TestApp
let ownerId: number
beforeAll(async () => {
  test = await createTestApp(start, { services: { weather: settings } })
  ownerId = (await addTestUser(test, 'owner')).userId
})
afterAll(() => test.close())

async function addSky(at: typeof place, days: number, hourAt = clearHour) {
  const fromMs = first - DAY_MS
  const hours = Array.from({ length: days * 24 }, (_, i) => hourAt(fromMs + i * HOUR_MS, at))
  const key = [Math.round(at.latitudeDeg * 100), Math.round(at.longitudeDeg * 100)] as const
  await sql`insert into weather_places (latitude_cdeg, longitude_cdeg, provider, answered_at)
    values (${key[0]}, ${key[1]}, 'open-meteo', now())`.execute(test.db.kysely)
  for (const [day, columns] of toColumns(hours))
    await sql`insert into weather_days values (${key[0]}, ${key[1]}, ${day}, 'open-meteo', now(), ${JSON.stringify(columns)})`.execute(
      test.db.kysely,
    )
}
const forecast = (plantId: number, nowMs = start, date?: string) =>
  getPlantForecast(test.db, settings, plantId, date, nowMs)

describe('production forecasts', () => {
  let plantId: number
  beforeAll(async () => {
    plantId = await addTestPlant(test.db, ownerId, {
      ...place,
      zone: ZONE,
      capacityWp: 5_000,
      tiltDeg: 20,
      azimuthDeg: 180,
    })
    await addSky(place, 21)
    const device = await addTestDevice(test.db, plantId, {
      quantities: ['acPowerW', 'generationTotalWh'],
      ratedW: 5_000,
    })
    const site = { place, planes: [{ mount: 'fixed', pdc0W: 5_000, tiltDeg: 20, azimuthDeg: 180 }] as const }
    let wh = 1_000_000
    // The plant makes four fifths of what the model says.
    await appendSamples(test.db, device, { fromMs: first, toMs: start, stepMs: 30 * MINUTE_MS }, (atMs) => {
      const hour = Math.floor(atMs / HOUR_MS) * HOUR_MS
      const [made] = modelHours(site, [clearHour(hour)], [hour])
      const powerW = 0.8 * (made?.powerW ?? 0)
      const before = wh
      wh += powerW / 2
      return { acPowerW: powerW, generationTotalWh: before }
    })
    while ((await makeDueForecasts(test.db, start)) > 0);
  })

  it('learn from the plant’s own days and add up', async () => {
    const { reason, calibratedDays, days, hours } = await forecast(plantId)
    expect([reason, days.length, days[0]?.date]).toEqual(['', 8, '2026-06-11'])
    expect(calibratedDays).toBeGreaterThanOrEqual(9)
    for (const { p10Wh, p50Wh, p90Wh, modelledWh, planesWh, date } of days) {
      expect(p50Wh / modelledWh).toBeCloseTo(0.8, 1)
      expect(p10Wh).toBeLessThan(p50Wh)
      expect(p90Wh).toBeGreaterThanOrEqual(p50Wh)
      expect(planesWh).toEqual([p50Wh])
      const { fromMs, toMs } = dayBounds(date, ZONE)
      const own = hours.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      expect(Math.abs(own.reduce((sum, { p50W }) => sum + p50W, 0) - p50Wh)).toBeLessThan(24)
    }
  })

  it('are made once an hour, and keep the first word about a day', async () => {
    expect(await makeDueForecasts(test.db, start + 30 * MINUTE_MS)).toBe(0)
    await sql`update weather_days set hours = jsonb_set(hours, '{ghiWm2}', (select jsonb_agg(0) from generate_series(1, 24)))
      where day = '2026-06-11'`.execute(test.db.kysely)
    const before = await forecast(plantId)
    expect(await makeDueForecasts(test.db, start + HOUR_MS)).toBe(1)
    const after = await forecast(plantId)
    expect(after.days[0]?.p50Wh).toBeLessThan((before.days[0]?.p50Wh ?? 0) / 2)
    const tomorrow = start + DAY_MS
    const said = await forecast(plantId, tomorrow, '2026-06-11')
    expect(said.hours.reduce((sum, { p50W }) => sum + p50W, 0)).toBeGreaterThan((before.days[0]?.p50Wh ?? 0) * 0.9)
  })

  it('are judged beside what came, by days ahead', async () => {
    await sql`update plant_days set generation_wh = 20000 where plant_id = ${plantId} and day = '2026-06-10'`.execute(
      test.db.kysely,
    )
    await sql`update forecast_days set p50_wh = '{20000,12000}', modelled_wh = '{24000,20000}', p10_wh = '{10000,9000}',
      p90_wh = '{21000,15000}' where plant_id = ${plantId} and day = '2026-06-11'`.execute(test.db.kysely)
    await sql`update plant_days set generation_wh = 16000 where plant_id = ${plantId} and day = '2026-06-11'`.execute(
      test.db.kysely,
    )
    const { scores, days } = await getForecastAccuracy(test.db, plantId, 30, start + DAY_MS)
    expect(scores[0]).toMatchObject({
      score: { days: 1, calibrated: 0.25, modelled: 0.5, persistence: 0.25 },
      inRange: 1,
    })
    expect(scores[1]).toMatchObject({ score: { days: 1, calibrated: 0.25, modelled: 0.25 }, inRange: 0 })
    expect(days.at(-1)).toMatchObject({ date: '2026-06-11', measuredWh: 16_000, p50Wh: 12_000 })
  })
})

describe('plants without a forecast', () => {
  it.each([
    ['no place', { latitudeDeg: 0, longitudeDeg: 0 }, 'place'],
    ['no weather yet', { latitudeDeg: 1, longitudeDeg: 1 }, 'weather'],
  ])('say why: %s', async (_, at, reason) => {
    const plantId = await addTestPlant(test.db, ownerId, at)
    expect((await forecast(plantId)).reason).toBe('waiting')
    await makeDueForecasts(test.db, start + 5 * HOUR_MS)
    expect(await forecast(plantId)).toMatchObject({ reason, days: [], hours: [] })
    expect((await getPlantForecast(test.db, null, plantId, undefined, start)).reason).toBe('off')
  })

  it('promise nothing in a polar night', async () => {
    const at = { latitudeDeg: -77.85, longitudeDeg: 166.67, altitudeM: 0 }
    const plantId = await addTestPlant(test.db, ownerId, { ...at, zone: 'Antarctica/McMurdo' })
    await addSky(at, 21)
    await makeDueForecasts(test.db, start + 5 * HOUR_MS)
    const { reason, days } = await forecast(plantId)
    expect([reason, ...new Set(days.map(({ p50Wh, p90Wh }) => p50Wh + p90Wh))]).toEqual(['', 0])
  })
})
