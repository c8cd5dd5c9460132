import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { done, epochMs, id, idParams } from '../page.ts'

const agent = z.object({
  id,
  name: z.string(),
  /** Of its program; '': it said nothing yet. */
  version: z.string(),
  platform: z.string(),
  pairedAtMs: epochMs,
  heardAtMs: epochMs.nullable(),
  isOnline: z.boolean(),
  /** Records that wait on its disk. */
  waiting: z.number().int(),
  bytes: z.number().int(),
  /** Records that made room for newer ones, and such that this server refused. */
  dropped: z.number().int(),
  refused: z.number().int(),
  /** By how much its clock is ahead; null: not known yet. */
  clockOffsetMs: z.number().nullable(),
  networks: z.array(z.string()),
  /** Endpoints that it reads. */
  targets: z.number().int(),
})

const agentParams = z.object({ id, agentId: id })

export const agentPageCalls = {
  'GET /maintain-s/station/{id}/agents': endpoint({
    summary: 'Agents that read devices for a plant from within its network',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: idParams,
    reply: z.object({ data: z.array(agent) }),
  }),
  'POST /maintain-s/station/{id}/agents/pairing': endpoint({
    summary: 'A code that pairs one agent with a plant, for a quarter of an hour; it takes the place of the one before',
    undo: 'access',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: idParams,
    body: z.strictObject({
      name: z.string().max(60).default(''),
      /** The agent that is installed anew: it keeps its devices, and the old one is shut out. */
      agentId: id.optional(),
    }),
    reply: z.object({ pairingCode: z.string(), expiresAtMs: epochMs }),
  }),
  'DELETE /maintain-s/station/{id}/agents/{agentId}': endpoint({
    summary: 'Shut an agent out and read its endpoints no more; their devices keep their history',
    undo: 'access',
    right: onPlant('deletePlantDevice', 'params.id'),
    features: ['gateway'],
    params: agentParams,
    reply: done,
  }),
} as const
