import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import { firstScreenOf, isPagePath } from '@heliograph/domain/page-paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { moveDocument } from './base-path.ts'
import type { FirstAnswers } from './first-answers.ts'
import { isApiPath } from './paths.ts'

/** Vite writes a hash of the content into these names, so the content never changes. */
const hashed = /[\\/]assets[\\/].*-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/

const cacheControlOf = (path: string): string =>
  hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** Headers that a browser reads of documents and workers only; a page has dozens of other files. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const
const isPart = (path: string): boolean => /\.(js|css|woff2)(\.(br|gz))?$/.test(path) && !/worker/.test(path)

/** A document by its own name, as the offline worker asks for it. */
const DOCUMENT = /^\/([a-z-]+\.html)$/
/** A document that is moved below a path, and no static file. */
export const namesDocument = (url: string): boolean => {
  const [path = '/'] = url.split('?')
  return path === '/' || DOCUMENT.test(path)
}

/** Headers that only a file which may change needs. */
const changeHeaders = ['etag', 'last-modified', 'accept-ranges', 'x-request-id'] as const

/** Serves the built page, with the `.br` and `.gz` files beside it. */
/** @param isMoved whether a document is asked for that is shown below a path: `createSendPage` sends it */
export function registerWebFiles(
  app: FastifyInstance,
  webDir: string,
  isMoved: (request: FastifyRequest) => boolean,
): void {
  app.register(fastifyStatic, {
    root: resolve(webDir),
    // Documents are sent by `createSendPage`.
    index: false,
    allowedPath: (path, _root, request) => path !== '/' && !isMoved(request as FastifyRequest),
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      reply.setHeader('cache-control', cacheControlOf(path))
      reply.setHeader('vary', 'accept-encoding')
      if (isPart(path) && reply instanceof ServerResponse) for (const name of documentHeaders) reply.removeHeader(name)
    },
  })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 200 && hashed.test(request.url)) for (const name of changeHeaders) reply.removeHeader(name)
  })
}

/** Scripts that the content policy allows: the digests of those written into the documents (web/early-start.ts). */
export function findInlineScripts(webDir: string): readonly string[] {
  const documents = readdirSync(webDir).filter((name) => name.endsWith('.html'))
  const scripts = documents.flatMap((name) =>
    [...readFileSync(join(webDir, name), 'utf8').matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)]
      .map(([, text = '']) => text)
      .filter(Boolean),
  )
  const toDigest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return [...new Set(scripts.map(toDigest))]
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

/**
 * Answers a page route with the page: the document that names the files of its first screen, where one was built. A person
 * with a wrong path gets the page too, for its "not found" view; programs and missing files get the error body.
 * @returns what answers undefined when the page is not the answer
 */
export function createSendPage(
  webDir: string,
  baseOf: (request: FastifyRequest) => string,
  firstAnswers: FirstAnswers,
): SendPage {
  const documents = new Set(readdirSync(webDir))
  const readDocument = (name: string, base: string): string => {
    const html = readFileSync(join(webDir, name), 'utf8')
    return base === '' ? html : moveDocument(html, base)
  }
  const send = (request: FastifyRequest, reply: FastifyReply, status: number, name: string): FastifyReply => {
    const base = baseOf(request)
    if (base === '') return reply.code(status).sendFile(name)
    const html = readDocument(name, base)
    return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
  }
  const open = (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply => {
    const opens = firstScreenOf(path) ?? ''
    const name = `${opens}.html`
    if (!documents.has(name)) return send(request, reply, 200, 'index.html')
    const base = baseOf(request)
    return firstAnswers.send(request, reply, readDocument(name, base), opens, base) ?? send(request, reply, 200, name)
  }
  return (request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (!['GET', 'HEAD'].includes(request.method) || isApiPath(path)) return undefined
    const [, named = ''] = DOCUMENT.exec(path) ?? []
    if (documents.has(named)) return send(request, reply, 200, named)
    if (/\.\w+$/.test(path)) return undefined
    if (isPagePath(path)) return open(request, reply, path)
    const isPerson = request.headers.accept?.includes('text/html') === true
    return isPerson ? send(request, reply, 404, 'index.html') : undefined
  }
}
