import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchAnswer, PATIENCE_MS } from './fetch-answer.ts'
import { type ProviderName, WeatherFault } from './provider.ts'
import { providers } from './providers.ts'

const place = { latitudeDeg: 50, longitudeDeg: 10 }
const noon = Date.parse('2026-06-10T12:00:00Z')
const COUNT = 24

/** What a service may get wrong: the place it speaks of, a temperature, a code. */
type Told = Readonly<{ at?: typeof place; celsius?: number | null; code?: unknown; unit?: string }>

const stamps = Array.from({ length: COUNT }, (_, i) => noon + i * 3_600_000)
const iso = (atMs: number): string => new Date(atMs).toISOString()

/** A good answer of each service, as its documents show it, but for what is told. */
const answers: Readonly<Record<ProviderName, (told: Told) => unknown>> = {
  'open-meteo': ({ at = place, celsius = 20, code = 2, unit = '°C' }) => ({
    latitude: at.latitudeDeg,
    longitude: at.longitudeDeg,
    utc_offset_seconds: 0,
    hourly_units: { temperature_2m: unit, shortwave_radiation: 'W/m²' },
    hourly: {
      time: stamps.map((ms) => ms / 1000),
      temperature_2m: stamps.map(() => celsius),
      shortwave_radiation: stamps.map(() => 400),
      weather_code: stamps.map(() => code),
    },
  }),
  'met-norway': ({ at = place, celsius = 20, code = 'cloudy', unit = 'celsius' }) => ({
    geometry: { coordinates: [at.longitudeDeg, at.latitudeDeg, 0] },
    properties: {
      meta: { units: { air_temperature: unit } },
      timeseries: stamps.map((ms) => ({
        time: iso(ms),
        data: {
          instant: { details: { air_temperature: celsius, cloud_area_fraction: 40 } },
          next_1_hours: { summary: { symbol_code: code }, details: { precipitation_amount: 0 } },
        },
      })),
    },
  }),
  'bright-sky': ({ at = place, celsius = 20, code = 'cloudy' }) => ({
    sources: [{ lat: at.latitudeDeg, lon: at.longitudeDeg }],
    weather: stamps.map((ms) => ({
      timestamp: iso(ms),
      temperature: celsius,
      icon: code,
      cloud_cover: 40,
      solar: 0.4,
    })),
  }),
  openweather: ({ at = place, celsius = 20, code = 802 }) => ({
    lat: at.latitudeDeg,
    lon: at.longitudeDeg,
    hourly: stamps.map((ms) => ({ dt: ms / 1000, temp: celsius, clouds: 40, weather: [{ id: code }] })),
  }),
  solcast: ({ celsius = 20, code = 40 }) => ({
    forecasts: stamps.map((ms) => ({
      period_end: iso(ms + 3_600_000),
      period: 'PT60M',
      air_temp: celsius,
      ghi: 400,
      cloud_opacity: code,
    })),
  }),
}
const names = Object.keys(answers) as ProviderName[]

let body = ''
let isSilent = false
const server = createServer((_, response) => {
  if (isSilent) return
  response.end(body)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function ask(name: ProviderName, patienceMs = 2_000) {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { provider: providers[name], baseUrl, key: 'k', callsPerDay: 100 }
  try {
    return await fetchAnswer(settings, place, { pastDays: 1, nowMs: noon, agent: 'test', patienceMs })
  } catch (error) {
    if (error instanceof WeatherFault) return error.kind
    throw error
  }
}
const tell = (name: ProviderName, told: Told = {}): void => {
  isSilent = false
  body = JSON.stringify(answers[name](told))
}
const hoursOf = (found: Awaited<ReturnType<typeof ask>>) => (typeof found === 'string' ? found : found.hours)

describe.each(names)('answers of %s', (name) => {
  it('that are good are read', async () => {
    tell(name)
    const hours = hoursOf(await ask(name))
    expect(hours).toHaveLength(COUNT)
    expect(hours[0]).toMatchObject({ kind: 'cloudy' satisfies WeatherKind, temperatureC: 20 })
  })

  it('that end too early are refused', async () => {
    tell(name)
    body = body.slice(0, Math.floor(body.length / 2))
    expect(await ask(name)).toBe('broken')
  })

  it('with nulls keep what they know', async () => {
    tell(name, { celsius: null })
    const [hour] = hoursOf(await ask(name)) as readonly Record<string, unknown>[]
    expect(hour).not.toHaveProperty('temperatureC')
    expect(hour?.ghiWm2 ?? hour?.cloudPercent).toBeGreaterThan(0)
  })

  it('with unknown codes are a sky that is unknown, with its figures', async () => {
    // Solcast has no words for the sky: a text in place of its opacity.
    tell(name, { code: 'plague of frogs' })
    expect(hoursOf(await ask(name))[0]).toMatchObject({ kind: 'unknow', temperatureC: 20 })
  })

  it('in other units are refused', async () => {
    // Fahrenheit or kelvin that claims to be degC.
    tell(name, { celsius: 293 })
    expect(await ask(name)).toBe('units')
    if (name !== 'open-meteo' && name !== 'met-norway') return
    tell(name, { unit: 'K' })
    expect(await ask(name)).toBe('units')
  })

  // Answers of Solcast name no place.
  it.skipIf(name === 'solcast')('about another place are refused', async () => {
    tell(name, { at: { latitudeDeg: 52.5, longitudeDeg: 13.4 } })
    expect(await ask(name)).toBe('place')
  })

  it('that never come are given up', async () => {
    isSilent = true
    expect(await ask(name, 150)).toBe('timeout')
    // A service that needs 30 s is one that does not answer.
    expect(PATIENCE_MS).toBeLessThan(30_000)
  })
})
