import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenedSession } from '../accounts/accounts.ts'

export const SESSION_COOKIE = 'heliograph_session'
export const BROWSER_COOKIE = 'heliograph_browser'
const BROWSER_AGE_S = 400 * 86_400

/** Through one origin several data centres may be reached: each keeps its session in a cookie of its own. */
export const cookieNameOf = (centre: string): string =>
  centre === '' ? SESSION_COOKIE : `${SESSION_COOKIE}_${centre.toLowerCase()}`

export type Origin = Readonly<{ publicUrl: string; trustProxy: boolean; centre: string }>
export type GivenToken = Readonly<{ token: string; from: 'header' | 'cookie' }>

/** The token of a request: the Authorization header, where "clear" says "none" (specification, section 7), else the cookie. */
export function findToken(request: FastifyRequest, { centre }: Pick<Origin, 'centre'>): GivenToken | undefined {
  const [, bearer] = /^bearer\s+(\S{1,500})\s*$/i.exec(request.headers.authorization ?? '') ?? []
  if (bearer === 'clear') return undefined
  if (bearer !== undefined) return { token: bearer, from: 'header' }
  const token = request.cookies[cookieNameOf(centre)]
  return token ? { token, from: 'cookie' } : undefined
}

/**
 * Whether a request was made by a page of this server. Browsers say so themselves (Sec-Fetch-Site), older ones by Origin;
 * neither can be forged by a page. undefined: nothing was said, as programs do.
 */
export function isSameOrigin(request: FastifyRequest, { publicUrl }: Origin): boolean | undefined {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = request.headers.origin
  if (origin === undefined) return undefined
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined
  return parsed !== undefined && (parsed.host === request.host || parsed.origin === new URL(publicUrl).origin)
}

/** A proxy that is trusted and says nothing about the protocol is taken to speak TLS. */
export const isSecure = (request: FastifyRequest, { publicUrl, trustProxy }: Origin): boolean =>
  request.protocol === 'https' ||
  publicUrl.startsWith('https:') ||
  (trustProxy && request.headers['x-forwarded-proto'] === undefined)

/** Where the visitor's page came from: scheme, host and port, as its browser would say. */
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
  reply.setCookie(cookieNameOf(origin.centre), opened.token, {
    ...attributes(request, origin),
    // Without an age the browser drops it when it closes.
    ...(opened.isLong ? { maxAge: opened.expiresInS } : {}),
  })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, origin: Origin): void {
  reply.clearCookie(cookieNameOf(origin.centre), attributes(request, origin))
}

/** The secret with which an earlier sign-in marked this browser. */
export const findBrowser = (request: FastifyRequest): string | undefined => {
  const secret = request.cookies[BROWSER_COOKIE]
  return secret && /^[\w-]{20,100}$/.test(secret) ? secret : undefined
}

export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, origin: Origin, secret: string): void {
  reply.setCookie(BROWSER_COOKIE, secret, { ...attributes(request, origin), maxAge: BROWSER_AGE_S })
}

const attributes = (request: FastifyRequest, origin: Origin) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request, origin) }) as const
