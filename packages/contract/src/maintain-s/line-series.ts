import { quantityIds } from '@heliograph/domain/quantities.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { done, epochMs, id, idParams } from '../page.ts'

/** Meaning of a series in line protocol: a quantity of a device, in a unit, its sign turned or not. */
const use = z.strictObject({
  serial: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,64}$/),
  quantity: z.enum(quantityIds as [(typeof quantityIds)[number], ...(typeof quantityIds)[number][]]),
  unit: z.string().min(1).max(20),
  isTurned: z.boolean().default(false),
})

export const lineSeries = z.object({
  id,
  measurement: z.string(),
  tags: z.record(z.string(), z.string()),
  field: z.string(),
  /** As it was sent last, and when: once a minute at most. */
  value: z.number(),
  seenAtMs: epochMs,
  /** open: lines with it are refused; ignored: they are accepted and not stored. */
  state: z.enum(['open', 'assigned', 'ignored']),
  use: use.nullable(),
})

export const lineSeriesCalls = {
  'GET /maintain-s/station/{id}/line-series': endpoint({
    summary: 'Series that programs send in line protocol, and what each one is',
    right: onPlant('addPlantDevice', 'params.id'),
    params: idParams,
    reply: z.object({ data: z.array(lineSeries) }),
  }),
  'POST /maintain-s/station/{id}/line-series': endpoint({
    summary: 'Say what series in line protocol are; null: open again',
    undo: 'unkept',
    right: onPlant('addPlantDevice', 'params.id'),
    params: idParams,
    body: z.strictObject({
      series: z
        .array(z.strictObject({ id, use: z.union([use, z.literal('ignored'), z.null()]) }))
        .min(1)
        .max(500)
        .refine((all) => new Set(all.map((item) => item.id)).size === all.length),
    }),
    reply: done,
  }),
} as const
