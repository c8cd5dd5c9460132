import { type CallName, endpoints, namedEndpoints } from '@heliograph/contract/calls.ts'
import { costOf, type Endpoint, isWrite, mostBytesOf } from '@heliograph/contract/endpoint.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type CallBudgets,
  endSession,
  findSession,
  type OpenedSession,
  type Session,
} from '../people/accounts/accounts.ts'
import { isKept, recordWrite, type Saved, textOf } from '../people/audit/audit.ts'
import { mayEnter, type Suspension, type Visited, writeVisit } from '../platform/branding/branding.ts'
import type { Db } from '../platform/db/database.ts'
import { OWN_WRITES_S, type Reads } from '../platform/db/read-replica.ts'
import { findSubject, type Parts, requireRight, requireScope, requireSession, type SessionRight } from './access.ts'
import type { Admission } from './admission.ts'
import { requireAgent } from './calling-agent.ts'
import { askerOf, bodyBytesOf, isCostly, refuseEarly, refuseToOpen } from './early-checks.ts'
import { findIngressUser } from './ingress-user.ts'
import type { LiveStreams } from './live.ts'
import { noteCaller } from './note-refusal.ts'
import { parseCallName, toRoutePath } from './paths.ts'
import { visitorOf } from './relay-trust.ts'
import { compileReply, toReplySchema } from './reply-schema.ts'
import type {
  AgentContext,
  FileReply,
  Handlers,
  MemberContext,
  PlainCallName,
  PublicContext,
} from './routes/handler.ts'
import type { Services } from './routes/services.ts'
import { readSettings, sentBy, takesBack } from './saved-settings.ts'
import {
  clearSessionCookie,
  findBrowser,
  findCookieSession,
  findToken,
  hasWritten,
  type Origin,
  setBrowserCookie,
  setSessionCookie,
  setWrittenCookie,
} from './session-token.ts'
import { locateField, validate } from './validate.ts'

export type CallDeps = Readonly<{
  db: Db
  /** Where calls that only read find their rows. */
  reads: Reads
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
  admission: Admission
  services: Services
  /** The visitor's country, as a trusted proxy names it. */
  countryOf: (request: FastifyRequest) => string | null
  findSuspension: ((visited: Visited) => Promise<Suspension | undefined>) | undefined
  /** Functions that the visited brand hides. */
  findBlocked: ((visited: Visited) => Promise<readonly string[]>) | undefined
  /** The secret shared with the other data centers; a server must present it to be trusted as one. */
  centerSecret: string | undefined
}>
type AnyHandler = (
  call: Parts & Readonly<{ context: PublicContext | MemberContext | AgentContext }>,
) => Promise<unknown>

/** Creates one route per call of the contract: origin, session, validation, right, handler, reply. */
export function registerCalls(app: FastifyInstance, deps: CallDeps): void {
  for (const [name, entry] of namedEndpoints) {
    const { method, path } = parseCallName(name)
    app.route({
      method,
      url: toRoutePath(path),
      schema: entry.stream || entry.blob ? {} : { response: { 200: toReplySchema(entry.reply) } },
      serializerCompiler: compileReply,
      bodyLimit: mostBytesOf(entry),
      config: { rateLimit: rateLimitOf(entry, method, deps) },
      onRequest: async (request) => refuseEarly(request, name, entry, method, deps),
      preParsing: async (request) => refuseToOpen(request, entry, deps),
      exposeHeadRoute: !entry.stream && (!entry.blob || entry.hasHead === true),
      handler: async (request, reply) => answerInTurn(request, reply, name, entry, method, deps),
    })
  }
}

function rateLimitOf(entry: Endpoint, method: string, deps: CallDeps) {
  const isPublic = entry.right.kind === 'public'
  // Branding is public, and every page starts with it.
  if (isCostly(entry, method)) return { max: deps.credentialsPerMinute, timeWindow: MINUTE_MS }
  return isPublic ? { max: deps.publicPerMinute, timeWindow: MINUTE_MS } : (false as const)
}

/** One caller's calls in turn. The other data center's server is trusted, and its calls wait for nothing. */
async function answerInTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CallName,
  entry: Endpoint,
  method: string,
  deps: CallDeps,
): Promise<unknown> {
  if (entry.right.kind === 'peer' || entry.stream) return answer(request, reply, name, entry, method, deps)
  const asker = askerOf(request, deps)
  const leave = await deps.admission.enter(asker, isCostly(entry, method))
  try {
    return await answer(request, reply, name, entry, method, deps)
  } catch (error) {
    const seconds = error instanceof Refusal && error.code === 'TOO_MANY_REQUESTS' ? error.detail?.seconds : undefined
    const { token } = asker
    if (token !== undefined && typeof seconds === 'number') deps.admission.noteRefused(token, name, seconds, deps.now())
    throw error
  } finally {
    leave()
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CallName,
  entry: Endpoint,
  // The method of the call: a HEAD request runs the call of its GET.
  method: string,
  deps: CallDeps,
  raw: Parts = { params: request.params, query: request.query, body: request.body },
): Promise<unknown> {
  const { kind } = entry.right
  const right =
    entry.right.kind === 'public' || entry.right.kind === 'peer' || entry.right.kind === 'agent'
      ? undefined
      : entry.right
  const nowMs = deps.now()
  const token = findToken(request, deps.origin)?.token
  const suspension = entry.right.kind === 'peer' || entry.opensSuspended ? undefined : await suspensionOf(request, deps)
  const agent = kind === 'agent' ? await requireAgent(request, nowMs, deps) : undefined
  const session = right && (await findCaller(request, right, raw, nowMs, deps))
  if (session !== undefined && token !== undefined)
    await spend(session, token, costOf(method, entry, bodyBytesOf(request, entry)), nowMs, deps)
  if (suspension !== undefined && !(session && (await mayEnter(deps.db, suspension, session.userId))))
    throw new Refusal('PLATFORM_SUSPENDED')
  await refuseBlocked(request, entry, deps)
  const parts = validate(entry, raw)
  if (right !== undefined && session !== undefined) {
    // The checked subject must be the one the handler works on.
    if ('subject' in right && findSubject(parts, right.subject) !== findSubject(raw, right.subject))
      throw new Refusal('PARAM_ERROR', { field: right.subject })
    requireRight(session, right, parts)
    requireScope(session, method, entry)
    const { membership, userId, organizationId } = session
    if (entry.stream && token !== undefined)
      return deps.live.serve(reply, { plantId: membership?.plantId, userId, organizationId, token, right })
  }
  const handler = deps.handlers[name as PlainCallName] as unknown as AnyHandler
  const replaced = findCookieSession(request, deps.origin)
  let opened: OpenedSession | undefined
  const context = makeContext(request, reply, deps, nowMs, session, token, (next) => {
    opened = next
  })
  const handle = (db: Db) => handler({ ...parts, context: { ...context, db, ...(agent && { agent }) } })
  const settings = settingsOf(entry, parts, context, session, deps)
  const former = await settings?.read()
  const isReading = method === 'GET' || entry.reads === true
  const result = await run(
    () =>
      isReading && session !== undefined && !hasWritten(request, deps.origin)
        ? deps.reads.run(session.userId, handle)
        : handle(deps.db),
    entry,
    parts,
  ).finally(() => {
    if (!isReading) noteWrite(request, reply, session, deps)
  })
  if (opened !== undefined) await refuseSuspended(request, reply, opened, deps)
  // The browser no longer has the token of the session that it signed in over. A renewed one has changed already.
  if (opened !== undefined && replaced !== undefined) await endSession(deps.db, replaced)
  if (session !== undefined && isWrite(method, entry)) {
    const saved = former && (await settings?.save(raw.params, former))
    const write = { session, call: name, ...parts, result, address: context.client.address, nowMs, saved }
    const entryId = await recordWrite(deps.db, write)
    if (saved && entryId !== undefined) reply.header(UNDO_HEADER, String(entryId))
  }
  if (entry.blob) return sendFile(reply, result as FileReply)
  if (deps.checkReplies) entry.reply.parse(result)
  reply.header('cache-control', 'no-cache, no-store')
  return result
}

/** Names the entry of the log by which the save can be undone. */
const UNDO_HEADER = 'undo'

/** Reads the settings that a call is about to save, and once more afterwards; undefined: it is not undone by itself. */
function settingsOf(
  entry: Endpoint,
  parts: Parts,
  context: PublicContext | MemberContext,
  session: Session | undefined,
  deps: CallDeps,
) {
  const { undo } = entry
  if (session === undefined || typeof undo !== 'object') return undefined
  const { where, names } = sentBy(parts)
  const read = async () =>
    readSettings(undo, parts.params, names, (call, asked) => {
      const handler = deps.handlers[call as PlainCallName] as unknown as AnyHandler
      return handler({ ...asked, context: { ...context, db: deps.db } })
    })
  return {
    // A save does not fail because it could not be undone.
    read: async () => {
      const former = await read().catch(() => undefined)
      return former !== undefined && takesBack(entry, where, former) ? former : undefined
    },
    save: async (params: unknown, former: Saved['former']): Promise<Saved | undefined> => {
      const after = await read().catch(() => undefined)
      const saved = after && { params: params as Saved['params'], where, former, after }
      return saved && isKept(saved) ? saved : undefined
    },
    now: read,
  }
}

/**
 * Undoes a save by its call with the values before: rights, budget and log are those of the call.
 * @throws Refusal NOT_FOUND, NO_PERMISSION, CHANGED_SINCE if the values are no longer those that it saved
 */
async function undoSaved(
  request: FastifyRequest,
  reply: FastifyReply,
  { call, saved }: Readonly<{ call: string; saved: Saved }>,
  deps: CallDeps,
): Promise<void> {
  const name = call as CallName
  const entry: Endpoint | undefined = endpoints[name]
  if (typeof entry?.undo !== 'object' || entry.stream || !isPersonal(entry.right)) throw new Refusal('NOT_FOUND')
  const { method } = parseCallName(name)
  const raw: Parts = { params: saved.params, query: undefined, body: undefined, [saved.where]: saved.former }
  const nowMs = deps.now()
  const session = await findCaller(request, entry.right, raw, nowMs, deps)
  const parts = validate(entry, raw)
  requireRight(session, entry.right, parts)
  const context = makeContext(request, reply, deps, nowMs, session, findToken(request, deps.origin)?.token, () => {})
  const now = await settingsOf(entry, parts, context, session, deps)?.now()
  if (now === undefined || textOf(now) !== textOf(saved.after)) throw new Refusal('CHANGED_SINCE')
  await answer(request, reply, name, entry, method, deps, raw)
  // The page would offer to undo the undo.
  reply.removeHeader(UNDO_HEADER)
}

const isPersonal = (right: Endpoint['right']): right is SessionRight =>
  right.kind !== 'public' && right.kind !== 'peer' && right.kind !== 'agent'

/** By person on this node, by cookie on the others. */
function noteWrite(request: FastifyRequest, reply: FastifyReply, session: Session | undefined, deps: CallDeps): void {
  if (deps.reads.state() === undefined) return
  if (session !== undefined) deps.reads.noteWrite(session.userId)
  setWrittenCookie(request, reply, deps.origin, OWN_WRITES_S)
}

async function run(handle: () => Promise<unknown>, entry: Endpoint, parts: Parts): Promise<unknown> {
  try {
    return await handle()
  } catch (error) {
    throw locateField(error, entry, parts)
  }
}

const CLIENT_STYLE_HEADER = 'client-style'

function suspensionOf(request: FastifyRequest, deps: CallDeps): Promise<Suspension | undefined> | undefined {
  return deps.findSuspension?.(visitedOf(request, deps))
}

function visitedOf(request: FastifyRequest, deps: CallDeps): Visited {
  const key = request.headers[CLIENT_STYLE_HEADER]
  const { host } = visitorOf(request, deps.origin, deps.centerSecret)
  return { host, key: typeof key === 'string' ? key : undefined }
}

/** Features that the visited brand hides do not work there either. @throws Refusal NO_PERMISSION */
async function refuseBlocked(request: FastifyRequest, { features }: Endpoint, deps: CallDeps): Promise<void> {
  if (features === undefined || deps.findBlocked === undefined) return
  const blocked = await deps.findBlocked(visitedOf(request, deps))
  if (features.some((code) => blocked.includes(code))) throw new Refusal('NO_PERMISSION')
}

/** Credentials are checked first: who is no administrator does not stay signed in at a suspended brand. */
async function refuseSuspended(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenedSession,
  deps: CallDeps,
): Promise<void> {
  const suspension = await suspensionOf(request, deps)
  if (suspension === undefined) return
  const session = await findSession(deps.db, opened.token, deps.now(), undefined, deps.origin.center)
  if (session !== undefined && (await mayEnter(deps.db, suspension, session.userId))) return
  await endSession(deps.db, opened.token)
  clearSessionCookie(request, reply, deps.origin)
  throw new Refusal('PLATFORM_SUSPENDED')
}

async function findCaller(
  request: FastifyRequest,
  right: SessionRight,
  raw: Parts,
  nowMs: number,
  deps: CallDeps,
): Promise<Session> {
  const asker = askerOf(request, deps)
  try {
    const session = await requireSession(deps.db, asker.token, right, raw, nowMs, deps.origin.center)
    if (asker.token !== undefined) deps.admission.noteSession(asker.token, nowMs)
    noteCaller(request, session.userId)
    return session
  } catch (error) {
    if (error instanceof Refusal) deps.admission.noteInvalid(asker, nowMs)
    throw error
  }
}

async function spend(session: Session, token: string, cost: number, nowMs: number, deps: CallDeps): Promise<void> {
  try {
    await deps.budgets.spend(session.userId, cost, nowMs)
  } catch (error) {
    if (error instanceof Refusal && typeof error.detail?.seconds === 'number')
      deps.admission.noteSpent(token, cost, error.detail.seconds, nowMs)
    throw error
  }
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  const { kept } = file
  if (kept) {
    const tag = `"${kept.tag}"`
    reply.header('etag', tag).header('x-robots-tag', 'noindex').header('cache-control', cacheOf(file))
    const known = (reply.request.headers['if-none-match'] ?? '')
      .split(',')
      .map((item) => item.trim().replace(/^W\//, ''))
    if (known.includes(tag)) return reply.code(304).send()
  }
  if (file.sizeBytes !== null) reply.header('content-length', file.sizeBytes)
  return reply
    .type(file.type)
    .header(
      'content-disposition',
      `${file.isLasting || kept ? 'inline' : 'attachment'}; filename="${file.name.replace(/[^\w.-]/g, '_')}"`,
    )
    .header('cache-control', cacheOf(file))
    .send(file.stream)
}

function cacheOf({ kept, isLasting }: FileReply): string {
  if (kept) return `private, max-age=${kept.seconds}`
  return isLasting ? 'private, max-age=604800, immutable' : 'no-cache, no-store'
}

function leavingOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) leaving.abort()
  })
  return leaving.signal
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
  const visitor = visitorOf(request, deps.origin, deps.centerSecret)
  const context: PublicContext = {
    db: deps.db,
    nowMs,
    loggerPort: deps.loggerPort,
    client: {
      address: visitor.address,
      userAgent: request.headers['user-agent'] ?? '',
      center: deps.origin.center,
      browser: findBrowser(request, deps.origin),
    },
    place: visitor.place,
    country: deps.countryOf(request),
    homeAssistantUser: findIngressUser(request, deps.origin.supervisor),
    services: deps.services,
    left: () => leavingOf(reply),
    token,
    host: visitor.host,
    visit: writeVisit(visitedOf(request, deps)),
    hides: async (feature) => (await deps.findBlocked?.(visitedOf(request, deps)))?.includes(feature) ?? false,
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
    undo: (entry) => undoSaved(request, reply, entry, deps),
    dropSession: async () => {
      if (token !== undefined) await endSession(deps.db, token)
      clearSessionCookie(request, reply, deps.origin)
    },
  }
}
