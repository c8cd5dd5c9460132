import type { Endpoint } from '@heliograph/contract/endpoint.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { z } from 'zod'
import type { Parts } from './access.ts'

/** The parts of a request as the contract wants them. @throws Refusal PARAM_ERROR, detail names the field */
export function validate(entry: Endpoint, raw: Parts): Parts {
  return {
    params: parsePart('params', entry.params, raw.params),
    query: parsePart('query', entry.query, raw.query),
    // A body that the contract fills by itself need not be sent.
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

/** Nothing that is sent here is nested half as deep; what is would overflow the stack of whoever walks through it. */
const deepest = 32

/** PostgreSQL stores no NUL; a text that holds one is no text of ours. */
function isUnfit(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return depth > deepest || Object.values(value).some((inner) => isUnfit(inner, depth + 1))
}
