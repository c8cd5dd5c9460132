import { MOST_PLANES } from '@heliograph/domain/module-plane.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { idParams } from '../page.ts'
import { changes } from './changes.ts'

/** Modules that face one way. Degrees: azimuth 0 north, 90 east; tilt 0 flat. kWp. */
export const modulePlane = z.strictObject({
  name: z.string().trim().max(60),
  installationAzimuthAngle: z.number().min(0).max(360),
  installationTiltAngle: z.number().min(0).max(90),
  installedCapacity: z.number().min(0.001).max(10_000_000),
})
export type WirePlane = z.output<typeof modulePlane>

export const planeCalls = {
  'POST /maintain-s/station/{id}/planes': endpoint({
    summary: 'The planes of the modules; the capacity of the plant becomes their sum',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({ planes: z.array(modulePlane).min(1).max(MOST_PLANES) }),
    reply: z.object({ changes, recount: z.boolean() }),
  }),
} as const
