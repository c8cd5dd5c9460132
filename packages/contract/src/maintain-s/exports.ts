import { deviceTypes } from '@heliograph/domain/device.ts'
import { csvSeparators, decimalMarks } from '@heliograph/domain/format/csv.ts'
import * as words from '@heliograph/domain/plant-export.ts'
import { type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import { z } from 'zod'
import { anyone, endpoint, onPlant, signedIn } from '../endpoint.ts'
import { lan } from '../language.ts'
import { day, done, epochMs, id, idParams } from '../page.ts'

/** Content of a file, and how it is written (domain/plant-export.ts). */
export const exportDefinition = z.strictObject({
  kind: z.enum(words.exportKinds),
  step: z.enum(words.exportSteps),
  /** First and last day at the plant, both included. */
  from: day,
  to: day,
  /** Of points: none means all devices of the plant. */
  deviceIds: z.array(id).max(words.exportLimits.devices).default([]),
  quantities: z
    .array(z.enum(quantityIds as unknown as [QuantityId, ...QuantityId[]]))
    .max(words.exportLimits.quantities)
    .default([]),
  /** Of a proof: its alarm. */
  alertId: z.uuid().optional(),
  fileType: z.enum(words.exportFileTypes).default('csv'),
  zone: z.enum(words.exportZones).default('plant'),
  separator: z.enum(csvSeparators).default(','),
  decimalMark: z.enum(decimalMarks).default('.'),
  language: lan,
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
  requestedAtMs: epochMs,
  finishedAtMs: epochMs.nullable(),
  expiresAtMs: epochMs.nullable(),
})

export const exportTemplate = z.object({ id: z.number().int(), name: z.string(), definition: exportDefinition })
export const scheduleEvery = ['day', 'week', 'month', 'year'] as const
export const exportSchedule = z.object({
  id: z.number().int(),
  name: z.string(),
  every: z.enum(scheduleEvery),
  /** Its days are those of the last whole day, week or month when it runs. */
  definition: exportDefinition,
  nextAtMs: epochMs,
  /** The file comes with the email, where it is small enough. */
  attaches: z.boolean(),
  /** false: the caller unsubscribed from the own emails. */
  mailsOwner: z.boolean(),
  recipients: z.array(
    z.object({ id: z.number().int(), address: z.string(), state: z.enum(['asked', 'confirmed', 'ended']) }),
  ),
})
const name = z.string().min(1).max(60)

const recipients = z.array(z.string().max(254)).max(words.exportLimits.recipients)
const newSchedule = z.object({
  name,
  every: z.enum(scheduleEvery),
  definition: exportDefinition,
  attaches: z.boolean().default(true),
  /** Email addresses of people who may have no account; each is asked once. */
  recipients: recipients.default([]),
})
const token = z.string().min(1).max(300)
const jobParams = z.object({ id, jobId: id })
const fleetJobParams = z.object({ jobId: id })
const jobList = z.object({
  data: z.array(plantExport),
  /** Of the caller's files and waiting exports at all plants. */
  use: z.object({ exports: z.number().int(), waiting: z.number().int(), bytes: z.number() }),
})

export const exportCalls = {
  'POST /maintain-s/station/report/export/{id}': endpoint({
    summary: 'A file of statistics, powers or device points, streamed',
    features: ['dataExport'],
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
    features: ['dataExport'],
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: jobList,
  }),
  'POST /maintain-s/station/{id}/report/jobs': endpoint({
    summary: 'Order an export: a job writes the file, which is kept for days',
    undo: 'act',
    features: ['dataExport'],
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 20,
    params: idParams,
    body: z.object({ definition: exportDefinition, mail: z.boolean().default(false) }),
    reply: plantExport,
  }),
  'POST /maintain-s/station/{id}/report/jobs/{jobId}': endpoint({
    summary: 'Order the same export again',
    undo: 'act',
    features: ['dataExport'],
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 20,
    params: jobParams,
    reply: plantExport,
  }),
  'DELETE /maintain-s/station/{id}/report/jobs/{jobId}': endpoint({
    summary: 'Cancel an export, or delete its file',
    undo: 'final',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: jobParams,
    reply: done,
  }),
  'GET /maintain-s/station/{id}/report/choices': endpoint({
    summary: 'The devices whose values can be exported, and what each measured',
    features: ['dataExport'],
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idParams,
    reply: z.object({
      data: z.array(
        z.object({
          deviceId: z.number().int(),
          serial: z.string(),
          name: z.string(),
          type: z.enum(deviceTypes),
          quantities: z.array(z.enum(quantityIds as unknown as [QuantityId, ...QuantityId[]])),
        }),
      ),
    }),
  }),
  'GET /maintain-s/station/report/templates': endpoint({
    summary: "The caller's own templates of exports",
    features: ['dataExport'],
    right: signedIn,
    reply: z.object({ data: z.array(exportTemplate) }),
  }),
  'POST /maintain-s/station/report/templates': endpoint({
    summary: 'Save a template, over one of the same name',
    undo: 'ownWay',
    features: ['dataExport'],
    right: signedIn,
    body: z.object({ name, definition: exportDefinition }),
    reply: exportTemplate,
  }),
  'DELETE /maintain-s/station/report/templates/{templateId}': endpoint({
    summary: 'Delete a template',
    undo: 'final',
    right: signedIn,
    params: z.object({ templateId: id }),
    reply: done,
  }),
  'GET /maintain-s/station/{id}/report/schedules': endpoint({
    summary: "The caller's exports by schedule",
    features: ['dataExport'],
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: z.object({ data: z.array(exportSchedule) }),
  }),
  'POST /maintain-s/station/{id}/report/schedules': endpoint({
    summary: 'Export each morning, Monday or first of the month, with an email to the own address',
    undo: 'unkept',
    features: ['dataExport'],
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    body: newSchedule,
    reply: exportSchedule,
  }),
  'DELETE /maintain-s/station/{id}/report/schedules/{scheduleId}': endpoint({
    summary: 'End a schedule',
    undo: 'final',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: z.object({ id, scheduleId: id }),
    reply: done,
  }),
  'POST /maintain-s/station/{id}/report/schedules/{scheduleId}/recipients': endpoint({
    summary: 'Say who else gets the emails of a schedule; new addresses are asked once',
    undo: 'unkept',
    features: ['dataExport'],
    right: onPlant('viewPlantInfo', 'params.id'),
    params: z.object({ id, scheduleId: id }),
    /** All of them; unsubscribed addresses stay so. */
    body: z.strictObject({ recipients }),
    reply: exportSchedule,
  }),
  'GET /maintain-s/station/{id}/report/jobs/{jobId}/file': endpoint({
    summary: 'The file of a finished export',
    features: ['dataExport'],
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 10,
    params: jobParams,
    blob: true,
    reply: z.unknown(),
  }),
  'GET /maintain-s/station/report/jobs': endpoint({
    summary: "The caller's reports of all plants, newest first",
    features: ['dataExport'],
    right: signedIn,
    reply: jobList,
  }),
  'POST /maintain-s/station/report/jobs': endpoint({
    summary: 'Order a report of all plants whose figures the caller may see',
    undo: 'act',
    features: ['dataExport'],
    right: signedIn,
    cost: 40,
    body: z.object({ definition: exportDefinition, mail: z.boolean().default(false) }),
    reply: plantExport,
  }),
  'DELETE /maintain-s/station/report/jobs/{jobId}': endpoint({
    summary: 'Cancel a report of all plants, or delete its file',
    undo: 'final',
    right: signedIn,
    params: fleetJobParams,
    reply: done,
  }),
  'GET /maintain-s/station/report/jobs/{jobId}/file': endpoint({
    summary: 'The file of a finished report of all plants',
    features: ['dataExport'],
    right: signedIn,
    cost: 10,
    params: fleetJobParams,
    blob: true,
    reply: z.unknown(),
  }),
  'GET /maintain-s/station/report/schedules': endpoint({
    summary: "The caller's reports of all plants by schedule",
    features: ['dataExport'],
    right: signedIn,
    reply: z.object({ data: z.array(exportSchedule) }),
  }),
  'POST /maintain-s/station/report/schedules': endpoint({
    summary: 'Report on all plants by schedule, with an email to the own address',
    undo: 'ownWay',
    features: ['dataExport'],
    right: signedIn,
    body: newSchedule,
    reply: exportSchedule,
  }),
  'DELETE /maintain-s/station/report/schedules/{scheduleId}': endpoint({
    summary: 'End a schedule of all plants',
    undo: 'final',
    right: signedIn,
    params: z.object({ scheduleId: id }),
    reply: done,
  }),
  'POST /maintain-s/station/report/schedules/{scheduleId}/recipients': endpoint({
    summary: 'Say who else gets the emails of a schedule of all plants; new addresses are asked once',
    undo: 'unkept',
    features: ['dataExport'],
    right: signedIn,
    params: z.object({ scheduleId: id }),
    /** All of them; unsubscribed addresses stay so. */
    body: z.strictObject({ recipients }),
    reply: exportSchedule,
  }),
  'POST /maintain-s/station/{id}/report/schedules/{scheduleId}': endpoint({
    summary: 'Make the export of a schedule now and email it to the caller alone',
    undo: 'unkept',
    features: ['dataExport'],
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 20,
    params: z.object({ id, scheduleId: id }),
    reply: done,
  }),
  'POST /maintain-s/station/report/schedules/{scheduleId}': endpoint({
    summary: 'Make the report of a schedule of all plants now and email it to the caller alone',
    undo: 'unkept',
    features: ['dataExport'],
    right: signedIn,
    cost: 40,
    params: z.object({ scheduleId: id }),
    reply: done,
  }),
  'GET /maintain-s/station/report/offer/{token}': endpoint({
    summary: 'Which emails a confirmation link is about; changes nothing',
    right: anyone,
    params: z.object({ token }),
    reply: z.object({
      plant: z.string(),
      schedule: z.string(),
      every: z.enum(scheduleEvery),
      state: z.enum(['asked', 'confirmed', 'ended']),
    }),
  }),
  'POST /maintain-s/station/report/offer/{token}': endpoint({
    summary: 'Confirm an address: the emails of a schedule come there',
    right: anyone,
    params: z.object({ token }),
    reply: done,
  }),
  'GET /maintain-s/station/report/signed/{digest}': endpoint({
    summary: 'Whether a file was signed here and is unchanged, by its SHA-256: anybody may ask',
    right: anyone,
    params: z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/) }),
    reply: z.object({
      kind: z.enum(words.exportKinds),
      /** The name that its certificate has. */
      brand: z.string(),
      /** SHA-256 of the certificate. */
      fingerprint: z.string(),
      madeAtMs: epochMs,
    }),
  }),
  'GET /maintain-s/station/report/shared/{token}': endpoint({
    summary: 'The file that an email links, while it is kept',
    right: anyone,
    params: z.object({ token }),
    blob: true,
    reply: z.unknown(),
  }),
} as const
