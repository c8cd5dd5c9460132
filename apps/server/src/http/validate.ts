import type { Endpoint } from '@heliograph/contract/endpoint.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { z } from 'zod'
import type { Parts } from './access.ts'

/** Validates the parts of a request against the contract. @throws Refusal PARAM_ERROR, detail names the field */
export function validate(entry: Endpoint, raw: Parts): Parts {
  return {
    params: parsePart('params', entry.params, raw.params),
    query: parsePart('query', entry.query, raw.query),
    // A body whose fields all have defaults may be absent.
    body: parsePart('body', entry.body, raw.body ?? {}),
  }
}

function parsePart(part: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success && !isUnfit(parsed.data)) return parsed.data
  const issue = parsed.error?.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  throw new Refusal('PARAM_ERROR', { field: [part, ...(issue?.path ?? []), ...unknown].join('.').slice(0, 100) })
}

/** No valid request nests half as deep; a deeper one would overflow the stack of recursive code. */
const deepest = 32

/** PostgreSQL stores no NUL, so no valid text contains one. */
function isUnfit(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return depth > deepest || Object.values(value).some((inner) => isUnfit(inner, depth + 1))
}
