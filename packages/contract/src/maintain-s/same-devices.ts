import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, done, epochSeconds, id, idParams } from '../page.ts'
import { changes } from './changes.ts'

const source = z.object({
  deviceId: id,
  deviceName: z.string(),
  serial: z.string(),
  /** The connection or logger by which it is read. */
  loggerName: z.string().nullable(),
})

/** deviceId counts for the plant, otherId stays as its second source. */
const pair = z.strictObject({ deviceId: id, otherId: id })

export const sameDeviceCalls = {
  'GET /maintain-s/station/{id}/same-devices': endpoint({
    summary: 'Devices of a plant that are one device read by two ways, or look like it',
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idParams,
    reply: z.object({
      alike: z.array(z.object({ devices: z.array(source).length(2), likeness: z.number(), at: epochSeconds })),
      merged: z.array(
        z.object({
          counts: source,
          second: source,
          /** First day on which the second source is left out of the sums. */
          from: day,
        }),
      ),
    }),
  }),
  'POST /maintain-s/station/{id}/same-devices': endpoint({
    summary: 'Say that two devices are one: one counts, the other stays as second source; the history is counted anew',
    undo: 'ownWay',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    params: idParams,
    body: pair,
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/station/{id}/same-devices/split': endpoint({
    summary: 'Undo that a device is the second source of another one; the history is counted anew',
    undo: 'ownWay',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    params: idParams,
    body: z.strictObject({ deviceId: id }),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/station/{id}/same-devices/deny': endpoint({
    summary: 'Say that two devices that look alike are two',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: pair,
    reply: done,
  }),
} as const
