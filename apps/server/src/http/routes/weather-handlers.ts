import { skyDay, skyHour, skySource } from '@heliograph/contract/codecs/weather.ts'
import {
  type PlantDay,
  type PlantHour,
  plantForecast,
  plantWeatherDay,
  plantWeatherMonth,
} from '../../insight/weather/weather.ts'
import type { FamilyHandlers } from './handler.ts'
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
    return { ...skySource.toWire(source), now: now && toHour(now, name), data: days.map((day) => toDay(day, name)) }
  },
  'GET /region-s/weather/record/day': async ({ query, context }) => {
    const { db, services, nowMs } = context
    const { source, date, day, hours } = await plantWeatherDay(db, services.weather, query.plantId, query.date, nowMs)
    const name = nameSkies(query.lan)
    const data = hours.map((hour) => toHour(hour, name))
    return { ...skySource.toWire(source), date, statistics: day && toDay(day, name), data }
  },
  'GET /region-s/weather/record/month': async ({ query, context }) => {
    const { db, services, nowMs } = context
    const { source, month, days } = await plantWeatherMonth(db, services.weather, query.plantId, query.month, nowMs)
    const name = nameSkies(query.lan)
    return { ...skySource.toWire(source), month, data: days.map((day) => toDay(day, name)) }
  },
} satisfies Partial<FamilyHandlers<'region-s'>>

type NameSky = ReturnType<typeof nameSkies>

/** Parts that a service may leave out. */
const UNKNOWN = {
  temperatureC: null,
  humidityPercent: null,
  pressureHpa: null,
  windMs: null,
  windDeg: null,
  cloudPercent: null,
  precipitationMm: null,
  ghiWm2: null,
}

const toHour = ({ hour, isSunUp }: PlantHour, name: NameSky) =>
  skyHour.toWire({ ...UNKNOWN, ...hour, name: name(hour.kind), isSunUp })

const toDay = ({ date, weather, sun }: PlantDay, name: NameSky) =>
  skyDay.toWire({ ...weather, ...sun, date, name: name(weather.kind) })
