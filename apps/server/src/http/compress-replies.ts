import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Below one packet there is nothing to gain. */
const LEAST_CHARACTERS = 1_400

/**
 * Families of measurements and lists. Replies about an account or a session are not compressed: they carry secrets,
 * and a compressed length reveals something about its content (BREACH).
 */
export const isCompressed = (url: string): boolean =>
  /^\/(mdc-cn\/|mdc-eu\/)?(maintain-s|device-s|backyard-api-s|auth-s)\/|^\/openapi\.json/.test(url)

type Coding = 'br' | 'gzip'

/** The first of the codings that the caller accepts; q=0 refuses one (RFC 9110, section 12.5.3). */
export function pickCoding(
  accepted: string | undefined,
  codings: readonly Coding[] = ['br', 'gzip'],
): Coding | undefined {
  const taken = new Set<string>()
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...rules] = part.split(';').map((text) => text.trim())
    if (!rules.some((rule) => /^q=0(\.0+)?$/.test(rule))) taken.add(name)
  }
  return codings.find((coding) => taken.has(coding))
}

const compress = (coding: Coding, text: string): Promise<Buffer> =>
  coding === 'br'
    ? toBrotli(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
      })
    : toGzip(text, { level: 6 })

/** Compresses JSON replies in the thread pool. Streams and files pass as they are. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < LEAST_CHARACTERS || !isCompressed(request.originalUrl))
      return payload
    reply.header('vary', 'accept-encoding')
    const coding = pickCoding(request.headers['accept-encoding'])
    if (coding === undefined || reply.hasHeader('content-encoding')) return payload
    const body = await compress(coding, payload)
    reply.header('content-encoding', coding).header('content-length', body.length)
    return body
  })
}
