import { readFileSync } from 'node:fs'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { sumWeatherDay } from '@heliograph/domain/weather/weather-day.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { isSunUp } from '@heliograph/solar/sun-up.ts'
import { describe, expect, it } from 'vitest'
import { brightSky } from './bright-sky.ts'
import { metNorway } from './met-norway.ts'
import { openMeteo } from './open-meteo.ts'
import { openWeather } from './openweather.ts'
import type { Provider } from './provider.ts'
import { solcast } from './solcast.ts'

const read = (name: string): Record<string, never> =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'))
const place = { latitudeDeg: 50, longitudeDeg: 10 }
const recorded = (): Record<string, unknown> & {
  hourly: Record<string, unknown[]>
  hourly_units: Record<string, string>
} => structuredClone(read('open_meteo_forecast_recorded')) as never
const facts = read('facts') as unknown as {
  open_meteo: { hourly_days: Record<string, { t_min: number; t_max: number; ghi_kwh_m2: number; sunshine_h: number }> }
  bright_sky: { days: Record<string, { hours: number; t_min: number; t_max: number }> }
}

const dayOf = (hours: readonly WeatherHour[], day: string) => {
  const { fromMs, toMs } = dayBounds(day, 'Europe/Berlin')
  const own = hours.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  return sumWeatherDay(own, ({ atMs }) => isSunUp(atMs + HOUR_MS / 2, place))
}
const faultOf = (provider: Provider, body: unknown, at = place): string => {
  try {
    provider.parse(body, at)
    return 'none'
  } catch (error) {
    return (error as { kind?: string }).kind ?? String(error)
  }
}

describe('Open-Meteo as it was recorded', () => {
  const hours = openMeteo.parse(recorded(), place)

  it.each(Object.entries(facts.open_meteo.hourly_days))('sums %s as its truth says', (day, truth) => {
    const found = dayOf(hours, day)
    expect([found.hours, found.temperatureMinC, found.temperatureMaxC]).toEqual([24, truth.t_min, truth.t_max])
    expect(found.irradiationKwhM2).toBeCloseTo(truth.ghi_kwh_m2, 2)
    expect((found.sunshineS ?? 0) / 3600).toBeCloseTo(truth.sunshine_h, 2)
    // Fog before sunrise is the day's worst code and not its name.
    expect(found.kind).toBe('sunny')
  })

  it('takes radiation of the hour that ends at the stamp, and wind in km/h', () => {
    const body = recorded()
    const index = body.hourly.shortwave_radiation?.findIndex((value) => Number(value) > 0) ?? 0
    const stampMs = Date.parse(`${body.hourly.time?.[index]}Z`) - HOUR_MS
    const hour = hours.find(({ atMs }) => atMs === stampMs - HOUR_MS)
    expect(hour?.ghiWm2).toBe(body.hourly.shortwave_radiation?.[index])
    expect(hours[0]?.windMs).toBeCloseTo(4.3 / 3.6, 6)
  })

  it('reads stamps in seconds as well', () => {
    const body = recorded()
    body.hourly.time = (body.hourly.time as string[]).map((stamp) => Date.parse(`${stamp}Z`) / 1000 - 3600)
    expect(openMeteo.parse(body, place)).toEqual(hours)
  })

  it('turns Fahrenheit into degrees Celsius', () => {
    const body = recorded()
    body.hourly_units.temperature_2m = '°F'
    body.hourly.temperature_2m = (body.hourly.temperature_2m as number[]).map((value) => value * 1.8 + 32)
    expect(openMeteo.parse(body, place)[0]?.temperatureC).toBeCloseTo(3.2, 6)
  })

  it('keeps what it knows beside nulls, unknown codes and missing lists', () => {
    const body = recorded()
    body.hourly.weather_code = body.hourly.weather_code?.map((_, i) => (i % 2 ? null : 4711)) ?? []
    body.hourly.shortwave_radiation = body.hourly.shortwave_radiation?.map(() => null) ?? []
    delete body.hourly.cloud_cover
    const [first] = openMeteo.parse(body, place)
    expect(first).toMatchObject({ kind: 'unknow', temperatureC: 3.2 })
    expect(first).not.toHaveProperty('ghiWm2')
    expect(first).not.toHaveProperty('cloudPercent')
  })
})

describe('hostile answers', () => {
  it.each([
    ['nothing', null, 'broken'],
    ['a list', [], 'broken'],
    ['a text', 'hello', 'broken'],
    ['no hours', { latitude: 50, longitude: 10 }, 'broken'],
    ['a refusal', { error: true, reason: 'Daily API request limit exceeded' }, 'refused'],
    ['another place', { ...recorded(), latitude: 48.1, longitude: 11.6 }, 'place'],
    ['no place', { ...recorded(), latitude: null }, 'place'],
    ['no units', { ...recorded(), hourly_units: {} }, 'units'],
    ['kelvin', { ...recorded(), hourly_units: { ...recorded().hourly_units, temperature_2m: 'K' } }, 'units'],
    [
      'kelvin that claims to be degC',
      { ...recorded(), hourly: { ...recorded().hourly, temperature_2m: new Array(72).fill(285) } },
      'units',
    ],
    ['nulls alone', { ...recorded(), hourly: { time: recorded().hourly.time, temperature_2m: [null] } }, 'broken'],
    ['endless hours', { ...recorded(), hourly: { time: new Array(5_000).fill(0) } }, 'size'],
    [
      'stamps that are none',
      { ...recorded(), hourly: { ...recorded().hourly, time: new Array(72).fill('soon') } },
      'broken',
    ],
  ])('refuses %s', (_, body, fault) => {
    expect(faultOf(openMeteo, body)).toBe(fault)
  })

  it.each([metNorway, brightSky, openWeather, solcast])('$name refuses another service’s answer', (provider) => {
    expect(['broken', 'place']).toContain(faultOf(provider, recorded()))
    expect(faultOf(provider, null)).toBe('broken')
    expect(faultOf(provider, { forecasts: [], weather: [], hourly: [] })).toMatch(/broken|place/)
  })

  it('takes a place on the other side of the date line as near', () => {
    const body = { ...recorded(), latitude: -17, longitude: -179.99 }
    expect(faultOf(openMeteo, body, { latitudeDeg: -17, longitudeDeg: 179.98 })).toBe('none')
  })
})

describe('Bright Sky as it was recorded', () => {
  const body = read('bright_sky_weather_recorded')
  const at = { latitudeDeg: 50, longitudeDeg: 10 }
  it.each(Object.entries(facts.bright_sky.days))('sums %s, with its 23, 24 or 25 hours', (day, truth) => {
    const found = dayOf(brightSky.parse(body, at), day)
    expect([found.hours, found.temperatureMinC, found.temperatureMaxC, found.kind]).toEqual([
      ...[truth.hours, truth.t_min, truth.t_max],
      'cloudy',
    ])
  })
})

describe('services whose answers are described by their documents', () => {
  it('reads MET Norway: hours, then six hours at once', () => {
    const entry = (time: string, next: Record<string, unknown>) => ({
      time,
      data: { instant: { details: { air_temperature: 4.5, cloud_area_fraction: 75, wind_speed: 3 } }, ...next },
    })
    const details = (mm: number) => ({ precipitation_amount: mm })
    const body = {
      geometry: { coordinates: [10, 50, 291] },
      properties: {
        meta: { units: { air_temperature: 'celsius', wind_speed: 'm/s' } },
        timeseries: [
          entry('2026-03-02T11:00:00Z', {
            next_1_hours: { summary: { symbol_code: 'lightrain' }, details: details(0.4) },
          }),
          entry('2026-03-02T12:00:00Z', {
            next_6_hours: { summary: { symbol_code: 'heavysnow' }, details: details(6) },
          }),
        ],
      },
    }
    const hours = metNorway.parse(body, place)
    expect(hours.map(({ kind, precipitationMm }) => [kind, precipitationMm])).toEqual([
      ['rainy-s', 0.4],
      ...new Array(6).fill(['snow-s', 1]),
    ])
    expect(
      faultOf(metNorway, { ...body, properties: { ...body.properties, meta: { units: { wind_speed: 'knots' } } } }),
    ).toBe('units')
  })

  it('reads OpenWeather: hours, then days', () => {
    const noon = Date.parse('2026-03-04T12:00:00Z') / 1000
    const body = {
      lat: 50,
      lon: 10,
      hourly: [{ dt: noon - 2 * 86_400, temp: 7, clouds: 10, rain: { '1h': 0.3 }, weather: [{ id: 500 }] }],
      daily: [{ dt: noon, temp: { min: 1, max: 9, day: 8, night: 2 }, rain: 12, weather: [{ id: 502 }] }],
    }
    const hours = openWeather.parse(body, place)
    expect(hours).toHaveLength(25)
    expect(hours[0]).toMatchObject({ kind: 'rainy-s', temperatureC: 7, precipitationMm: 0.3 })
    expect(hours[13]).toMatchObject({ kind: 'rainy-l', temperatureMaxC: 9, precipitationMm: 0.5 })
  })

  it('reads Solcast: means of half hours that end at their stamps', () => {
    const half = (end: string, ghi: number) => ({ period_end: end, period: 'PT30M', ghi, dni: 300, cloud_opacity: 60 })
    const body = { forecasts: [half('2026-03-02T11:30:00.0000000Z', 400), half('2026-03-02T12:00:00.0000000Z', 500)] }
    expect(solcast.parse(body, place)).toEqual([
      { atMs: Date.parse('2026-03-02T11:00:00Z'), kind: 'cloudy', ghiWm2: 450, dniWm2: 300 },
    ])
  })
})
