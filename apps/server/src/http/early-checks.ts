import { costOf, type Endpoint, mostBytesOf } from '@heliograph/contract/endpoint.ts'
import { toCountedAddress } from '@heliograph/domain/address.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyRequest } from 'fastify'
import { findSession } from '../people/accounts/accounts.ts'
import type { Db } from '../platform/db/database.ts'
import { requirePeer } from './access.ts'
import type { Admission, Asker } from './admission.ts'
import { isSealed } from './encrypted-calls.ts'
import { clearReason, noteReason } from './note-refusal.ts'
import { visitorOf } from './relay-trust.ts'
import { findToken, isSameOrigin, type Origin } from './session-token.ts'

type EarlyDeps = Readonly<{
  db: Db
  now: () => number
  origin: Origin
  /** The secret shared with the other data centers; a server must present it to be trusted as one. */
  centerSecret: string | undefined
  admission: Admission
}>

/** Public calls that take credentials or compute: they hash, derive keys or decrypt before the sender is known. */
export const isCostly = (entry: Endpoint, method: string): boolean =>
  entry.costly === true || (entry.right.kind === 'public' && method !== 'GET' && !entry.unprefixed)

/** The size of a body that was not read yet; where the caller does not say it, the most that it can be. */
export function bodyBytesOf({ headers }: Pick<FastifyRequest, 'headers'>, entry: Endpoint): number {
  const bytes = Number(headers['content-length'] ?? Number.NaN)
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : mostBytesOf(entry)
}

export const askerOf = (request: FastifyRequest, { origin, centerSecret }: EarlyDeps): Asker => ({
  address: toCountedAddress(visitorOf(request, origin, centerSecret).address),
  token: findToken(request, origin)?.token,
})

/** Checks that need neither the body nor the database. */
export function refuseEarly(
  request: FastifyRequest,
  name: string,
  entry: Endpoint,
  method: string,
  deps: EarlyDeps,
): void {
  const { origin, centerSecret } = deps
  if (entry.right.kind === 'peer') {
    noteReason(request, 'peerRefused')
    requirePeer(request.headers, centerSecret)
    clearReason(request)
    return
  }
  const options = findToken(request, origin)
  const isPublic = entry.right.kind === 'public'
  if (!isPublic && options === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
  if (method !== 'GET') {
    if (options?.from !== 'header') refuseForeign(request, isPublic, origin)
    refuseMediaType(request, entry)
  }
  if (isPublic) return
  const cost = costOf(method, entry, bodyBytesOf(request, entry))
  deps.admission.refuse(askerOf(request, deps), { name, cost }, deps.now())
}

/**
 * A foreign page's request carries the cookie too, so a missing origin is refused where the cookie authenticates. A
 * foreign page that signs its visitor in as another user is refused as well.
 */
function refuseForeign(request: FastifyRequest, isPublic: boolean, origin: Origin): void {
  const isOwn = isSameOrigin(request, origin)
  if (isPublic ? isOwn !== false : isOwn === true) return
  noteReason(request, 'foreignPage')
  throw new Refusal('NO_PERMISSION')
}

/** Decryption is work and leaves a row: a call that needs a session decrypts only with one. */
export async function refuseToOpen(
  request: FastifyRequest,
  { right }: Endpoint,
  { db, now, origin }: EarlyDeps,
): Promise<void> {
  if (right.kind === 'public' || right.kind === 'peer' || right.kind === 'agent' || !isSealed(request)) return
  const options = findToken(request, origin)
  if (options === undefined || (await findSession(db, options.token, now(), undefined, origin.center)) === undefined)
    throw new Refusal('AUTH_TOKEN_INVALID')
}

/** The sign-in and the end of emails alone accept the content types of plain HTML forms. */
function refuseMediaType(request: FastifyRequest, entry: Endpoint): void {
  const type = request.headers['content-type']
  if (type === undefined) return
  const [media = ''] = type.toLowerCase().split(';')
  const isTaken =
    media.trim() === 'application/json' ||
    (media.trim() === 'application/octet-stream' && isSealed(request)) ||
    (entry.form && media.trim() === 'application/x-www-form-urlencoded') ||
    (entry.form === 'either' && media.trim() === 'multipart/form-data')
  if (!isTaken) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
}
