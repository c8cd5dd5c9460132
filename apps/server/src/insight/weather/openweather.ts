import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { kindOfOpenWeather } from './codes.ts'
import type { Provider } from './provider.ts'
import { checkPlace, cleanHours, type Json, numberOf, toList, toObject } from './read-answer.ts'

/** OpenWeather One Call 3.0: worldwide, with a key; two days of hours, then six of days; no irradiance. */
export const openWeather: Provider = {
  name: 'openweather',
  baseUrl: 'https://api.openweathermap.org',
  needsKey: true,
  callsPerDay: 900,
  archive: null,
  knowsLight: false,
  knowsPast: false,
  attribution: { text: 'OpenWeather', url: 'https://openweathermap.org/' },
  request: ({ latitudeDeg, longitudeDeg }, key) => {
    const query = new URLSearchParams({
      lat: latitudeDeg.toFixed(2),
      lon: longitudeDeg.toFixed(2),
      appid: key,
      units: 'metric',
      exclude: 'minutely,alerts',
    })
    return { path: `/data/3.0/onecall?${query}` }
  },
  parse: (body, place) => {
    const answer = toObject(body, 'the answer')
    checkPlace(answer.lat, answer.lon, place)
    const hourly = toList(answer.hourly, 'hourly').map((row) => readHour(toObject(row, 'an hour')))
    const lastMs = Math.max(...hourly.map(({ atMs }) => atMs).filter(Number.isFinite))
    const daily = Array.isArray(answer.daily) ? answer.daily.slice(0, 16) : []
    const later = daily.flatMap((row) => readDay(toObject(row, 'a day'))).filter(({ atMs }) => atMs > lastMs)
    return cleanHours([...hourly, ...later])
  },
}

const stampOf = (row: Json): number => (numberOf(row.dt) ?? Number.NaN) * 1000
const kindOf = ({ weather }: Json) =>
  kindOfOpenWeather(Array.isArray(weather) ? (weather[0] as Json | undefined)?.id : undefined)

const airOf = (row: Json) => ({
  humidityPercent: numberOf(row.humidity),
  pressureHpa: numberOf(row.pressure),
  cloudPercent: numberOf(row.clouds),
  windMs: numberOf(row.wind_speed),
  windDeg: numberOf(row.wind_deg),
})

function readHour(row: Json): WeatherHour {
  const fallen = ['rain', 'snow'].map((name) => numberOf((row[name] as Json | undefined)?.['1h']) ?? 0)
  return {
    atMs: Math.floor(stampOf(row) / HOUR_MS) * HOUR_MS,
    kind: kindOf(row),
    temperatureC: numberOf(row.temp),
    precipitationMm: fallen.reduce((sum, mm) => sum + mm, 0),
    ...airOf(row),
  }
}

/** A day stands for its 24 hours: its stamp is the local noon. */
function readDay(row: Json): readonly WeatherHour[] {
  const noonMs = Math.floor(stampOf(row) / HOUR_MS) * HOUR_MS
  const temperatures = (row.temp ?? {}) as Json
  const mm = (numberOf(row.rain) ?? 0) + (numberOf(row.snow) ?? 0)
  const at = (hour: number): unknown =>
    temperatures[hour < 6 ? 'night' : hour < 11 ? 'morn' : hour < 17 ? 'day' : 'eve']
  return Array.from({ length: 24 }, (_, hour) => ({
    atMs: noonMs + (hour - 12) * HOUR_MS,
    kind: kindOf(row),
    temperatureC: numberOf(at(hour)),
    temperatureMinC: numberOf(temperatures.min),
    temperatureMaxC: numberOf(temperatures.max),
    precipitationMm: mm / 24,
    ...airOf(row),
  }))
}
