import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { language } from '../language.ts'
import { done, epochMs, id } from '../page.ts'
import { proof } from '../proof.ts'

export const exportScopes = ['profile', 'plants', 'devices', 'telemetry', 'signIns', 'audit'] as const

export const accountExport = z.object({
  id: z.number().int(),
  state: z.enum(['queued', 'running', 'ready', 'failed', 'expired']),
  scope: z.array(z.enum(exportScopes)),
  /** 0 to 1. */
  progress: z.number(),
  requestedAtMs: epochMs,
  finishedAtMs: epochMs.nullable(),
  expiresAtMs: epochMs.nullable(),
  sizeBytes: z.number().nullable(),
})

/** A check before the deletion of an account. A row that is not ok names the first step to take. */
export const cancelCheck = z.object({
  check: z.enum(['sharedPlants', 'organizations', 'exports', 'lastAdministrator']),
  isOk: z.boolean(),
  /** The names of the plants or organizations concerned. */
  names: z.array(z.object({ id: z.number().int(), name: z.string() })),
})

export const leavingCalls = {
  'GET /user-s/acc/export': endpoint({
    summary: "Exports of the user's account, and the time of the next possible one",
    features: ['accountExport'],
    right: signedIn,
    cost: 10,
    reply: z.object({
      data: z.array(accountExport),
      nextPossibleAtMs: epochMs.nullable(),
      plantCount: z.number().int(),
      /** The limit of plants per export, or null. */
      plantLimit: z.number().int().nullable(),
      /** A rough estimate of the archive's size. */
      estimatedBytes: z.number(),
    }),
  }),
  'POST /user-s/acc/export': endpoint({
    summary: "Export the user's account: a job creates one archive of JSON and CSV",
    undo: 'access',
    features: ['accountExport'],
    sealed: true,
    right: signedIn,
    cost: 60,
    body: z.object({ scope: z.array(z.enum(exportScopes)).min(1).max(exportScopes.length), proof }),
    reply: accountExport,
  }),
  'POST /user-s/acc/export/{id}/link': endpoint({
    summary: 'A link to a finished archive, valid for a few minutes',
    undo: 'access',
    features: ['accountExport'],
    right: signedIn,
    params: z.object({ id }),
    reply: z.object({ url: z.string() }),
  }),
  'GET /user-s/acc/export/{id}/file': endpoint({
    summary: 'The archive itself',
    features: ['accountExport'],
    right: anyone,
    params: z.object({ id }),
    query: z.object({ key: z.string().min(1).max(200) }),
    blob: true,
    reply: z.unknown(),
  }),
  'GET /user-s/acc/cancel': endpoint({
    summary: 'The losses and the checks of an account deletion',
    right: signedIn,
    cost: 10,
    reply: z.object({
      checks: z.array(cancelCheck),
      /** Deleted with the account. */
      plants: z.array(z.object({ id: z.number().int(), name: z.string() })),
      /** The text that the user must type. */
      phrase: z.string(),
    }),
  }),
  'POST /user-s/acc/cancel': endpoint({
    summary: "Delete the user's account permanently",
    undo: 'access',
    features: ['accountCancel'],
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({ proof, phrase: z.string().max(200), language }),
    reply: done,
  }),
} as const
