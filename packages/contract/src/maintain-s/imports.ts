import { energyUnits, powerUnits } from '@heliograph/domain/accepted-units.ts'
import * as csv from '@heliograph/domain/format/csv.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, done, epochSeconds, id, idParams } from '../page.ts'

export const importFlows = ['generation', 'load', 'import', 'export', 'charge', 'discharge'] as const
export const columnForms = ['power', 'energy', 'total', 'today'] as const
/** Those of posted readings. */
export const importUnits = [...powerUnits, ...energyUnits] as const
export const timeFormats = ['iso', 'dmy', 'mdy', 'epochS', 'epochMs'] as const

const place = z.number().int().min(0).max(99)

/** How a file is to be read. */
export const importMapping = z.strictObject({
  timeColumn: place,
  timeFormat: z.enum(timeFormats),
  /** IANA, of times without an offset. */
  zone: z.string().min(1).max(60),
  /** Whether a row's time is the start or the end of its interval. */
  stamp: z.enum(['start', 'end']),
  decimalMark: z.enum(csv.decimalMarks),
  columns: z
    .array(
      z.strictObject({
        column: place,
        flow: z.enum(importFlows),
        /** power: mean of an interval. energy: of an interval. total: lifetime counter. today: restarts each day. */
        form: z.enum(columnForms),
        unit: z.enum(importUnits),
      }),
    )
    .max(importFlows.length),
  /** skip: days on which the plant has own data of a kind stay as they are. add: the file is another device. */
  overlap: z.enum(['skip', 'add']),
})
export type ImportMappingWire = z.output<typeof importMapping>

const energies = z.partialRecord(z.enum(importFlows), z.number())

/** Values of a column that nothing can have measured; the rest of their rows is kept. `value` and `line`: the first one. */
const leftOutValues = z.array(
  z.object({ column: z.string(), count: z.number().int(), value: z.string(), line: z.number().int() }),
)

export const historyImport = z.object({
  id: z.number().int(),
  fileName: z.string(),
  state: z.enum(['open', 'queued', 'running', 'done', 'failed', 'undone']),
  /** 0 to 1. */
  progress: z.number(),
  records: z.number().int().nullable(),
  /** kWh: of what was produced, or of the only flow of a file without it. */
  energy: z.number().nullable(),
  failure: z.string().nullable(),
  leftOutValues,
  from: epochSeconds.nullable(),
  to: epochSeconds.nullable(),
  createdAt: epochSeconds,
})
export type HistoryImportWire = z.infer<typeof historyImport>

const importParams = z.object({ id, importId: id })
/** Ten megabytes as Base64, and the rest of the body. */
const MOST_BYTES = 14 * 1024 * 1024

export const importCalls = {
  'POST /maintain-s/station/{id}/import': endpoint({
    summary: 'Upload a CSV or XLSX file with history; nothing is stored in the plant yet',
    right: onPlant('editPlant', 'params.id'),
    cost: 100,
    reads: true,
    scope: 'plant:write',
    mostBytes: MOST_BYTES,
    params: idParams,
    body: z.object({
      name: z.string().min(1).max(200),
      content: z
        .string()
        .max(MOST_BYTES)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/),
    }),
    reply: z.object({
      id: z.number().int(),
      heads: z.array(z.string()),
      samples: z.array(z.array(z.string())),
      rowCount: z.number().int(),
      mapping: importMapping,
    }),
  }),
  'POST /maintain-s/station/{id}/import/{importId}/preview': endpoint({
    summary: 'The days and energies that an import would add',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    reads: true,
    scope: 'plant:write',
    params: importParams,
    body: z.object({ mapping: importMapping }),
    reply: z.object({
      records: z.number().int(),
      unreadRows: z.number().int(),
      firstUnreadLine: z.number().int().nullable(),
      leftOutRows: z.number().int(),
      leftOutValues,
      /** Days of the file on which the plant has own data of the same kind. */
      knownDays: z.number().int(),
      from: epochSeconds.nullable(),
      to: epochSeconds.nullable(),
      stepS: z.number(),
      /** kWh by day at the plant; the newest 400 days. */
      days: z.array(z.object({ date: day, energies })),
      dayCount: z.number().int(),
      totals: energies,
    }),
  }),
  'POST /maintain-s/station/{id}/import/{importId}': endpoint({
    summary: 'Import an uploaded file as it is mapped; a job stores it',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    params: importParams,
    body: z.object({ mapping: importMapping }),
    reply: done,
  }),
  'GET /maintain-s/station/{id}/import': endpoint({
    summary: 'The imports of a plant, newest first',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    reply: z.object({ data: z.array(historyImport) }),
  }),
  'DELETE /maintain-s/station/{id}/import/{importId}': endpoint({
    summary: 'Undo an import with all of its records, or forget a failed one',
    right: onPlant('editPlant', 'params.id'),
    params: importParams,
    reply: done,
  }),
} as const
