import { energyUnits, powerUnits } from '@heliograph/domain/accepted-units.ts'
import * as csv from '@heliograph/domain/format/csv.ts'
import { importBounds } from '@heliograph/domain/import-bounds.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { base64, day, done, epochMs, id, idParams } from '../page.ts'

export const importFlows = ['generation', 'load', 'import', 'export', 'charge', 'discharge'] as const
export const columnForms = ['power', 'energy', 'total', 'today'] as const
/** Those of posted readings. */
export const importUnits = [...powerUnits, ...energyUnits] as const
export const timeFormats = ['iso', 'dmy', 'mdy', 'epochS', 'epochMs'] as const

export const overlaps = ['keep', 'replace', 'fill', 'add'] as const
export const columnSigns = ['positive', 'negative', 'both'] as const
export const questionKinds = ['timeFormat', 'flow', 'form', 'unit', 'signs', 'decimalMark', 'several'] as const
export const unreadReasons = ['noTime', 'noValue', 'notNumber', 'future', 'sameTime', 'other'] as const

const place = z.number().int().min(0).max(99)
const name = z.string().max(200)
/** A sheet of the file, and the line in it that names the columns, from 1; 0: none does. */
const tablePlace = { sheet: z.number().int().min(0).max(10_000), headLine: z.number().int().min(0).max(2_000_000) }

/** How a file is to be read. */
export const importMapping = z.strictObject({
  ...tablePlace,
  timeColumn: place,
  /** The clock, where it stands apart from the date. */
  clockColumn: place.nullable(),
  /** The end of each interval. */
  endColumn: place.nullable(),
  /** How far clocks are ahead of UTC. */
  offsetColumn: place.nullable(),
  /** The column that tells the rows of several things apart. */
  nameColumn: place.nullable(),
  timeFormat: z.enum(timeFormats),
  /** IANA, of times without an offset. */
  zone: z.string().min(1).max(60),
  /** Whether a row's time is the start or the end of its interval. */
  stamp: z.enum(['start', 'end']),
  /** Several columns of one flow add up. */
  columns: z
    .array(
      z.strictObject({
        column: place,
        /** Only the rows with this in the column of names; null: all. */
        name: name.nullable(),
        /** Of values above zero; of `negative` those below. */
        flow: z.enum(importFlows),
        /** power: mean of an interval. energy: of an interval. total: lifetime counter. today: restarts each day. */
        form: z.enum(columnForms),
        /** Of numbers that have no unit of their own. */
        unit: z.enum(importUnits),
        /** both: values below zero are the opposite flow. */
        signs: z.enum(columnSigns),
        decimalMark: z.enum(csv.decimalMarks),
      }),
    )
    .max(200),
  /** Decisions that the file leaves open, with the possible answers; an import starts when none is left. */
  questions: z
    .array(
      z.strictObject({
        kind: z.enum(questionKinds),
        /** null: of the whole file. */
        column: place.nullable(),
        name: name.nullable(),
        choices: z.array(z.string().max(300)).max(200),
      }),
    )
    .max(200),
})

export const betweens = ['once', 'add'] as const
/** Uploaded files, and how each of them is read. */
const importOrder = z.object({
  files: z
    .array(z.strictObject({ id, mapping: importMapping }))
    .min(1)
    .max(importBounds.files),
  /**
   * keep: days on which the plant has own data of a kind stay as they are. replace: the days of the files take their place.
   * fill: hours without data are taken. add: the files are of another device.
   */
  overlap: z.enum(overlaps),
  /** Files that say different things of one day. once: one device, the finer file counts. add: several devices. null: not decided. */
  between: z.enum(betweens).nullable(),
})
export type ImportOrderWire = z.output<typeof importOrder>
export type ImportMappingWire = z.output<typeof importMapping>

/** Place among the files that are imported together. */
const file = z.number().int()
/** Rows that are not imported; `line`: the first of them. */
const unread = z.array(
  z.object({ file, reason: z.enum(unreadReasons), count: z.number().int(), line: z.number().int() }),
)

const energiesWh = z.partialRecord(z.enum(importFlows), z.number())

const compared = z.object({
  fileWh: z.number().nullable(),
  plantWh: z.number().nullable(),
  afterWh: z.number().nullable(),
})

/** `possibleWh`: null where the sun does not rise. */
const dayAgainstSky = z.object({ date: day, fileWh: z.number(), possibleWh: z.number().nullable() })

/** Values of a column that nothing can have measured; the rest of their rows is kept. `value` and `line`: the first one. */
const leftOutValues = z.array(
  z.object({ file, column: z.string(), count: z.number().int(), value: z.string(), line: z.number().int() }),
)

export const historyImport = z.object({
  id: z.number().int(),
  fileNames: z.array(z.string()),
  state: z.enum(['queued', 'running', 'canceling', 'done', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  /** Records so far, of `records`. */
  stored: z.number().int(),
  /** Time until it is stored; null: not known yet. */
  remainingMs: z.number().nullable(),
  records: z.number().int().nullable(),
  /** Of what was produced, or of the only flow of a file without it. */
  energyWh: z.number().nullable(),
  failure: z.string().nullable(),
  leftOutValues,
  fromMs: epochMs.nullable(),
  toMs: epochMs.nullable(),
  createdAtMs: epochMs,
})

const fileParams = z.object({ id, fileId: id })
const importParams = z.object({ id, importId: id })
/** Ten megabytes as Base64, and the rest of the body. */
const MOST_BYTES = 14 * 1024 * 1024
/** How each of many files is read. */
const MOST_ORDER_BYTES = 1024 * 1024

/** Content of a file, as far as it says it. */
const importSketch = z.object({
  id: z.number().int(),
  heads: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  rowCount: z.number().int(),
  mapping: importMapping,
  /** The maker whose file it is by its headings, and the name of the export; null: nobody known. */
  format: z.object({ id: z.string(), maker: z.string(), variant: z.string() }).nullable(),
  /** How the caller read the last file of the same headings, where that differs from `mapping`. */
  saved: importMapping.nullable(),
  /** The tables of the file, the largest first. */
  tables: z.array(
    z.object({ ...tablePlace, name: z.string(), heads: z.array(z.string()), rowCount: z.number().int() }),
  ),
  /** The lines around the heading. */
  lines: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  /** Words that occur in the column of names. */
  names: z.array(z.string()),
})

export const importCalls = {
  'POST /maintain-s/station/{id}/import': endpoint({
    summary: 'Upload a CSV, XLSX, JSON or ZIP file with history; nothing is stored in the plant yet',
    right: onPlant('editPlant', 'params.id'),
    cost: 8,
    costPerMb: 10,
    reads: true,
    scope: 'plant:write',
    mostBytes: MOST_BYTES,
    params: idParams,
    body: z.object({
      name: z.string().min(1).max(200),
      content: base64(MOST_BYTES),
    }),
    reply: importSketch,
  }),
  'POST /maintain-s/station/{id}/import/{fileId}/table': endpoint({
    summary: 'What an uploaded file contains when another line names its columns',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    reads: true,
    scope: 'plant:write',
    params: fileParams,
    body: z.object(tablePlace),
    reply: importSketch,
  }),
  'POST /maintain-s/station/{id}/import/preview': endpoint({
    summary: 'The days and energies that an import of uploaded files would add',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    reads: true,
    scope: 'plant:write',
    mostBytes: MOST_ORDER_BYTES,
    params: idParams,
    body: importOrder,
    reply: z.object({
      records: z.number().int(),
      /** In the order of the request; `isMostUnread`: it cannot be imported this way. */
      files: z.array(z.object({ rowCount: z.number().int(), isMostUnread: z.boolean() })),
      unread,
      /** Rows that another file has as well. */
      twiceRows: z.number().int(),
      /** Days on which two files say different things: `between` is to be decided. */
      conflictDays: z.number().int(),
      leftOutRows: z.number().int(),
      leftOutValues,
      /** Days of the file on which the plant has own data of the same kind, and those of them that say something else. */
      sharedDays: z.number().int(),
      differingDays: z.number().int(),
      /** The thirty that differ most. */
      differences: z.array(z.object({ date: day, flow: z.enum(importFlows), fileWh: z.number(), plantWh: z.number() })),
      /** By month: what the file says, what the plant has, and what it will have. */
      months: z.array(z.object({ month: z.string(), flows: z.partialRecord(z.enum(importFlows), compared) })),
      /** The days of most and of least production by what the plant could make in clear weather. */
      best: dayAgainstSky.nullable(),
      worst: dayAgainstSky.nullable(),
      fromMs: epochMs.nullable(),
      toMs: epochMs.nullable(),
      stepMs: z.number(),
      /** By day at the plant; the newest 400 days. */
      days: z.array(z.object({ date: day, energiesWh })),
      dayCount: z.number().int(),
      totalsWh: energiesWh,
      /** More than the plant can make or take: its meters refuse it, it is in no sum. */
      refusedWh: energiesWh,
    }),
  }),
  'POST /maintain-s/station/{id}/import/start': endpoint({
    summary: 'Import uploaded files as they are mapped; a job stores them',
    undo: 'act',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    mostBytes: MOST_ORDER_BYTES,
    params: idParams,
    body: importOrder,
    reply: z.object({ id }),
  }),
  'GET /maintain-s/station/{id}/import': endpoint({
    summary: 'The imports of a plant, newest first',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    reply: z.object({ data: z.array(historyImport) }),
  }),
  'DELETE /maintain-s/station/{id}/import/{importId}': endpoint({
    summary: 'Undo an import with all of its records, cancel one that runs, or forget a failed one',
    undo: 'ownWay',
    right: onPlant('editPlant', 'params.id'),
    params: importParams,
    reply: done,
  }),
} as const
