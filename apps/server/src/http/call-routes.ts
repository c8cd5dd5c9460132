import { type CallName, calls } from '@heliograph/contract/calls.ts'
import { costOf, type Endpoint, isWrite, mostBytesOf } from '@heliograph/contract/endpoint.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CallBudgets, endSession, findSession, type OpenedSession, type Session } from '../accounts/accounts.ts'
import { recordWrite } from '../audit/audit.ts'
import type { Db } from '../db/database.ts'
import type { FileReply, Handlers, MemberContext, PlainCallName, PublicContext } from '../families/handler.ts'
import type { Services } from '../families/services.ts'
import { findSubject, type Parts, requirePeer, requireRight, requireScope, requireSession } from './access.ts'
import { isSealed } from './encrypted-calls.ts'
import type { LiveStreams } from './live.ts'
import { parseCallName, toRoutePath } from './paths.ts'
import { visitorOf } from './relay-trust.ts'
import { toReplySchema } from './reply-schema.ts'
import {
  clearSessionCookie,
  findBrowser,
  findCookieSession,
  findToken,
  isSameOrigin,
  type Origin,
  setBrowserCookie,
  setSessionCookie,
} from './session-token.ts'
import { validate } from './validate.ts'

export type CallDeps = Readonly<{
  db: Db
  now: () => number
  origin: Origin
  loggerPort: number
  live: LiveStreams
  handlers: Handlers
  checkReplies: boolean
  /** Limit per address and call: calls that take credentials or cause work. */
  credentialsPerMinute: number
  /** Limit per address and call: all other calls without a session. */
  publicPerMinute: number
  budgets: CallBudgets
  services: Services
  /** The secret shared with the other data centers; a server must present it to be trusted as one. */
  centreSecret: string | undefined
}>
type AnyHandler = (call: Parts & Readonly<{ context: PublicContext | MemberContext }>) => Promise<unknown>

/** Creates one route per call of the contract: origin, session, validation, right, handler, reply. */
export function registerCalls(app: FastifyInstance, deps: CallDeps): void {
  for (const [name, entry] of Object.entries(calls) as [CallName, Endpoint][]) {
    const { method, path } = parseCallName(name)
    app.route({
      method,
      url: toRoutePath(path),
      schema: entry.stream || entry.blob ? {} : { response: { 200: toReplySchema(entry.reply) } },
      bodyLimit: mostBytesOf(entry),
      config: { rateLimit: rateLimitOf(entry, method, deps) },
      onRequest: async (request) => refuseEarly(request, entry, method, deps),
      preParsing: async (request) => refuseToOpen(request, entry, deps),
      exposeHeadRoute: !entry.stream && !entry.blob,
      handler: async (request, reply) => answer(request, reply, name, entry, method, deps),
    })
  }
}

function rateLimitOf(entry: Endpoint, method: string, deps: CallDeps) {
  const isPublic = entry.right.kind === 'public'
  // Branding is public, and every page starts with it.
  const takesCredentials = isPublic && method !== 'GET' && !entry.unprefixed
  if (takesCredentials || entry.costly === true) return { max: deps.credentialsPerMinute, timeWindow: 60_000 }
  return isPublic ? { max: deps.publicPerMinute, timeWindow: 60_000 } : (false as const)
}

/** Checks that need neither the body nor the database. */
function refuseEarly(
  request: FastifyRequest,
  entry: Endpoint,
  method: string,
  { origin, centreSecret }: CallDeps,
): void {
  if (entry.right.kind === 'peer') {
    requirePeer(request.headers, centreSecret)
    return
  }
  const given = findToken(request, origin)
  const isPublic = entry.right.kind === 'public'
  if (!isPublic && given === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  if (method === 'GET') return
  if (given?.from !== 'header') {
    // A foreign page's request carries the cookie too, so a missing origin is refused where the cookie authenticates. A
    // foreign page that signs its visitor in as another user is refused as well.
    const isOwn = isSameOrigin(request, origin)
    if (isPublic ? isOwn === false : isOwn !== true) throw new Refusal('NO_PERMISSION')
  }
  refuseMediaType(request, entry)
}

/** Decryption is work and leaves a row: a call that needs a session decrypts only with one. */
async function refuseToOpen(
  request: FastifyRequest,
  { right }: Endpoint,
  { db, now, origin }: CallDeps,
): Promise<void> {
  if (right.kind === 'public' || right.kind === 'peer' || !isSealed(request)) return
  const given = findToken(request, origin)
  if (given === undefined || (await findSession(db, given.token, now(), undefined, origin.centre)) === undefined)
    throw new Refusal('AUTH_TOKEN_INVALID')
}

/** The sign-in alone accepts the content type of plain HTML forms. */
function refuseMediaType(request: FastifyRequest, entry: Endpoint): void {
  const type = request.headers['content-type']
  if (type === undefined) return
  const [media = ''] = type.toLowerCase().split(';')
  const isTaken =
    media.trim() === 'application/json' ||
    (media.trim() === 'application/octet-stream' && isSealed(request)) ||
    (entry.form && media.trim() === 'application/x-www-form-urlencoded')
  if (!isTaken) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CallName,
  entry: Endpoint,
  // The method of the call: a HEAD request runs the call of its GET.
  method: string,
  deps: CallDeps,
): Promise<unknown> {
  const raw: Parts = { params: request.params, query: request.query, body: request.body }
  const right = entry.right.kind === 'public' || entry.right.kind === 'peer' ? undefined : entry.right
  const nowMs = deps.now()
  const token = findToken(request, deps.origin)?.token
  const session = right && (await requireSession(deps.db, token, right, raw, nowMs, deps.origin.centre))
  if (session !== undefined) await deps.budgets.spend(session.userId, costOf(method, entry), nowMs)
  const parts = validate(entry, raw)
  if (right !== undefined && session !== undefined) {
    // The checked subject must be the one the handler works on.
    if ('subject' in right && findSubject(parts, right.subject) !== findSubject(raw, right.subject))
      throw new Refusal('PARAM_ERROR', { field: right.subject })
    requireRight(session, right, parts)
    requireScope(session, method, entry)
    const { membership, userId, organisationId } = session
    if (entry.stream && token !== undefined)
      return deps.live.serve(reply, { plantId: membership?.plantId, userId, organisationId, token, right })
  }
  const handler = deps.handlers[name as PlainCallName] as unknown as AnyHandler
  const replaced = findCookieSession(request, deps.origin)
  let opened: OpenedSession | undefined
  const context = makeContext(request, reply, deps, nowMs, session, token, (next) => {
    opened = next
  })
  const result = await handler({ ...parts, context })
  // The browser no longer has the token of the session that it signed in over. A renewed one has changed already.
  if (opened !== undefined && replaced !== undefined) await endSession(deps.db, replaced)
  if (session !== undefined && isWrite(method, entry))
    await recordWrite(deps.db, { session, call: name, ...parts, result, address: context.client.address, nowMs })
  if (entry.blob) return sendFile(reply, result as FileReply)
  if (deps.checkReplies) entry.reply.parse(result)
  reply.header('cache-control', 'no-cache, no-store')
  return result
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  return reply
    .type(file.type)
    .header('content-length', file.sizeBytes)
    .header('content-disposition', `attachment; filename="${file.name.replace(/[^\w.-]/g, '_')}"`)
    .header('cache-control', 'no-cache, no-store')
    .send(file.stream)
}

function makeContext(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: CallDeps,
  nowMs: number,
  session: Session | undefined,
  token: string | undefined,
  onOpened: (opened: OpenedSession) => void,
): PublicContext | MemberContext {
  const visitor = visitorOf(request, deps.origin, deps.centreSecret)
  const context: PublicContext = {
    db: deps.db,
    nowMs,
    loggerPort: deps.loggerPort,
    client: {
      address: visitor.address,
      userAgent: request.headers['user-agent'] ?? '',
      centre: deps.origin.centre,
      browser: findBrowser(request, deps.origin),
    },
    place: visitor.place,
    services: deps.services,
    token,
    host: visitor.host,
    origins: visitor.origins,
    keepSession: (opened) => {
      setSessionCookie(request, reply, deps.origin, opened)
      onOpened(opened)
    },
    keepBrowser: (secret) => setBrowserCookie(request, reply, deps.origin, secret),
  }
  if (session === undefined) return context
  return {
    ...context,
    session,
    // Present whenever the call declares a right on a plant or device: requireRight has ensured it.
    membership: session.membership as NonNullable<Session['membership']>,
    dropSession: async () => {
      if (token !== undefined) await endSession(deps.db, token)
      clearSessionCookie(request, reply, deps.origin)
    },
  }
}
