import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSingleDataCenter, type DataCenters } from '../operator/data-centers/data-centers.ts'
import { createTwoDataCenters, type TwoDataCenters } from '../operator/data-centers/testing/two-data-centers.ts'
import { addTestDevice, addTestPlant, createTestApp, TEST_PASSWORD, type TestApp } from '../testing/app.ts'
import { toTrustHeaders } from './relay-trust.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const SECRET = 'a-secret-for-two-centers'

describe('between two servers', () => {
  let two: TwoDataCenters
  beforeAll(async () => {
    two = await createTwoDataCenters(nowMs)
    await two.away.addAccount({ account: 'wei', email: 'wei@example.org' })
    await two.home.addAccount({ account: 'mira' })
  })
  afterAll(() => two.close())

  const send = (path: string, init: RequestInit = {}) => fetch(`${two.home.url}${path}`, init)
  const form = (fields: Record<string, string>): RequestInit => ({
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', keep: '0', ...fields }),
  })
  const asWei = form({ username: 'wei', password: TEST_PASSWORD })

  it('routes a call by its prefix', async () => {
    const at = async (path: string) => (await (await send(path)).json()).here
    expect(await at('/mdc-cn/user-s/data-center')).toBe('CHINA')
    expect(await at('/mdc-eu/user-s/data-center')).toBe('FOREIGN_1')
    expect(await at('/user-s/data-center')).toBe('FOREIGN_1')
    expect((await send('/mdc-cn/plant')).status).toBe(404)
  })

  it('keeps sessions of both data centers side by side', async () => {
    expect((await send('/oauth2-s/oauth/token', asWei)).status).toBe(401)
    const there = await send('/mdc-cn/oauth2-s/oauth/token', asWei)
    expect(there.status).toBe(200)
    const here = await send('/mdc-eu/oauth2-s/oauth/token', form({ username: 'mira', password: TEST_PASSWORD }))
    const jar = [...there.headers.getSetCookie(), ...here.headers.getSetCookie()].map((text) => text.split(';')[0])
    expect(jar.map((item) => item?.split('=')[0])).toEqual([
      'heliograph_session_china',
      'heliograph_browser',
      'heliograph_session_foreign_1',
      'heliograph_browser',
    ])
    expect(there.headers.getSetCookie().join()).not.toMatch(/secure/i)
    const cookie = jar.join('; ')
    const me = async (prefix: string) =>
      (await (await send(`${prefix}/user-s/acc/org/login-user`, { headers: { cookie } })).json()).account
    expect([await me('/mdc-cn'), await me('/mdc-eu'), await me('')]).toEqual(['wei', 'mira', 'mira'])
    // A write with the cookie, from a page of this server, from a foreign one, and without an origin.
    const logout = (headers: Record<string, string>) =>
      send('/mdc-cn/oauth2-s/oauth/logout', { method: 'POST', headers: { cookie, ...headers } })
    expect((await logout({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await logout({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await logout({})).status).toBe(403)
    expect((await logout({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect([await me('/mdc-cn'), await me('/mdc-eu')]).toEqual([undefined, 'mira'])
  })

  it('accepts no token of the other data center', async () => {
    const token = await two.away.signIn('wei')
    const headers = { authorization: `Bearer ${token}` }
    expect((await send('/mdc-cn/user-s/acc/org/login-user', { headers })).status).toBe(200)
    expect((await send('/mdc-eu/user-s/acc/org/login-user', { headers })).status).toBe(401)
  })

  it('forwards no server-to-server call and no forged origin', async () => {
    const body = JSON.stringify({ moveId: 'x'.repeat(20) })
    const json = { 'content-type': 'application/json' }
    for (const path of ['/user-s/transfer/cancel', '/user-s/%74ransfer/cancel']) {
      const reply = await send(`/mdc-cn${path}`, { method: 'POST', body, headers: json })
      expect([reply.status, (await reply.json()).code]).toEqual([403, 'NO_PERMISSION'])
    }
    const spoofed = {
      'x-heliograph-client': '203.0.113.9',
      'x-heliograph-relay': 'x'.repeat(43),
      'x-heliograph-origins': 'https://evil.example',
    }
    const wrong = form({ username: 'wei', password: 'Wrong-pass-99' })
    for (const url of [`${two.home.url}/mdc-cn`, two.away.url]) {
      const reply = await fetch(`${url}/oauth2-s/oauth/token`, { ...wrong, headers: spoofed })
      expect(reply.status).toBe(401)
    }
    const { rows } = await two.away.db.pool.query('select distinct address from sign_ins')
    expect(rows).toEqual([{ address: '127.0.0.1' }])
  })

  it('counts wrong passwords for the visitor, not for the relay, and locks alike', async () => {
    const check = (account: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify({ account, password: 'Wrong-pass-99' })
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
        const url = `${two.home.url}/mdc-cn/user-s/acc/check-user`
        const outgoing = request(url, { method: 'POST', headers, localAddress: '127.0.0.2' }, (reply) => {
          let text = ''
          reply.on('data', (chunk) => {
            text += chunk
          })
          reply.on('end', () => resolve(text))
        })
        outgoing.on('error', reject)
        outgoing.end(body)
      })
    const answers = []
    for (let index = 0; index < 21; index += 1) answers.push(JSON.parse(await check(`nobody${index}`)))
    expect(answers.slice(0, 20)).toEqual(Array(20).fill({ exists: false, movedTo: null }))
    expect(answers[20]).toMatchObject({ code: 'IP_LOCKED' })
    // Other visitors of the relay are not locked.
    const reply = await send('/mdc-cn/user-s/acc/check-user', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'WEI', password: TEST_PASSWORD }),
    })
    expect(await reply.json()).toEqual({ exists: true, movedTo: null })
  })

  it('cannot be left by a path', async () => {
    const raw = (path: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(Number(new URL(two.home.url).port), '127.0.0.1')
        let text = ''
        socket.on('data', (chunk) => {
          text += chunk
        })
        socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
        socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      })
    for (const path of [
      '/mdc-cn/user-s/../healthz',
      '/mdc-cn/user-s/%2e%2e/healthz',
      '/mdc-cn/user-s/..%2fhealthz',
      '/mdc-cn/user-s\\..\\x',
    ])
      expect(await raw(path)).toContain('404')
    expect(await raw('http://evil.example/mdc-cn/user-s/data-center')).not.toContain('200')
    expect(await raw('/mdc-cn/healthz')).toContain('200')
  })

  it('streams events as they come, and ends with either side', async () => {
    const { rows } = await two.away.db.pool.query("select id from users where account = 'wei'")
    const plantId = await addTestPlant(two.away.db, rows[0].id)
    await addTestDevice(two.away.db, plantId, { quantities: ['acPowerW'] })
    const token = await two.away.signIn('wei')
    const abort = new AbortController()
    const reply = await send(`/mdc-cn/maintain-s/live/station/${plantId}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: abort.signal,
    })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const reader = reply.body?.getReader()
    const first = await reader?.read()
    expect(Buffer.from(first?.value ?? []).toString()).toContain('retry: 3000')
    abort.abort()
  })

  it('limits the size of what it forwards', async () => {
    const big = 'x'.repeat(1024 * 1024 + 1)
    const reply = await send('/mdc-cn/user-s/acc/check-user', {
      method: 'POST',
      body: big,
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.status, (await reply.json()).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    // The other data center's own size limit for credentials holds too.
    const medium = await send('/mdc-cn/user-s/acc/check-user', {
      method: 'POST',
      body: 'x'.repeat(40_000),
      headers: { 'content-type': 'application/json' },
    })
    expect([medium.status, (await medium.json()).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})

describe('with a hostile server', () => {
  let other: Server
  let seen: IncomingMessage[]
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let home: TestApp
  const dataCenters = (url: string): DataCenters => ({
    ...createSingleDataCenter(),
    others: [{ center: 'CHINA', url, publicUrl: null }],
    sessionDataCenter: 'FOREIGN_1',
  })
  beforeAll(async () => {
    other = createServer((request, response) => {
      seen.push(request)
      answer(request, response)
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/under`
    home = await createTestApp(nowMs, {
      center: 'FOREIGN_1',
      centerSecret: SECRET,
      services: { dataCenters: dataCenters(url) },
    })
  })
  afterEach(() => {
    seen = []
  })
  afterAll(async () => {
    await home.close()
    other.closeAllConnections()
    await new Promise((resolve) => other.close(resolve))
  })
  seen = []
  const get = (headers: Record<string, string> = {}) =>
    home.app.inject({ method: 'GET', url: '/mdc-cn/user-s/data-center?a=b', headers })

  it('forwards only what concerns the server, and returns what concerns the visitor', async () => {
    answer = (_, response) => {
      response.setHeader('set-cookie', [
        '__Host-heliograph_session_china=a; Path=/; Secure; HttpOnly',
        'heliograph_session_foreign_1=stolen; Path=/',
        'other=x',
      ])
      response.setHeader('content-security-policy', "default-src 'unsafe-inline'")
      response.setHeader('connection', 'x-private')
      response.setHeader('x-private', '1')
      response.setHeader('x-request-id', 'theirs')
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    }
    const reply = await get({
      cookie: 'heliograph_session_foreign_1=secret; heliograph_session_china=mine; heliograph_browser=b; ad=1',
      authorization: 'Bearer t',
      referer: 'http://localhost/plant?id=7',
      'x-forwarded-for': '203.0.113.9',
      'x-heliograph-center-secret': SECRET,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      dk: 'sealed',
    })
    const [request] = seen
    expect(request?.url).toBe('/under/mdc-cn/user-s/data-center?a=b')
    const {
      'x-heliograph-relay': seal,
      'x-heliograph-origins': origins,
      'user-agent': _,
      host,
      ...headers
    } = request?.headers ?? {}
    expect(headers).toEqual({
      authorization: 'Bearer t',
      cookie:
        'heliograph_session_china=mine; __Host-heliograph_session_china=mine; heliograph_browser=b; __Host-heliograph_browser=b',
      'sec-fetch-site': 'same-origin',
      dk: 'sealed',
      connection: 'keep-alive',
      'x-heliograph-client': '127.0.0.1',
    })
    expect([seal, host, origins]).toEqual([
      expect.stringMatching(/^\d{13}\.[\w-]{43}$/),
      expect.stringContaining('127.0.0.1'),
      'http://localhost:80 http://localhost',
    ])
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['set-cookie']).toEqual(['heliograph_session_china=a; Path=/; HttpOnly'])
    expect(reply.headers['content-security-policy']).not.toContain("default-src 'unsafe-inline'")
    expect([reply.headers['x-private'], reply.headers['x-request-id']]).toEqual([undefined, 'theirs'])
  })

  it('does not accept a redirect as a reply', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'https://evil.example' }).end()
    const reply = await get()
    expect([reply.statusCode, reply.json().code, reply.headers.location]).toEqual([
      502,
      'CENTER_UNREACHABLE',
      undefined,
    ])
  })

  it('reports a broken connection', async () => {
    answer = (_, response) => response.destroy()
    expect((await get()).json().code).toBe('CENTER_UNREACHABLE')
  })

  it('keeps one visitor from using up all connections', async () => {
    const held: ServerResponse[] = []
    let full: () => void
    const isFull = new Promise<void>((resolve) => {
      full = resolve
    })
    answer = (_, response) => {
      if (held.push(response) === 64) full()
    }
    const ask = (remoteAddress: string) => home.app.inject({ url: '/mdc-cn/user-s/data-center', remoteAddress })
    // The holder of one IPv6 address has its whole network.
    const waiting = Array.from({ length: 64 }, (_, index) => ask(`2001:db8:1:2::${(index + 1).toString(16)}`))
    await isFull
    answer = (_, response) => response.end('{}')
    const more = await ask('2001:db8:1:2:ffff::1')
    expect([more.statusCode, more.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect((await ask('2001:db8:1:3::1')).statusCode).toBe(200)
    for (const response of held) response.end('{}')
    expect((await Promise.all(waiting)).every((reply) => reply.statusCode === 200)).toBe(true)
    expect((await ask('2001:db8:1:2:ffff::1')).statusCode).toBe(200)
  })

  it('never forwards a forwarded call again', async () => {
    answer = (_, response) => response.end('{}')
    await get()
    const first = seen[0]?.headers ?? {}
    const again = await get({
      'x-heliograph-client': String(first['x-heliograph-client']),
      'x-heliograph-origins': String(first['x-heliograph-origins']),
      'x-heliograph-relay': String(first['x-heliograph-relay']),
    })
    expect([again.statusCode, seen.length]).toEqual([502, 1])
  })
})

describe('a statement about a visitor', () => {
  it('counts for five minutes, and not with another time', async () => {
    const app = await createTestApp(nowMs, { center: 'FOREIGN_1', centerSecret: SECRET, credentialsPerMinute: 1 })
    const visitor = { address: '203.0.113.77', origins: ['http://localhost'] }
    const ask = async (headers: Record<string, string>) =>
      (await app.app.inject({ method: 'POST', url: '/oauth2-s/oauth/passkey/options', payload: {}, headers }))
        .statusCode
    const fresh = toTrustHeaders(visitor, SECRET)
    const old = toTrustHeaders(visitor, SECRET, Date.now() - 6 * 60_000)
    const bent = { ...old, 'x-heliograph-relay': `${Date.now()}.${old['x-heliograph-relay']?.split('.')[1]}` }
    // One call a minute and visitor: an old statement is the test's own address.
    expect([await ask(fresh), await ask(fresh)]).toEqual([200, 429])
    expect([await ask(old), await ask(bent)]).toEqual([200, 429])
    await app.close()
  })
})

describe('with an unreachable server, or none', () => {
  it('reports it', async () => {
    const others = [{ center: 'CHINA', url: 'http://127.0.0.1:1', publicUrl: null }] as const
    const home = await createTestApp(nowMs, {
      center: 'FOREIGN_1',
      centerSecret: SECRET,
      services: { dataCenters: { ...createSingleDataCenter(), others } },
    })
    const reply = await home.app.inject('/mdc-cn/user-s/data-center')
    expect([reply.statusCode, reply.json().code]).toEqual([502, 'CENTER_UNREACHABLE'])
    await home.close()
  })

  it('answers its own prefix alone when no other is configured', async () => {
    const alone = await createTestApp(nowMs)
    for (const path of ['/user-s/data-center', '/maintain-s/station/1', '/nowhere-s/x']) {
      const foreign = await alone.app.inject(`/mdc-cn${path}`)
      expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'CENTER_UNKNOWN'])
    }
    for (const prefix of ['/mdc-eu', '']) {
      const reply = await alone.app.inject(`${prefix}/user-s/data-center`)
      expect(reply.json()).toEqual({
        here: 'FOREIGN_1',
        data: [{ center: 'FOREIGN_1', prefix: '/mdc-eu', isHere: true, url: null }],
      })
    }
    await alone.close()
  })
})
