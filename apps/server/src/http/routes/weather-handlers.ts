import type { WeatherDayWire, weatherHour } from '@heliograph/contract/region-s/weather.ts'
import type { z } from 'zod'
import {
  type PlantDay,
  type PlantHour,
  plantForecast,
  plantWeatherDay,
  plantWeatherMonth,
  type WeatherSource,
} from '../../insight/weather/weather.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSecondsOrNull } from './scales.ts'
import { nameSkies } from './station-words.ts'

export const weatherHandlers = {
  'GET /region-s/weather/searchForecast': async ({ query, context }) => {
    const { source, now, days } = await plantForecast(
      context.db,
      context.services.weather,
      query.plantId,
      context.nowMs,
    )
    const name = nameSkies(query.lan)
    return { ...toSource(source), now: now && toHour(now, name), data: days.map((day) => toDay(day, name)) }
  },
  'GET /region-s/weather/record/day': async ({ query, context }) => {
    const { db, services, nowMs } = context
    const { source, date, day, hours } = await plantWeatherDay(db, services.weather, query.plantId, query.date, nowMs)
    const name = nameSkies(query.lan)
    const data = hours.map((hour) => toHour(hour, name))
    return { ...toSource(source), date, statistics: day && toDay(day, name), data }
  },
  'GET /region-s/weather/record/month': async ({ query, context }) => {
    const { db, services, nowMs } = context
    const { source, month, days } = await plantWeatherMonth(db, services.weather, query.plantId, query.month, nowMs)
    const name = nameSkies(query.lan)
    return { ...toSource(source), month, data: days.map((day) => toDay(day, name)) }
  },
} satisfies Partial<FamilyHandlers<'region-s'>>

const toSource = ({
  zone,
  reason,
  provider,
  attribution,
  knowsLight,
  knowsPast,
  answeredAtMs,
  fault,
}: WeatherSource) => ({
  timeZone: zone,
  reason,
  provider,
  attribution,
  fault,
  irradianceKnown: knowsLight,
  pastKnown: knowsPast,
  lastUpdateTime: toSecondsOrNull(answeredAtMs),
})

const round = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 100) / 100

type NameSky = ReturnType<typeof nameSkies>

const toHour = ({ hour, isSunUp }: PlantHour, name: NameSky): z.infer<typeof weatherHour> => ({
  time: hour.atMs / 1000,
  weatherPic: hour.kind,
  weatherName: name(hour.kind),
  temp: round(hour.temperatureC),
  humidity: round(hour.humidityPercent),
  pressure: round(hour.pressureHpa),
  windSpeed: round(hour.windMs),
  windDeg: round(hour.windDeg),
  clouds: round(hour.cloudPercent),
  precipitation: round(hour.precipitationMm),
  sunUp: isSunUp,
  irradiance: round(hour.ghiWm2),
})

const toDay = ({ date, weather, sun }: PlantDay, name: NameSky): WeatherDayWire => ({
  date,
  weatherPic: weather.kind,
  weatherName: name(weather.kind),
  temp: round(weather.temperatureC),
  tempMin: round(weather.temperatureMinC),
  tempMax: round(weather.temperatureMaxC),
  humidity: round(weather.humidityPercent),
  pressure: round(weather.pressureHpa),
  windSpeed: round(weather.windMs),
  windDeg: round(weather.windDeg),
  clouds: round(weather.cloudPercent),
  precipitation: round(weather.precipitationMm),
  sunshineDuration: round(weather.sunshineS),
  irradiation: round(weather.irradiationKwhM2),
  sunrise: toSecondsOrNull(sun.sunriseMs),
  sunset: toSecondsOrNull(sun.sunsetMs),
  polar: sun.polar ?? '',
})
