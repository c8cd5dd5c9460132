/** Attacks on accounts from outside, over HTTP. (Rooms have their own tests of the same attacks.) */
import { type CallName, endpoints, namedEndpoints } from '@heliograph/contract/calls.ts'
import { mostBytesOf } from '@heliograph/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { inject, toUrl } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const entries = namedEndpoints
const methodOf = (name: string) => name.split(' ')[0] as 'GET' | 'POST' | 'DELETE'
/** Calls with a session other than GET: what a foreign page would like to send with its visitor's cookie. */
const withCookie = entries.filter(
  ([name, { right }]) => methodOf(name) !== 'GET' && right.kind !== 'public' && right.kind !== 'peer',
)
const taking = entries.filter(([name, { right }]) => methodOf(name) !== 'GET' && right.kind !== 'peer')

let test: TestApp
let token: string
let place: Place

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const owner = await addTestUser(test, 'owner-a')
  token = owner.token
  place = {
    plant: await addTestPlant(test.db, owner.userId),
    device: 999_999,
    meter: 1,
    logger: 999_999,
    organization: 999_999,
  }
})
afterAll(() => test.close())

const send = (name: CallName, headers: Record<string, string>, payload: string) =>
  test.app.inject({ method: methodOf(name), url: toUrl(name, callSamples[name](place)), headers, payload })
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'POST', url, payload, headers })
const countRows = async (table: string): Promise<number> =>
  Number((await test.db.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

describe('cross-site request forgery', () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ]
  it.each(withCookie.map(([name]) => name))('%s does nothing for a foreign page', async (name) => {
    const body = JSON.stringify(callSamples[name](place).body ?? {})
    const cookie = { cookie: `heliograph_session=${token}` }
    for (const headers of foreign) {
      const reply = await send(name, { ...cookie, 'content-type': 'application/json', ...headers }, body)
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'NO_PERMISSION'])
    }
    // What a form can send without a preflight request.
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded']) {
      const reply = await send(name, { ...cookie, 'content-type': type, 'sec-fetch-site': 'same-origin' }, body)
      expect([type, reply.statusCode, reply.json().code]).toEqual([type, 415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
  })

  it('the session cookie stays with this site and away from scripts', async () => {
    const reply = await inject(test.app, 'POST /oauth2-s/oauth/token', callSamples['POST /oauth2-s/oauth/token'](place))
    for (const cookie of [reply.headers['set-cookie']].flat())
      expect(cookie).toMatch(/^heliograph_(session|browser)=.*HttpOnly.*SameSite=Lax/i)
  })
})

describe('session fixation', () => {
  it('a planted cookie opens nothing and is replaced at sign-in', async () => {
    const planted = 'planted-by-somebody-else-before-the-sign-in'
    const sample = callSamples['POST /oauth2-s/oauth/token'](place)
    const reply = await inject(test.app, 'POST /oauth2-s/oauth/token', sample, {
      cookie: `heliograph_session=${planted}; heliograph_browser=${planted}`,
      'sec-fetch-site': 'same-origin',
    })
    expect(reply.statusCode).toBe(200)
    const session = reply.cookies.find((cookie) => cookie.name === 'heliograph_session')?.value
    expect(session).toBe(reply.json().access_token)
    expect(session).not.toBe(planted)
    const after = await inject(test.app, 'GET /user-s/acc/org/login-user', {}, bearer(planted))
    expect(after.statusCode).toBe(401)
  })

  it('a token in the URL is not accepted', async () => {
    const reply = await test.app.inject(`/user-s/acc/org/login-user?token=${token}&access_token=${token}`)
    expect(reply.statusCode).toBe(401)
  })

  it('every sign-in makes a new token; switching identity invalidates the old one', async () => {
    const sample = callSamples['POST /oauth2-s/oauth/token'](place)
    const tokens = new Set<string>()
    for (let n = 0; n < 3; n += 1)
      tokens.add((await inject(test.app, 'POST /oauth2-s/oauth/token', sample)).json().access_token)
    expect(tokens.size).toBe(3)
    const [first = ''] = tokens
    const taken = await inject(test.app, 'POST /user-s/acc/identity', { body: { organizationId: null } }, bearer(first))
    expect(taken.statusCode).toBe(200)
    expect(taken.json().access_token).not.toBe(first)
    expect((await inject(test.app, 'GET /user-s/acc/identity', {}, bearer(first))).statusCode).toBe(401)
  })
})

describe('enumeration', () => {
  it('a wrong password and an unknown account get the same reply', async () => {
    const attempt = (username: string) =>
      inject(test.app, 'POST /oauth2-s/oauth/token', {
        body: { grant_type: 'password', username, password: 'Wrong-but-fine-27' },
      })
    const [known, unknown] = [await attempt('owner-a'), await attempt('nobody-here')]
    const { requestId: _a, ...first } = known.json()
    const { requestId: _b, ...second } = unknown.json()
    expect([known.statusCode, first]).toEqual([unknown.statusCode, second])
  })

  it.each(['register', 'reset'] as const)('a code to %s gets the same reply for anyone', async (purpose) => {
    const ask = (contact: string) =>
      post('/user-s/acc/verification-code', { purpose, contact, language: 'en' }, { 'x-test': contact })
    await test.db.kysely
      .updateTable('users')
      .set({ email: 'owner@example.org' })
      .where('account', '=', 'owner-a')
      .execute()
    const [known, unknown] = [await ask('owner@example.org'), await ask('nobody@example.org')]
    expect([known.statusCode, known.json()]).toEqual([200, unknown.json()])
  })

  it('the reply to a wrong code does not depend on the account', async () => {
    const attempt = (contact: string) =>
      post('/user-s/acc/password-reset', { contact, code: '12', password: 'Another-fine-one-42' })
    const [known, unknown] = [await attempt('owner@example.org'), await attempt('nobody@example.org')]
    expect([known.statusCode, known.json().code]).toEqual([unknown.statusCode, unknown.json().code])
    expect(known.statusCode).toBeGreaterThanOrEqual(400)
  })
})

describe('mass assignment', () => {
  const auth = () => bearer(token)

  it.each([
    ['/user-s/acc/profile', { nickname: 'Mira', isAdmin: true }],
    ['/user-s/acc/profile', { nickname: 'Mira', is_admin: true }],
    ['/user-s/acc/preferences', { theme: 'dark', movedTo: 'CHINA' }],
  ])('%s refuses fields that it does not offer', async (url, body) => {
    const reply = await post(url, body, auth())
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'PARAM_ERROR'])
  })

  it('a plant cannot be created for another user, with an id or open to support', async () => {
    const sample = callSamples['POST /maintain-s/station'](place).body as object
    const more = { id: 1_000_000, created_by: 999, ownerId: 999, organizationId: 5, auth_open: true, role: 'owner' }
    for (const [field, value] of Object.entries(more)) {
      const reply = await post('/maintain-s/station', { ...sample, [field]: value }, auth())
      expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: `body.${field}` } })
    }
  })

  it('nobody becomes an administrator by registering', async () => {
    const body = { ...(callSamples['POST /user-s/acc/register'](place).body as object), contact: 'fresh@example.org' }
    const reply = await post('/user-s/acc/register', { ...body, code: '123456', isAdmin: true })
    expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: 'body.isAdmin' } })
  })

  it('__proto__ is a name like any other', async () => {
    const text = '{"nickname":"Mira","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'
    const reply = await test.app.inject({
      method: 'POST',
      url: '/user-s/acc/profile',
      payload: text,
      headers: { ...auth(), 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(400)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

describe('bodies that are too large or not bodies', () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  it.each(taking.map(([name]) => name))('%s refuses them and keeps running', async (name) => {
    const headers = { ...bearer(token), 'content-type': 'application/json' }
    const users = await countRows('users')
    const most = mostBytesOf(endpoints[name as CallName])
    const huge = JSON.stringify({ username: 'x'.repeat(Math.max(most, 2 * 1024 * 1024)) })
    expect((await send(name, headers, huge)).statusCode).toBe(413)
    for (const text of ['{', '{"a":', 'null,', '\u0000', '[1,2', deep]) {
      const reply = await send(name, headers, text)
      expect([name, reply.statusCode < 500, reply.json().code !== 'SERVER_FAILURE']).toEqual([name, true, true])
    }
    expect(await countRows('users')).toBe(users)
    expect((await test.app.inject('/readyz')).statusCode).toBe(200)
  })
})

describe('open redirects', () => {
  it.each([
    '/login?back=https://evil.example',
    '//evil.example/login',
    '/%2f%2fevil.example',
    '/mdc-cn//evil.example/',
    '/mdc-cn/https://evil.example/',
    '/\\evil.example',
    '/tencentLogin?state=x&code=y&redirect=https://evil.example',
  ])('%s leads nowhere else', async (url) => {
    const reply = await test.app.inject({ method: 'GET', url })
    expect(reply.statusCode).toBe(404)
    expect(reply.headers.location).toBeUndefined()
  })
})

describe('tokens that somebody guesses', () => {
  it('end in a wait for the address, and not for who is signed in there', async () => {
    const app = await createTestApp(nowMs)
    try {
      const { token } = await addTestUser(app, 'neighbor')
      const ask = async (options: string) =>
        (await inject(app.app, 'GET /user-s/acc/session', {}, bearer(options))).statusCode
      expect(await ask(token)).toBe(200)
      const told = []
      for (let at = 0; at < 62; at++) told.push(await ask(`guess-${at}`))
      expect([told.slice(0, 60).every((value) => value === 401), told.slice(60)]).toEqual([true, [429, 429]])
      expect([await ask('guess-0'), await ask(token)]).toEqual([401, 200])
      app.clock.nowMs = nowMs + 60_000
      expect(await ask('guess-70')).toBe(401)
    } finally {
      await app.close()
    }
  })
})

it('hangs up on a long body of a caller who has had too much', async () => {
  const app = await createTestApp(nowMs, { publicPerMinute: 1 })
  try {
    const ask = (payload: string) =>
      app.app.inject({
        method: 'POST',
        url: '/backyard-api-s/oem/project/basic-info',
        headers: { 'content-type': 'application/json' },
        payload,
      })
    expect((await ask('{}')).statusCode).toBe(200)
    const [short, long] = [await ask('{}'), await ask('['.repeat(100_000))]
    expect([short.statusCode, short.headers.connection]).toEqual([429, 'keep-alive'])
    expect([long.statusCode, long.headers.connection]).toEqual([429, 'close'])
  } finally {
    await app.close()
  }
})
