import { isDate } from '@heliograph/domain/time.ts'
import { z } from 'zod'

export const PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100
/** Page size of a list about one plant, also for bare arrays, which cannot say that there are more rows. */
export const MOST_OF_PLANT = 500

/** An id on the wire: a positive integer, in a path or a body. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
export const idParams = z.object({ id })

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
  'order.direction': z.enum(['ASC', 'DESC']).default('DESC'),
  'order.property': z.string().max(40).default('id'),
})

/** Page size of a plant's items of one kind: a screen shows all of them, so the first page is long. */
export const plantListQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(MOST_OF_PLANT).default(MOST_OF_PLANT),
})

/** Lists carry `total` and `data`. */
export const list = <T extends z.ZodType>(row: T) => z.object({ total: z.number().int(), data: z.array(row) })

export const epochSeconds = z.number().int()
export const epochMs = z.number()
/** A day of the calendar, also for the database, which has no year 0. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((text) => text >= '0001' && isDate(text))
/** A file in a body. Its megabytes are looked through for a wrong letter: to match them as a whole would block for 60 ms. */
export const base64 = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !/^=|=[^=]|===|[^A-Za-z0-9+/=]/.test(text))

/** A number above zero: the smallest is what is left of it after it was scaled and rounded. */
export const positive = (most: number, least = 0.001) => z.number().min(least).max(most)
export const numberOrNull = z.number().nullable()

/** Every error reply has this body. `code` is symbolic (domain/errors.ts), `no` the numbered message of the specification. */
export const errorReply = z.object({
  code: z.string(),
  no: z.number().int().nullable(),
  msg: z.string(),
  requestId: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type ErrorReply = z.infer<typeof errorReply>

export const done = z.object({ success: z.literal(true) })
