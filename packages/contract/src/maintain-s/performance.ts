import { confidences, lightSources, lossKinds } from '@heliograph/domain/performance/losses.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, id, numberOrNull } from '../page.ts'

/** A part of the energy that the light allowed and the plant did not deliver. */
const performanceLoss = z.object({
  kind: z.enum(lossKinds),
  /** Negative only for `unexplained` and `sky`: more came than expected. */
  energyWh: z.number(),
  /** The part of it on judged days. */
  judgedWh: z.number(),
  /** The weakest of the period's days. */
  confidence: z.enum(confidences),
  days: z.number().int(),
  /** `clipping`: most of it at a limit below what the nameplates explain. */
  isHeld: z.boolean(),
  /** `export-limit`: where the feed-in was flat on the worst day, and for how long in the period; else null. */
  limitW: numberOrNull,
  heldMs: numberOrNull,
  deviceIds: z.array(z.number().int()),
  /** The day with most of it, and when it was seen there. */
  worstDay: day,
  fromMs: numberOrNull,
  toMs: numberOrNull,
})
export type PerformanceLoss = z.infer<typeof performanceLoss>

/**
 * Figures by the names of IEC 61724-1. `potentialWh` = `producedWh` + all losses. Only judged days have an expectation: days
 * whose light was measured, or whose own curve shows a clear sky.
 */
const performanceFigures = z.object({
  days: z.number().int(),
  judgedDays: z.number().int(),
  /** Where the light is known from; clear-sky is no measurement and bounds the energy from above. */
  sources: z.array(z.enum(lightSources)),
  potentialWh: z.number(),
  producedWh: numberOrNull,
  judgedPotentialWh: z.number(),
  judgedProducedWh: z.number(),
  losses: z.array(performanceLoss),
  /** Y_f in kWh/kWp of all days, Y_r in h of the judged ones. */
  finalYieldH: numberOrNull,
  referenceYieldH: numberOrNull,
  /** PR and PR'_STC (rating at module temperature), 1 = 100 %. */
  performanceRatio: numberOrNull,
  performanceRatio25C: numberOrNull,
  /** Produced over produced and lost in outages. */
  energyAvailability: numberOrNull,
  /** Share of the judged days' potential that has measured light (or a clear sky) and measured power. */
  validShare: numberOrNull,
})
export type PerformanceFigures = z.infer<typeof performanceFigures>

/** Its capacity is a device's part of the plant's by its rating. */
const inverterYield = z.object({
  deviceId: z.number().int(),
  name: z.string(),
  capacityWp: z.number(),
  producedWh: z.number(),
  specificYieldH: z.number(),
})
export type InverterYield = z.infer<typeof inverterYield>

const performanceReply = z.object({
  /** YYYY-MM, YYYY or all. */
  period: z.string(),
  zone: z.string(),
  capacityWp: z.number(),
  /** Why there is nothing: no place, no inverter, no data, or the first days are being counted; empty: there is. */
  reason: z.enum(['', 'place', 'inverter', 'data', 'counting']),
  /** The last judged day of the plant. */
  countedTo: day.nullable(),
  /** Since when days of the plant wait to be judged, or to be judged again; null: none does. */
  waitingSinceMs: numberOrNull,
  whole: performanceFigures,
  /** A row per day of a month, per month of a year, per year of all; parts without a judged row are absent. */
  parts: z.array(z.object({ part: z.string(), figures: performanceFigures })),
  inverters: z.array(inverterYield),
  /** By which the stamps run behind the sun on clear days; null: they fit, or it is unknown. */
  clockShiftMs: numberOrNull,
})
export type PerformanceReply = z.infer<typeof performanceReply>

export const performanceTypes = ['month', 'year', 'total'] as const

/** Why yesterday brought less than usual; the parts add up to what is missing. */
const whyLow = z.object({
  date: day,
  producedWh: z.number(),
  usualWh: z.number(),
  parts: z.array(z.object({ kind: z.enum(lossKinds), energyWh: z.number() })),
})
export type WhyLow = z.infer<typeof whyLow>

/** A figure of judged days against its expectation, with its two largest causes. */
const periodWhy = z.object({
  days: z.number().int(),
  judgedDays: z.number().int(),
  expectedWh: z.number(),
  producedWh: z.number(),
  currency: z.string(),
  /** On the judged days: `loss.judgedWh`. `money` would have been earned with it; null: no price says so. */
  causes: z.array(z.object({ loss: performanceLoss, money: numberOrNull, names: z.array(z.string()) })),
})
export type PeriodWhy = z.infer<typeof periodWhy>

export const performanceCalls = {
  'GET /maintain-s/history/power/{id}/why/{type}': endpoint({
    summary:
      'Why a period brought less than expected: its two largest causes; null: no judged day, or nothing is missing',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: z.object({ id, type: z.enum(['day', ...performanceTypes]) }),
    /** As of the performance; of a day the day itself. */
    query: z.object({
      date: z
        .string()
        .regex(/^\d{4}(-\d{2}){0,2}$/)
        .optional(),
    }),
    reply: z.object({ why: periodWhy.nullable() }),
  }),
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
