import type { ErrorReply } from '@heliograph/contract/page.ts'
import { type ErrorCode, errorCatalog, Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DiskSpace } from '../platform/db/disk-space.ts'
import { reasonOf } from '../platform/db/outage.ts'

const LONG_BODY_BYTES = 64 * 1024

/** Errors of the framework, before any room is called. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'PARAM_ERROR',
  // From the file server: a path that leads out of its folder.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'PARAM_ERROR',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'PARAM_ERROR',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  431: 'PARAM_ERROR',
}

/** Errors of a missing, starting, stopping or full database (PostgreSQL, appendix A; Node's system errors). */
const absent = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '53300', '08006'])
const isAbsent = (error: Error & { code?: unknown }): boolean =>
  (typeof error.code === 'string' && absent.has(error.code)) ||
  error.message === 'timeout exceeded when trying to connect' ||
  error.message.startsWith('Connection terminated')

/**
 * The one place that turns an error into a reply. A refusal is reported; any other error is a bug and reveals nothing.
 */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  disk: Pick<DiskSpace, 'isFull' | 'note'>,
  onRefusal?: (request: FastifyRequest, refusal: Refusal) => void,
): FastifyReply {
  const refusal = toRefusal(error, request, disk)
  onRefusal?.(request, refusal)
  const { no, status, when } = errorCatalog[refusal.code]
  const body: ErrorReply = {
    code: refusal.code,
    no,
    msg: refusal.detail?.reason === 'diskFull' ? 'the disk of the database is full' : when,
    requestId: request.id,
    ...(refusal.detail === undefined ? {} : { detail: { ...refusal.detail } }),
  }
  reply.serializer(JSON.stringify)
  const waitS = status === 429 ? secondsToWait(refusal) : undefined
  if (waitS !== undefined) reply.header('retry-after', waitS)
  // The rest of a long body is not worth reading for a caller who has had enough already.
  if (status === 429 && Number(request.headers['content-length'] ?? 0) > LONG_BODY_BYTES)
    reply.header('connection', 'close')
  return reply
    .code(status)
    .header('cache-control', 'no-cache, no-store')
    .type('application/json; charset=utf-8')
    .send(body)
}

function secondsToWait({ detail }: Refusal): number | undefined {
  if (typeof detail?.seconds === 'number') return detail.seconds
  return typeof detail?.minutes === 'number' ? detail.minutes * 60 : undefined
}

type FrameworkError = Error & { statusCode?: number; code?: string; expose?: boolean }

/** The refusal that an error stands for; an error that is none is logged, and reveals nothing. */
export function toRefusal(error: unknown, request: FastifyRequest, disk: Pick<DiskSpace, 'isFull' | 'note'>): Refusal {
  if (error instanceof Refusal) return error
  const known = error instanceof Error ? (error as FrameworkError) : undefined
  // Only errors of the framework and its file server (http-errors) have a meaningful status; in a room's error it would
  // be a mistake.
  const code = codeOfStatus[known?.statusCode ?? 0]
  if (code !== undefined && (known?.code?.startsWith('FST_') || known?.expose)) return new Refusal(code)
  if (disk.note(error)) return new Refusal('UNAVAILABLE', { reason: 'diskFull' })
  if (known !== undefined && isAbsent(known)) {
    // The server that a full disk ended is on its way.
    if (disk.isFull()) return new Refusal('UNAVAILABLE', { reason: 'diskFull' })
    request.log.warn({ reason: reasonOf(known), code: known.code }, 'the database is not there')
    return new Refusal('UNAVAILABLE')
  }
  request.log.error({ err: error }, 'a request failed')
  return new Refusal('SERVER_FAILURE')
}
