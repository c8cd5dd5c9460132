import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { done, epochSeconds, id } from '../page.ts'
import { proof } from '../proof.ts'

export const exportScopes = ['profile', 'plants', 'devices', 'telemetry', 'signIns', 'audit'] as const

export const accountExport = z.object({
  id: z.number().int(),
  state: z.enum(['queued', 'running', 'ready', 'failed', 'expired']),
  scope: z.array(z.enum(exportScopes)),
  /** 0 to 1. */
  progress: z.number(),
  requestedAt: epochSeconds,
  finishedAt: epochSeconds.nullable(),
  expiresAt: epochSeconds.nullable(),
  sizeBytes: z.number().nullable(),
})

/** What stands in the way of a cancellation. A row that is not ok tells what to do first. */
export const cancelCheck = z.object({
  check: z.enum(['sharedPlants', 'organisations', 'exports', 'lastAdministrator']),
  isOk: z.boolean(),
  /** Names of the plants or organisations concerned. */
  names: z.array(z.object({ id: z.number().int(), name: z.string() })),
})

export const leavingCalls = {
  'GET /user-s/acc/export': endpoint({
    summary: 'Exports of the own account, and when the next one is possible',
    right: signedIn,
    reply: z.object({
      data: z.array(accountExport),
      nextPossibleAt: epochSeconds.nullable(),
      plantCount: z.number().int(),
      /** Plants that one export takes at most, or null. */
      plantLimit: z.number().int().nullable(),
      /** A rough guess of the archive's size. */
      estimatedBytes: z.number(),
    }),
  }),
  'POST /user-s/acc/export': endpoint({
    summary: 'Export the own account: a job makes one archive of JSON and CSV',
    right: signedIn,
    body: z.object({ scope: z.array(z.enum(exportScopes)).min(1).max(exportScopes.length), proof }),
    reply: accountExport,
  }),
  'POST /user-s/acc/export/{id}/link': endpoint({
    summary: 'A link to a finished archive, good for a few minutes',
    right: signedIn,
    params: z.object({ id }),
    reply: z.object({ url: z.string() }),
  }),
  'GET /user-s/acc/export/{id}/file': endpoint({
    summary: 'The archive itself',
    right: anyone,
    params: z.object({ id }),
    query: z.object({ key: z.string().min(1).max(200) }),
    blob: true,
    reply: z.unknown(),
  }),
  'GET /user-s/acc/cancel': endpoint({
    summary: 'What a cancellation of the own account would erase, and what stands in its way',
    right: signedIn,
    reply: z.object({
      checks: z.array(cancelCheck),
      /** Erased with the account. */
      plants: z.array(z.object({ id: z.number().int(), name: z.string() })),
      /** What the user must type. */
      phrase: z.string(),
    }),
  }),
  'POST /user-s/acc/cancel': endpoint({
    summary: 'Cancel the own account for good',
    right: signedIn,
    body: z.object({ proof, phrase: z.string().max(200), language: z.string().max(10) }),
    reply: done,
  }),
} as const
