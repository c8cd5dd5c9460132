import { meterRoles, turnablePowers } from '@heliograph/domain/meter-role.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { epochMs, id, idParams, numberOrNull } from '../page.ts'
import { changes } from './changes.ts'

const turnable = z.enum(turnablePowers)
/** kept, turned: what was answered agrees now. unclear: too little flows. contradicts: no sign explains it. */
const outcome = z.enum(['kept', 'turned', 'unclear', 'contradicts'])

const plantSigns = z.object({
  /** Powers as they count for the plant, W: positive from the grid and out of the battery. */
  powers: z.array(
    z.object({
      deviceId: id,
      deviceName: z.string(),
      serial: z.string(),
      power: z.enum(['production', 'grid', 'battery', 'load']),
      powerW: z.number(),
      atMs: epochMs,
      /** null: it has no sign to turn. */
      isTurned: z.boolean().nullable(),
    }),
  ),
  /** The verdict of the balance of the last minutes. open: it decides nothing. */
  balance: z.object({
    state: z.enum(['fits', 'turned', 'open']),
    turned: z.array(turnable),
    /** The share of the flow that it leaves open. */
    offBy: numberOrNull,
  }),
  meters: z.array(
    z.object({
      deviceId: id,
      deviceName: z.string(),
      serial: z.string(),
      /** null: found from the devices of the plant. */
      role: z.enum(meterRoles).nullable(),
    }),
  ),
})

export const signCalls = {
  'GET /maintain-s/station/{id}/signs': endpoint({
    summary: 'Which way the powers of a plant flow now, and whether their balance is right',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 5,
    params: idParams,
    reply: plantSigns,
  }),
  'POST /maintain-s/station/{id}/signs': endpoint({
    summary: 'Set the signs by what a person sees now, or by the balance; the history is counted anew where one turns',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    params: idParams,
    body: z
      .strictObject({ isProducing: z.boolean(), takesFromGrid: z.boolean(), byBalance: z.literal(true) })
      .partial()
      .refine((answers) => Object.keys(answers).length > 0),
    reply: z.object({ sun: outcome.nullable(), grid: outcome.nullable(), changes }),
  }),
  'POST /maintain-s/station/{id}/signs/turn': endpoint({
    summary: 'Turn the sign of a power of a device; the history is counted anew',
    undo: 'ownWay',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    params: idParams,
    body: z.strictObject({ deviceId: id, power: turnable, isTurned: z.boolean() }),
    reply: z.object({ changes }),
  }),
} as const
