import { MOST_TEMPLATE_LINES } from '@heliograph/domain/photo-grid/paper-template.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { lan } from '../language.ts'
import { base64, idParams } from '../page.ts'

/** Fifteen megabytes as Base64, and the rest of the body. */
const MOST_PHOTO_BYTES = 21 * 1024 * 1024

/** Ten megabytes as Base64, and the rest of the body. */
const MOST_FILE_BYTES = 14 * 1024 * 1024

const line = z.number().int().min(0)
const point = z.object({ x: z.number(), y: z.number() })

/** A cell of a grid that was read; rows and columns count from 0 at the upper left. */
const recognizedCell = z.object({
  row: line,
  column: line,
  /** null: none was read, and `error` says so. */
  serial: z.string().nullable(),
  /** 0 to 1. */
  confidence: z.number(),
  /** Upper left, upper right, lower right, lower left as the code reads, in pixels; null: unknown. */
  corners: z.tuple([point, point, point, point]).nullable(),
  /** Another cell has the same serial number. */
  repeats: z.literal(true).optional(),
  error: z.literal('RECOGNITION_ERROR').optional(),
})

/** A group of modules in a file; rows and columns count from 0. */
const fileGrid = z.object({
  name: z.string(),
  rows: line,
  columns: line,
  cells: z.array(
    z.object({
      row: line,
      column: line,
      serial: z.string().nullable(),
      /** Of a device for several modules, from 1. */
      port: z.number().int().nullable().optional(),
      error: z.literal('RECOGNITION_ERROR').optional(),
    }),
  ),
  /** Serial numbers that have no cell: their place is missing, unreadable, or another one's. */
  beside: z.array(z.string()),
})

const templateLines = z.coerce.number().int().min(1).max(MOST_TEMPLATE_LINES)

export const layoutPhotoCalls = {
  'POST /maintain-s/station/layout/file/recognition/{id}': endpoint({
    summary: 'Read the groups of modules that a CSV or XLSX file describes; nothing is kept',
    features: ['deviceLayout'],
    right: onPlant('editPlant', 'params.id'),
    reads: true,
    scope: 'plant:write',
    cost: 100,
    mostBytes: MOST_FILE_BYTES,
    params: idParams,
    body: z.strictObject({ content: base64(MOST_FILE_BYTES) }),
    reply: z.object({ data: z.array(fileGrid) }),
  }),
  'GET /maintain-s/station/layout/template/{id}': endpoint({
    summary: 'A PDF with a field for each module, on which labels are stuck and photographed',
    features: ['deviceLayout'],
    right: onPlant('editPlant', 'params.id'),
    cost: 20,
    params: idParams,
    query: z.object({
      rows: templateLines,
      columns: templateLines,
      name: z.string().trim().max(60).default(''),
      language: lan,
    }),
    blob: true,
    reply: z.unknown(),
  }),
  'POST /maintain-s/station/layout/photo/recognition/{id}': endpoint({
    summary: 'Read the serial numbers of modules and their places from a photo (JPEG, PNG or WebP); it is not kept',
    features: ['deviceLayout'],
    right: onPlant('editPlant', 'params.id'),
    reads: true,
    scope: 'plant:write',
    cost: 200,
    mostBytes: MOST_PHOTO_BYTES,
    params: idParams,
    body: z.strictObject({ content: base64(MOST_PHOTO_BYTES) }),
    reply: z.object({
      rows: line,
      columns: line,
      /** Row by row. Of a paper template only the fields of the page in the photo. */
      cells: z.array(recognizedCell),
      /** The part of the paper template that the photo shows; null: other paper. */
      page: z
        .object({ firstRow: line, firstColumn: line, pageRows: line, pageColumns: line, rows: line, columns: line })
        .nullable(),
      /** Serial numbers in the photo that lie in no cell. */
      beside: z.array(z.string()),
      /** Too few labels were read side by side to say for sure in which rows and columns they lie. */
      isSparse: z.boolean(),
      /** Pixels of the upright picture in which the corners are. */
      width: z.number().int(),
      height: z.number().int(),
    }),
  }),
} as const
