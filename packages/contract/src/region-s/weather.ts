import { weatherKinds } from '@heliograph/domain/weather/weather-hour.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { lan } from '../language.ts'
import { day, epochSeconds, id, numberOrNull } from '../page.ts'

/** Why there is no weather: none on this server, no place of the plant, nothing arrived yet; empty: there is. */
export const weatherReasons = ['', 'off', 'place', 'waiting'] as const
/** Why the last request brought nothing; empty: it did. */
const weatherFaults = ['', 'unreachable', 'timeout', 'refused', 'busy', 'broken', 'units', 'place', 'size'] as const

const weatherPic = z.enum(weatherKinds)

/** degC, %, hPa at sea level, m/s, degrees that the wind comes from, mm. */
const air = {
  weatherPic,
  /** Its word in the language of the request. */
  weatherName: z.string(),
  temp: numberOrNull,
  humidity: numberOrNull,
  pressure: numberOrNull,
  windSpeed: numberOrNull,
  windDeg: numberOrNull,
  clouds: numberOrNull,
  precipitation: numberOrNull,
}

/** The hour that begins at `time`; W/m2 on the horizontal, its mean. */
export const weatherHour = z.object({ time: epochSeconds, ...air, sunUp: z.boolean(), irradiance: numberOrNull })
export type WeatherHourWire = z.infer<typeof weatherHour>

/** Means of the day, except lowest, highest, and sums: precipitation, sunshine in s, irradiation in kWh/m2. */
export const weatherDay = z.object({
  date: day,
  ...air,
  tempMin: numberOrNull,
  tempMax: numberOrNull,
  sunshineDuration: numberOrNull,
  irradiation: numberOrNull,
  /** Computed for the place; both null where the sun does not cross the horizon: `polar` says which case. */
  sunrise: epochSeconds.nullable(),
  sunset: epochSeconds.nullable(),
  polar: z.enum(['', 'always-up', 'always-down']),
})
export type WeatherDayWire = z.infer<typeof weatherDay>

/** The source and its age. */
export const weatherSource = z.object({
  timeZone: z.string(),
  reason: z.enum(weatherReasons),
  provider: z.string(),
  attribution: z.object({ text: z.string(), url: z.string() }).nullable(),
  /** Whether the service reports irradiance; else forecasts follow its clouds, and past days are not judged by it. */
  irradianceKnown: z.boolean(),
  /** Whether it reports the past; else earlier days are its forecasts of them, and judge no production. */
  pastKnown: z.boolean(),
  lastUpdateTime: epochSeconds.nullable(),
  fault: z.enum(weatherFaults),
})
export type WeatherSourceWire = z.infer<typeof weatherSource>

const plantQuery = { plantId: id, lan }

export const weatherForecast = weatherSource.extend({
  /** The current hour; null: the last answer does not reach it. */
  now: weatherHour.nullable(),
  /** Today and the six days after it, as far as the answer reaches. */
  data: z.array(weatherDay),
})

export const weatherRecordDay = weatherSource.extend({
  date: day,
  statistics: weatherDay.nullable(),
  data: z.array(weatherHour),
})

export const weatherRecordMonth = weatherSource.extend({ month: z.string(), data: z.array(weatherDay) })

export const weatherCalls = {
  'GET /region-s/weather/searchForecast': endpoint({
    summary: 'The weather at a plant: now, and today with the six days after it, by the plant’s clock',
    right: onPlant('viewPlantInfo', 'query.plantId'),
    query: z.object(plantQuery),
    reply: weatherForecast,
  }),
  'GET /region-s/weather/record/day': endpoint({
    summary: 'The weather of one day at a plant, hour by hour; today’s when no date is given',
    right: onPlant('viewPlantInfo', 'query.plantId'),
    query: z.object({ ...plantQuery, date: day.optional() }),
    reply: weatherRecordDay,
  }),
  'GET /region-s/weather/record/month': endpoint({
    summary: 'The weather of a month at a plant, day by day; days without a record are absent',
    right: onPlant('viewPlantInfo', 'query.plantId'),
    query: z.object({
      ...plantQuery,
      month: z
        .string()
        .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
        .optional(),
    }),
    reply: weatherRecordMonth,
  }),
} as const
