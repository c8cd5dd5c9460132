import { type CallName, calls } from '@heliograph/contract/calls.ts'
import type { Endpoint } from '@heliograph/contract/endpoint.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { endSession, type Session } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'
import type { Handlers, MemberContext, PlainCallName, PublicContext } from '../families/handler.ts'
import { findSubject, type Parts, requireRight, requireSession } from './access.ts'
import type { LiveStreams } from './live.ts'
import { parseCallName, toRoutePath } from './paths.ts'
import { toReplySchema } from './reply-schema.ts'
import { clearSessionCookie, findToken, isSameOrigin, type Origin, setSessionCookie } from './session-token.ts'

/** Nobody signs in with more than this. */
const credentialBytes = 32 * 1024

export type CallDeps = Readonly<{
  db: Db
  now: () => number
  origin: Origin
  loggerPort: number
  live: LiveStreams
  handlers: Handlers
  checkReplies: boolean
  credentialsPerMinute: number
}>
type AnyHandler = (call: Parts & Readonly<{ context: PublicContext | MemberContext }>) => Promise<unknown>

/** One route for each call of the contract: origin, session, validation, right, handler, reply. */
export function registerCalls(app: FastifyInstance, deps: CallDeps): void {
  for (const [name, entry] of Object.entries(calls) as [CallName, Endpoint][]) {
    const { method, path } = parseCallName(name)
    const takesCredentials = entry.right.kind === 'public' && method !== 'GET' && !entry.unprefixed
    app.route({
      method,
      url: toRoutePath(path),
      schema: entry.stream ? {} : { response: { 200: toReplySchema(entry.reply) } },
      ...(takesCredentials ? { bodyLimit: credentialBytes } : {}),
      config: { rateLimit: takesCredentials ? { max: deps.credentialsPerMinute, timeWindow: 60_000 } : false },
      onRequest: async (request) => refuseEarly(request, entry, method, deps.origin),
      exposeHeadRoute: !entry.stream,
      handler: async (request, reply) => answer(request, reply, name, entry, deps),
    })
  }
}

/** What needs neither the body nor the database. */
function refuseEarly(request: FastifyRequest, entry: Endpoint, method: string, origin: Origin): void {
  const given = findToken(request)
  const isPublic = entry.right.kind === 'public'
  if (!isPublic && given === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  if (method === 'GET') return
  if (given?.from !== 'header') {
    // A cookie goes along with a foreign page's request too, so silence is not enough where it is what opens the door;
    // a foreign page that signs its visitor in as somebody else is refused as well.
    const isOwn = isSameOrigin(request, origin)
    if (isPublic ? isOwn === false : isOwn !== true) throw new Refusal('NO_PERMISSION')
  }
  refuseMediaType(request, entry)
}

/** A plain HTML form can send only what no call but the sign-in takes. */
function refuseMediaType(request: FastifyRequest, entry: Endpoint): void {
  const type = request.headers['content-type']
  if (type === undefined) return
  const [media = ''] = type.toLowerCase().split(';')
  const isTaken =
    media.trim() === 'application/json' || (entry.form && media.trim() === 'application/x-www-form-urlencoded')
  if (!isTaken) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CallName,
  entry: Endpoint,
  deps: CallDeps,
): Promise<unknown> {
  const raw: Parts = { params: request.params, query: request.query, body: request.body }
  const right = entry.right.kind === 'public' ? undefined : entry.right
  const nowMs = deps.now()
  const token = findToken(request)?.token
  const session = right && (await requireSession(deps.db, token, right, raw, nowMs))
  const parts = validate(entry, raw)
  if (right !== undefined && session !== undefined) {
    // What was looked up must be what the handler will work on.
    if ('subject' in right && findSubject(parts, right.subject) !== findSubject(raw, right.subject))
      throw new Refusal('PARAM_ERROR', { field: right.subject })
    requireRight(session, right)
    const { membership, userId } = session
    if (entry.stream && membership !== undefined && token !== undefined)
      return deps.live.serve(reply, { plantId: membership.plantId, userId, token, right })
  }
  const handler = deps.handlers[name as PlainCallName] as unknown as AnyHandler
  const result = await handler({ ...parts, context: makeContext(request, reply, deps, nowMs, session, token) })
  if (deps.checkReplies) entry.reply.parse(result)
  reply.header('cache-control', 'no-cache, no-store')
  return result
}

function validate(entry: Endpoint, raw: Parts): Parts {
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
  if (parsed.success && !holdsNul(parsed.data)) return parsed.data
  const issue = parsed.error?.issues[0]
  throw new Refusal('PARAM_ERROR', { field: [part, ...(issue?.path ?? [])].join('.').slice(0, 100) })
}

/** PostgreSQL stores no NUL; a text that holds one is no text of ours. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}

function makeContext(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: CallDeps,
  nowMs: number,
  session: Session | undefined,
  token: string | undefined,
): PublicContext | MemberContext {
  const context: PublicContext = {
    db: deps.db,
    nowMs,
    loggerPort: deps.loggerPort,
    client: { address: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    host: request.hostname.toLowerCase(),
    keepSession: (opened) => setSessionCookie(request, reply, deps.origin, opened),
  }
  if (session === undefined) return context
  return {
    ...context,
    session,
    // Present wherever the call declares a right on a plant or device: requireRight saw to it.
    membership: session.membership as NonNullable<Session['membership']>,
    dropSession: async () => {
      if (token !== undefined) await endSession(deps.db, token)
      clearSessionCookie(request, reply, deps.origin)
    },
  }
}
