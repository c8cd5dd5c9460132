import { DAY_S } from '@heliograph/domain/duration.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BROWSER_DAYS, type OpenedSession } from '../people/accounts/accounts.ts'
import { findIngressUser } from './ingress-user.ts'

export const SESSION_COOKIE = 'heliograph_session'
export const BROWSER_COOKIE = 'heliograph_browser'
const WRITTEN_COOKIE = 'heliograph_written'
const BROWSER_AGE_S = BROWSER_DAYS * DAY_S

/** One origin may serve several data centers: each keeps its session in its own cookie. */
export const cookieNameOf = (center: string): string =>
  center === '' ? SESSION_COOKIE : `${SESSION_COOKIE}_${center.toLowerCase()}`

const HOST_PREFIX = '__Host-'
/** Under https a cookie says by its name that no neighboring host and no plain http can have planted it. */
const nameOnWire = (name: string, secure: boolean): string => (secure ? `${HOST_PREFIX}${name}` : name)
/** The name of a cookie without what the connection adds to it. */
export const bareCookieName = (name: string): string => name.replace(HOST_PREFIX, '')

export type Origin = Readonly<{
  publicUrl: string
  trustProxy: boolean
  center: string
  /** The address of Home Assistant's Supervisor, where this server is its add-on. */
  supervisor?: string | undefined
}>

/** A browser in which several people of Home Assistant sign in has a session of each. */
const sessionCookieOf = (request: FastifyRequest, { center, supervisor }: Origin): string => {
  const user = findIngressUser(request, supervisor)
  return user === undefined ? cookieNameOf(center) : `${cookieNameOf(center)}_${user.id}`
}
export type GivenToken = Readonly<{ token: string; from: 'header' | 'cookie' }>

/**
 * The token of a request: the Authorization header, where "clear" means none (specification, section 7), else the
 * cookie.
 */
export function findToken(request: FastifyRequest, origin: Origin): GivenToken | undefined {
  const [, bearer] = /^bearer\s+(\S{1,500})\s*$/i.exec(request.headers.authorization ?? '') ?? []
  if (bearer === 'clear') return undefined
  if (bearer !== undefined) return { token: bearer, from: 'header' }
  const token = findCookie(request, origin, sessionCookieOf(request, origin))
  return token ? { token, from: 'cookie' } : undefined
}

/** The value of one of our cookies, by its bare name. */
export const findCookie = (request: FastifyRequest, origin: Origin, name: string): string | undefined =>
  request.cookies[nameOnWire(name, isSecure(request, origin))]

/**
 * Whether a page of this server made the request. Browsers send Sec-Fetch-Site, older ones Origin; a page can forge
 * neither. undefined: neither header is present, as with programs.
 */
export function isSameOrigin(request: FastifyRequest, { publicUrl }: Origin): boolean | undefined {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = request.headers.origin
  if (origin === undefined) return undefined
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined
  return parsed !== undefined && (parsed.host === request.host || parsed.origin === new URL(publicUrl).origin)
}

/** A trusted proxy that reports no protocol is assumed to use TLS. */
export const isSecure = (request: FastifyRequest, { publicUrl, trustProxy }: Origin): boolean =>
  request.protocol === 'https' ||
  publicUrl.startsWith('https:') ||
  (trustProxy && request.headers['x-forwarded-proto'] === undefined)

/** The origin of the visitor's page: scheme, host and port, as the browser reports it. */
export function originsOf(request: FastifyRequest, { publicUrl, trustProxy }: Origin): readonly string[] {
  const isHttps = request.protocol === 'https' || (trustProxy && request.headers['x-forwarded-proto'] === undefined)
  const seen = `${isHttps ? 'https' : 'http'}://${request.host.toLowerCase()}`
  const own = new URL(publicUrl)
  return own.hostname === request.hostname.toLowerCase() ? [seen, own.origin] : [seen]
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  origin: Origin,
  opened: OpenedSession,
): void {
  reply.setCookie(nameOnWire(sessionCookieOf(request, origin), isSecure(request, origin)), opened.token, {
    ...attributes(request, origin),
    // Without an age the browser drops the cookie when it closes.
    ...(opened.isLong ? { maxAge: opened.expiresInS } : {}),
  })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, origin: Origin): void {
  reply.clearCookie(
    nameOnWire(sessionCookieOf(request, origin), isSecure(request, origin)),
    attributes(request, origin),
  )
}

/** The session of the browser's cookie; the Authorization header does not count. */
export const findCookieSession = (request: FastifyRequest, origin: Origin): string | undefined =>
  findCookie(request, origin, sessionCookieOf(request, origin))

/** Both forms of a cookie's name: the other data center reads the one that fits its own address. */
export const namesOnWire = (name: string): readonly string[] => [false, true].map((secure) => nameOnWire(name, secure))

/** A cookie of the other data center under the name and attribute that fit the browser's connection. */
export function toBrowserCookie(cookie: string, secure: boolean): string {
  const plain = bareCookieName(cookie).replace(/;\s*secure(?=;|$)/i, '')
  return `${nameOnWire(plain, secure)}${secure ? '; Secure' : ''}`
}

/** The secret from an earlier sign-in that marks this browser. */
export const findBrowser = (request: FastifyRequest, origin: Origin): string | undefined => {
  const secret = findCookie(request, origin, BROWSER_COOKIE)
  return secret && /^[\w-]{20,100}$/.test(secret) ? secret : undefined
}

export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, origin: Origin, secret: string): void {
  const name = nameOnWire(BROWSER_COOKIE, isSecure(request, origin))
  reply.setCookie(name, secret, { ...attributes(request, origin), maxAge: BROWSER_AGE_S })
}

/** Tells every node that this browser wrote: a replica may not have that yet. */
export function setWrittenCookie(request: FastifyRequest, reply: FastifyReply, origin: Origin, seconds: number): void {
  const name = nameOnWire(WRITTEN_COOKIE, isSecure(request, origin))
  reply.setCookie(name, '1', { ...attributes(request, origin), maxAge: seconds })
}

export const hasWritten = (request: FastifyRequest, origin: Origin): boolean =>
  findCookie(request, origin, WRITTEN_COOKIE) !== undefined

const attributes = (request: FastifyRequest, origin: Origin) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request, origin) }) as const
