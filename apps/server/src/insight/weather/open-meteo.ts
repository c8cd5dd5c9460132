import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { WeatherHour, WeatherPart } from '@heliograph/domain/weather/weather-hour.ts'
import { kindOfWmo } from './codes.ts'
import { type Provider, WeatherFault, type WeatherPlace } from './provider.ts'
import { checkPlace, cleanHours, type Json, numberOf, toList, toObject } from './read-answer.ts'

/** Which of its variables are which part, and those that are of the hour that ends at the stamp. */
const instants: readonly (readonly [string, WeatherPart])[] = [
  ['temperature_2m', 'temperatureC'],
  ['relative_humidity_2m', 'humidityPercent'],
  ['pressure_msl', 'pressureHpa'],
  ['cloud_cover', 'cloudPercent'],
  ['wind_speed_10m', 'windMs'],
  ['wind_direction_10m', 'windDeg'],
]
const sums: readonly (readonly [string, WeatherPart])[] = [
  ['precipitation', 'precipitationMm'],
  ['sunshine_duration', 'sunshineS'],
  ['shortwave_radiation', 'ghiWm2'],
  ['direct_normal_irradiance', 'dniWm2'],
  ['diffuse_radiation', 'dhiWm2'],
]
const variables = [...instants, ...sums].map(([name]) => name)

/** Units in which it may answer, as a factor and an offset to ours. */
const units: Readonly<Record<string, readonly [number, number]>> = {
  '°C': [1, 0],
  '°F': [5 / 9, -160 / 9],
  '%': [1, 0],
  hPa: [1, 0],
  'm/s': [1, 0],
  'km/h': [1 / 3.6, 0],
  mph: [0.44704, 0],
  'mp/h': [0.44704, 0],
  kn: [0.514444, 0],
  '°': [1, 0],
  mm: [1, 0],
  inch: [25.4, 0],
  s: [1, 0],
  'W/m²': [1, 0],
}

const queryOf = (place: WeatherPlace, key: string, span: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams({
    latitude: place.latitudeDeg.toFixed(2),
    longitude: place.longitudeDeg.toFixed(2),
    hourly: [...variables, 'weather_code'].join(),
    timezone: 'UTC',
    timeformat: 'unixtime',
    wind_speed_unit: 'ms',
    ...span,
    ...(key && { apikey: key }),
  })

/** Open-Meteo, or a server of one's own with its interface: worldwide, with irradiance and up to 92 days of the past. */
export const openMeteo: Provider = {
  name: 'open-meteo',
  baseUrl: 'https://api.open-meteo.com',
  needsKey: false,
  callsPerDay: 8_000,
  attribution: { text: 'Open-Meteo.com (CC BY 4.0)', url: 'https://open-meteo.com/' },
  // Its archive has a host of its own; a server of one's own serves both.
  archive: {
    baseUrl: 'https://archive-api.open-meteo.com',
    request: (place, key, from, to) => ({
      path: `/v1/archive?${queryOf(place, key, { start_date: from, end_date: to })}`,
    }),
  },
  knowsLight: true,
  knowsPast: true,
  request: (place, key, pastDays) => {
    const past_days = String(Math.min(92, pastDays))
    return { path: `/v1/forecast?${queryOf(place, key, { past_days, forecast_days: '9' })}` }
  },
  parse: (body, place) => {
    const answer = toObject(body, 'the answer')
    if (answer.error === true) throw new WeatherFault('refused', `Open-Meteo: ${String(answer.reason).slice(0, 200)}`)
    checkPlace(answer.latitude, answer.longitude, place)
    const hourly = toObject(answer.hourly, 'hourly')
    const names = toObject(answer.hourly_units, 'hourly_units')
    const stamps = toList(hourly.time, 'hourly.time').map(readStamp(numberOf(answer.utc_offset_seconds) ?? 0))
    const columns = new Map(
      [...instants, ...sums].map(([name, part]) => [part, readColumn(hourly, names, name)] as const),
    )
    const codes = Array.isArray(hourly.weather_code) ? hourly.weather_code : []
    const at = new Map(stamps.map((atMs, index) => [atMs, index]))
    const hours = stamps.flatMap((atMs, index): WeatherHour[] => {
      if (atMs === null) return []
      const end = at.get(atMs + HOUR_MS)
      const row: Partial<Record<WeatherPart, number | null>> = {}
      for (const [, part] of instants) row[part] = columns.get(part)?.[index] ?? null
      if (end !== undefined) for (const [, part] of sums) row[part] = columns.get(part)?.[end] ?? null
      return [{ atMs, kind: kindOfWmo(codes[index]), ...row }]
    })
    return cleanHours(hours)
  },
}

/** Local times have no offset of their own. */
const readStamp =
  (offsetS: number) =>
  (stamp: unknown): number | null => {
    if (typeof stamp === 'number' && Number.isFinite(stamp)) return stamp * 1000
    if (typeof stamp !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(stamp)) return null
    return Date.parse(`${stamp}Z`) - offsetS * 1000
  }

function readColumn(hourly: Json, names: Json, name: string): readonly (number | null)[] {
  const values = hourly[name]
  if (!Array.isArray(values)) return []
  const unit = units[String(names[name])]
  if (unit === undefined) throw new WeatherFault('units', `${name} is in ${String(names[name]).slice(0, 20)}`)
  return values.map((value) => {
    const number = numberOf(value)
    return number === null ? null : number * unit[0] + unit[1]
  })
}
