import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { calls } from '@heliograph/contract/calls.ts'
import { id as anyId } from '@heliograph/contract/page.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { isPrecision } from '@heliograph/wires/line-protocol/parse.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LineProblem, LinesResult } from '../intake/line-protocol/line-protocol.ts'
import { requireRight, requireScope, requireSession } from './access.ts'
import type { CallDeps } from './call-routes.ts'
import { noteCaller } from './note-refusal.ts'
import { visitorOf } from './relay-trust.ts'

/** The call whose right and scope these requests need: they are another form of it. */
const CALL = 'POST /maintain-s/station/{id}/readings'
const entry = calls[CALL]
/** As sent, and after it was unpacked. */
const MOST_BYTES = 1024 * 1024
const MOST_UNPACKED_BYTES = 4 * 1024 * 1024
const SHOWN_PROBLEMS = 100
const unpack = promisify(gunzip)

type Query = Readonly<Record<string, unknown>>
type LineDeps = Pick<CallDeps, 'db' | 'now' | 'origin' | 'services' | 'centerSecret' | 'admission' | 'budgets'>
type Caller = Readonly<{ plantId: number; userId: number; token: string }>

/** Readings in the way that clients of InfluxDB 1 and 2 send them (docs/connect/line-protocol.md). */
export function registerLineWrites(app: FastifyInstance, deps: LineDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const callers = new WeakMap<FastifyRequest, Caller>()
  for (const [url, place] of [
    ['/api/v2/write', 'bucket'],
    ['/write', 'db'],
  ] as const)
    app.post(url, {
      bodyLimit: MOST_BYTES,
      // Before the body is read: a stranger's body is not unpacked.
      onRequest: async (request) => {
        callers.set(request, await findCaller(request, place, deps))
      },
      handler: async (request, reply) => {
        const { plantId, userId, token } = callers.get(request) as Caller
        const leave = await deps.admission.enter(askerOf(request, token, deps), false)
        try {
          const precision = textOf(request, 'precision') ?? 'ns'
          if (!isPrecision(precision)) throw new Refusal('PARAM_ERROR', { field: 'query.precision' })
          const text = await readText(request)
          const { address } = visitorOf(request, deps.origin, deps.centerSecret)
          const sender = createHash('sha256').update(token).digest('base64url')
          const result = await deps.services.lines.write({ plantId, userId, sender, address, text, precision })
          return answer(reply, request, result)
        } finally {
          leave()
        }
      },
    })
}

const askerOf = (request: FastifyRequest, token: string, { origin, centerSecret }: LineDeps) => ({
  address: visitorOf(request, origin, centerSecret).address,
  token,
})

/** @throws Refusal AUTH_TOKEN_INVALID, NOT_FOUND, NO_PERMISSION, TOO_MANY_REQUESTS */
async function findCaller(request: FastifyRequest, place: 'bucket' | 'db', deps: LineDeps): Promise<Caller> {
  const token = findLineToken(request)
  if (token === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  const asker = askerOf(request, token, deps)
  const nowMs = deps.now()
  deps.admission.refuse(asker, { name: CALL, cost: 3 }, nowMs)
  // "1/autogen" is how a version 2 client names a database and its retention policy.
  const plantId = anyId.safeParse(textOf(request, place)?.split('/')[0])
  const parts = { params: { id: plantId.data }, query: {}, body: undefined }
  try {
    const session = await requireSession(deps.db, token, entry.right, parts, nowMs, deps.origin.center)
    deps.admission.noteSession(token, nowMs)
    noteCaller(request, session.userId)
    await deps.budgets.spend(session.userId, 3, nowMs)
    if (!plantId.success) throw new Refusal('PARAM_ERROR', { field: `query.${place}` })
    requireRight(session, entry.right, parts)
    requireScope(session, 'POST', entry)
    return { plantId: plantId.data, userId: session.userId, token }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'AUTH_TOKEN_INVALID') deps.admission.noteInvalid(asker, nowMs)
    throw error
  }
}

/**
 * The access token as version 2 sends it (`Token`, or `Bearer`), or as the password of version 1: in the header, in the
 * query, or behind a name and a colon.
 */
function findLineToken(request: FastifyRequest): string | undefined {
  const [, scheme = '', given = ''] = /^(token|bearer|basic)\s+(\S{1,1000})\s*$/i.exec(
    request.headers.authorization ?? '',
  ) ?? ['', '', textOf(request, 'p') ?? '']
  const text = scheme.toLowerCase() === 'basic' ? Buffer.from(given, 'base64').toString('utf8') : given
  const token = text.slice(text.lastIndexOf(':') + 1)
  return /^\S{1,500}$/.test(token) ? token : undefined
}

function textOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Query)[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** @throws Refusal PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, PARAM_ERROR */
async function readText(request: FastifyRequest): Promise<string> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity' || body.length === 0) return body.toString('utf8')
  if (encoding !== 'gzip') throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
  try {
    return (await unpack(body, { maxOutputLength: MOST_UNPACKED_BYTES })).toString('utf8')
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new Refusal(isTooLarge ? 'PAYLOAD_TOO_LARGE' : 'PARAM_ERROR', isTooLarge ? undefined : { field: 'body' })
  }
}

/** 204, or the lines that are not stored, in a body that both versions' clients and ours can read. */
function answer(reply: FastifyReply, request: FastifyRequest, { stored, problems }: LinesResult): FastifyReply {
  if (problems.length === 0) return reply.code(204).send()
  const lines = new Set(problems.map(({ line }) => line)).size
  const shown = problems.slice(0, SHOWN_PROBLEMS)
  const message = `partial write: ${lines} lines are not stored, ${stored} readings are: ${shown.map(describe).join('; ')}`
  return reply
    .code(400)
    .header('cache-control', 'no-cache, no-store')
    .header('x-influxdb-error', message.replace(/[^\x20-\x7e]/g, '?').slice(0, 1_000))
    .send({
      code: 'PARAM_ERROR',
      no: 17,
      msg: message,
      message,
      error: message,
      requestId: request.id,
      stored,
      lines: shown,
    })
}

const describe = ({ line, reason, field }: LineProblem): string =>
  `line ${line}: ${reason}${field === undefined ? '' : ` (${field.slice(0, 60)})`}`
