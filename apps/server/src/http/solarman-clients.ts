import { Readable } from 'node:stream'
import { toCountedAddress } from '@heliograph/domain/address.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { DEFAULT_LANGUAGE, type LanguageCode, languages } from '@heliograph/domain/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Answer,
  type Body,
  type ClientCall,
  type ClientCode,
  ClientRefusal,
  clientCalls,
  findClientDevice,
  findInteger,
  giveToken,
  type LongList,
  parseBody,
  readInteger,
  readText,
  refusedPaths,
  statusOfCode,
  TOKEN_PATH,
  toFailure,
  toPlantId,
  toSuccess,
} from '../delivery/solarman-clients/solarman-clients.ts'
import { findSolarmanSession, readSolarmanToken, type Session } from '../people/accounts/accounts.ts'
import type { DiskSpace } from '../platform/db/disk-space.ts'
import type { CallDeps } from './call-routes.ts'
import { createCallWindow } from './call-window.ts'
import { toRefusal } from './error-reply.ts'
import { noteCaller } from './note-refusal.ts'
import { visitorOf } from './relay-trust.ts'

const MOST_BYTES = 64 * 1024
/** As the field's cloud limits an account. */
const WINDOW = { most: 300, windowMs: 10_000 }

type Deps = Pick<CallDeps, 'db' | 'now' | 'origin' | 'centerSecret' | 'admission' | 'budgets'> &
  Readonly<{
    disk: Pick<DiskSpace, 'isFull' | 'note'>
    onRefusal: (request: FastifyRequest, refusal: Refusal) => void
  }>

/** The calls of the SOLARMAN OpenAPI, in the way that its clients send them (docs/openapi-solarman.md). */
export function registerSolarmanClients(app: FastifyInstance, deps: Deps): void {
  const window = createCallWindow(WINDOW)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, deps))
  app.post(TOKEN_PATH, {
    bodyLimit: MOST_BYTES,
    handler: async (request, reply) => {
      const asker = { address: toCountedAddress(addressOf(request, deps)), token: undefined }
      const leave = await deps.admission.enter(asker, true)
      try {
        const from = { address: asker.address, center: deps.origin.center, nowMs: deps.now() }
        return send(
          reply,
          request,
          await giveToken(deps.db, { ...from, appId: queryOf(request, 'appId'), body: bodyOf(request) }),
        )
      } finally {
        leave()
      }
    },
  })
  for (const [path, call] of Object.entries(clientCalls))
    app.post(path, {
      bodyLimit: MOST_BYTES,
      // Before the body is read: a stranger's is not.
      onRequest: async (request) => void requireClaim(request, deps),
      handler: async (request, reply) => {
        const { claim, asker } = requireClaim(request, deps)
        const leave = await deps.admission.enter(asker, false)
        try {
          const body = bodyOf(request)
          const plantId = call.about === 'station' ? toPlantId(readInteger(body, 'stationId')) : undefined
          const about = plantId === undefined ? undefined : { plantId }
          const session = await findSolarmanSession(deps.db, claim, deps.now(), about, deps.origin.center)
          if (session === undefined) {
            deps.admission.noteInvalid(asker, deps.now())
            throw new ClientRefusal('invalidToken')
          }
          deps.admission.noteSession(asker.token, deps.now())
          noteCaller(request, session.userId)
          window.count(session.userId, deps.now())
          if (call.cost !== undefined) await deps.budgets.spend(session.userId, call.cost, deps.now())
          return send(
            reply,
            request,
            await answer(call, { session, body, plantId, language: languageOf(request) }, deps),
          )
        } finally {
          leave()
        }
      },
    })
  for (const path of refusedPaths)
    app.post(path, {
      bodyLimit: MOST_BYTES,
      handler: async (request) => {
        requireClaim(request, deps)
        throw new ClientRefusal('locked')
      },
    })
  for (const root of ['account', 'station', 'device'])
    app.post(`/${root}/v1.0/*`, {
      bodyLimit: MOST_BYTES,
      handler: async () => {
        throw new ClientRefusal('forbidden')
      },
    })
}

type Asked = Readonly<{ session: Session; body: Body; plantId: number | undefined; language: LanguageCode }>

async function answer(call: ClientCall, asked: Asked, { db, now }: Deps): Promise<Answer> {
  const { session, body, plantId, language } = asked
  const context = { db, nowMs: now(), session, language, body }
  switch (call.about) {
    case 'account':
      return call.answer(context)
    case 'station': {
      // A neighbor's plant and a missing one look the same.
      if (plantId === undefined || session.membership === undefined) throw new ClientRefusal('stationMissing')
      if (!session.membership.rights.includes(call.right)) throw new ClientRefusal('noRight')
      return call.answer(context, plantId)
    }
    case 'device': {
      const wanted = { serial: readText(body, 'deviceSn'), deviceNumber: findInteger(body, 'deviceId') }
      return call.answer(context, await findClientDevice(db, session, wanted, call.right, context.nowMs))
    }
  }
}

const addressOf = (request: FastifyRequest, { origin, centerSecret }: Deps): string =>
  visitorOf(request, origin, centerSecret).address

/** Clients write the scheme in any case. @throws ClientRefusal, Refusal TOO_MANY_REQUESTS */
function requireClaim(request: FastifyRequest, deps: Deps) {
  const { authorization } = request.headers
  const [, token] = /^bearer\s+(\S{1,500})\s*$/i.exec(authorization ?? '') ?? []
  if (token === undefined) throw new ClientRefusal(authorization === undefined ? 'tokenMissing' : 'invalidToken')
  const asker = { address: toCountedAddress(addressOf(request, deps)), token }
  const claim = readSolarmanToken(token, deps.origin.center, deps.now())
  if (claim === undefined) throw new ClientRefusal('invalidToken')
  try {
    deps.admission.refuse(asker, { name: request.routeOptions.url ?? '', cost: 1 }, deps.now())
  } catch (error) {
    if (error instanceof Refusal && error.code === 'AUTH_TOKEN_INVALID') throw new ClientRefusal('invalidToken')
    throw error
  }
  return { claim, asker }
}

function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' && value !== '' && value.length <= 100 && !value.includes('\0') ? value : undefined
}

const bodyOf = ({ body }: FastifyRequest): Body => parseBody(Buffer.isBuffer(body) ? body.toString('utf8') : '')

function languageOf(request: FastifyRequest): LanguageCode {
  const wanted = queryOf(request, 'language')
  return languages.find(({ code }) => code === wanted)?.code ?? DEFAULT_LANGUAGE
}

const asJson = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-cache, no-store').type('application/json; charset=utf-8')

function send(reply: FastifyReply, request: FastifyRequest, payload: Answer): FastifyReply {
  asJson(reply)
  return 'long' in payload
    ? reply.send(Readable.from(writeLong(payload.long, request.id), { objectMode: false }))
    : reply.send(toSuccess(request.id, payload))
}

async function* writeLong({ fields, name, items }: LongList, requestId: string): AsyncGenerator<string> {
  let before = `${JSON.stringify(toSuccess(requestId, fields)).slice(0, -1)},${JSON.stringify(name)}:[`
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, deps: Deps): FastifyReply {
  const { code, seconds } = toClientRefusal(error, request, deps)
  const isAxios = (request.headers['user-agent'] ?? '').startsWith('axios/')
  const status = statusOfCode(code)
  if (code === 'invalidToken' || code === 'tokenMissing' || code === 'authFailed' || code === 'locked')
    deps.onRefusal(request, new Refusal(noted[code]))
  if (seconds !== undefined) reply.header('retry-after', seconds)
  // That client asks for a new token only after an ordinary reply; all others, after a 401.
  return asJson(reply.code(status === 401 && isAxios ? 200 : status)).send(toFailure(request.id, code))
}

/** Refusals that the operator is told of. */
const noted = {
  invalidToken: 'AUTH_TOKEN_INVALID',
  tokenMissing: 'AUTH_TOKEN_INVALID',
  authFailed: 'AUTH_INVALID_USERNAME_OR_PASSWORD',
  locked: 'USER_LOCKED',
} as const

const codesOf: Partial<Readonly<Record<Refusal['code'], ClientCode>>> = {
  TOO_MANY_REQUESTS: 'tooFrequent',
  NOT_FOUND: 'resourceMissing',
  NO_PERMISSION: 'noRight',
  PARAM_ERROR: 'invalidParameter',
  PAYLOAD_TOO_LARGE: 'invalidParameter',
  UNAVAILABLE: 'unavailable',
  SERVER_FAILURE: 'failed',
}

function toClientRefusal(error: unknown, request: FastifyRequest, { disk }: Deps): ClientRefusal {
  if (error instanceof ClientRefusal) return error
  const { code, detail } = toRefusal(error, request, disk)
  const seconds = typeof detail?.seconds === 'number' ? detail.seconds : 1
  const own = codesOf[code] ?? 'invalidParameter'
  return new ClientRefusal(own, own === 'tooFrequent' ? seconds : undefined)
}
