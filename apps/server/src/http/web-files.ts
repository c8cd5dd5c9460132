import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiPath } from './paths.ts'

/** Vite writes a hash of the content into these names, so the content never changes. */
const hashed = /[\\/]assets[\\/].*-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/

const cacheControlOf = (path: string): string =>
  hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** Serves the built page, with the `.br` and `.gz` files beside it. */
export function registerWebFiles(app: FastifyInstance, webDir: string): void {
  app.register(fastifyStatic, {
    root: resolve(webDir),
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      reply.setHeader('cache-control', cacheControlOf(path))
      reply.setHeader('vary', 'accept-encoding')
    },
  })
}

/** The browser resolves a route of the page; a missing file stays missing. */
export const isPageRoute = (request: FastifyRequest): boolean => {
  const [path = '/'] = request.url.split('?')
  return (request.method === 'GET' || request.method === 'HEAD') && !isApiPath(path) && !/\.\w+$/.test(path)
}

export const sendPage = (reply: FastifyReply): FastifyReply => reply.code(200).sendFile('index.html')
