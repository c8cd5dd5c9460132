import { confidences, lightSources, lossKinds } from '@heliograph/domain/performance/losses.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, epochSeconds, id, numberOrNull } from '../page.ts'

/** A part of the energy that the light allowed and the plant did not deliver; values in kWh. */
export const performanceLoss = z.object({
  kind: z.enum(lossKinds),
  /** Negative only for `unexplained` and `sky`: more came than expected. */
  value: z.number(),
  /** The part of it on judged days. */
  judgedValue: z.number(),
  /** The weakest of the period's days. */
  confidence: z.enum(confidences),
  days: z.number().int(),
  /** `clipping`: most of it at a limit below what the nameplates explain. */
  isHeld: z.boolean(),
  /** `export-limit`: where the feed-in was flat on the worst day, W, and for how many hours of the period; else null. */
  limitPower: numberOrNull,
  limitHours: numberOrNull,
  deviceIds: z.array(z.number().int()),
  /** The day with most of it, and when it was seen there. */
  worstDay: day,
  from: epochSeconds.nullable(),
  to: epochSeconds.nullable(),
})

/**
 * Figures by the names of IEC 61724-1. `potentialValue` = `generationValue` + all losses. Only judged days have an
 * expectation: days whose light was measured, or whose own curve shows a clear sky.
 */
export const performanceFigures = z.object({
  days: z.number().int(),
  judgedDays: z.number().int(),
  /** Where the light is known from; clear-sky is no measurement and bounds the energy from above. */
  sources: z.array(z.enum(lightSources)),
  /** kWh */
  potentialValue: z.number(),
  generationValue: numberOrNull,
  judgedPotentialValue: z.number(),
  judgedGenerationValue: z.number(),
  losses: z.array(performanceLoss),
  /** Y_f in kWh/kWp of all days, Y_r in h of the judged ones. */
  finalYield: numberOrNull,
  referenceYield: numberOrNull,
  /** PR and PR'_STC (rating at module temperature), 1 = 100 %. */
  performanceRatio: numberOrNull,
  performanceRatioStc: numberOrNull,
  /** Produced over produced and lost in outages. */
  energyAvailability: numberOrNull,
  /** Share of the judged days' potential that has measured light (or a clear sky) and measured power. */
  validShare: numberOrNull,
})
export type PerformanceFigures = z.infer<typeof performanceFigures>

export const performanceReply = z.object({
  /** YYYY-MM, YYYY or all. */
  period: z.string(),
  timeZone: z.string(),
  generationCapacity: z.number(),
  /** Why there is nothing: no place, no inverter, no data, or the first days are being counted; empty: there is. */
  reason: z.enum(['', 'place', 'inverter', 'data', 'counting']),
  /** The last judged day of the plant. */
  countedTo: day.nullable(),
  /** Since when days of the plant wait to be judged, or to be judged again; null: none does. */
  waitingSince: epochSeconds.nullable(),
  statistics: performanceFigures,
  /** A row per day of a month, per month of a year, per year of all; parts without a judged row are absent. */
  records: z.array(z.object({ part: z.string(), figures: performanceFigures })),
  /** Capacity in kWp is a device's part of the plant's by its rating. */
  devices: z.array(
    z.object({
      deviceId: z.number().int(),
      deviceName: z.string(),
      capacity: z.number(),
      generationValue: z.number(),
      specificYield: z.number(),
    }),
  ),
  /** Minutes by which the stamps run behind the sun on clear days; null: they fit, or nothing tells. */
  clockShiftMinutes: numberOrNull,
})
export type PerformanceReply = z.infer<typeof performanceReply>

export const performanceTypes = ['month', 'year', 'total'] as const

/** Why yesterday brought less than usual; the parts add up to what is missing. kWh. */
export const whyLow = z.object({
  date: day,
  generationValue: z.number(),
  usualValue: z.number(),
  parts: z.array(z.object({ kind: z.enum(lossKinds), value: z.number() })),
})

export const performanceCalls = {
  'GET /maintain-s/history/power/{id}/low-yesterday': endpoint({
    summary: 'Why the last day of a plant brought less than usual, in parts; null: it did not, or nothing tells',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: z.object({ id }),
    reply: z.object({ low: whyLow.nullable() }),
  }),
  'GET /maintain-s/history/power/{id}/performance/{type}': endpoint({
    summary: 'Expected and produced energy of complete days, where the rest went, and ratios by IEC 61724-1',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 2,
    params: z.object({ id, type: z.enum(performanceTypes) }),
    /** The requested month or year; today's at the plant when absent. `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
    query: z.object({
      date: z
        .string()
        .regex(/^\d{4}(-\d{2}){0,2}$/)
        .optional(),
    }),
    reply: performanceReply,
  }),
} as const
