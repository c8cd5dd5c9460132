import type { FastifyRequest } from 'fastify'

/** Marks and letters that mean nothing in HTML or in a script; no step up, no host. */
const BASE = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]{1,100}){1,8}$/

/** Headers in which a proxy names the path that it took away: most of them, and Home Assistant's ingress. */
const HEADERS = ['x-forwarded-prefix', 'x-ingress-path'] as const

/** The path of `PUBLIC_URL`, without a slash at its end. @throws Error for one that cannot be shown */
export function basePathOf(publicUrl: string): string {
  const path = new URL(publicUrl).pathname.replace(/\/+$/, '')
  if (path !== '' && !BASE.test(path))
    throw new Error(`PUBLIC_URL may have a path of letters, digits and the marks . _ ~ -, not "${path}"`)
  return path
}

/** The URL for the router: a proxy may pass on the path of `PUBLIC_URL`, or take it away. */
export const withoutBase = (url: string, base: string): string => {
  if (base === '' || !url.startsWith(base)) return url
  const rest = url.slice(base.length)
  return rest === '' ? '/' : rest.startsWith('/') ? rest : rest.startsWith('?') ? `/${rest}` : url
}

/**
 * The path under which the visitor sees this server: as the proxy in front says, else that of `PUBLIC_URL`.
 * @param isTrusted whether a peer may say so
 */
export function findBasePath(
  request: Pick<FastifyRequest, 'headers' | 'socket'>,
  publicBase: string,
  isTrusted: (address: string | undefined) => boolean,
): string {
  if (!isTrusted(request.socket.remoteAddress)) return publicBase
  const shown = HEADERS.map((name) => request.headers[name]).find((value) => typeof value === 'string')
  const path = typeof shown === 'string' ? shown.replace(/\/+$/, '') : ''
  return BASE.test(path) ? path : publicBase
}

/** Whether Home Assistant shows the page in a frame of its own, at its own origin. */
export const isIngress = (
  request: Pick<FastifyRequest, 'headers' | 'socket'>,
  isTrusted: (address: string | undefined) => boolean,
): boolean => isTrusted(request.socket.remoteAddress) && typeof request.headers['x-ingress-path'] === 'string'

/** Markup with all its addresses of this server below a path, those of its style sheets too; texts and values in it have no bare quote. */
export const moveAddresses = (html: string, base: string): string =>
  html.replace(/( (?:href|src)="|\burl\()\/(?!\/)/g, `$1${base}/`)

/** A document of the page with all its addresses below a path; scripts in it stay as they are (their digests are known). */
export const moveDocument = (html: string, base: string): string =>
  moveAddresses(html.replace('<html ', `<html data-base="${base}" `), base)
