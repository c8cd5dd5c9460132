import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { toCountedAddress } from '@heliograph/domain/address.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import type { Db } from '../db/database.ts'
import type { Handlers } from '../families/handler.ts'
import { handlers } from '../families/handlers.ts'
import type { Services } from '../families/services.ts'
import { registerApiDocs } from './api-docs.ts'
import { registerCalls } from './call-routes.ts'
import { acceptEncrypted } from './encrypted-calls.ts'
import { sendError } from './error-reply.ts'
import { registerHealth } from './health.ts'
import { createLiveStreams, type LiveLimits, liveLimits } from './live.ts'
import type { LiveHub } from './live-hub.ts'
import { hideTokens } from './log.ts'
import { methodsOf } from './paths.ts'
import { registerRelay } from './relay.ts'
import { toRoutedUrl } from './relay-path.ts'
import { visitorOf } from './relay-trust.ts'
import { securityHeaders } from './security-headers.ts'
import { registerWebFiles, sendPage } from './web-files.ts'

export type AppDeps = Readonly<{
  db: Db
  log: FastifyBaseLogger
  liveHub: LiveHub
  publicUrl: string
  trustProxy: boolean
  /** Where loggers reach this server, as seen from outside: told to those who point a stick here. */
  loggerPort: number
  /** The built page; without it only calls are answered. */
  webDir?: string | undefined
  now?: () => number
  services: Services
  /** Which data centre this server is ('' : the only one). */
  centre?: string
  centreSecret?: string | undefined
  /** Tests: every reply is checked against the contract. */
  checkReplies?: boolean
  credentialsPerMinute?: number
  /** Tests: what stands in for the work of the calls. */
  handlers?: Handlers
  live?: Partial<LiveLimits>
}>

const mostBodyBytes = 1024 * 1024
const patienceMs = 30_000

/** The whole HTTP side. `listen` on it; `close` also ends its live streams. */
export function createApp(deps: AppDeps): FastifyInstance {
  const { db, log, publicUrl, trustProxy, webDir, now = Date.now, centre = '' } = deps
  const isHttps = publicUrl.startsWith('https:')
  const origin = { publicUrl, trustProxy, centre }
  const addressOf = (request: FastifyRequest): string => visitorOf(request, origin, deps.centreSecret).address
  const app = fastify({
    loggerInstance: log,
    // One line for each reply, below.
    logController: new LogController({ disableRequestLogging: true }),
    // The one proxy in front: what stands further left in X-Forwarded-For is the visitor's own claim.
    trustProxy: trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: mostBodyBytes,
    requestTimeout: patienceMs,
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => toRoutedUrl(request.url ?? '/', deps.services.dataCenters),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply)
    },
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const page = webDir === undefined ? undefined : sendPage(request, reply)
    return page ?? sendError(whyNotFound(request, reply), request, reply)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      url: hideTokens(request.originalUrl),
      ip: addressOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log.info(line, 'request')
  })

  const live = createLiveStreams({ db, hub: deps.liveHub, now, log, centre, limits: { ...liveLimits, ...deps.live } })
  // Before the server waits for its connections, which would never end by themselves.
  app.addHook('preClose', async () => live.closeAll())

  app.register(helmet, securityHeaders(isHttps))
  app.register(cookie)
  app.register(formbody)
  app.register(rateLimit, {
    global: false,
    // A million addresses must not fill the memory.
    cache: 10_000,
    keyGenerator: (request) => toCountedAddress(addressOf(request)),
    errorResponseBuilder: () => new Refusal('TOO_MANY_REQUESTS'),
  })
  acceptEncrypted(app, { db, key: deps.services.encryptionKey, now })
  app.register(async (scope) => {
    registerCalls(scope, {
      db,
      now,
      origin,
      services: deps.services,
      centreSecret: deps.centreSecret,
      loggerPort: deps.loggerPort,
      live,
      handlers: deps.handlers ?? handlers,
      checkReplies: deps.checkReplies ?? false,
      credentialsPerMinute: deps.credentialsPerMinute ?? 30,
    })
    registerHealth(scope, db)
    registerApiDocs(scope)
  })
  app.register(async (scope) =>
    registerRelay(scope, {
      dataCenters: deps.services.dataCenters,
      secret: deps.centreSecret,
      origin,
      mostBodyBytes,
      patienceMs,
    }),
  )
  if (webDir !== undefined) registerWebFiles(app, webDir)
  return app
}

function whyNotFound(request: FastifyRequest, reply: FastifyReply): Refusal {
  const methods = methodsOf(request.url.split('?')[0] ?? '')
  if (methods.length === 0 || methods.includes(request.method)) return new Refusal('NOT_FOUND')
  reply.header('allow', methods.join(', '))
  return new Refusal('METHOD_NOT_ALLOWED')
}
