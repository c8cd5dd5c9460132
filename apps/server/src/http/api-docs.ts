import type { FastifyInstance, FastifyReply } from 'fastify'
import serverPackage from '../../package.json' with { type: 'json' }
import { API_DOCS_SCRIPT, API_DOCS_STYLE, renderApiDocs } from './api-docs-page.ts'
import { printOpenApi } from './open-api.ts'

/** The contract as OpenAPI and as a searchable page. Built once: it changes only with the program. */
export function registerApiDocs(app: FastifyInstance): void {
  const document = printOpenApi(serverPackage.version)
  const json = JSON.stringify(document)
  const page = renderApiDocs(document)
  const send = (type: string, body: string) => (_request: unknown, reply: FastifyReply) =>
    reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(body)
  app.get('/openapi.json', send('application/json', json))
  app.get('/api-docs', send('text/html', page))
  app.get('/api-docs/page.css', send('text/css', API_DOCS_STYLE))
  app.get('/api-docs/search.js', send('text/javascript', API_DOCS_SCRIPT))
}
