import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { kindOfMetSymbol } from './codes.ts'
import { type Provider, WeatherFault } from './provider.ts'
import { checkPlace, cleanHours, type Json, numberOf, toList, toObject } from './read-answer.ts'

/** The units of its contract; the answer repeats them. */
const expected: Readonly<Record<string, string>> = {
  air_temperature: 'celsius',
  cloud_area_fraction: '%',
  relative_humidity: '%',
  wind_speed: 'm/s',
  wind_from_direction: 'degrees',
  air_pressure_at_sea_level: 'hPa',
  precipitation_amount: 'mm',
}

/** MET Norway: worldwide, free for any use; it has neither irradiance nor a past. */
export const metNorway: Provider = {
  name: 'met-norway',
  baseUrl: 'https://api.met.no',
  needsKey: false,
  callsPerDay: 20_000,
  archive: null,
  knowsLight: false,
  knowsPast: false,
  attribution: { text: 'MET Norway (CC BY 4.0)', url: 'https://api.met.no/' },
  request: ({ latitudeDeg, longitudeDeg }) => ({
    path: `/weatherapi/locationforecast/2.0/compact?lat=${latitudeDeg.toFixed(2)}&lon=${longitudeDeg.toFixed(2)}`,
  }),
  parse: (body, place) => {
    const answer = toObject(body, 'the answer')
    const coordinates = toList(toObject(answer.geometry, 'geometry').coordinates, 'coordinates')
    checkPlace(coordinates[1], coordinates[0], place)
    const properties = toObject(answer.properties, 'properties')
    const units = toObject(toObject(properties.meta, 'meta').units, 'units')
    for (const [name, unit] of Object.entries(expected))
      if (units[name] !== undefined && units[name] !== unit)
        throw new WeatherFault('units', `${name} is in ${String(units[name]).slice(0, 20)}`)
    return cleanHours(toList(properties.timeseries, 'timeseries').flatMap(readStep))
  },
}

/** One entry: the hour after it, or six hours where the forecast is coarse. */
function readStep(entry: unknown): readonly WeatherHour[] {
  const step = toObject(entry, 'an entry')
  const atMs = Date.parse(String(step.time))
  const data = toObject(step.data, 'data')
  const now = toObject(toObject(data.instant, 'instant').details, 'details')
  const next = ([1, 6] as const).flatMap((hours) => {
    const found = data[`next_${hours}_hours`] as Json | undefined
    return found ? [{ hours, found }] : []
  })[0]
  const hours = next?.hours ?? 1
  const summary = next && (next.found.summary as Json | undefined)
  const details = (next?.found.details ?? {}) as Json
  const mm = numberOf(details.precipitation_amount)
  return Array.from({ length: hours }, (_, index) => ({
    atMs: atMs + index * HOUR_MS,
    kind: kindOfMetSymbol(summary?.symbol_code),
    temperatureC: numberOf(now.air_temperature),
    temperatureMinC: numberOf(details.air_temperature_min),
    temperatureMaxC: numberOf(details.air_temperature_max),
    humidityPercent: numberOf(now.relative_humidity),
    pressureHpa: numberOf(now.air_pressure_at_sea_level),
    cloudPercent: numberOf(now.cloud_area_fraction),
    windMs: numberOf(now.wind_speed),
    windDeg: numberOf(now.wind_from_direction),
    precipitationMm: mm === null ? null : mm / hours,
  }))
}
