import { readFileSync } from 'node:fs'
import { languages } from '@heliograph/domain/languages.ts'
import { describe, expect, it } from 'vitest'

const read = (name: string): string => readFileSync(`apps/web/public/${name}`, 'utf8')
type Event = Readonly<{
  data?: unknown
  request?: Request
  respondWith?: (reply: Promise<Response>) => void
  waitUntil?: (work: unknown) => void
}>

/** Runs the worker with a network that is there or not. */
function start(isReachable: () => boolean, hasAnswers = () => false, page = () => 'from the server') {
  const listeners = new Map<string, (event: Event) => void>()
  const kept = new Map<string, Response>()
  const self = {
    location: { origin: 'https://pv.example.org', href: 'https://pv.example.org/offline-worker.js' },
    addEventListener: (kind: string, listener: (event: Event) => void) => listeners.set(kind, listener),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
  }
  const caches = {
    open: async () => ({
      addAll: async (all: readonly Readonly<{ path: string }>[]) => {
        for (const { path } of all) kept.set(path, new Response(`kept ${path}`))
      },
      add: async (path: string) => kept.set(path, new Response(`kept ${path}`)),
      put: async (path: string, reply: Response) => kept.set(path, reply),
      match: async (path: string) => kept.get(path)?.clone(),
      keys: async () => [...kept.keys()].map((path) => ({ url: `https://pv.example.org${path}` })),
      delete: async (url: string) => kept.delete(new URL(url).pathname),
    }),
    has: async () => hasAnswers(),
    keys: async () => ['heliograph-offline-1', 'heliograph-offline-2', 'heliograph-answers-3'],
    delete: async (name: string) => deleted.push(name),
    match: async (path: string) => kept.get(path)?.clone(),
  }
  const deleted: string[] = []
  const fetchOne = async () => {
    if (!isReachable()) throw new TypeError('Failed to fetch')
    return new Response(page())
  }
  const AskedFor = class {
    constructor(readonly path: string) {}
  }
  new Function('self', 'caches', 'fetch', 'Request', read('offline-worker.js'))(self, caches, fetchOne, AskedFor)
  const fire = async (kind: string, data?: unknown): Promise<void> => {
    let work: unknown
    listeners.get(kind)?.({ data, waitUntil: (one) => (work = one) })
    await work
  }
  /** What the page gets; undefined: the worker leaves it to the browser. */
  const ask = async (path: string, more: Readonly<{ mode?: string; method?: string }> = {}) => {
    const request = { url: new URL(path, self.location.origin).href, method: 'GET', mode: 'cors', ...more }
    let reply: Promise<Response> | undefined
    listeners.get('fetch')?.({ request: request as Request, respondWith: (one) => (reply = one) })
    return reply === undefined ? undefined : (await reply).text()
  }
  return { fire, ask, deleted }
}

describe('the worker for a server that cannot be reached', () => {
  it('answers with its page where the network fails, and only then', async () => {
    let isThere = true
    const worker = start(() => isThere)
    await worker.fire('install')
    await worker.fire('activate')
    expect(worker.deleted).toEqual(['heliograph-offline-1'])
    const page = { mode: 'navigate' }
    expect(await worker.ask('/plant/infos/data?id=1', page)).toBe('from the server')
    isThere = false
    expect(await worker.ask('/plant/infos/data?id=1', page)).toBe('kept /offline.html')
    expect(await worker.ask('/offline.js')).toBe('kept /offline.js')
  })

  it('opens the page itself where the device keeps figures, and not after the sign-out', async () => {
    let [isThere, hasAnswers, build] = [true, true, 'first build']
    const worker = start(
      () => isThere,
      () => hasAnswers,
      () => build,
    )
    await worker.fire('install')
    await worker.fire('message', { keep: ['/assets/index-abcdefgh.js', 'https://elsewhere.example/x.js', 7] })
    isThere = false
    const page = { mode: 'navigate' }
    expect(await worker.ask('/plant/fleet', page)).toBe('first build')
    expect(await worker.ask('/assets/index-abcdefgh.js')).toBe('kept /assets/index-abcdefgh.js')
    hasAnswers = false
    expect(await worker.ask('/plant/fleet', page)).toBe('kept /offline.html')
    // A new build takes the files of the old one away.
    isThere = true
    build = 'second build'
    await worker.fire('message', { keep: ['/assets/index-ijklmnop.js'] })
    isThere = false
    expect(await worker.ask('/assets/index-abcdefgh.js')).toBe('')
    expect(await worker.ask('/assets/index-ijklmnop.js')).toBe('kept /assets/index-ijklmnop.js')
  })

  it('leaves figures and forms to the network', async () => {
    const worker = start(() => false)
    await worker.fire('install')
    expect(await worker.ask('/maintain-s/station/1')).toBeUndefined()
    expect(await worker.ask('/login', { mode: 'navigate', method: 'POST' })).toBeUndefined()
    expect(await worker.ask('https://elsewhere.example/offline.js')).toBeUndefined()
  })

  it('its page has every language', () => {
    const script = read('offline.js')
    for (const { code } of languages) expect(script).toMatch(new RegExp(`^  ${code}: \\{`, 'm'))
    expect(read('offline.html')).not.toMatch(/<script>|style=/)
  })
})
