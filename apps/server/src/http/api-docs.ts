import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import serverPackage from '../../package.json' with { type: 'json' }
import { API_DOCS_SCRIPT, API_DOCS_STYLE, renderApiDocs } from './api-docs-page.ts'
import { moveDocument } from './base-path.ts'
import { printOpenApi } from './open-api.ts'

type Docs = Readonly<{ json: string; page: string }>

let made: Docs | undefined

/** Built once, with the first request: it changes only with the program. */
function docs(): Docs {
  if (made === undefined) {
    const document = printOpenApi(serverPackage.version)
    made = { json: JSON.stringify(document), page: renderApiDocs(document) }
  }
  return made
}

/** The contract as OpenAPI and as a searchable page. */
export function registerApiDocs(app: FastifyInstance, baseOf: (request: FastifyRequest) => string): void {
  const send = (type: string, read: (base: string) => string) => (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type(`${type}; charset=utf-8`)
      .header('cache-control', 'no-cache')
      .send(read(baseOf(request)))
  app.get(
    '/openapi.json',
    send('application/json', () => docs().json),
  )
  app.get(
    '/api-docs',
    send('text/html', (base) => (base === '' ? docs().page : moveDocument(docs().page, base))),
  )
  app.get(
    '/api-docs/page.css',
    send('text/css', () => API_DOCS_STYLE),
  )
  app.get(
    '/api-docs/search.js',
    send('text/javascript', () => API_DOCS_SCRIPT),
  )
}
