import type { ErrorCode, Refusal } from '@heliograph/domain/errors.ts'
import type { SecurityEventKind } from '@heliograph/domain/security-event.ts'
import type { FastifyRequest } from 'fastify'
import type { SecurityEvents } from '../people/security-events/security-events.ts'

/** The security event behind a refusal. NOT_FOUND is not here: a neighbor's plant and a mistyped one look the same. */
const kindOf: Partial<Readonly<Record<ErrorCode, SecurityEventKind>>> = {
  AUTH_INVALID_USERNAME_OR_PASSWORD: 'signInFailed',
  OLD_PASSWORD_WRONG: 'proofFailed',
  SECOND_FACTOR_WRONG: 'secondFactorFailed',
  HUMAN_CHECK_FAILED: 'humanCheckFailed',
  VERIFICATION_CODE_WRONG: 'codeFailed',
  VERIFICATION_TOO_OFTEN: 'codeFailed',
  USER_LOCKED: 'locked',
  IP_LOCKED: 'locked',
  AUTH_TOKEN_INVALID: 'tokenInvalid',
  NO_PERMISSION: 'rightRefused',
  TOO_MANY_REQUESTS: 'tooMany',
}

/** Where in a request its session was found, for what is noted about it. */
const callers = new WeakMap<FastifyRequest, number>()
export const noteCaller = (request: FastifyRequest, userId: number): void => void callers.set(request, userId)

/** Why a call was refused, where the code alone does not say it. */
const reasons = new WeakMap<FastifyRequest, SecurityEventKind>()
export const noteReason = (request: FastifyRequest, kind: SecurityEventKind): void => void reasons.set(request, kind)

export const clearReason = (request: FastifyRequest): void => void reasons.delete(request)

/** Notifies the operator of refusals that may be an attack. */
export function noteRefusal(
  events: SecurityEvents,
  request: FastifyRequest,
  refusal: Refusal,
  options: Readonly<{ address: string; hasToken: boolean; nowMs: number }>,
): void {
  const kind = findKind(request, refusal, options.hasToken)
  const path = request.routeOptions.url
  if (kind === undefined || path === undefined) return
  events.note({
    kind,
    reason: refusal.code,
    call: `${request.method} ${path}`,
    userId: callers.get(request),
    name: kind === 'signInFailed' || kind === 'locked' ? nameIn(request.body) : undefined,
    address: options.address,
    atMs: options.nowMs,
  })
}

function findKind(request: FastifyRequest, { code, detail }: Refusal, hasToken: boolean) {
  const known = reasons.get(request)
  if (known !== undefined) return known
  if (code === 'AUTH_TOKEN_INVALID' && detail?.reason === 'reused') return 'tokenReused' as const
  // Every first visit asks who it is, without a token.
  if (code === 'AUTH_TOKEN_INVALID') return hasToken ? kindOf[code] : undefined
  return kindOf[code]
}

/** The account of an attempted sign-in. */
function nameIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { username, account } = body as Readonly<Record<string, unknown>>
  const name = username ?? account
  return typeof name === 'string' ? name : undefined
}
