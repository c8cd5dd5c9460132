import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { pipeline, type Readable, Transform } from 'node:stream'
import { toCountedAddress } from '@heliograph/domain/address.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { dataCenterPrefixes } from '@heliograph/domain/regions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DataCenters } from '../operator/data-centers/data-centers.ts'
import { toReplyHeaders, toRequestHeaders } from './relay-headers.ts'
import { findRelayTarget, isOwnOrPage, leavesPath } from './relay-path.ts'
import { visitorOf } from './relay-trust.ts'
import type { Origin } from './session-token.ts'

export type RelayDeps = Readonly<{
  dataCenters: DataCenters
  secret: string | undefined
  origin: Origin
  mostBodyBytes: number
  patienceMs: number
  /** The limit of concurrent requests, including streams. */
  most?: number
}>

/** The limit of concurrent requests per visitor, because a visitor may send a body arbitrarily slowly. */
const MOST_OF_ONE = 64

/** A stream silent for this long has lost its other end: it sends a sign of life every 20 s. */
const SILENT_STREAM_MS = 90_000

/**
 * Forwards calls to another data center, so that the page reaches all of them through its own address. Only to the
 * configured address, and at most one step.
 */
export function registerRelay(app: FastifyInstance, deps: RelayDeps): void {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
  const open = new Set<() => void>()
  const openOf = new Map<string, number>()
  app.addHook('onClose', async () => {
    agents.http.destroy()
    agents.https.destroy()
  })
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })
  // Bodies are forwarded unchanged.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  const forward = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const url = request.url
    const other = findRelayTarget(url, deps.dataCenters) as DataCenters['others'][number] | undefined
    if (other === undefined || deps.secret === undefined)
      throw new Refusal(isOwnOrPage(url, deps.dataCenters) ? 'NOT_FOUND' : 'CENTER_UNKNOWN')
    const visitor = visitorOf(request, deps.origin, deps.secret)
    // A data center that names itself there too would send the request back.
    if (visitor.isRelayed) throw new Refusal('CENTER_UNREACHABLE')
    if (leavesPath(url)) throw new Refusal('NOT_FOUND')
    if (open.size >= (deps.most ?? 2_000)) throw new Refusal('UNAVAILABLE')
    const counted = toCountedAddress(visitor.address)
    if ((openOf.get(counted) ?? 0) >= MOST_OF_ONE) throw new Refusal('TOO_MANY_REQUESTS')
    if (Number(request.headers['content-length'] ?? 0) > deps.mostBodyBytes) throw new Refusal('PAYLOAD_TOO_LARGE')

    const target = new URL(other.url)
    const isHttps = target.protocol === 'https:'
    const send = isHttps ? requestHttps : requestHttp
    const abort = new AbortController()
    const end = (): void => abort.abort()
    open.add(end)
    openOf.set(counted, (openOf.get(counted) ?? 0) + 1)
    reply.raw.once('close', () => {
      open.delete(end)
      const left = (openOf.get(counted) ?? 1) - 1
      if (left > 0) openOf.set(counted, left)
      else openOf.delete(counted)
      end()
    })
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = send({
        agent: isHttps ? agents.https : agents.http,
        protocol: target.protocol,
        hostname: target.hostname,
        port: target.port,
        method: request.method,
        path: `${target.pathname.replace(/\/$/, '')}${url}`,
        headers: toRequestHeaders(
          request,
          { ...deps, secret: deps.secret ?? '' },
          { center: other.center, visitor, target },
        ),
        timeout: deps.patienceMs,
        signal: abort.signal,
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
      outgoing.on('response', resolve)
      outgoing.on('error', (error) => reject(error instanceof Refusal ? error : unreachable(request, error)))
      const body = request.body as Readable | undefined
      if (body === undefined) outgoing.end()
      else pipeline(body, capped(deps.mostBodyBytes), outgoing, (error) => error && outgoing.destroy(error))
    })
    const status = answer.statusCode ?? 502
    // Calls never redirect, and this server must not lead visitors elsewhere.
    if (status >= 300 && status < 400 && status !== 304) {
      answer.destroy()
      throw unreachable(request, new Error(`it redirects (${status})`))
    }
    const isStream = String(answer.headers['content-type']).startsWith('text/event-stream')
    answer.setTimeout(isStream ? SILENT_STREAM_MS : deps.patienceMs, () => answer.destroy(new Error('it fell silent')))
    for (const [name, value] of toReplyHeaders(answer, request, reply, deps.origin, other.center))
      reply.header(name, value)
    return reply.code(status).send(answer)
  }

  for (const prefix of Object.values(dataCenterPrefixes))
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: `${prefix}/*`,
      bodyLimit: deps.mostBodyBytes,
      handler: forward,
    })
}

function unreachable(request: FastifyRequest, error: Error): Refusal {
  request.log.warn({ reason: error.message }, 'the other data center cannot be reached')
  return new Refusal('CENTER_UNREACHABLE')
}

/** A body without a declared length has the same limit as one with it. */
function capped(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > most) done(new Refusal('PAYLOAD_TOO_LARGE'))
      else done(null, chunk)
    },
  })
}
