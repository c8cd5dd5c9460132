import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReverseProxy = Readonly<{
  /** With the path, as the browser asks for it. */
  url: string
  /** Paths that were asked for beside the path of this server: a link that left it. */
  outside: readonly string[]
  /** The server, once it listens. */
  passTo: (port: number) => void
  stop: () => Promise<void>
}>

/**
 * A reverse proxy that shows a server below a path and takes the path away, as nginx does with a slash at the end of
 * `proxy_pass`. Everything else at its host belongs to somebody else.
 * @param options.headers added to each request; those of the visitor with these names are dropped
 * @param options.pages what stands beside it at the same host, by path
 */
export async function openReverseProxy(options: {
  path: string
  headers?: Readonly<Record<string, string>>
  pages?: Readonly<Record<string, string>>
}): Promise<ReverseProxy> {
  const { path, headers = {}, pages = {} } = options
  const outside: string[] = []
  let port = 0
  const proxy = createServer((incoming, reply) => {
    const { url = '/', method, socket } = incoming
    const page = pages[url]
    if (page !== undefined) {
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
      return
    }
    if (url !== path && !url.startsWith(`${path}/`) && !url.startsWith(`${path}?`)) {
      outside.push(url)
      reply.writeHead(404).end('Not of this server')
      return
    }
    const rest = url.slice(path.length)
    const passed: IncomingHttpHeaders = {
      ...incoming.headers,
      'x-forwarded-for': socket.remoteAddress ?? '',
      'x-forwarded-host': incoming.headers.host ?? '',
      'x-forwarded-proto': 'http',
      ...headers,
    }
    const upstream = request(
      { host: '127.0.0.1', port, method, path: rest.startsWith('/') ? rest : `/${rest}`, headers: passed },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        // Streams are passed on as they come.
        answer.on('data', (chunk) => reply.write(chunk))
        answer.on('end', () => reply.end())
        answer.on('error', () => reply.destroy())
      },
    )
    upstream.on('error', () => reply.destroy())
    reply.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}${path}`,
    outside,
    passTo: (serverPort) => {
      port = serverPort
    },
    stop: async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
