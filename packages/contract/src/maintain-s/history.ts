import { LAST_BILLING_DAY } from '@heliograph/domain/billing-cycle.ts'
import { findingCodes } from '@heliograph/domain/finding-codes.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, epochSeconds, id, idParams, numberOrNull } from '../page.ts'
import { changes } from './changes.ts'
import { energyFigures } from './system.ts'

/**
 * One 5-minute point of the day curve. Powers in W (wirePower > 0 importing, batteryPower > 0 discharging); null is a
 * gap.
 */
export const powerRecord = z.object({
  dateTime: epochSeconds,
  generationPower: numberOrNull,
  usePower: numberOrNull,
  wirePower: numberOrNull,
  buyPower: numberOrNull,
  gridPower: numberOrNull,
  batteryPower: numberOrNull,
  chargePower: numberOrNull,
  dischargePower: numberOrNull,
  batterySoc: numberOrNull,
  generatorPower: numberOrNull,
  upsPower: numberOrNull,
  /** Share of the plant's devices that reported in this slot, 0..1. */
  coverage: z.number(),
  estimated: z.boolean(),
})
export type PowerRecord = z.infer<typeof powerRecord>

/** A period's production beside what a clear sky would allow, and beside the plant's own past. */
export const skyPart = z.object({
  /** The most that clear skies allow on the days with data, kWh; today's until the newest sample. null: too little. */
  clearSkyValue: numberOrNull,
  /** An earlier period of the plant; null if it has too few days with data. Both values are of these days. */
  comparison: z
    .object({
      /** The seven days before, the same dates a year before, or the month before. */
      with: z.enum(['week', 'yearBefore', 'monthBefore']),
      from: day,
      to: day,
      days: z.number().int(),
      generationValue: z.number(),
      clearSkyValue: z.number(),
    })
    .nullable(),
})
export type SkyPart = z.infer<typeof skyPart>

export const dayRecord = skyPart.extend({
  date: day,
  timeZone: z.string(),
  from: epochSeconds,
  to: epochSeconds,
  intervalS: z.number().int(),
  sunrise: epochSeconds.nullable(),
  sunset: epochSeconds.nullable(),
  statistics: energyFigures,
  records: z.array(powerRecord),
  /** Power under a clear or bright sky for the plant's place and planes, W: a computed upper bound, never measured. */
  clearSky: z.array(z.object({ dateTime: epochSeconds, power: z.number() })),
  gaps: z.array(z.object({ from: epochSeconds, to: epochSeconds })),
})
export type DayRecord = z.infer<typeof dayRecord>

export const periodRow = energyFigures.extend({
  year: z.number().int(),
  month: z.number().int(),
  /** 0 in rows of a month or a year. */
  day: z.number().int(),
})
export type PeriodRow = z.infer<typeof periodRow>

export const periodStats = skyPart.extend({
  statistics: energyFigures,
  records: z.array(periodRow),
  operatingTotalDays: z.number().int(),
  currency: z.string(),
})
export type PeriodStats = z.infer<typeof periodStats>

/** Any days: `known` of them have data. */
export const range = z.object({
  from: day,
  to: day,
  known: z.number().int(),
  whole: energyFigures,
  days: z.array(z.object({ date: day, energies: energyFigures })),
})
export type WireRange = z.infer<typeof range>

export const statsTypes = ['daily', 'month', 'year', 'total'] as const
export type StatsType = (typeof statsTypes)[number]

export const analysisPeriods = ['day', 'month', 'year'] as const
export type AnalysisPeriod = (typeof analysisPeriods)[number]

/** Reference of a finding. */
const analysisBase = z.object({ with: z.enum(['week', 'month', 'yearBefore', 'monthBefore']), from: day, to: day })

export const analysisFinding = z.object({
  code: z.enum(findingCodes),
  type: z.enum(['data', 'production', 'consumption']),
  /** Production: shares of what clear skies allow, 0 to 100. Consumption: kWh a day. outage: hours or days without data. */
  value: numberOrNull,
  /** The same of the period that it is compared with. */
  usual: numberOrNull,
  unit: z.enum(['%', 'kWh', 'h', 'd']).nullable(),
  compared: analysisBase.nullable(),
})

export const analysis = z.object({
  id: z.number().int(),
  period: z.enum(analysisPeriods),
  /** First and last date, the last not after today. */
  from: day,
  to: day,
  /** The period is not over. */
  running: z.boolean(),
  /** The first finding's code and type. */
  analysisResult: z.enum(findingCodes),
  type: analysisFinding.shape.type,
  genValue: numberOrNull,
  useValue: numberOrNull,
  findings: z.array(analysisFinding).min(1),
  version: z.number().int(),
})
export type Analysis = z.infer<typeof analysis>

const analysisParams = z.object({ a: id, b: z.enum(analysisPeriods) })

const statsParams = z.object({ id, type: z.enum(statsTypes) })
/** The requested day, month or year; today's at the plant when absent. `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
const statsDate = z.string().regex(/^\d{4}(-\d{2}){0,2}$/)
const statsQuery = z.object({ date: statsDate.optional() })

/** A first day, for as many days as the range has; or `2026-09-01_2026-09-30`. */
const otherRange = z.string().regex(/^\d{4}-\d{2}-\d{2}(_\d{4}-\d{2}-\d{2})?$/)

export const historyCalls = {
  'GET /maintain-s/history/power/{id}/record': endpoint({
    summary: 'The day curve in 5-minute points',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 2,
    params: idParams,
    query: z.object({ date: day.optional() }),
    reply: dayRecord,
  }),
  'GET /maintain-s/history/power/{id}/stats/{type}': endpoint({
    summary: 'Energies: daily one row, month a row per day, year a row per month, total a row per year',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 2,
    params: statsParams,
    query: statsQuery,
    reply: periodStats,
  }),
  'GET /maintain-s/history/batteryPower/{id}/stats/{type}': endpoint({
    summary: 'The same energies with the battery, for storage plants; daily includes the day curve',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 2,
    params: statsParams,
    query: statsQuery,
    reply: periodStats.extend({ curve: dayRecord.optional() }),
  }),
  'GET /maintain-s/history/power/{id}/range': endpoint({
    summary: 'Energies of any days beside those of equally many days from up to three other dates on',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 3,
    params: idParams,
    query: z.object({
      from: day,
      /** Included. A range that is not over ends today; the others then have as many days. */
      to: day,
      with: z.union([otherRange, z.array(otherRange).max(3)]).optional(),
    }),
    reply: z.object({
      zone: z.string(),
      currency: z.string(),
      /** The range itself first, then the others in their order. */
      ranges: z.array(range),
    }),
  }),
  'GET /maintain-s/station/{id}/config/billing': endpoint({
    summary: 'The day of the month on which the electricity bill of a plant begins; null: nobody has said',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: z.object({ day: z.number().int().nullable() }),
  }),
  'POST /maintain-s/station/{id}/config/billing': endpoint({
    summary: 'Set the day on which the bill begins',
    undo: { reads: 'GET /maintain-s/station/{id}/config/billing' },
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({ day: z.number().int().min(1).max(LAST_BILLING_DAY).nullable() }),
    reply: z.object({ changes }),
  }),
  'GET /maintain-s/history/power/analysis/{a}/{b}': endpoint({
    summary: 'What the figures of the running day, month or year (b) of a plant (a) say',
    right: onPlant('viewPlantInfo', 'params.a'),
    cost: 2,
    params: analysisParams,
    reply: analysis,
  }),
  'GET /maintain-s/history/power/analysis/{a}/{b}/{c}': endpoint({
    summary: 'The same of the day, month or year of a date (c)',
    right: onPlant('viewPlantInfo', 'params.a'),
    cost: 2,
    params: analysisParams.extend({ c: statsDate }),
    reply: analysis,
  }),
  'GET /maintain-s/history/power/analysis/version/{id}': endpoint({
    summary: 'The rules by which the figures of a plant are judged, and which of them it can answer',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: z.object({
      id: z.number().int(),
      version: z.number().int(),
      /** Whether the plant measures what production and consumption are judged by. */
      production: z.boolean(),
      consumption: z.boolean(),
      /** Shares, 0 to 100, and days. */
      rules: z.record(z.string(), z.number()),
    }),
  }),
} as const
