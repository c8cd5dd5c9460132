import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { PRIVATE_PLACE, toPlace, toPlainAddress } from '@heliograph/domain/address.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { FastifyRequest } from 'fastify'
import { type Origin, originsOf } from './session-token.ts'

/** The visitor and the name by which they reached this server. */
export type Visitor = Readonly<{
  address: string
  /** The visitor's network; undefined: an untrusted proxy is in between. */
  place: string | undefined
  /** Lower case, without port. */
  host: string
  /** Scheme, host and port of the visitor's page, as the browser reports it. */
  origins: readonly string[]
  /** Another data center forwarded the request. */
  isRelayed: boolean
}>

const CLIENT_HEADER = 'x-heliograph-client'
const ORIGINS_HEADER = 'x-heliograph-origins'
const SEAL_HEADER = 'x-heliograph-relay'
/** Headers that only servers send to each other; they are removed from all other requests. */
export const isOwnHeader = (name: string): boolean => name.startsWith('x-heliograph-')

/**
 * One data center's statement about a visitor to another. It does not contain the shared secret: with it, a forwarded
 * visitor could make calls reserved for servers.
 */
export function toTrustHeaders(
  { address, origins }: Pick<Visitor, 'address' | 'origins'>,
  secret: string,
  nowMs = Date.now(),
): Readonly<Record<string, string>> {
  const text = origins.join(' ')
  const at = String(nowMs)
  return {
    [CLIENT_HEADER]: address,
    [ORIGINS_HEADER]: text,
    [SEAL_HEADER]: `${at}.${sealOf(at, address, text, secret)}`,
  }
}

/** The two servers' clocks may differ by this; an older statement was overheard. */
const VALID_MS = 5 * MINUTE_MS

const sealOf = (at: string, address: string, origins: string, secret: string): string =>
  createHmac('sha256', secret).update(`relayed visitor\0${at}\0${address}\0${origins}`).digest('base64url')

/** Reads the visitor of a request: another data center's statement counts only with its signature. */
export function visitorOf(request: FastifyRequest, origin: Origin, secret: string | undefined): Visitor {
  const relayed = secret === undefined ? undefined : readRelayedVisitor(request.headers, secret)
  if (relayed !== undefined) return relayed
  const host = request.hostname.toLowerCase()
  const address = addressOf(request)
  return {
    address,
    place: placeOf(request, address, origin),
    host,
    origins: originsOf(request, origin),
    isRelayed: false,
  }
}

/**
 * A proxy may forward an address that a visitor invented; a client that hung up has none. IPv4 over a socket for both is in
 * its own form: one visitor is one in limits, logs and known places.
 */
function addressOf({ ip, socket }: FastifyRequest): string {
  return toPlainAddress(isIP(toBareAddress(ip ?? '')) === 0 ? (socket.remoteAddress ?? ip ?? '') : ip)
}

/** Without the port that some proxies add. */
const toBareAddress = (text: string): string =>
  text
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')

const forwardedHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/**
 * Behind a proxy that is not trusted everybody has the proxy's address, and that would be a private one. A page under
 * https has a proxy in front, because this server has no TLS.
 */
function placeOf({ headers }: FastifyRequest, address: string, { trustProxy, publicUrl }: Origin): string | undefined {
  if (trustProxy) return headers['x-forwarded-for'] === undefined ? undefined : toPlace(address)
  const isProxied = publicUrl.startsWith('https:') || forwardedHeaders.some((name) => headers[name] !== undefined)
  return isProxied ? undefined : toPlace(address)
}

/** The private network there is another one than here. */
function placeElsewhere(address: string): string | undefined {
  const place = toPlace(address)
  return place === PRIVATE_PLACE ? undefined : place
}

function readRelayedVisitor(headers: IncomingHttpHeaders, secret: string): Visitor | undefined {
  const address = headers[CLIENT_HEADER]
  const text = headers[ORIGINS_HEADER]
  const seal = headers[SEAL_HEADER]
  if (typeof address !== 'string' || typeof text !== 'string' || typeof seal !== 'string') return undefined
  const digest = (item: string): Buffer => createHash('sha256').update(item).digest()
  const [at = '', signature = ''] = seal.split('.')
  if (!timingSafeEqual(digest(signature), digest(sealOf(at, address, text, secret)))) return undefined
  if (!(Math.abs(Date.now() - Number(at)) <= VALID_MS)) return undefined
  const origins = text.split(' ').filter((item) => URL.canParse(item))
  const host = new URL(origins[0] ?? 'http://localhost').hostname
  return { address: address.slice(0, 64), place: placeElsewhere(address), host, origins, isRelayed: true }
}
