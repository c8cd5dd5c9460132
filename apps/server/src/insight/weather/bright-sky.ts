import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { kindOfBrightSky } from './codes.ts'
import type { Provider } from './provider.ts'
import { checkPlace, cleanHours, type Json, numberOf, toList, toObject } from './read-answer.ts'

/** Stations lie up to 50 km away. */
const NEAR_DEG = 1
const MOST_PAST_DAYS = 60
const BASE_URL = 'https://api.brightsky.dev'

const pathOf = (latitudeDeg: number, longitudeDeg: number, from: string, to: string): string =>
  `/weather?${new URLSearchParams({
    lat: latitudeDeg.toFixed(2),
    lon: longitudeDeg.toFixed(2),
    date: from,
    last_date: to,
    tz: 'UTC',
    units: 'dwd',
  })}`

/** Bright Sky: observations and forecasts of the German weather service, mostly for Germany; also for one's own server. */
export const brightSky: Provider = {
  name: 'bright-sky',
  baseUrl: BASE_URL,
  needsKey: false,
  callsPerDay: 8_000,
  archive: {
    baseUrl: BASE_URL,
    request: ({ latitudeDeg, longitudeDeg }, _key, from, to) => ({ path: pathOf(latitudeDeg, longitudeDeg, from, to) }),
  },
  knowsLight: true,
  knowsPast: true,
  attribution: { text: 'Deutscher Wetterdienst, Bright Sky', url: 'https://brightsky.dev/' },
  request: ({ latitudeDeg, longitudeDeg }, _key, pastDays, nowMs) => {
    const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)
    const from = day(nowMs - Math.min(MOST_PAST_DAYS, pastDays) * DAY_MS)
    return { path: pathOf(latitudeDeg, longitudeDeg, from, day(nowMs + 9 * DAY_MS)) }
  },
  parse: (body, place) => {
    const answer = toObject(body, 'the answer')
    for (const source of toList(answer.sources, 'sources').slice(0, 1)) {
      const { lat, lon } = toObject(source, 'a source')
      checkPlace(lat, lon, place, NEAR_DEG)
    }
    const rows = toList(answer.weather, 'weather').map((row) => toObject(row, 'an hour'))
    const byTime = new Map(rows.map((row) => [Date.parse(String(row.timestamp)), row]))
    return cleanHours([...byTime].map(([atMs, row]) => readHour(atMs, row, byTime.get(atMs + HOUR_MS))))
  },
}

/** Sums are of the hour before the stamp. Units of the German service: km/h, minutes, kWh/m2. */
function readHour(atMs: number, row: Json, end: Json | undefined): WeatherHour {
  const scaled = (value: unknown, factor: number): number | null => {
    const number = numberOf(value)
    return number === null ? null : number * factor
  }
  return {
    atMs,
    kind: kindOfBrightSky(row.icon, numberOf(row.precipitation)),
    temperatureC: numberOf(row.temperature),
    humidityPercent: numberOf(row.relative_humidity),
    pressureHpa: numberOf(row.pressure_msl),
    cloudPercent: numberOf(row.cloud_cover),
    windMs: scaled(row.wind_speed, 1 / 3.6),
    windDeg: numberOf(row.wind_direction),
    precipitationMm: numberOf(end?.precipitation),
    sunshineS: scaled(end?.sunshine, 60),
    ghiWm2: scaled(end?.solar, 1000),
  }
}
