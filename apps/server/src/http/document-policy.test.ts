import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCard, listFrameOrigins, switchCard } from '../operator/cards/cards.ts'
import { findMaps } from '../platform/branding/branding.ts'
import { createTestApp, type TestApp } from '../testing/app.ts'
import { extendPolicy } from './document-policy.ts'

const webDir = mkdtempSync(join(tmpdir(), 'heliograph-web-'))
let test: TestApp
let maker: Server
let asked: string[] = []
let isUp = true

beforeAll(async () => {
  writeFileSync(
    join(webDir, 'index.html'),
    '<!doctype html><title>page</title><script data-opens="">for (let i = 0; i < 2; i++) begin()</script><script src="/a.js"></script>',
  )
  maker = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(isUp ? 200 : 500, { 'content-type': 'text/javascript' })
    response.end('window.AMap = { Map: function () {} }')
  })
  await new Promise<void>((resolve) => maker.listen(0, '127.0.0.1', resolve))
  const script = `http://127.0.0.1:${(maker.address() as AddressInfo).port}/maps?key=operators-own`
  test = await createTestApp(Date.parse('2026-06-15T10:00:00Z'), {
    webDir,
    mapScripts: { amap: script },
    findSources: async (visited) => {
      const maps = await findMaps(test.db, visited, [])
      return {
        scripts: maps.map(({ type }) => `https://${type.toLowerCase()}.example`),
        data: [],
        frames: await listFrameOrigins(test.db),
      }
    },
  })
  await test.db.pool.query('insert into brands (host, data) values ($1, $2)', [
    'keys.example',
    { apiKeys: [{ type: 'googleMap', key: 'abc' }] },
  ])
})
afterAll(async () => {
  await test.close()
  maker.close()
  rmSync(webDir, { recursive: true })
})

const get = (url: string, host = 'localhost') => test.app.inject({ method: 'GET', url, headers: { host } })
const policyOf = async (host: string) => String((await get('/login', host)).headers['content-security-policy'])

describe('the content policy of the page', () => {
  it('names no foreign origin without a key or a card', async () => {
    expect(await policyOf('localhost')).not.toMatch(/https:|frame-src/)
  })

  it('is open for a map only at the brand that has its key', async () => {
    expect(await policyOf('keys.example')).toMatch(
      /script-src 'self' 'wasm-unsafe-eval' 'sha256-[^;]* https:\/\/googlemap.example;/,
    )
    expect(await policyOf('localhost')).not.toContain('googlemap')
  })

  it('is open for the page of a card with a token while that card is on', async () => {
    const { db } = test
    const draft = {
      kind: 'plugin',
      title: 'Planner',
      body: '',
      url: 'https://planner.example/x',
      withToken: true,
    } as const
    const { id } = await addCard(db, draft, 0)
    const link = await addCard(db, { ...draft, url: 'https://link.example/', withToken: false }, 0)
    await switchCard(db, link.id, true, 0)
    expect(await policyOf('localhost')).not.toContain('frame-src')
    await switchCard(db, id, true, 0)
    expect(await policyOf('localhost')).toContain("frame-src 'self' https://planner.example")
    expect(await policyOf('localhost')).not.toContain('link.example')
    await switchCard(db, id, false, 0)
    expect(await policyOf('localhost')).not.toContain('frame-src')
  })

  it('allows the script that the build wrote into the documents, and no other', async () => {
    const digest = createHash('sha256').update('for (let i = 0; i < 2; i++) begin()').digest('base64')
    expect(await policyOf('localhost')).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${digest}'`)
    expect(await policyOf('localhost')).not.toMatch(/script-src [^;]*'unsafe-inline'/)
  })

  it('adds to a directive once', () => {
    expect(
      extendPolicy("script-src 'self';img-src 'self'", { 'script-src': ['https://a.example'], 'img-src': [] }),
    ).toBe("script-src 'self' https://a.example;img-src 'self'")
    expect(extendPolicy("img-src 'self' https://a.example", { 'img-src': ['https://a.example'] })).toBe(
      "img-src 'self' https://a.example",
    )
  })
})

describe('a map script by way of the server', () => {
  it('comes with the operator’s key, unseen by the page, kept for an hour', async () => {
    const reply = await get('/map-script/amap')
    expect([reply.statusCode, reply.body]).toEqual([200, 'window.AMap = { Map: function () {} }'])
    expect(reply.headers['content-type']).toContain('text/javascript')
    await get('/map-script/amap')
    expect(asked).toEqual(['/maps?key=operators-own'])
    // An old script is better than none.
    isUp = false
    test.clock.nowMs += 2 * 3_600_000
    expect((await get('/map-script/amap')).statusCode).toBe(200)
    asked = []
  })

  it('exists only for maps with an address of the operator', async () => {
    for (const kind of ['googleMap', 'other', '__proto__'])
      expect((await get(`/map-script/${kind}`)).statusCode).toBe(404)
  })
})
