import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Foreign origins that the page of one visitor needs, beside its own. */
export type DocumentSources = Readonly<{
  scripts: readonly string[]
  /** Pictures and calls. */
  data: readonly string[]
  frames: readonly string[]
}>

const HEADER = 'content-security-policy'

/** Adds origins to directives; one that is not there begins with the page's own origin. */
export function extendPolicy(policy: string, more: Readonly<Record<string, readonly string[]>>): string {
  const parts = policy.split(';').filter(Boolean)
  for (const [name, origins] of Object.entries(more)) {
    if (origins.length === 0) continue
    const at = parts.findIndex((part) => part.startsWith(`${name} `))
    if (at < 0) parts.push(`${name} 'self' ${origins.join(' ')}`)
    else
      parts[at] = `${parts[at]} ${origins.filter((origin) => !parts[at]?.includes(` ${origin}`)).join(' ')}`.trimEnd()
  }
  return parts.join(';')
}

/** Opens the content policy of documents for what the visited brand and the operator's cards need, and nothing else. */
export function openDocumentPolicy(
  app: FastifyInstance,
  find: (request: FastifyRequest) => Promise<DocumentSources>,
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const policy = reply.getHeader(HEADER)
    if (typeof policy !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return payload
    // A page without its map is better than no page.
    const found = await find(request).catch(() => undefined)
    if (found !== undefined)
      reply.header(
        HEADER,
        extendPolicy(policy, {
          'script-src': found.scripts,
          'img-src': found.data,
          'connect-src': found.data,
          'frame-src': found.frames,
        }),
      )
    return payload
  })
}
