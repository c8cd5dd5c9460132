import { csvSeparators, decimalMarks } from '@heliograph/domain/format/csv.ts'
import {
  exportFileTypes,
  exportKinds,
  exportLimits,
  exportSteps,
  exportZones,
} from '@heliograph/domain/plant-export.ts'
import { type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, done, epochSeconds, id, idParams } from '../page.ts'

/** What is in a file, and how it is written (domain/plant-export.ts). */
export const exportDefinition = z.strictObject({
  kind: z.enum(exportKinds),
  step: z.enum(exportSteps),
  /** First and last day at the plant, both included. */
  from: day,
  to: day,
  /** Of points: none means all devices of the plant. */
  deviceIds: z.array(id).max(exportLimits.devices).default([]),
  quantities: z
    .array(z.enum(quantityIds as unknown as [QuantityId, ...QuantityId[]]))
    .max(exportLimits.quantities)
    .default([]),
  fileType: z.enum(exportFileTypes).default('csv'),
  zone: z.enum(exportZones).default('plant'),
  separator: z.enum(csvSeparators).default(','),
  decimalMark: z.enum(decimalMarks).default('.'),
  language: z.string().max(10).default('en'),
})
export type ExportDefinitionWire = z.output<typeof exportDefinition>

export const plantExport = z.object({
  id: z.number().int(),
  definition: exportDefinition,
  state: z.enum(['queued', 'running', 'ready', 'failed', 'expired']),
  /** 0 to 1. */
  progress: z.number(),
  rows: z.number().int().nullable(),
  sizeBytes: z.number().nullable(),
  /** The code of the error, where it failed. */
  failure: z.string().nullable(),
  mail: z.boolean(),
  scheduleId: z.number().int().nullable(),
  requestedAt: epochSeconds,
  finishedAt: epochSeconds.nullable(),
  expiresAt: epochSeconds.nullable(),
})
export type PlantExportWire = z.infer<typeof plantExport>

const jobParams = z.object({ id, jobId: id })

export const exportCalls = {
  'POST /maintain-s/station/report/export/{id}': endpoint({
    summary: 'A file of statistics, powers or device points, streamed',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 40,
    reads: true,
    params: idParams,
    body: exportDefinition,
    blob: true,
    reply: z.unknown(),
  }),
  'GET /maintain-s/station/{id}/report/jobs': endpoint({
    summary: "The caller's exports of a plant, newest first, and what they take up of the limits",
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: z.object({
      data: z.array(plantExport),
      /** Of the caller's files and waiting exports at all plants. */
      use: z.object({ exports: z.number().int(), waiting: z.number().int(), bytes: z.number() }),
    }),
  }),
  'POST /maintain-s/station/{id}/report/jobs': endpoint({
    summary: 'Order an export: a job writes the file, which is kept for days',
    right: onPlant('viewPlantInfo', 'params.id'),
    scope: 'plant:read',
    cost: 20,
    params: idParams,
    body: z.object({ definition: exportDefinition, mail: z.boolean().default(false) }),
    reply: plantExport,
  }),
  'POST /maintain-s/station/{id}/report/jobs/{jobId}': endpoint({
    summary: 'Order the same export again',
    right: onPlant('viewPlantInfo', 'params.id'),
    scope: 'plant:read',
    cost: 20,
    params: jobParams,
    reply: plantExport,
  }),
  'DELETE /maintain-s/station/{id}/report/jobs/{jobId}': endpoint({
    summary: 'Cancel an export, or delete its file',
    right: onPlant('viewPlantInfo', 'params.id'),
    scope: 'plant:read',
    params: jobParams,
    reply: done,
  }),
  'GET /maintain-s/station/{id}/report/jobs/{jobId}/file': endpoint({
    summary: 'The file of a finished export',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 10,
    params: jobParams,
    blob: true,
    reply: z.unknown(),
  }),
} as const
