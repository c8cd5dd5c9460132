import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import type { WeatherHour, WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestPlant, addTestUser, createTestApp, type TestApp } from '../../testing/app.ts'
import { toColumns } from './day-columns.ts'
import { openMeteo } from './open-meteo.ts'
import { listLitDays, readPlantHours } from './read-weather.ts'

const nowMs = Date.parse('2026-10-24T10:20:00Z')
let test: TestApp
let ownerId: number
let token: string
beforeAll(async () => {
  const settings = { provider: openMeteo, baseUrl: 'http://127.0.0.1:1', key: '', callsPerDay: 1_000 }
  test = await createTestApp(nowMs, { services: { weather: settings } })
  const owner = await addTestUser(test, 'owner')
  ownerId = owner.userId
  token = owner.token
})
afterAll(() => test.close())

/** Hours of a place from 22 October on, for ten days. */
async function addHours(
  latitudeDeg: number,
  longitudeDeg: number,
  hourAt: (atMs: number) => Partial<WeatherHour> & { kind: WeatherKind },
) {
  const fromMs = Date.parse('2026-10-22T00:00:00Z')
  const hours = Array.from({ length: 240 }, (_, i) => ({ atMs: fromMs + i * HOUR_MS, ...hourAt(fromMs + i * HOUR_MS) }))
  const key = [Math.round(latitudeDeg * 100), Math.round(longitudeDeg * 100)] as const
  const at = new Date(nowMs)
  await sql`insert into weather_places (latitude_cdeg, longitude_cdeg, provider, answered_at)
    values (${key[0]}, ${key[1]}, 'open-meteo', ${at})`.execute(test.db.kysely)
  for (const [day, columns] of toColumns(hours))
    await sql`insert into weather_days values (${key[0]}, ${key[1]}, ${day}, 'open-meteo', ${at}, ${JSON.stringify(columns)})`.execute(
      test.db.kysely,
    )
}
const get = async (path: string, plantId: number, query = '') => {
  const reply = await test.app.inject({
    method: 'GET',
    url: `/${path}?plantId=${plantId}${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return reply.json()
}
const forecast = (plantId: number) => get('region-s/weather/searchForecast', plantId)

describe('weather calls', () => {
  it('show now and seven days by the plant’s clock, the long day with 25 hours', async () => {
    const zone = 'Europe/Berlin'
    const plantId = await addTestPlant(test.db, ownerId, { latitudeDeg: 52.5, longitudeDeg: 13.4, zone })
    const { fromMs, toMs } = dayBounds('2026-10-25', zone)
    await addHours(52.5, 13.4, (atMs) => ({
      kind: atMs >= fromMs && atMs < toMs ? 'rainy-l' : 'sunny',
      temperatureC: atMs === fromMs ? 3 : atMs === toMs - HOUR_MS ? 15 : 9,
      precipitationMm: 1,
    }))
    const found = await forecast(plantId)
    expect([found.reason, found.provider, found.attribution.url]).toEqual(['', 'open-meteo', 'https://open-meteo.com/'])
    expect(found.now).toMatchObject({
      weatherPic: 'sunny',
      temp: 9,
      sunUp: true,
      time: Date.parse('2026-10-24T10:00:00Z') / 1000,
    })
    expect(found.data.map(({ date }: { date: string }) => date)).toEqual(
      [24, 25, 26, 27, 28, 29, 30].map((day) => `2026-10-${day}`),
    )
    expect(found.data[1]).toMatchObject({
      weatherPic: 'rainy-l',
      tempMin: 3,
      tempMax: 15,
      precipitation: 25,
      polar: '',
    })
    // Its words are those of the language, which nothing else changes.
    const [zh, de] = await Promise.all(
      ['zh', 'de'].map((lan) => get('region-s/weather/searchForecast', plantId, `&lan=${lan}`)),
    )
    expect([found, zh, de].map(({ now }) => now.weatherName)).toEqual(['Sunny', '晴', 'Sonnig'])
    expect({ ...zh.now, weatherName: '' }).toEqual({ ...found.now, weatherName: '' })
    expect((await get('region-s/weather/searchForecast', plantId, '&lan=xx')).code).toBe('PARAM_ERROR')
    expect(found.data[1].sunset - found.data[1].sunrise).toBeGreaterThan(9 * 3600)
    const record = await get('region-s/weather/record/day', plantId, '&date=2026-10-25')
    expect([record.data.length, record.statistics.weatherPic]).toEqual([25, 'rainy-l'])
    const month = await get('region-s/weather/record/month', plantId, '&month=2026-10')
    expect(month.data.map(({ date }: { date: string }) => date)).toEqual(
      Array.from({ length: 10 }, (_, i) => `2026-10-${22 + i}`),
    )
    expect((await get('region-s/weather/record/month', plantId, '&month=2020-01')).data).toEqual([])
  })

  it('put the sky of the hour into the list of plants', async () => {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/maintain-s/operating/station/search',
      headers: { authorization: `Bearer ${token}` },
      payload: {},
    })
    expect(reply.json().data[0]).toMatchObject({ weather: 'sunny', temperature: 9 })
  })

  it('cut days of a zone with half hours where the plant’s clock does', async () => {
    const plantId = await addTestPlant(test.db, ownerId, {
      latitudeDeg: 28.6,
      longitudeDeg: 77.2,
      zone: 'Asia/Kolkata',
    })
    await addHours(28.6, 77.2, () => ({ kind: 'cloudy', temperatureC: 20 }))
    const record = await get('region-s/weather/record/day', plantId, '&date=2026-10-25')
    expect(record.data.map(({ time }: { time: number }) => time)[0]).toBe(Date.parse('2026-10-24T18:00:00Z') / 1000)
    expect(record.data).toHaveLength(24)
  })

  it('know the polar night and the polar day', async () => {
    const zone = 'Antarctica/McMurdo'
    const plantId = await addTestPlant(test.db, ownerId, { latitudeDeg: -77.85, longitudeDeg: 166.67, zone })
    await addHours(-77.85, 166.67, () => ({ kind: 'snow-s', temperatureC: -20 }))
    const { data } = await forecast(plantId)
    expect(data[0]).toMatchObject({ sunrise: null, sunset: null, polar: 'always-up', weatherPic: 'snow-s' })
  })

  it('of a service without a past say so, and judge no day', async () => {
    const plantId = await addTestPlant(test.db, ownerId, { latitudeDeg: 40.4, longitudeDeg: -3.7 })
    await addHours(40.4, -3.7, () => ({ kind: 'sunny', ghiWm2: 300 }))
    const fromMs = Date.parse('2026-10-23T00:00:00Z')
    const judged = async () => [
      (await listLitDays(test.db, plantId, '2026-10-23', '2026-10-23')).size > 0,
      (await readPlantHours(test.db, plantId, fromMs, fromMs + 2 * HOUR_MS, true)).length,
      (await readPlantHours(test.db, plantId, fromMs, fromMs + 2 * HOUR_MS)).length,
      (await forecast(plantId)).pastKnown,
    ]
    expect(await judged()).toEqual([true, 2, 2, true])
    for (const provider of ['solcast', 'openweather', 'met-norway']) {
      await sql`update weather_days set provider = ${provider} where latitude_cdeg = 4040`.execute(test.db.kysely)
      await sql`update weather_places set provider = ${provider} where latitude_cdeg = 4040`.execute(test.db.kysely)
      expect(await judged()).toEqual([false, 0, 2, false])
    }
  })

  it('say why there is none: no place, nothing yet', async () => {
    const nowhere = await addTestPlant(test.db, ownerId, { latitudeDeg: 0, longitudeDeg: 0 })
    expect(await forecast(nowhere)).toMatchObject({ reason: 'place', now: null, data: [], attribution: null })
    const fresh = await addTestPlant(test.db, ownerId, { latitudeDeg: 10, longitudeDeg: 10 })
    expect(await forecast(fresh)).toMatchObject({ reason: 'waiting', lastUpdateTime: null })
  })

  it.each(['&date=2026-02-30', '&date=yesterday', '&date=9999-01-01'])('refuse %s', async (query) => {
    const plantId = await addTestPlant(test.db, ownerId)
    expect((await get('region-s/weather/record/day', plantId, query)).code).toBe('PARAM_ERROR')
  })

  // The last one: it switches the weather of this server off.
  it('say that it is off', async () => {
    const plantId = await addTestPlant(test.db, ownerId, { latitudeDeg: 52.5, longitudeDeg: 13.4 })
    Object.assign(test.services, { weather: null })
    expect(await forecast(plantId)).toMatchObject({ reason: 'off', now: null, data: [], fault: '' })
  })
})
