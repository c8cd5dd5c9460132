import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenedSession } from '../accounts/accounts.ts'

export const SESSION_COOKIE = 'heliograph_session'

export type Origin = Readonly<{ publicUrl: string; trustProxy: boolean }>
export type GivenToken = Readonly<{ token: string; from: 'header' | 'cookie' }>

/** The token of a request: the Authorization header, where "clear" says "none" (specification, section 7), else the cookie. */
export function findToken(request: FastifyRequest): GivenToken | undefined {
  const [, bearer] = /^bearer\s+(\S{1,500})\s*$/i.exec(request.headers.authorization ?? '') ?? []
  if (bearer === 'clear') return undefined
  if (bearer !== undefined) return { token: bearer, from: 'header' }
  const token = request.cookies[SESSION_COOKIE]
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
const isSecure = (request: FastifyRequest, { publicUrl, trustProxy }: Origin): boolean =>
  request.protocol === 'https' ||
  publicUrl.startsWith('https:') ||
  (trustProxy && request.headers['x-forwarded-proto'] === undefined)

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  origin: Origin,
  opened: OpenedSession,
): void {
  reply.setCookie(SESSION_COOKIE, opened.token, {
    ...attributes(request, origin),
    // Without an age the browser drops it when it closes.
    ...(opened.isLong ? { maxAge: opened.expiresInS } : {}),
  })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, origin: Origin): void {
  reply.clearCookie(SESSION_COOKIE, attributes(request, origin))
}

const attributes = (request: FastifyRequest, origin: Origin) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request, origin) }) as const
