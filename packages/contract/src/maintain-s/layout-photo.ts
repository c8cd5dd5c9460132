import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { idParams } from '../page.ts'

const base64 = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
/** Fifteen megabytes as Base64, and the rest of the body. */
const mostPhotoBytes = 21 * 1024 * 1024

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
export type RecognizedCellWire = z.infer<typeof recognizedCell>

export const layoutPhotoCalls = {
  'POST /maintain-s/station/layout/photo/recognition/{id}': endpoint({
    summary: 'Read the serial numbers of modules and their places from a photo (JPEG, PNG or WebP); it is not kept',
    right: onPlant('editPlant', 'params.id'),
    reads: true,
    scope: 'plant:write',
    cost: 200,
    mostBytes: mostPhotoBytes,
    params: idParams,
    body: z.strictObject({ content: base64(mostPhotoBytes) }),
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
      /** Pixels of the upright picture in which the corners are. */
      width: z.number().int(),
      height: z.number().int(),
    }),
  }),
} as const
