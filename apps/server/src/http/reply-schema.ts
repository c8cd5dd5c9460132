import { roundFloats } from '@heliograph/domain/format/round-floats.ts'
import stringifierOf from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

type Schema = Readonly<Record<string, unknown>>
type Stringify = (reply: unknown) => string

// Of all servers of this process: tests start hundreds.
const schemas = new WeakMap<z.ZodType, Schema>()
const stringifiers = new WeakMap<object, Stringify>()

/** The draft-7 schema for Fastify's serializer: several times faster than checking every reply. */
export function toReplySchema(reply: z.ZodType): Schema {
  const known = schemas.get(reply)
  if (known !== undefined) return known
  const { $schema: _, ...schema } = z.toJSONSchema(reply, { target: 'draft-7', io: 'output' }) as Schema
  schemas.set(reply, schema)
  return schema
}

/** Compiled with the first reply: most of a start went into hundreds of calls that were not used yet. */
export const compileReply: FastifySerializerCompiler<Schema> =
  ({ schema }) =>
  (reply) =>
    roundFloats(stringifierFor(schema)(reply))

function stringifierFor(schema: Schema): Stringify {
  const known = stringifiers.get(schema)
  if (known !== undefined) return known
  const made = stringifierOf(schema)
  stringifiers.set(schema, made)
  return made
}
