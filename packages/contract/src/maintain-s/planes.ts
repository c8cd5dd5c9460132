import { MOST_PLANES } from '@heliograph/domain/module-plane.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { idParams } from '../page.ts'
import { changes } from './changes.ts'

/** Modules that face one way, as a plant of the specification has them. kWp. */
export const wirePlane = z.strictObject({
  name: z.string(),
  installationAzimuthAngle: z.number(),
  installationTiltAngle: z.number(),
  installedCapacity: z.number(),
})
export type WirePlane = z.output<typeof wirePlane>

/** Degrees: azimuth 0 north, 90 east; tilt 0 flat. */
const modulePlane = z.strictObject({
  name: z.string().trim().max(60),
  azimuthDeg: z.number().min(0).max(360),
  tiltDeg: z.number().min(0).max(90),
  capacityWp: z.number().min(1).max(10_000_000_000),
})

/** A day at the plant. */
export const capacityDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
/** From which day a changed capacity counts; null: it was always so. Absent: from today, if an older day has data. */
export const capacityFrom = capacityDay.nullable()

/** The capacity from a day on, until the next one; null: from the start. */
export const datedCapacity = z.object({
  validFrom: capacityDay.nullable(),
  installedCapacity: z.number(),
})

export const planeCalls = {
  'POST /maintain-s/station/{id}/planes': endpoint({
    summary: 'The planes of the modules; the capacity of the plant becomes their sum',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({
      planes: z.array(modulePlane).min(1).max(MOST_PLANES),
      capacityFrom: capacityFrom.optional(),
    }),
    reply: z.object({ changes, recount: z.boolean() }),
  }),
  'DELETE /maintain-s/station/{id}/capacity': endpoint({
    summary: 'Remove the capacity that counts from a day on: the one before it counts on',
    undo: 'final',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({ from: capacityDay }),
    reply: z.object({ changes, recount: z.boolean() }),
  }),
} as const
