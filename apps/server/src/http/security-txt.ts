import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { FastifyInstance } from 'fastify'

/** Where to report a vulnerability (RFC 9116); only where the operator named a contact. */
export function registerSecurityTxt(
  app: FastifyInstance,
  options: Readonly<{ contact: string | undefined; publicUrl: string; now: () => number }>,
): void {
  const { contact, publicUrl, now } = options
  if (contact === undefined) return
  app.get('/.well-known/security.txt', (_request, reply) => {
    // Renewed with every answer: a server that still answers is still looked after.
    const expires = new Date(now() + 180 * DAY_MS).toISOString()
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, `Canonical: ${publicUrl}/.well-known/security.txt`]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
