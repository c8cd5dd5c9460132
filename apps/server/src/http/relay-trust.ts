import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type Origin, originsOf } from './session-token.ts'

/** Who asks, and by which name they know this server. */
export type Visitor = Readonly<{
  address: string
  /** Lower case, without port. */
  host: string
  /** Scheme, host and port of the page that they look at, as their browser would say. */
  origins: readonly string[]
  /** Another data centre passed the request on. */
  isRelayed: boolean
}>

const CLIENT_HEADER = 'x-heliograph-client'
const ORIGINS_HEADER = 'x-heliograph-origins'
const SEAL_HEADER = 'x-heliograph-relay'
/** What only servers say to each other; from anybody else it is left out. */
export const isOwnHeader = (name: string): boolean => name.startsWith('x-heliograph-')

/**
 * What one centre says about a visitor to another. Not the shared secret itself: with that a visitor who is passed on could
 * make the calls that only servers may.
 */
export function toTrustHeaders(
  { address, origins }: Pick<Visitor, 'address' | 'origins'>,
  secret: string,
): Readonly<Record<string, string>> {
  const text = origins.join(' ')
  return { [CLIENT_HEADER]: address, [ORIGINS_HEADER]: text, [SEAL_HEADER]: sealOf(address, text, secret) }
}

const sealOf = (address: string, origins: string, secret: string): string =>
  createHmac('sha256', secret).update(`relayed visitor\0${address}\0${origins}`).digest('base64url')

/** The visitor of a request: what another centre says about them is believed only with its seal. */
export function visitorOf(request: FastifyRequest, origin: Origin, secret: string | undefined): Visitor {
  const told = secret === undefined ? undefined : readTold(request.headers, secret)
  if (told !== undefined) return told
  const host = request.hostname.toLowerCase()
  return { address: request.ip, host, origins: originsOf(request, origin), isRelayed: false }
}

function readTold(headers: IncomingHttpHeaders, secret: string): Visitor | undefined {
  const address = headers[CLIENT_HEADER]
  const text = headers[ORIGINS_HEADER]
  const seal = headers[SEAL_HEADER]
  if (typeof address !== 'string' || typeof text !== 'string' || typeof seal !== 'string') return undefined
  const digest = (one: string): Buffer => createHash('sha256').update(one).digest()
  if (!timingSafeEqual(digest(seal), digest(sealOf(address, text, secret)))) return undefined
  const origins = text.split(' ').filter((one) => URL.canParse(one))
  const host = new URL(origins[0] ?? 'http://localhost').hostname
  return { address: address.slice(0, 64), host, origins, isRelayed: true }
}
