import { counterMeanings } from '@heliograph/domain/counter-meaning.ts'
import { quantityIds } from '@heliograph/domain/quantities.ts'
import { z } from 'zod'
import { endpoint, onDevice, onPlant } from '../endpoint.ts'
import { language } from '../language.ts'
import { deviceRow } from '../maintain-s/device.ts'
import { day, epochMs, epochSeconds, id, idParams, numberOrNull } from '../page.ts'
import { undecodedReasons } from '../unread.ts'

export const categoryTags = [
  'basic',
  'version',
  'electric',
  'grid',
  'consumption',
  'battery',
  'bms',
  'temperature',
  'status',
  'generator',
  'weather',
] as const

/**
 * One value of a device. value is text in the base unit; orgValue is the raw number; the page derives the name from
 * storageName.
 */
export const deviceField = z.object({
  key: z.string(),
  /** The quantity's id in domain/quantities.ts, or the name of a text. */
  storageName: z.string(),
  value: z.string(),
  unit: z.string().nullable(),
  orgValue: numberOrNull,
  /** The time of this value; older than collectionTime when recent records lacked it. */
  at: epochSeconds.nullable(),
})
export const deviceDetail = z.object({
  device: deviceRow,
  stationId: z.number().int(),
  timeZone: z.string(),
  connectStatus: z.number().int(),
  collectionTime: epochSeconds.nullable(),
  /** A profile that no real frame has confirmed yet. */
  experimental: z.boolean(),
  /**
   * Meaning of its lifetime counter of generation: as a person states it, as it applies, and its origin (null: none).
   * null: it has no battery.
   */
  counter: z
    .object({
      stated: z.enum(counterMeanings).nullable(),
      meaning: z.enum(counterMeanings).nullable(),
      source: z.enum(['person', 'profile', 'nights']).nullable(),
    })
    .nullable(),
  undecoded: z.number().int(),
  undecodedReasons,
  paramCategoryList: z.array(z.object({ tag: z.enum(categoryTags), fieldList: z.array(deviceField) })),
})
export type DeviceDetail = z.infer<typeof deviceDetail>

export const statsPeriods = ['day', 'week', 'month', 'year', 'total'] as const
const deviceSeries = z.object({
  quantity: z.enum(quantityIds as unknown as [string, ...string[]]),
  key: z.string(),
  unit: z.string(),
  rollUp: z.enum(['mean', 'last', 'increment', 'share']),
  points: z.array(
    z.object({
      atMs: epochMs,
      value: numberOrNull,
      min: numberOrNull,
      max: numberOrNull,
      estimated: z.boolean(),
    }),
  ),
})
export type DeviceSeries = z.infer<typeof deviceSeries>
const deviceHistory = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  zone: z.string(),
  series: z.array(deviceSeries),
})
export type DeviceHistory = z.infer<typeof deviceHistory>

/** Several devices side by side. Values are arrays beside their instants: a day of sixteen inverters is small. */
export const deviceComparison = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  zone: z.string(),
  /** The slots of a day; null: whole hours, days, months or years. */
  stepMs: numberOrNull,
  series: z.array(
    z.object({
      deviceId: z.number().int(),
      quantity: z.enum(quantityIds as unknown as [string, ...string[]]),
      timesMs: z.array(epochMs),
      /** null: a gap too long to draw a line across. */
      values: z.array(numberOrNull),
      /** Instants whose value was not measured exactly then. */
      estimatedMs: z.array(epochMs),
    }),
  ),
})
export type DeviceComparison = z.infer<typeof deviceComparison>

export const spanStates = [
  'waiting',
  'checking',
  'standby',
  'normal',
  'fault',
  'permanent-fault',
  'reporting',
  'unknown',
  'silent',
  'asleep',
] as const
export const faultSeverities = ['notice', 'warning', 'fault'] as const

const span = { fromMs: epochMs, toMs: epochMs }
const stateSpan = z.object({ ...span, state: z.enum(spanStates), code: z.number().int().nullable() })
export type StateSpan = z.infer<typeof stateSpan>

const faultSpan = z.object({
  ...span,
  quantity: z.string(),
  /** As the device shows it. */
  code: z.string(),
  /** Its kind, shared by equal faults of different makers. */
  key: z.string(),
  severity: z.enum(faultSeverities),
})
export type FaultSpan = z.infer<typeof faultSpan>

const deviceStates = z.object({
  ...span,
  zone: z.string(),
  sunriseMs: numberOrNull,
  sunsetMs: numberOrNull,
  /** Ascending, without overlaps; nothing is known between them. reporting: the device reports no state. */
  states: z.array(stateSpan),
  faults: z.array(faultSpan),
  /** Faults of the day beyond those. */
  moreFaults: z.number().int(),
})
export type DeviceStates = z.infer<typeof deviceStates>

const oneOrSome = <T extends z.ZodType>(one: T, most: number) => z.union([one, z.array(one).min(1).max(most)])

export const deviceDetailCalls = {
  'POST /device-s/device/v3/detail': endpoint({
    summary: 'A device with its latest values by category',
    reads: true,
    right: onDevice('viewPlantDevice', 'body.deviceId'),
    body: z.object({
      deviceId: id,
      siteId: id.optional(),
      language: language.optional(),
      needRealTimeDataFlag: z.boolean().optional(),
    }),
    reply: deviceDetail,
  }),
  'GET /device-s/device/params': endpoint({
    summary: 'The points of a device that can be charted',
    right: onDevice('viewPlantDevice', 'query.deviceId'),
    query: z.object({ deviceId: id }),
    reply: z.array(
      z.object({
        key: z.string(),
        quantity: z.string(),
        unit: z.string(),
        tag: z.enum(categoryTags),
        rollUp: z.string(),
      }),
    ),
  }),
  'GET /device-s/device/{id}/stats/{period}': endpoint({
    summary:
      'History of chosen points: samples of a day, hours of a week, days of a month, months of a year, years in all',
    right: onDevice('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams.extend({ period: z.enum(statsPeriods) }),
    query: z.object({
      quantities: z.union([z.string().max(60), z.array(z.string().max(60)).max(8)]),
      /** First day of the period at the plant; today's when absent. */
      date: day.optional(),
    }),
    reply: deviceHistory,
  }),
  'GET /device-s/device/{id}/states': endpoint({
    summary: "A device's state and faults on a day, as spans of time, and when it was silent",
    right: onDevice('viewPlantDevice', 'params.id'),
    cost: 2,
    params: idParams,
    query: z.object({ date: day.optional() }),
    reply: deviceStates,
  }),
  'GET /device-s/station/{id}/comparable': endpoint({
    summary: 'The devices of a plant that have ever sent any of some quantities',
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idParams,
    query: z.object({ quantities: oneOrSome(z.string().max(60), 16) }),
    reply: z.object({ deviceIds: z.array(z.number().int()) }),
  }),
  'GET /device-s/station/{id}/stats/{period}': endpoint({
    summary: 'The same points of several devices of a plant: means of five minutes of a day, or whole periods',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 6,
    params: idParams.extend({ period: z.enum(statsPeriods) }),
    query: z.object({
      /** Lines of a day: at most 16 in all; rows of periods: at most 256. */
      deviceIds: oneOrSome(id, 64),
      quantities: oneOrSome(z.string().max(60), 16),
      /** First day of the period at the plant; today's when absent. */
      date: day.optional(),
      /** Coarser than the period's own step: the hours of a day, the days of a week. */
      every: z.enum(['hour', 'day']).optional(),
    }),
    reply: deviceComparison,
  }),
} as const
