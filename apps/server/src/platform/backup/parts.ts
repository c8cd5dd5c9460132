import { hash } from 'node:crypto'
import { z } from 'zod'
import { Damaged, type Entry } from './tar.ts'

/** Raised when an older Heliograph could not read what is written. */
export const FORMAT = 1

// The names of what an archive holds, in this order; the rows of the tables stand before the sums.
export const HEAD = 'heliograph-backup.json'
export const KEY = 'secret-key.json'
export const SETTINGS = 'postgres.conf'
export const SUMS = 'sums.json'
const PARTS = 'tables/'

/** @param table as SQL writes it */
export const toPartName = (table: string, number: number): string =>
  `${PARTS}${table}/${String(number).padStart(7, '0')}`

/** The table whose rows a part holds; undefined for anything else. */
export const tableOfPart = (name: string): string | undefined => /^tables\/([^/]+)\/\d{7,}$/.exec(name)?.[1]

const formatSchema = z.object({ format: z.number() })
const headSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  server: z.string(),
  migrations: z.array(z.object({ version: z.number(), name: z.string(), checksum: z.string() })).readonly(),
  queues: z.array(z.string().max(100)).readonly(),
  partitions: z
    .array(
      z.object({
        name: z.string().regex(/^[a-z][a-z0-9_]*$/),
        parent: z.string().regex(/^[a-z][a-z0-9_]*$/),
        bounds: z.string().regex(/^(DEFAULT|FOR VALUES FROM \('[-+:0-9 ]+'\) TO \('[-+:0-9 ]+'\))$/),
      }),
    )
    .readonly(),
  tables: z
    .array(
      z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: z.string() })).readonly() }),
    )
    .readonly(),
})
export type Head = z.infer<typeof headSchema>

const sumsSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sum: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.number(), isCalled: z.boolean() })).readonly(),
})
export type Sums = z.infer<typeof sumsSchema>

/** @throws Error a sentence for the operator */
export function readHead(body: Buffer): Head {
  const { format } = parse(HEAD, formatSchema, body)
  if (format > FORMAT)
    throw new Error(
      `The backup has format ${format}, and this Heliograph reads up to ${FORMAT}: restore it with the version that made it, or a newer one.`,
    )
  return parse(HEAD, headSchema, body)
}

/** @throws Damaged */
export const readSums = (body: Buffer): Sums => parse(SUMS, sumsSchema, body)

const sealedSchema = z.object({ sha256: z.string(), content: z.unknown() })
const digestOf = (content: unknown): string => hash('sha256', JSON.stringify(content))

/** A part that says whether it was changed. */
export const toPart = (name: string, content: unknown): Entry => ({
  name,
  body: Buffer.from(JSON.stringify({ sha256: digestOf(content), content }, null, 1)),
})

/** @throws Damaged */
export function parse<T>(name: string, schema: z.ZodType<T>, body: Buffer): T {
  try {
    const { sha256, content } = sealedSchema.parse(JSON.parse(body.toString('utf8')))
    if (digestOf(content) === sha256) return schema.parse(content)
  } catch {
    // The same as a part that was changed.
  }
  throw new Damaged(`its ${name} cannot be read`)
}
