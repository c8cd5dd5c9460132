import { quantityIds } from '@heliograph/domain/quantities.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { done, epochMs, id, idParams } from '../page.ts'

/** Meaning of a number: a quantity of its device, in a unit, its sign turned or not. */
const use = z.strictObject({
  quantity: z.enum(quantityIds as [(typeof quantityIds)[number], ...(typeof quantityIds)[number][]]),
  unit: z.string().min(1).max(20),
  isTurned: z.boolean().default(false),
})

export const namedNumber = z.object({
  id,
  loggerId: id,
  /** The device as its source names it. */
  device: z.string(),
  name: z.string(),
  /** In the words of the source; empty: it has none. */
  label: z.string(),
  /** As the source states it; empty: it states none. */
  unit: z.string(),
  /** As it was sent, and when: once a minute at most. */
  value: z.number(),
  seenAtMs: epochMs,
  /** open: the guess is used, where there is one; ignored: it is not stored. */
  state: z.enum(['open', 'assigned', 'ignored']),
  guess: use.nullable(),
  use: use.nullable(),
})

export const namedNumberCalls = {
  'GET /maintain-s/station/{id}/numbers': endpoint({
    summary: 'Numbers whose names the owner of their source chose, and what each one is',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: idParams,
    reply: z.object({ data: z.array(namedNumber) }),
  }),
  'POST /maintain-s/station/{id}/numbers/{numberId}': endpoint({
    summary: 'Say what a number is; null: open again',
    undo: 'unkept',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: z.object({ id, numberId: id }),
    body: z.strictObject({ use: z.union([use, z.literal('ignored'), z.null()]) }),
    reply: done,
  }),
} as const
