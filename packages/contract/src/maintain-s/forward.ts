import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { epochMs, id, idParams } from '../page.ts'
import { changes } from './changes.ts'

const direction = z.object({ bytes: z.number().int(), frames: z.number().int() })

/** The stream of a logger that goes on to a cloud of its maker. */
export const loggerForward = z.object({
  /** As `clouds` names it; it may be gone from there. */
  cloud: z.string(),
  startedAtMs: epochMs,
  /** waiting: the logger is not connected. away: the cloud cannot be reached, and this server acknowledges. */
  state: z.enum(['waiting', 'connecting', 'connected', 'away']),
  connectedAtMs: epochMs.nullable(),
  lastError: z
    .object({
      reason: z.enum(['unknownHost', 'network', 'unreachable', 'certificate', 'closed', 'silent', 'plain', 'unlisted']),
      atMs: epochMs,
    })
    .nullable(),
  /** From the logger to the cloud, since it began. */
  sent: direction,
  received: direction,
  /** Records that this server acknowledged in the cloud’s place. */
  missedRecords: z.number().int(),
})

export const forwardCalls = {
  'GET /maintain-s/power/system/{id}/forwards': endpoint({
    summary: 'Loggers of a plant whose stream may go on to a cloud of their maker, and what went there',
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idParams,
    reply: z.object({
      /** The clouds that the operator allows. */
      clouds: z.array(z.object({ cloud: z.string(), encrypted: z.boolean() })),
      /** At most 500, by serial number. */
      loggers: z.array(
        z.object({
          loggerId: z.number().int(),
          serial: z.string(),
          name: z.string(),
          forward: loggerForward.nullable(),
        }),
      ),
    }),
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/forward': endpoint({
    summary: 'Let the stream of a logger go on to a cloud, unchanged; the logger connects anew',
    undo: 'access',
    right: onPlant('editPlant', 'params.id'),
    params: idParams.extend({ gid: id }),
    /** One of `clouds`. */
    body: z.strictObject({ cloud: z.string().min(1).max(300) }),
    reply: z.object({ changes }),
  }),
  'DELETE /maintain-s/power/system/{id}/gateway/{gid}/forward': endpoint({
    summary: 'Keep the stream of a logger to this server',
    undo: 'access',
    right: onPlant('editPlant', 'params.id'),
    params: idParams.extend({ gid: id }),
    reply: z.object({ changes }),
  }),
} as const
