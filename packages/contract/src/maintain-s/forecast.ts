import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, epochMs, id, numberOrNull } from '../page.ts'

/** p50 is the middle of a forecast; one in ten stays below p10, and one in ten exceeds p90. */
const forecastHour = z.object({
  /** Of the start of the hour. */
  atMs: epochMs,
  p10W: z.number(),
  p50W: z.number(),
  p90W: z.number(),
})
export type ForecastHour = z.infer<typeof forecastHour>

const forecastDay = z.object({
  date: day,
  p10Wh: z.number(),
  p50Wh: z.number(),
  p90Wh: z.number(),
  /** In the order of the planes. */
  planesWh: z.array(z.number()),
})
export type ForecastDay = z.infer<typeof forecastDay>

const productionForecast = z.object({
  zone: z.string(),
  /** Why there is none: no weather on this server, first run to come, no place, no capacity, no weather yet. */
  reason: z.enum(['', 'off', 'waiting', 'place', 'capacity', 'weather']),
  madeAtMs: numberOrNull,
  /** Complete days of the plant's own history that calibrated it. */
  calibratedDays: z.number().int(),
  /** Names of the planes; one without a name where all modules are on one. */
  planes: z.array(z.string()),
  hours: z.array(forecastHour),
  days: z.array(forecastDay),
})
export type ProductionForecast = z.infer<typeof productionForecast>

/** Errors of whole days as shares of the measured energy (nMAE); null: no day to judge. */
const horizonScore = z.object({
  /** Days ahead: 0 is said on the day's first hours. */
  horizon: z.number().int(),
  days: z.number().int(),
  calibrated: numberOrNull,
  modelled: numberOrNull,
  /** Of saying that the last complete day repeats. */
  persistence: numberOrNull,
  /** Signed: above 0, too much was promised. */
  bias: numberOrNull,
  /** Share of days between p10 and p90; 0.8 would be exact. */
  inRange: numberOrNull,
})
export type HorizonScore = z.infer<typeof horizonScore>

/** Forecast of the day before, and the measured energy. */
const judgedForecast = z.object({
  date: day,
  measuredWh: numberOrNull,
  p10Wh: numberOrNull,
  p50Wh: numberOrNull,
  p90Wh: numberOrNull,
  modelledWh: numberOrNull,
})
export type JudgedForecast = z.infer<typeof judgedForecast>

const forecastAccuracy = z.object({
  zone: z.string(),
  horizons: z.array(horizonScore),
  days: z.array(judgedForecast),
})
export type ForecastAccuracy = z.infer<typeof forecastAccuracy>

export const forecastCalls = {
  'GET /maintain-s/history/power/{id}/forecast': endpoint({
    summary: 'Forecast production of a plant by hours and days; of a past day what its morning said',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: z.object({ id }),
    query: z.object({ date: day.optional() }),
    reply: productionForecast,
  }),
  'GET /maintain-s/history/power/{id}/forecast/accuracy': endpoint({
    summary: 'Forecasts of a plant beside what came, and their errors by days ahead',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: z.object({ id }),
    query: z.object({ days: z.coerce.number().int().min(7).max(366).default(90) }),
    reply: forecastAccuracy,
  }),
} as const
