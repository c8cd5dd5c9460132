import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { toCountedAddress } from '@heliograph/domain/address.ts'
import { isCountry } from '@heliograph/domain/countries.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { createCallBudgets } from '../people/accounts/accounts.ts'
import type { SecurityEvents } from '../people/security-events/security-events.ts'
import type { Suspension, Visited } from '../platform/branding/branding.ts'
import type { Db } from '../platform/db/database.ts'
import type { DiskSpace } from '../platform/db/disk-space.ts'
import { type Reads, readsOf } from '../platform/db/read-replica.ts'
import type { ClockState } from '../platform/jobs/jobs.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { createAdmission } from './admission.ts'
import { registerApiDocs } from './api-docs.ts'
import { registerAppManifest } from './app-manifest.ts'
import { basePathOf, findBasePath, isIngress, withoutBase } from './base-path.ts'
import { type CallDeps, registerCalls } from './call-routes.ts'
import { compressReplies } from './compress-replies.ts'
import { type DocumentSources, openDocumentPolicy } from './document-policy.ts'
import { acceptEncrypted } from './encrypted-calls.ts'
import { sendError } from './error-reply.ts'
import { createFirstAnswers } from './first-answers.ts'
import { createScreenDrawer } from './first-screen.ts'
import { registerHealth } from './health.ts'
import { endWithLastReply } from './last-replies.ts'
import { registerLineWrites } from './line-writes.ts'
import { createLiveStreams, type LiveLimits, liveLimits } from './live.ts'
import type { LiveTopics } from './live-topics.ts'
import { hideValues } from './log.ts'
import { type MapScripts, registerMapScripts } from './map-script.ts'
import { registerMetrics, routeClassOf } from './metrics-route.ts'
import { acceptMultipart } from './multipart-forms.ts'
import { noteRefusal } from './note-refusal.ts'
import { methodsOf } from './paths.ts'
import { registerPlantMetrics } from './plant-metrics.ts'
import { registerRelay } from './relay.ts'
import { toRoutedUrl } from './relay-path.ts'
import { visitorOf } from './relay-trust.ts'
import type { Handlers } from './routes/handler.ts'
import { handlers } from './routes/handlers.ts'
import type { Services } from './routes/services.ts'
import { securityHeaders } from './security-headers.ts'
import { registerSecurityTxt } from './security-txt.ts'
import { findToken } from './session-token.ts'
import { registerSolarmanClients } from './solarman-clients.ts'
import { clockHeader, diskHeader } from './state-headers.ts'
import { createProxyCheck, type TrustedProxies } from './trusted-proxies.ts'
import { createSendPage, findInlineScripts, namesDocument, registerWebFiles } from './web-files.ts'

export type AppDeps = Readonly<{
  db: Db
  /** Absent: all reads go to `db`. */
  reads?: Reads
  log: FastifyBaseLogger
  /** Absent: never full. */
  disk?: Pick<DiskSpace, 'isFull' | 'note'>
  /** Whether any node runs the clock. */
  clockState?: () => ClockState
  topics: LiveTopics
  publicUrl: string
  /** Proxies that may say where a request came from. */
  trustedProxies?: TrustedProxies
  /** The public address for loggers, shown to people who set one up. */
  loggerPort: number
  /** The folder of the built page; without it the server answers calls only. */
  webDir?: string | undefined
  /** Tests: the longest that a document waits for its answers. */
  documentPatienceMs?: number
  /** Tests: how long a document waits for its first screen. */
  drawing?: Parameters<typeof createScreenDrawer>[1]
  now?: () => number
  services: Services
  /** This server's data center ('': the only one). */
  center?: string
  centerSecret?: string | undefined
  /** The header in which a trusted proxy names the visitor's country (ISO 3166). */
  countryHeader?: string | undefined
  /** Whether the visited brand is out of service; absent: none ever is. */
  findSuspension?: ((visited: Visited) => Promise<Suspension | undefined>) | undefined
  /** Functions that the visited brand hides; absent: none. */
  findBlocked?: ((visited: Visited) => Promise<readonly string[]>) | undefined
  /** Map scripts that this server fetches by itself. */
  mapScripts?: MapScripts | undefined
  /** Foreign origins that the page of a visitor needs; absent: none. */
  findSources?: ((visited: Visited) => Promise<DocumentSources>) | undefined
  /** Origins whose scripts a brand may load. */
  trackingOrigins?: readonly string[]
  /** Encrypted bodies without an envelope are accepted. */
  acceptsBareBodies?: boolean
  /** Tests: every reply is checked against the contract. */
  checkReplies?: boolean
  /** For /.well-known/security.txt. */
  securityContact?: string | undefined
  metrics?: Pick<Metrics, 'write' | 'request'> | undefined
  /** The token of Prometheus; without it there is no /metrics. */
  metricsToken?: string | undefined
  /** Notifies the operator of refusals that may be an attack. */
  securityEvents?: SecurityEvents | undefined
  credentialsPerMinute?: number
  publicPerMinute?: number
  /** A person's budget for calls per minute (contract/endpoint.ts); 0: no limit. */
  unitsPerMinute?: number
  /** Tests: replaces the work of the calls. */
  handlers?: Handlers
  live?: Partial<LiveLimits>
}>

const MOST_BODY_BYTES = 1024 * 1024
const PATIENCE_MS = 30_000

/** Creates the whole HTTP side. The caller calls `listen`; `close` also ends live streams. */
export function createApp(deps: AppDeps): FastifyInstance {
  const { db, log, publicUrl, trustedProxies = [], webDir, now = Date.now, center = '' } = deps
  const reads = deps.reads ?? readsOf(db)
  const trustProxy = trustedProxies.length > 0
  const isTrusted = createProxyCheck(trustedProxies)
  const { disk = { isFull: () => false, note: () => false } } = deps
  const { clockState = () => ({ ranSecondsAgo: null, isLate: false }) } = deps
  const isHttps = publicUrl.startsWith('https:')
  const publicBase = basePathOf(publicUrl)
  const baseOf = (request: FastifyRequest): string => findBasePath(request, publicBase, isTrusted)
  const origin = { publicUrl, trustProxy, center, supervisor: deps.services.homeAssistant?.address }
  const addressOf = (request: FastifyRequest): string => visitorOf(request, origin, deps.centerSecret).address
  const app = fastify({
    loggerInstance: log,
    // Replaced by one line per reply, below.
    logController: new LogController({ disableRequestLogging: true }),
    // One proxy in front is trusted: entries further left in X-Forwarded-For are the visitor's own claims.
    trustProxy: trustProxy ? (address: string | undefined, hop: number) => hop === 0 && isTrusted(address) : false,
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: PATIENCE_MS,
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => toRoutedUrl(withoutBase(request.url ?? '/', publicBase), deps.services.dataCenters),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply, disk)
    },
  })
  const onRefusal = (request: FastifyRequest, refusal: Refusal): void => {
    const { securityEvents: events } = deps
    const hasToken = findToken(request, origin) !== undefined
    if (events) noteRefusal(events, request, refusal, { address: addressOf(request), hasToken, nowMs: now() })
  }
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, disk, onRefusal))
  const drawer = webDir === undefined ? undefined : createScreenDrawer(webDir, deps.drawing)
  if (drawer) app.addHook('onClose', () => drawer.close())
  const sendPage =
    webDir === undefined || drawer === undefined
      ? undefined
      : createSendPage(webDir, baseOf, createFirstAnswers(app, webDir, drawer, deps.documentPatienceMs))
  app.setNotFoundHandler((request, reply) => {
    const page = sendPage?.(request, reply)
    return page ?? sendError(refusePath(request, reply), request, reply, disk)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (disk.isFull()) reply.headers(diskHeader)
    if (clockState().isLate) reply.headers(clockHeader)
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      url: hideValues(request.originalUrl, request.is404 ? undefined : request.routeOptions.url, request.params),
      ip: addressOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log.info(line, 'request')
    deps.metrics?.request(routeClassOf(request), reply.statusCode, reply.elapsedTime / 1000)
  })

  const live = createLiveStreams({ db, topics: deps.topics, now, log, center, limits: { ...liveLimits, ...deps.live } })
  // Ends live streams before the server waits for its connections, which would never end by themselves.
  app.addHook('preClose', async () => {
    live.closeAll()
    deps.services.agents.endWaits()
  })
  endWithLastReply(app)

  app.register(
    helmet,
    securityHeaders(isHttps, deps.trackingOrigins, webDir === undefined ? [] : findInlineScripts(webDir)),
  )
  // Home Assistant shows the page in a frame.
  app.addHook('onSend', async (request, reply) => {
    if (!isIngress(request, isTrusted)) return
    reply.header('x-frame-options', 'SAMEORIGIN')
    const policy = reply.getHeader('content-security-policy')
    if (typeof policy === 'string')
      reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
  })
  const { findSources } = deps
  if (findSources !== undefined)
    openDocumentPolicy(app, (request) => {
      const { clientStyle } = request.query as Readonly<Record<string, unknown>>
      const { host } = visitorOf(request, origin, deps.centerSecret)
      return findSources({ host, key: typeof clientStyle === 'string' ? clientStyle.slice(0, 60) : undefined })
    })
  app.register(cookie)
  app.register(formbody)
  acceptMultipart(app)
  app.register(rateLimit, {
    global: false,
    // Bounded: a million addresses must not fill the memory.
    cache: 10_000,
    keyGenerator: (request) => toCountedAddress(addressOf(request)),
    errorResponseBuilder: () => new Refusal('TOO_MANY_REQUESTS'),
  })
  acceptEncrypted(app, { db, key: deps.services.encryptionKey, now, acceptsBare: deps.acceptsBareBodies ?? false })
  // After encryption, which leaves no text to compress.
  compressReplies(app)
  const callDeps: CallDeps = {
    db,
    reads,
    now,
    origin,
    services: deps.services,
    countryOf: (request) => countryOf(request, deps.countryHeader, isTrusted),
    centerSecret: deps.centerSecret,
    loggerPort: deps.loggerPort,
    findSuspension: deps.findSuspension,
    findBlocked: deps.findBlocked,
    live,
    handlers: deps.handlers ?? handlers,
    checkReplies: deps.checkReplies ?? false,
    credentialsPerMinute: deps.credentialsPerMinute ?? 30,
    budgets: createCallBudgets({ db, unitsPerMinute: deps.unitsPerMinute ?? 1_200 }),
    publicPerMinute: deps.publicPerMinute ?? 240,
    admission: createAdmission(),
  }
  app.register(async (scope) => {
    registerCalls(scope, callDeps)
    registerHealth(scope, { db, disk, clockState, replicaState: reads.state })
    registerApiDocs(scope, baseOf)
    registerAppManifest(scope, { db, origin, centerSecret: deps.centerSecret, baseOf })
    if (deps.mapScripts) registerMapScripts(scope, { scripts: deps.mapScripts, now })
    if (deps.metrics) registerMetrics(scope, { metrics: deps.metrics, token: deps.metricsToken })
    registerPlantMetrics(scope, callDeps)
    registerSecurityTxt(scope, { contact: deps.securityContact, publicUrl, now })
  })
  app.register(async (scope) => registerLineWrites(scope, callDeps))
  app.register(async (scope) => registerSolarmanClients(scope, { ...callDeps, disk, onRefusal }))
  app.register(async (scope) =>
    registerRelay(scope, {
      dataCenters: deps.services.dataCenters,
      secret: deps.centerSecret,
      origin,
      mostBodyBytes: MOST_BODY_BYTES,
      patienceMs: PATIENCE_MS,
    }),
  )
  if (webDir !== undefined)
    registerWebFiles(app, webDir, (request) => namesDocument(request.url) && baseOf(request) !== '')
  return app
}

function refusePath(request: FastifyRequest, reply: FastifyReply): Refusal {
  const methods = methodsOf(request.url.split('?')[0] ?? '')
  if (methods.length === 0 || methods.includes(request.method)) return new Refusal('NOT_FOUND')
  reply.header('allow', methods.join(', '))
  return new Refusal('METHOD_NOT_ALLOWED')
}

/** A visitor could send the header too: only a trusted proxy is believed. */
function countryOf(
  { headers, socket }: FastifyRequest,
  name: string | undefined,
  isTrusted: (address: string) => boolean,
): string | null {
  if (name === undefined || !isTrusted(socket.remoteAddress ?? '')) return null
  const code = String(headers[name] ?? '').toUpperCase()
  return isCountry(code) ? code : null
}
