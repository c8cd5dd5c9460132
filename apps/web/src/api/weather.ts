/** The sky over a plant, in our words. */
import type { WeatherDayWire, WeatherForecast } from '@heliograph/contract/region-s/weather.ts'
import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export type SkyNow = Readonly<{
  kind: WeatherKind
  isSunUp: boolean
  airC: number | null
  humidityPercent: number | null
  windMs: number | null
  cloudPercent: number | null
}>

/** A day of the strip; null: not known. */
export type SkyDay = Readonly<{
  date: string
  kind: WeatherKind
  lowC: number | null
  highC: number | null
  precipitationMm: number | null
  sunshineS: number | null
  irradiationKwhM2: number | null
  windMs: number | null
  sunriseMs: number | null
  sunsetMs: number | null
  polar: WeatherDayWire['polar']
}>

export type PlantSky = Readonly<{
  reason: WeatherForecast['reason']
  attribution: Readonly<{ text: string; url: string }> | null
  /** Whether the service knows irradiance; else it is estimated from clouds. */
  knowsLight: boolean
  /** Whether it knows the past; else earlier days are its forecasts. */
  knowsPast: boolean
  answeredAtMs: number | null
  fault: WeatherForecast['fault']
  now: SkyNow | null
  days: readonly SkyDay[]
}>

export async function fetchSky(plantId: number, signal?: AbortSignal): Promise<PlantSky> {
  const query = { plantId: String(plantId) }
  return toSky(await call('GET /region-s/weather/searchForecast', { query }, { signal }))
}

const toSky = ({
  reason,
  attribution,
  irradianceKnown,
  pastKnown,
  lastUpdateTime,
  fault,
  now,
  data,
}: WeatherForecast): PlantSky => ({
  reason,
  attribution,
  fault,
  knowsLight: irradianceKnown,
  knowsPast: pastKnown,
  answeredAtMs: toMs(lastUpdateTime),
  now: now && {
    kind: now.weatherPic,
    isSunUp: now.sunUp,
    airC: now.temp,
    humidityPercent: now.humidity,
    windMs: now.windSpeed,
    cloudPercent: now.clouds,
  },
  days: data.map((day) => ({
    date: day.date,
    kind: day.weatherPic,
    lowC: day.tempMin,
    highC: day.tempMax,
    precipitationMm: day.precipitation,
    sunshineS: day.sunshineDuration,
    irradiationKwhM2: day.irradiation,
    windMs: day.windSpeed,
    sunriseMs: toMs(day.sunrise),
    sunsetMs: toMs(day.sunset),
    polar: day.polar,
  })),
})
