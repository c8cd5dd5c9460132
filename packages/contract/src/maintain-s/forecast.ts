import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, epochSeconds, id, numberOrNull } from '../page.ts'

/** The middle of a forecast, and what one in ten stays below and one in ten exceeds. */
const range = { low: z.number(), value: z.number(), high: z.number() }

export const productionForecast = z.object({
  timeZone: z.string(),
  /** Why there is none: no weather on this server, first run to come, no place, no capacity, no weather yet. */
  reason: z.enum(['', 'off', 'waiting', 'place', 'capacity', 'weather']),
  madeAt: epochSeconds.nullable(),
  /** Complete days of the plant's own history that calibrated it. */
  calibratedDays: z.number().int(),
  /** Names of the planes; one without a name where all modules are on one. */
  planes: z.array(z.string()),
  /** W, means of the hour that begins at `time`. */
  hours: z.array(z.object({ time: epochSeconds, ...range })),
  /** kWh; the planes in their order. */
  data: z.array(z.object({ date: day, ...range, planes: z.array(z.number()) })),
})
export type ProductionForecast = z.infer<typeof productionForecast>

/** Errors of whole days as shares of the measured energy (nMAE); null: no day to judge. */
export const forecastAccuracy = z.object({
  timeZone: z.string(),
  /** By days ahead: 0 is said on the day's first hours. */
  horizons: z.array(
    z.object({
      horizon: z.number().int(),
      days: z.number().int(),
      calibratedError: numberOrNull,
      modelledError: numberOrNull,
      /** Of saying that the last complete day repeats. */
      persistenceError: numberOrNull,
      /** Signed: above 0, too much was promised. */
      bias: numberOrNull,
      /** Share of days between low and high; 0.8 would be exact. */
      inRange: numberOrNull,
    }),
  ),
  /** Forecast of the day before, and the measured energy; kWh. */
  records: z.array(
    z.object({
      date: day,
      measured: numberOrNull,
      low: numberOrNull,
      value: numberOrNull,
      high: numberOrNull,
      modelled: numberOrNull,
    }),
  ),
})
export type ForecastAccuracyWire = z.infer<typeof forecastAccuracy>

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
