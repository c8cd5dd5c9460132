import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../platform/db/database.ts'
import { decryptBody, type EncryptionKey, encryptReply } from '../platform/encryption/encryption.ts'

/** The key of a request's encrypted body; its reply is encrypted with the same key. */
const keyOf = new WeakMap<FastifyRequest, Buffer>()

/** Whether a request declares an encrypted body. */
export const isSealed = (request: FastifyRequest): boolean => request.headers.dk !== undefined

/**
 * Lets every call with a JSON body accept an encrypted one, and encrypts its reply (layout:
 * encryption/encrypted-body.ts).
 */
export function acceptEncrypted(
  app: FastifyInstance,
  deps: Readonly<{ db: Db; key: EncryptionKey; now: () => number; acceptsBare: boolean }>,
): void {
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, sealed: Buffer) => {
      const { dk } = request.headers
      if (typeof dk !== 'string') throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
      const call = `${request.method} ${request.url.split('?')[0]}`
      const decrypted = await decryptBody(deps.db, deps.key.unwrap, {
        dk,
        sealed,
        call,
        nowMs: deps.now(),
        acceptsBare: deps.acceptsBare,
      })
      keyOf.set(request, decrypted.aesKey)
      return decrypted.body
    },
  )
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const key = keyOf.get(request)
    if (key === undefined || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload
    const sealed = encryptReply(key, payload)
    reply.header('encrypt', '1').header('content-length', sealed.length).type('application/octet-stream')
    return sealed
  })
}
