import { deviceTypes } from '@heliograph/domain/device.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { idParams } from '../page.ts'

/** Readings that one call may carry, of all its devices together. */
export const MOST_READINGS = 1_000

const text = (most: number) => z.string().trim().min(1).max(most)
/** In the unit of the quantity, or in the one that is named. */
const value = z.union([z.number(), z.strictObject({ value: z.number(), unit: text(20) })])

const reading = z.strictObject({
  /** ISO 8601 with an offset, epoch seconds or epoch milliseconds. Absent: when it is received, marked as estimated. */
  at: z.union([z.string().max(40), z.number()]).optional(),
  /** By quantity (docs/connect/readings.md). */
  values: z.record(z.string().max(60), value),
})

/** Why a reading was not taken. What was refused for another reason than notStored is refused again. */
export const readingRefusals = [
  'noValues',
  'unknownQuantity',
  'unknownUnit',
  'outOfRange',
  'instantFormat',
  'instantTooOld',
  'instantInFuture',
  'differentContent',
  'deviceOfOtherLogger',
  'tooManyDevices',
  'notStored',
] as const

export const readingCalls = {
  'POST /maintain-s/station/{id}/readings': endpoint({
    summary: 'Post readings of devices, from a program with a personal access token of scope reading:write',
    right: onPlant('addPlantDevice', 'params.id'),
    scope: 'reading:write',
    measures: true,
    mostBytes: 1024 * 1024,
    params: idParams,
    // Whatever is not known is refused, or a word spelled wrong would lose its value in silence.
    body: z.strictObject({
      /** Who posts, as the list of loggers shows it. */
      source: text(60).default('readings'),
      devices: z
        .array(
          z.strictObject({
            serial: z
              .string()
              .trim()
              .regex(/^[\x21-\x7e]{1,64}$/),
            name: text(100).optional(),
            type: z.enum(deviceTypes).exclude(['COLLECTOR']).optional(),
            maker: text(60).optional(),
            model: text(60).optional(),
            readings: z.array(reading).min(1).max(MOST_READINGS),
          }),
        )
        .min(1)
        .max(100)
        .refine((devices) => devices.reduce((sum, { readings }) => sum + readings.length, 0) <= MOST_READINGS)
        .refine((devices) => new Set(devices.map(({ serial }) => serial)).size === devices.length),
    }),
    reply: z.object({
      stored: z.number().int(),
      /** Stored before, with the same values. */
      repeated: z.number().int(),
      refused: z.number().int(),
      /** Every reading, in the order of the request. */
      results: z.array(
        z.object({
          /** Places in `devices` and in its `readings`, from 0. */
          device: z.number().int(),
          reading: z.number().int(),
          state: z.enum(['stored', 'repeated', 'refused']),
          code: z.string().optional(),
          reason: z.enum(readingRefusals).optional(),
          field: z.string().optional(),
        }),
      ),
    }),
  }),
} as const
