import { deviceTypes } from '@heliograph/domain/device.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { idParams } from '../page.ts'

/** The limit of readings per call, over all its devices. */
export const MOST_READINGS = 1_000

const text = (most: number) => z.string().trim().min(1).max(most)
/** In the quantity's base unit, or in the given unit; each quantity has narrower bounds of its own. */
const number = z.number().min(-1e30).max(1e30)
const value = z.union([number, z.strictObject({ value: number, unit: text(20) })])

const reading = z.strictObject({
  /** ISO 8601 with an offset, epoch seconds or epoch milliseconds. Absent: the time of arrival, marked as estimated. */
  at: z.union([z.string().max(40), z.number().min(-8.64e15).max(8.64e15)]).optional(),
  /** By quantity (docs/connect/readings.md). */
  values: z.record(z.string().max(60), value),
})

/** Why a reading was refused. For every reason but notStored, a repetition is refused again. */
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
    // Unknown keys are refused; otherwise a typo would silently lose its value.
    body: z.strictObject({
      /** The sender's name in the list of loggers. */
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
            /** The serial of the device that it is a part of: a battery module's battery, a battery's inverter. */
            parentSerial: z
              .string()
              .trim()
              .regex(/^[\x21-\x7e]{1,64}$/)
              .optional(),
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
          /** Positions in `devices` and in its `readings`, from 0. */
          device: z.number().int(),
          reading: z.number().int(),
          state: z.enum(['stored', 'repeated', 'refused']),
          code: z.string().optional(),
          reason: z.enum(readingRefusals).optional(),
          field: z.string().optional(),
          /** Values that a device cannot have measured, each with its place in the request: the rest is stored. */
          leftOutValues: z.array(z.object({ field: z.string(), reason: z.literal('outOfRange') })).optional(),
        }),
      ),
    }),
  }),
} as const
