import type { Endpoint } from '@heliograph/contract/endpoint.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { z } from 'zod'
import type { Parts } from './access.ts'

/**
 * Validates the parts of a request against the contract: what is unknown is refused like what does not fit, for an
 * ignored filter is a wrong answer. Two callers may say more than we know: an OAuth client (RFC 6749, 3.2: unknown
 * parameters are ignored) and a data center of another version.
 * @throws Refusal PARAM_ERROR, detail names the field
 */
export function validate(entry: Endpoint, raw: Parts): Parts {
  const take = entry.form || entry.right.kind === 'peer' ? (schema: z.ZodType) => schema : strict
  return {
    params: parsePart('params', entry.params, raw.params),
    query: parsePart('query', take(entry.query ?? nothing), raw.query ?? {}),
    // A body whose fields all have defaults may be absent.
    body: parsePart('body', take(entry.body ?? nothing), raw.body ?? {}),
  }
}

/**
 * Rooms name a field as they know it; the reply says in which part of the request it stands.
 * @returns the refusal to throw on
 */
export function locateField(error: unknown, entry: Endpoint, parts: Parts): unknown {
  const field = error instanceof Refusal ? error.detail?.field : undefined
  if (!(error instanceof Refusal) || typeof field !== 'string') return error
  const [head = ''] = field.split('.')
  if (PARTS.some((part) => part === head)) return error
  const holds = (part: keyof Parts): boolean => {
    const value = parts[part]
    return typeof value === 'object' && value !== null && Object.hasOwn(value, head)
  }
  const part = PARTS.find(holds) ?? (entry.body === undefined ? 'query' : 'body')
  return new Refusal(error.code, { ...error.detail, field: `${part}.${field}` })
}
const PARTS = ['params', 'query', 'body'] as const satisfies readonly (keyof Parts)[]

const nothing = z.object({})

const stricts = new WeakMap<z.ZodType, z.ZodType>()

/** The same schema without room for unknown fields; what is nested is strict in the contract itself. */
function strict(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return schema
  const known = stricts.get(schema) ?? schema.strict()
  stricts.set(schema, known)
  return known
}

function parsePart(part: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success && !isMalformed(parsed.data)) return parsed.data
  const issue = parsed.error?.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  throw new Refusal('PARAM_ERROR', { field: [part, ...(issue?.path ?? []), ...unknown].join('.').slice(0, 100) })
}

/** No valid request nests half as deep; a deeper one would overflow the stack of recursive code. */
const DEEPEST = 32

/** PostgreSQL stores neither NUL nor half a surrogate pair, so no valid text has one. */
const isText = (text: string): boolean => !/\0|\p{Cs}/u.test(text)

/** Every column keeps numbers of this size: what is smaller is lost in a `real`, what is larger refused by it. */
const isNumber = (value: number): boolean => value === 0 || (Math.abs(value) >= 1e-30 && Math.abs(value) <= 1e30)

/** The one refinement of all texts and numbers of the contract, names of fields included. */
function isMalformed(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !isText(value)
  if (typeof value === 'number') return !isNumber(value)
  if (typeof value !== 'object' || value === null) return false
  if (depth > DEEPEST) return true
  return Object.entries(value).some(([name, inner]) => !isText(name) || isMalformed(inner, depth + 1))
}
