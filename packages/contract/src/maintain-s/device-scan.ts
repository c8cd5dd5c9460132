import { z } from 'zod'
import { administrator, endpoint, onPlant } from '../endpoint.ts'
import { done, epochSeconds, id, idParams } from '../page.ts'
import { foundDevice } from './target.ts'

/** An IPv4 network of at most 256 addresses: 192.168.1.0/24. */
const network = z.string().regex(/^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/)

const hit = z.object({
  host: z.string(),
  port: z.number().int(),
  /** The way to read it; '': none is known. */
  way: z.string(),
  /** found, unknown, or why nothing is known of it: busy, asleep, notAllowed, refused, otherProtocol, noAnswer. */
  state: z.string(),
  /** The serial number of a stick that named itself. */
  stick: z.string(),
  devices: z.array(foundDevice),
})

export const deviceScanCalls = {
  'GET /maintain-s/station/{id}/targets/scan': endpoint({
    summary: 'Networks that may be looked through for devices, and what the last look found',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: idParams,
    reply: z.object({
      /** Networks around this server, and whether it may read devices there. */
      networks: z.array(z.object({ network: z.string(), isOpen: z.boolean() })),
      /** Networks around agents of the plant, which look through them. */
      agentNetworks: z.array(z.object({ agentId: id, name: z.string(), network: z.string(), isOnline: z.boolean() })),
      /** The session may open them. */
      mayOpen: z.boolean(),
      scan: z
        .object({
          id,
          network: z.string(),
          agentId: id.nullable(),
          state: z.enum(['queued', 'running', 'canceling', 'done', 'canceled', 'failed']),
          /** From 0 to 1. */
          progress: z.number(),
          startedAt: epochSeconds,
          hits: z.array(hit),
        })
        .nullable(),
    }),
  }),
  'POST /maintain-s/station/{id}/targets/scan': endpoint({
    summary: 'Look through a network for devices, within the networks that the operator allows; one look a minute',
    undo: 'act',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    cost: 200,
    params: idParams,
    body: z.strictObject({
      network,
      /** An agent of the plant that looks; missing: this server. */
      agentId: id.optional(),
    }),
    reply: z.object({ id }),
  }),
  'POST /maintain-s/station/{id}/targets/scan/cancel': endpoint({
    summary: 'End the look through a network',
    undo: 'act',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: idParams,
    body: z.strictObject({}),
    reply: done,
  }),
  'POST /maintain-s/operating/device-networks': endpoint({
    summary: "Let devices be read in one of the server's own networks, or no more",
    undo: 'act',
    right: administrator,
    body: z.strictObject({ network, isOpen: z.boolean() }),
    reply: done,
  }),
} as const
