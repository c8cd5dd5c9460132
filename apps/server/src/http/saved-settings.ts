/** Settings before and after a save, read by the call that the contract names (endpoint.ts, `undo`). */
import { type CallName, endpoints } from '@heliograph/contract/calls.ts'
import type { Endpoint, UndoSame } from '@heliograph/contract/endpoint.ts'
import type { Saved } from '../people/audit/audit.ts'
import type { Parts } from './access.ts'

type Values = Readonly<Record<string, unknown>>
type Read = (name: CallName, parts: Parts) => Promise<unknown>

const toValues = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

/** The values of these names as they are now; undefined where one of them is not in the reply. */
export async function readSettings(
  { reads, part, row, names: readAs = {} }: UndoSame,
  params: unknown,
  names: readonly string[],
  read: Read,
): Promise<Values | undefined> {
  const entry = endpoints[reads as CallName]
  const own = toValues(params)
  const reply = toValues(await read(reads as CallName, { params, query: entry.query?.parse({}), body: undefined }))
  const found = row ? findRow(reply.data, row[0], own[row[1]]) : part ? toValues(reply[part]) : reply
  const values = names.map((name) => [name, found?.[readAs[name] ?? name]] as const)
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values)
}

const findRow = (list: unknown, field: string, id: unknown): Values | undefined =>
  Array.isArray(list) ? list.map(toValues).find((item) => item[field] === id) : undefined

/** The names that a request sets, and where it has them. */
export function sentBy({ query, body }: Parts): Readonly<{ where: Saved['where']; names: readonly string[] }> {
  const inBody = Object.keys(toValues(body))
  return inBody.length > 0 ? { where: 'body', names: inBody } : { where: 'query', names: Object.keys(toValues(query)) }
}

/** Whether a call takes the values before, so that it could set them again. */
export const takesBack = (entry: Endpoint, where: Saved['where'], former: Values): boolean =>
  entry[where]?.safeParse(former).success === true
