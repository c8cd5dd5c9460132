import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { WeatherHour, WeatherKind, WeatherPart } from '@heliograph/domain/weather/weather-hour.ts'
import type { Provider } from './provider.ts'
import { cleanHours, type Json, numberOf, toList, toObject } from './read-answer.ts'

const parts: readonly (readonly [string, WeatherPart])[] = [
  ['air_temp', 'temperatureC'],
  ['ghi', 'ghiWm2'],
  ['dni', 'dniWm2'],
  ['dhi', 'dhiWm2'],
  ['relative_humidity', 'humidityPercent'],
  ['wind_speed_10m', 'windMs'],
  ['wind_direction_10m', 'windDeg'],
]

/** Solcast: irradiance worldwide from satellites, with a key and few requests a day. Its answers name no place. */
export const solcast: Provider = {
  name: 'solcast',
  baseUrl: 'https://api.solcast.com.au',
  needsKey: true,
  callsPerDay: 10,
  archive: null,
  knowsLight: true,
  knowsPast: false,
  attribution: { text: 'Solcast', url: 'https://solcast.com/' },
  request: ({ latitudeDeg, longitudeDeg }, key) => {
    const query = new URLSearchParams({
      latitude: latitudeDeg.toFixed(2),
      longitude: longitudeDeg.toFixed(2),
      hours: '192',
      period: 'PT60M',
      output_parameters: [...parts.map(([name]) => name), 'cloud_opacity', 'precipitation_rate'].join(),
      format: 'json',
    })
    return {
      path: `/data/forecast/radiation_and_weather?${query}`,
      headers: { authorization: `Bearer ${key}` },
    }
  },
  parse: (body) => {
    const rows = toList(toObject(body, 'the answer').forecasts, 'forecasts').map((row) => toObject(row, 'a period'))
    return cleanHours(gatherHours(rows))
  },
}

/** Periods of 5 to 60 minutes as hours: means. */
function gatherHours(rows: readonly Json[]): readonly WeatherHour[] {
  const hours = new Map<number, Json[]>()
  for (const row of rows) {
    const minutes = Number(/^PT(\d{1,2})M$/.exec(String(row.period))?.[1] ?? Number.NaN)
    const startMs = Date.parse(String(row.period_end)) - minutes * MINUTE_MS
    if (!Number.isFinite(startMs)) continue
    const atMs = Math.floor(startMs / HOUR_MS) * HOUR_MS
    hours.set(atMs, [...(hours.get(atMs) ?? []), row])
  }
  return [...hours].map(([atMs, own]) => {
    const values = parts.map(([name, part]) => [part, meanOf(own, name)] as const)
    const mm = meanOf(own, 'precipitation_rate')
    const opacity = meanOf(own, 'cloud_opacity')
    return { atMs, kind: kindOf(opacity, mm), precipitationMm: mm, ...Object.fromEntries(values) }
  })
}

function meanOf(rows: readonly Json[], name: string): number | null {
  const values = rows.flatMap((row) => numberOf(row[name]) ?? [])
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null
}

/** It has no words for the sky: how much light the clouds hold back, and rain. */
function kindOf(opacityPercent: number | null, mmPerHour: number | null): WeatherKind {
  if (mmPerHour !== null && mmPerHour >= 0.1) return mmPerHour < 1 ? 'rainy-s' : 'rainy-l'
  if (opacityPercent === null) return 'unknow'
  return opacityPercent < 25 ? 'sunny' : 'cloudy'
}
