import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The longest that an answer, and a part of the page, is held back. */
const LONGEST_MS = 900

export type SlowServer = Readonly<{ url: string; stop: () => void }>

/**
 * The same server behind a line on which each answer takes its own time: chosen by the seed, so that they come in the same
 * mixed order in every run and on every machine. Live streams are not held back.
 */
export async function slowDown(url: string, seed: number): Promise<SlowServer> {
  const { hostname, port, host } = new URL(url)
  const proxy = createServer((asked, reply) => {
    const path = asked.url ?? '/'
    const onward = () => {
      const call = request(
        { hostname, port, path, method: asked.method, headers: { ...asked.headers, host } },
        (answer) => {
          reply.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(reply)
        },
      )
      call.on('error', () => reply.destroy())
      reply.on('close', () => call.destroy())
      asked.pipe(call)
    }
    const waitMs = delayOf(path, seed)
    if (waitMs === 0) onward()
    else setTimeout(onward, waitMs)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    stop() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

function delayOf(path: string, seed: number): number {
  const [pathname = ''] = path.split('?')
  const isCall = /^\/[a-z-]+-s\//.test(pathname) && !pathname.includes('/live/')
  const isPart = pathname.endsWith('.js')
  if (!isCall && !isPart) return 0
  return createHash('sha256').update(`${seed} ${path}`).digest().readUInt32BE(0) % LONGEST_MS
}
