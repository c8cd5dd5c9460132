import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import { errorReply } from '@heliograph/contract/page.ts'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestPlant, addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { createLog } from './log.ts'
import { printOpenApi } from './open-api.ts'
import { handlers } from './routes/handlers.ts'
import { privateNetworks } from './trusted-proxies.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const SEARCH = '/maintain-s/operating/station/search'
const lines: string[] = []
let test: TestApp
let token: string
let plant: number
let webDir: string

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'heliograph-web-'))
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>page</title>')
  writeFileSync(join(webDir, 'fleet.html'), '<!doctype html><title>page of the fleet</title>')
  writeFileSync(join(webDir, 'assets', 'main-Ab3dEf9h.js'), 'console.log(1)')
  writeFileSync(join(webDir, 'assets', 'main-Ab3dEf9h.js.br'), brotliCompressSync('console.log(1)'))
  writeFileSync(join(webDir, '.secret'), 'no')
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  test = await createTestApp(nowMs, { webDir, log: createLog('info', destination), credentialsPerMinute: 50 })
  const added = await addTestUser(test, 'owner')
  token = added.token
  plant = await addTestPlant(test.db, added.userId)
})
afterAll(async () => {
  await test.close()
  rmSync(webDir, { recursive: true })
})

describe('errors', () => {
  it.each([
    ['GET', '/maintain-s/nowhere', 404, 'NOT_FOUND'],
    ['GET', '/mdc-eu/nowhere', 404, 'NOT_FOUND'],
    ['GET', '/mdc-eu/plant', 404, 'NOT_FOUND'],
    ['POST', '/plant', 404, 'NOT_FOUND'],
    ['DELETE', '/maintain-s/fast/system/1', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/mdc-eu/oauth2-s/oauth/token', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/maintain-s/station/%ff', 400, 'PARAM_ERROR'],
    ['GET', `/maintain-s/station/${'1'.repeat(200)}`, 404, 'NOT_FOUND'],
  ] as const)('%s %s returns %i in the one error body', async (method, url, status, code) => {
    const reply = await test.app.inject({ method, url, headers: bearer(token) })
    expect([reply.statusCode, errorReply.parse(reply.json()).code]).toEqual([status, code])
    expect(reply.headers['cache-control']).toContain('no-store')
  })

  it.each([
    ['not JSON', 'application/json', '{"a":', 400, 'PARAM_ERROR'],
    ['a poisoned prototype', 'application/json', '{"__proto__":{"x":1}}', 400, 'PARAM_ERROR'],
    ['an array', 'application/json', '[]', 400, 'PARAM_ERROR'],
    ['a NUL', 'application/json', '{"keyword":"a\\u0000b"}', 400, 'PARAM_ERROR'],
    ['a form', 'application/x-www-form-urlencoded', 'keyword=a', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text', 'text/plain', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['XML', 'application/xml', '<a/>', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['too much', 'application/json', `{"keyword":"${'x'.repeat(1024 * 1024)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
  ] as const)('refuses a body that is %s', async (_, type, payload, status, code) => {
    const headers = { ...bearer(token), 'content-type': type }
    const reply = await test.app.inject({ method: 'POST', url: SEARCH, headers, payload })
    expect([reply.statusCode, errorReply.parse(reply.json()).code]).toEqual([status, code])
  })

  it.each([
    ['a filter that does not exist', 'POST', SEARCH, '{"roof":"GROUND"}', 'body.roof'],
    ['a misspelled page size', 'POST', `${SEARCH}?pageSize=5`, '{}', 'query.pageSize'],
    [
      'a period in another form',
      'GET',
      '/maintain-s/history/power/PLANT/stats/month?year=2026',
      undefined,
      'query.year',
    ],
    ['a parameter of a call without any', 'GET', '/maintain-s/fast/system/PLANT?lang=de', undefined, 'query.lang'],
    ['a body of a call without one', 'POST', '/oauth2-s/oauth/logout', '{"all":true}', 'body.all'],
  ] as const)('refuses %s instead of ignoring it', async (_, method, url, payload, field) => {
    const headers = { ...bearer(token), 'content-type': 'application/json' }
    const call = { method, url: url.replace('PLANT', String(plant)), headers }
    const reply = await test.app.inject(payload === undefined ? call : { ...call, payload })
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'PARAM_ERROR', detail: { field } }])
  })

  it('names the field that does not fit', async () => {
    const reply = await inject(test.app, 'POST /maintain-s/station', { body: { name: '' } }, bearer(token))
    expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: 'body.name' } })
    const order = { query: { 'order.property': 'id; drop table plants' }, body: {} }
    const sorted = await inject(test.app, 'POST /maintain-s/operating/station/search', order, bearer(token))
    expect(sorted.statusCode).toBe(400)
  })

  it('accepts credentials of at most 32 kB', async () => {
    const payload = `username=a&password=${'b'.repeat(33_000)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await test.app.inject({ method: 'POST', url: '/oauth2-s/oauth/token', headers, payload })
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('reveals only the request id of a bug; the log has the rest under it', async () => {
    const broken = await createTestApp(nowMs, {
      log: createLog(
        'error',
        new Writable({
          write: (chunk, _, done) => {
            lines.push(String(chunk))
            done()
          },
        }),
      ),
    })
    broken.app.log.info('ready')
    await broken.db.pool.query('alter table brands rename to brands_gone')
    const reply = await inject(broken.app, 'POST /backyard-api-s/oem/project/basic-info', {
      body: { visitDomain: 'x.example' },
    })
    await broken.close()
    expect(reply.statusCode).toBe(500)
    const { code, requestId, msg } = errorReply.parse(reply.json())
    expect(code).toBe('SERVER_FAILURE')
    expect(reply.body).not.toContain('brands')
    expect(msg).not.toContain('relation')
    expect(reply.headers['x-request-id']).toBe(requestId)
    expect(lines.filter((line) => line.includes(requestId) && line.includes('brands')).length).toBe(1)
  })

  it('limits sign-ins per address', async () => {
    const attempt = (remoteAddress: string) =>
      test.app.inject({
        method: 'POST',
        url: '/oauth2-s/oauth/token',
        payload: { username: `u${Math.random()}` },
        remoteAddress,
      })
    const codes = []
    for (let n = 0; n < 52; n++) codes.push((await attempt('203.0.113.7')).statusCode)
    expect(codes.slice(0, 50)).not.toContain(429)
    expect(codes.slice(50)).toEqual([429, 429])
    expect((await attempt('203.0.113.7')).json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', no: 43 })
    expect((await attempt('203.0.113.8')).statusCode).toBe(400)
  })
})

const sessionCookie = (reply: LightMyRequestResponse) =>
  reply.cookies.find(({ name }) => /^(__Host-)?heliograph_session$/.test(name))

describe('sessions', () => {
  const signIn = async (body: object = {}) =>
    inject(test.app, 'POST /oauth2-s/oauth/token', { body: { username: 'owner', password: TEST_PASSWORD, ...body } })

  it('sets a cookie that scripts cannot read, for the requested time', async () => {
    const short = sessionCookie(await signIn())
    expect(short).toMatchObject({ name: 'heliograph_session', path: '/', httpOnly: true, sameSite: 'Lax' })
    expect(short).not.toHaveProperty('maxAge')
    expect(short).not.toHaveProperty('secure')
    const long = await signIn({ keep: '1' })
    expect(sessionCookie(long)).toMatchObject({ maxAge: 15 * 24 * 3600 })
    expect(long.json()).toEqual({
      access_token: sessionCookie(long)?.value,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 15 * 24 * 3600,
    })
  })

  it.each([
    ['https', { publicUrl: 'https://pv.example.org' }, {}, true],
    ['a trusted proxy that speaks TLS', { trustedProxies: privateNetworks }, { 'x-forwarded-proto': 'https' }, true],
    ['a trusted proxy that does not say', { trustedProxies: privateNetworks }, {}, true],
    ['a trusted proxy on plain http', { trustedProxies: privateNetworks }, { 'x-forwarded-proto': 'http' }, undefined],
    ['somebody who only says so', {}, { 'x-forwarded-proto': 'https' }, undefined],
  ] as const)('is Secure behind %s: %j %j', async (_, deps, headers, secure) => {
    const other = await createTestApp(nowMs, deps)
    await addTestUser(other, 'owner')
    const body = { username: 'owner', password: TEST_PASSWORD }
    const reply = await inject(other.app, 'POST /oauth2-s/oauth/token', { body }, headers)
    const cookie = sessionCookie(reply)
    const look = async (name: string) =>
      (await inject(other.app, 'GET /user-s/acc/session', {}, { ...headers, cookie: `${name}=${cookie?.value}` }))
        .statusCode
    // A name that only a page under https of this very host can set; a planted cookie without it is nothing.
    const [name, planted] = secure ? ['__Host-heliograph_session', 'heliograph_session'] : ['heliograph_session', 'x']
    expect([cookie?.name, cookie?.secure, cookie?.path, cookie?.domain]).toEqual([name, secure, '/', undefined])
    expect([await look(name), await look(planted)]).toEqual([200, 401])
    await other.close()
  })

  const cookieOf = async (): Promise<string> => `heliograph_session=${sessionCookie(await signIn())?.value}`
  it.each([
    ['nothing said', {}, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighboring host', { 'sec-fetch-site': 'same-site' }, 403],
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['an opaque Origin', { origin: 'null' }, 403],
    ['a foreign Origin beside a lie in Host', { origin: 'http://localhost.evil.example' }, 403],
    ['the page itself', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the page in an old browser', { origin: 'http://localhost:80' }, 200],
  ] as const)('accepts no change by cookie alone from %s', async (_, headers, status) => {
    const cookie = await cookieOf()
    const call = 'POST /maintain-s/operating/station/search'
    expect((await inject(test.app, call, { body: {} }, { cookie, ...headers })).statusCode).toBe(status)
    // A program that holds the token needs no browser header.
    expect((await inject(test.app, call, { body: {} }, { ...bearer(token), ...headers })).statusCode).toBe(200)
    expect((await inject(test.app, 'GET /user-s/acc/org/login-user', {}, { cookie })).statusCode).toBe(200)
  })

  it("uses the address that the proxy saw, not the visitor's claim", async () => {
    const addressOf = async (trustProxy: boolean): Promise<string | undefined> => {
      const other = await createTestApp(nowMs, { trustedProxies: trustProxy ? privateNetworks : [] })
      await addTestUser(other, 'owner')
      const body = { username: 'owner', password: TEST_PASSWORD }
      await inject(other.app, 'POST /oauth2-s/oauth/token', { body }, { 'x-forwarded-for': '192.0.2.66, 198.51.100.4' })
      const { rows } = await other.db.pool.query('select address from sessions order by created_at, address')
      await other.close()
      return rows.map(({ address }) => address).find((address) => address !== 'owner')
    }
    expect([await addressOf(true), await addressOf(false)]).toEqual(['198.51.100.4', '127.0.0.1'])
  })

  it('counts and logs the proxy where it passes on junk as the address', async () => {
    const claims = ['junk', '', '198.51.100.4; drop', '999.1.1.1', 'unknown', '\u2603']
    const other = await createTestApp(nowMs, {
      trustedProxies: privateNetworks,
      credentialsPerMinute: claims.length,
    })
    const { userId } = await addTestUser(other, 'owner')
    await other.db.pool.query('delete from sessions where user_id = $1', [userId])
    const body = { username: 'owner', password: TEST_PASSWORD }
    const codes: number[] = []
    // Another made-up address is no other visitor.
    for (const claim of [...claims, 'more junk']) {
      const headers = { 'x-forwarded-for': Buffer.from(claim).toString('latin1') }
      codes.push((await inject(other.app, 'POST /oauth2-s/oauth/token', { body }, headers)).statusCode)
    }
    const { rows } = await other.db.pool.query<{ address: string }>('select address from sessions')
    await other.close()
    expect(codes).toEqual([...claims.map(() => 200), 429])
    expect(rows.map(({ address }) => address)).toEqual(claims.map(() => '127.0.0.1'))
  })

  it('lets no foreign page sign in its visitor', async () => {
    const body = { username: 'owner', password: TEST_PASSWORD }
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await inject(test.app, 'POST /oauth2-s/oauth/token', { body }, headers)).statusCode).toBe(403)
  })

  it('ends with logout, which clears the cookie', async () => {
    const { access_token: own } = (await signIn()).json()
    const reply = await inject(test.app, 'POST /oauth2-s/oauth/logout', {}, bearer(own))
    expect(reply.json()).toEqual({ success: true })
    expect(sessionCookie(reply)).toMatchObject({ value: '', expires: new Date(0) })
    expect((await inject(test.app, 'GET /user-s/acc/org/login-user', {}, bearer(own))).statusCode).toBe(401)
    expect((await inject(test.app, 'GET /user-s/acc/org/login-user', {}, bearer(token))).statusCode).toBe(200)
  })

  it('ends by itself after 24 hours', async () => {
    const { access_token: own } = (await signIn()).json()
    test.clock.nowMs += 24 * 3_600_000 - 1
    const before = await inject(test.app, 'GET /user-s/acc/org/login-user', {}, bearer(own))
    test.clock.nowMs += 1
    const after = await inject(test.app, 'GET /user-s/acc/org/login-user', {}, bearer(own))
    test.clock.nowMs = nowMs
    expect([before.statusCode, after.statusCode]).toEqual([200, 401])
    expect(after.json().code).toBe('AUTH_TOKEN_INVALID')
  })
})

describe('the page and its files', () => {
  const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })

  it('serves hashed files compressed and cacheable forever, the page never cached', async () => {
    const packed = await get('/assets/main-Ab3dEf9h.js', { 'accept-encoding': 'br, gzip' })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(packed.headers['content-type']).toContain('javascript')
    expect(packed.headers['x-content-type-options']).toBe('nosniff')
    // What concerns documents would be half of a small file.
    for (const name of ['content-security-policy', 'etag', 'last-modified', 'accept-ranges', 'x-request-id'])
      expect([name, packed.headers[name]]).toEqual([name, undefined])
    const plain = await get('/assets/main-Ab3dEf9h.js')
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const url of ['/', '/plant/infos/data?token=x', '/device-detail']) {
      const page = await get(url)
      expect([page.statusCode, page.body]).toEqual([200, '<!doctype html><title>page</title>'])
      expect(page.headers['cache-control']).toBe('no-cache')
    }
  })

  it('answers with the document that names the files of the first screen', async () => {
    const bodies = async (...urls: string[]) => Promise.all(urls.map(async (url) => (await get(url)).body))
    const [page, ofFleet] = ['<!doctype html><title>page</title>', '<!doctype html><title>page of the fleet</title>']
    expect(await bodies('/plant/fleet?sort=name', '/plant/infos/data', '/register', '/')).toEqual([
      ofFleet,
      page,
      page,
      page,
    ])
    expect((await get('/plant/fleet')).headers).toMatchObject({ 'cache-control': 'no-cache' })
    expect((await get('/plant/fleet')).headers['content-security-policy']).toContain("script-src 'self'")
  })

  it('answers with the page only for paths the page has', async () => {
    for (const url of ['/metrics', '/plants', '/wp-login', '/.well-known/acme-challenge/x', '/login-s']) {
      const reply = await get(url, { accept: '*/*' })
      expect([reply.statusCode, errorReply.parse(reply.json()).code], url).toEqual([404, 'NOT_FOUND'])
    }
    const mistyped = await get('/plnat', { accept: 'text/html,*/*;q=0.8' })
    expect([mistyped.statusCode, mistyped.body]).toEqual([404, '<!doctype html><title>page</title>'])
    const call = await get('/maintain-s/nowhere', { accept: 'text/html' })
    expect([call.statusCode, errorReply.parse(call.json()).code]).toEqual([404, 'NOT_FOUND'])
  })

  it('does not answer missing or hidden files with the page', async () => {
    for (const url of ['/assets/gone-12345678.js', '/.secret', '/assets/..%2f..%2fetc/passwd.txt', '/robots.txt'])
      expect((await get(url)).statusCode, url).toBeGreaterThanOrEqual(400)
  })

  it('has a strict script policy and demands no https from a plain host', async () => {
    const { headers } = await get('/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/upgrade-insecure|'unsafe-eval|https?:|script-src[^;]*unsafe-inline/)
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('describes every call', async () => {
    const document = (await get('/openapi.json')).json()
    expect(document).toEqual(JSON.parse(JSON.stringify(printOpenApi('0.1.0'))))
    expect(document.openapi).toBe('3.1.0')
    const device = document.paths['/device-s/device/{id}/stats/{period}'].get
    expect(device.parameters.map(({ name }: { name: string }) => name)).toEqual(['id', 'period', 'quantities', 'date'])
    expect(device.description).toContain('viewPlantDevice')
    const form = document.paths['/oauth2-s/oauth/token'].post
    expect(Object.keys(form.requestBody.content)).toEqual(['application/x-www-form-urlencoded'])
    expect(form.security).toEqual([])
    const page = await get('/api-docs')
    for (const [path, methods] of Object.entries<Record<string, { summary: string }>>(document.paths)) {
      expect(page.body).toContain(`<code>${path}</code>`)
      for (const { summary } of Object.values(methods)) expect(page.body).toContain(summary.replaceAll("'", '&#39;'))
    }
    expect(page.body).not.toMatch(/<script(?! src="\/)|<style|style=| on\w+=|https?:\/\//)
    for (const [, address] of page.body.matchAll(/(?:src|href)="(\/api-docs\/[^"]+)"/g))
      expect((await get(address ?? '')).statusCode).toBe(200)
  })

  it('reports whether it is alive and ready', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toEqual({ status: 'ready', clock: { ranSecondsAgo: null, isLate: false } })
    const lost = await createTestApp(nowMs)
    await lost.db.close()
    const reply = await lost.app.inject('/readyz')
    await lost.close().catch(() => {})
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'UNAVAILABLE'])
  })

  it('reports a full disk: not ready, on every reply, and for every write', async () => {
    const full = Object.assign(new Error('could not extend file "base/5/1": No space left on device'), {
      code: '53100',
    })
    let isFull = false
    const note = (error: unknown) => {
      isFull ||= error === full
      return error === full
    }
    const small = await createTestApp(nowMs, {
      disk: { isFull: () => isFull, note },
      handlers: { ...handlers, 'GET /user-s/acc/org/login-user': () => Promise.reject(full) },
    })
    const { token: session } = await addTestUser(small, 'stores')
    const write = await small.app.inject({ url: '/user-s/acc/org/login-user', headers: bearer(session) })
    const detail = { reason: 'diskFull' }
    expect([write.statusCode, write.json()]).toMatchObject([503, { code: 'UNAVAILABLE', detail }])
    const ready = await small.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toMatchObject([503, { msg: 'the disk of the database is full', detail }])
    expect((await small.app.inject('/healthz')).headers['heliograph-disk']).toBe('full')
    isFull = false
    const again = await small.app.inject('/readyz')
    expect([again.statusCode, again.headers['heliograph-disk']]).toEqual([200, undefined])
    await small.close()
  })

  it('logs no secrets', async () => {
    await get(`/plant?token=${token}&x=1`, { authorization: `Bearer ${token}`, cookie: `heliograph_session=${token}` })
    test.app.log.info(
      { req: { headers: bearer(token) }, password: 'Walrus', body: { password: 'Walrus' }, token },
      'try',
    )
    const text = lines.join('')
    expect(text).toContain('/plant?token=-&x=-')
    expect(text).not.toContain(token)
    expect(text).not.toContain('Walrus')
  })
})

it('finds the plant created for this file', async () => {
  const reply = await inject(test.app, 'GET /maintain-s/station/{id}', { params: { id: plant } }, bearer(token))
  expect(reply.json()).toMatchObject({
    id: plant,
    name: 'Lindenhof',
    role: 'owner',
    status: 'waiting',
    networkStatus: 'NO_DEVICE',
  })
})
