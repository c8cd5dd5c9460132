import { namedEndpoints } from '@heliograph/contract/calls.ts'
import type { Endpoint, Right } from '@heliograph/contract/endpoint.ts'
import { errorReply } from '@heliograph/contract/page.ts'
import { errorCatalog } from '@heliograph/domain/errors.ts'
import { z } from 'zod'
import { callExamples } from './call-examples.ts'
import { parseCallName } from './paths.ts'

export type JsonSchema = Readonly<Record<string, unknown>>
export type Parameter = Readonly<{
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
  example?: unknown
}>
type Content = Readonly<Record<string, Readonly<{ schema: JsonSchema; example?: unknown }>>>
export type Operation = Readonly<{
  operationId: string
  summary: string
  description: string
  tags: readonly string[]
  parameters: readonly Parameter[]
  requestBody?: Readonly<{ required: boolean; content: Content }>
  responses: Readonly<Record<string, Readonly<{ description: string; content?: Content; $ref?: string }>>>
  security: readonly Readonly<Record<string, readonly string[]>>[]
}>
export type OpenApi = Readonly<{
  openapi: string
  info: Readonly<{ title: string; version: string; description: string }>
  servers: readonly Readonly<{ url: string; description: string }>[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: Readonly<Record<string, unknown>>
}>

/** The caller's required right, in words. */
export function describeRight(right: Right): string {
  switch (right.kind) {
    case 'public':
      return 'Anyone.'
    case 'user':
      return 'A session.'
    case 'admin':
      return 'A session of an administrator of this server.'
    case 'brands':
      return 'A session of an administrator of this server, or of one that acts for an organization as its administrator.'
    case 'peer':
      return 'A server of another data center that shows the shared secret.'
    case 'agent':
      return 'An agent that is paired with a plant, by its own token.'
    case 'owner':
      return `A session of the owner of the plant in ${right.subject}.`
    case 'organization':
      return `A session that acts for the organization in ${right.subject} as its ${right.role === 'admin' ? 'administrator' : 'member'}.`
    default:
      return `A session with the right ${right.right} on the plant${right.kind === 'plant' ? '' : ` of the ${right.kind}`} in ${right.subject}.`
  }
}

/** OpenAPI 3.1, with schemas of JSON Schema 2020-12, generated only from the contract. */
export function printOpenApi(version: string): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, entry] of namedEndpoints) {
    const { method, path } = parseCallName(name)
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(name, path, entry) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heliograph',
      version,
      description:
        'Every call of the page, open to programs as well. Powers are in W, energies in kWh, capacities in kWp, instants in seconds since 1970 (UTC). Errors carry a symbolic code.',
    },
    servers: [
      { url: '/', description: 'This server' },
      { url: '/mdc-eu', description: 'The same, under the prefix of a data center' },
      { url: '/mdc-cn', description: 'The same, under the prefix of a data center' },
    ],
    paths,
    components: {
      schemas: { Error: toSchema(errorReply, 'output') },
      responses: {
        Error: {
          description: `A refusal. Codes: ${Object.keys(errorCatalog).join(', ')}.`,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'heliograph_session' },
      },
    },
  }
}

function toOperation(name: string, path: string, entry: Endpoint): Operation {
  // A call that takes both gets this one.
  const type = entry.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const replyType = entry.stream ? 'text/event-stream' : 'application/json'
  const { params, query, body, reply } = callExamples[name] ?? {}
  const asExample = (example: unknown) => (example === undefined ? {} : { example })
  return {
    operationId: name.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
    summary: entry.summary,
    description: `Open to: ${describeRight(entry.right)}`,
    tags: [path.split('/')[1] ?? ''],
    parameters: [...toParameters('path', entry.params, params), ...toParameters('query', entry.query, query)],
    ...(entry.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { [type]: { schema: toSchema(entry.body, 'input'), ...asExample(body) } },
          },
        }),
    responses: {
      200: {
        description: entry.stream ? 'Server-sent events; the data of each is this' : 'The reply',
        content: { [replyType]: { schema: toSchema(entry.reply, 'output'), ...asExample(reply) } },
      },
      default: { description: 'A refusal', $ref: '#/components/responses/Error' },
    },
    security: entry.right.kind === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
  }
}

function toParameters(
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  examples: Readonly<Record<string, unknown>> = {},
): readonly Parameter[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
  }))
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}
