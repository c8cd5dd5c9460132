import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { DataCenter } from '@heliograph/domain/regions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwnHeader, toTrustHeaders, type Visitor } from './relay-trust.ts'
import {
  BROWSER_COOKIE,
  bareCookieName,
  cookieNameOf,
  findCookie,
  isSameOrigin,
  isSecure,
  namesOnWire,
  type Origin,
  toBrowserCookie,
} from './session-token.ts'

/** Headers of one connection, not of the message (RFC 9110, section 7.6.1), and a proxy's own headers. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'via',
  'forwarded',
])
/** Headers that the relay sets itself, or that do not concern the other data center. */
const isWithheld = (name: string): boolean =>
  ['host', 'cookie', 'origin', 'referer', 'x-real-ip', 'x-request-id'].includes(name) ||
  name.startsWith('sec-') ||
  name.startsWith('x-forwarded-') ||
  isOwnHeader(name)

const namedByConnection = (value: string | undefined): readonly string[] =>
  (value ?? '').split(',').map((name) => name.trim().toLowerCase())

const cookiesOf = (center: DataCenter): readonly string[] => [cookieNameOf(center), BROWSER_COOKIE]

/** The visitor's headers for the other data center, without those of this one. */
export function toRequestHeaders(
  request: FastifyRequest,
  { origin, secret }: Readonly<{ origin: Origin; secret: string }>,
  to: Readonly<{ center: DataCenter; visitor: Visitor; target: URL }>,
): OutgoingHttpHeaders {
  const dropped = new Set([...ofConnection, ...namedByConnection(request.headers.connection)])
  // A length without its body would keep the other end waiting.
  if (request.body === undefined) dropped.add('content-length')
  const kept = Object.entries(request.headers).filter(([name]) => !dropped.has(name) && !isWithheld(name))
  const cookies = cookiesOf(to.center).flatMap((name) => {
    const value = findCookie(request, origin, name)
    return value === undefined ? [] : namesOnWire(name).map((text) => `${text}=${encodeURIComponent(value)}`)
  })
  // Only this server sees which page sent the request; the other data center treats the result as the browser's own
  // statement.
  const isOwn = isSameOrigin(request, origin)
  return {
    ...Object.fromEntries(kept),
    host: to.target.host,
    ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
    ...(isOwn === undefined ? {} : { 'sec-fetch-site': isOwn ? 'same-origin' : 'cross-site' }),
    ...toTrustHeaders(to.visitor, secret),
  }
}

/** The other data center's response headers, under this server's own security rules. */
export function toReplyHeaders(
  answer: IncomingMessage,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: Origin,
  center: DataCenter,
): readonly (readonly [string, string | string[]])[] {
  const dropped = new Set([
    ...ofConnection,
    ...namedByConnection(answer.headers.connection),
    'set-cookie',
    'date',
    'server',
  ])
  const kept = Object.entries(answer.headers).flatMap(([name, value]) => {
    // Already set here: the server of the page decides its rights. The request ID leads to the log line of the other
    // server.
    const isOurs = reply.hasHeader(name) && name !== 'x-request-id'
    return value === undefined || dropped.has(name) || isOurs || isOwnHeader(name) ? [] : [[name, value] as const]
  })
  const cookies = (answer.headers['set-cookie'] ?? []).filter((cookie) =>
    cookiesOf(center).some((name) => bareCookieName(cookie).startsWith(`${name}=`)),
  )
  if (cookies.length === 0) return kept
  return [...kept, ['set-cookie', cookies.map((cookie) => toBrowserCookie(cookie, isSecure(request, origin)))]]
}
