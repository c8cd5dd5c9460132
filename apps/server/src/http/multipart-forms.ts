import { Refusal } from '@heliograph/domain/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Reads small forms of text; which calls take them at all is decided before (http/early-checks.ts). */
export function acceptMultipart(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' }
      const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => undefined)
      if (form === undefined) throw new Refusal('PARAM_ERROR')
      return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
    },
  )
}
