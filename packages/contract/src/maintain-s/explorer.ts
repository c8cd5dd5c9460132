import { deviceTypes } from '@heliograph/domain/device.ts'
import { quantityIds } from '@heliograph/domain/quantities.ts'
import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { day, epochMs, id, numberOrNull } from '../page.ts'

/** Lines of one picture. */
export const MOST_SERIES = 12
/** Points of one answer, over all series. */
export const MOST_POINTS = 24_000

export const explorerSteps = ['sample', 'hour', 'day', 'month', 'year'] as const
export type ExplorerStep = (typeof explorerSteps)[number]

/** `d12:acPowerW`: a quantity of device 12; `p3:pvPowerW`: of plant 3 as a whole. */
const reference = z.string().regex(/^[pd][1-9]\d{0,15}:[A-Za-z0-9]{1,60}$/)
const series = z.union([reference, z.array(reference).min(1).max(MOST_SERIES)])
/** UTC milliseconds, or a day by the clock of the first series' plant. */
const instant = z.union([z.coerce.number().min(0).max(7_258_118_400_000), day])
const flag = z.enum(['0', '1'])

const seriesQuery = z.object({
  series,
  /** Absent: the first data of these plants. */
  from: instant.optional(),
  /** Absent: now. A day is included. */
  to: instant.optional(),
  /** Absent: as fine as the length of the range allows. */
  every: z.enum(explorerSteps).optional(),
  /** 1: powers and energies per kW of the plant's capacity or the device's rating. */
  perKw: flag.optional(),
})

const quantity = z.enum(quantityIds as unknown as [string, ...string[]])

export const explorerSource = z.object({
  plantId: id,
  plantName: z.string(),
  /** null: the plant as a whole. */
  deviceId: id.nullable(),
  deviceName: z.string().nullable(),
  deviceType: z.enum(deviceTypes).nullable(),
  serial: z.string().nullable(),
  /** Those that fit the search first. */
  quantities: z.array(quantity),
})
export type ExplorerSource = z.infer<typeof explorerSource>

export const explorerSeries = z.object({
  reference: z.string(),
  plantId: id,
  plantName: z.string(),
  deviceId: id.nullable(),
  deviceName: z.string().nullable(),
  quantity,
  /** The unit of the values; `W/kW` and `Wh/kW` where they were divided. */
  unit: z.string(),
  /** Divided by so many kW; null: not divided. */
  divisorKw: numberOrNull,
  /** The plant's capacity, or the rated power of the device, kW; null: not known. */
  ratedKw: numberOrNull,
  /** Kind of a value. reading: as sent. mean: of the step. increment: energy of the step. last, state: of the step. */
  kind: z.enum(['reading', 'mean', 'increment', 'last', 'state']),
  step: z.enum(explorerSteps),
  /** The slots in which readings were put together, where there were too many; null: none. */
  slotMs: numberOrNull,
  zone: z.string(),
  timesMs: z.array(epochMs),
  /** null: a gap. */
  values: z.array(numberOrNull),
  /** Beside the means, where the step has them; else empty. */
  least: z.array(numberOrNull),
  greatest: z.array(numberOrNull),
  estimatedMs: z.array(epochMs),
})
export type ExplorerSeries = z.infer<typeof explorerSeries>

export const explorerCalls = {
  'POST /maintain-s/explorer/search': endpoint({
    summary: 'Plants and devices that the session may see, with the quantities that can be shown of each',
    reads: true,
    right: signedIn,
    scope: 'plant:read',
    cost: 3,
    body: z.object({
      /** Each must be found in the name of plant or device, in the serial number, or be one of the quantities. */
      words: z
        .array(
          z.strictObject({
            text: z.string().trim().min(1).max(60),
            /** The quantities whose name in the person's language has this word. */
            quantities: z.array(quantity).max(200),
          }),
        )
        .max(6)
        .default([]),
      /** Only this plant's. */
      plantId: id.optional(),
      page: z.number().int().min(1).max(200).default(1),
    }),
    reply: z.object({ data: z.array(explorerSource), more: z.boolean() }),
  }),
  'GET /maintain-s/explorer/series': endpoint({
    summary: 'Any quantities of any devices and plants together; the points of one answer are limited',
    right: signedIn,
    scope: 'plant:read',
    cost: 10,
    query: seriesQuery,
    reply: z.object({
      fromMs: epochMs,
      toMs: epochMs,
      /** Of the first series' plant. */
      zone: z.string(),
      series: z.array(explorerSeries),
    }),
  }),
  'GET /maintain-s/explorer/csv': endpoint({
    summary: 'The same as a streamed CSV file, every point of the step; units and zone are in the head',
    right: signedIn,
    scope: 'plant:read',
    cost: 30,
    blob: true,
    query: seriesQuery,
    reply: z.unknown(),
  }),
} as const
