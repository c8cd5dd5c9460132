import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, epochMs, idParams, numberOrNull } from '../page.ts'

const month = z.string().regex(/^\d{4}-\d{2}$/)

const qualityDay = z.object({
  date: day,
  /** Share of the due readings that arrived, 0 to 1, by the hour of the wall clock; null: none was due, or not yet. */
  hours: z.array(numberOrNull).length(24),
  /** Hours in which data was due and none came. */
  missingHours: z.number(),
  /** Steps of counters that were not believed, and their sum. */
  refusedSteps: z.number().int(),
  refusedWh: z.number(),
  /** Counters that started again. */
  resets: z.number().int(),
  /** Readings without a certain time. */
  estimatedInstants: z.number().int(),
  /** Energy of silent stretches, divided by the expected curve; energy that the device itself reported of its first day. */
  estimatedWh: z.number(),
  reportedWh: z.number(),
})

export type DayQuality = z.infer<typeof qualityDay>

export const qualityCalls = {
  'GET /maintain-s/station/{id}/quality': endpoint({
    summary: "How complete a plant's month is, and what in it was refused, started again or had to be estimated",
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 4,
    params: idParams,
    query: z.object({ month: month.optional() }),
    reply: z.object({
      zone: z.string(),
      month,
      days: z.array(qualityDay),
      /** Devices of the plant, and how many of them the hours are about. */
      deviceCount: z.number().int(),
      judgedCount: z.number().int(),
      /** The last recount of the history. */
      recount: z.object({ state: z.string(), askedAtMs: epochMs, finishedAtMs: numberOrNull }).nullable(),
      /** Records of unconfirmed loggers, and records that no profile reads. */
      unproven: z.number().int(),
      unread: z.number().int(),
    }),
  }),
} as const
