import type { CallName } from '@heliograph/contract/calls.ts'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUser, createSetupToken, openSession } from '../../people/accounts/accounts.ts'
import { addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../../testing/app.ts'
import { showCode } from '../../testing/authenticator-app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const password = TEST_PASSWORD
const sameOrigin = { 'sec-fetch-site': 'same-origin' }
let test: TestApp
let center: TestApp

beforeAll(async () => {
  test = await createTestApp(nowMs)
  center = await createTestApp(nowMs, { center: 'CHINA' })
})
afterAll(async () => {
  await test.close()
  await center.close()
})

const call = (name: CallName, parts: CallParts = {}, headers: Readonly<Record<string, string>> = {}) =>
  inject(test.app, name, parts, headers)
const signIn = (account: string, headers: Readonly<Record<string, string>> = {}, more: object = {}) =>
  call(
    'POST /oauth2-s/oauth/token',
    { body: { grant_type: 'password', username: account, password, ...more } },
    headers,
  )
const codeOf = (reply: LightMyRequestResponse): unknown => (reply.statusCode === 200 ? 'fine' : reply.json().code)

/** The cookies of a reply by their names, with their attributes. */
const cookiesOf = (reply: LightMyRequestResponse) => new Map(reply.cookies.map((cookie) => [cookie.name, cookie]))
const sessionOf = (reply: LightMyRequestResponse): string => cookiesOf(reply).get('heliograph_session')?.value ?? ''
const asBrowser = (token: string) => ({ ...sameOrigin, cookie: `heliograph_session=${token}` })
const isIn = async (token: string): Promise<boolean> =>
  (await call('GET /user-s/acc/session', {}, bearer(token))).statusCode === 200

describe('a sign-in', () => {
  it('sets a cookie for the browser session or 15 days, and marks the browser', async () => {
    await addUser(test.db, { account: 'cookies', password })
    const short = await signIn('cookies')
    expect(short.json()).toMatchObject({ token_type: 'bearer', expires_in: 86_400 })
    const session = cookiesOf(short).get('heliograph_session')
    expect(session).toMatchObject({ value: short.json().access_token, httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(session?.maxAge).toBeUndefined()
    expect(cookiesOf(short).get('heliograph_browser')).toMatchObject({ httpOnly: true, maxAge: 400 * 86_400 })
    const long = await signIn('cookies', {}, { keep: '1', grant_type: 'mdc_password' })
    expect(cookiesOf(long).get('heliograph_session')?.maxAge).toBe(1_296_000)
  })

  it('issues a new token each time and adopts no earlier one', async () => {
    const { token: planted } = await addTestUser(test, 'attacker')
    const { token: bystander } = await addTestUser(test, 'bystander')
    await addUser(test.db, { account: 'victim', password })
    // The attacker planted a session of theirs, or a value of their choice, in the victim's browser.
    for (const cookie of [planted, 'chosen-by-the-attacker']) {
      const signedIn = await signIn('victim', { cookie: `heliograph_session=${cookie}` })
      expect(sessionOf(signedIn)).toHaveLength(43)
      expect(sessionOf(signedIn)).not.toBe(cookie)
      expect(await isIn('chosen-by-the-attacker')).toBe(false)
    }
    expect([await isIn(planted), await isIn(bystander)]).toEqual([false, true])
  })

  it('ends the session of the same browser that it replaces, and no other', async () => {
    await addUser(test.db, { account: 'twice', password })
    const [first, elsewhere] = [sessionOf(await signIn('twice')), sessionOf(await signIn('twice'))]
    const wrong = await signIn('twice', { cookie: `heliograph_session=${first}` }, { password: 'wrong-Walrus_1' })
    expect([codeOf(wrong), await isIn(first)]).toEqual(['AUTH_INVALID_USERNAME_OR_PASSWORD', true])
    const second = sessionOf(await signIn('twice', { cookie: `heliograph_session=${first}` }))
    expect([await isIn(first), await isIn(elsewhere), await isIn(second)]).toEqual([false, true, true])
  })

  it('reveals no cause and echoes no secret', async () => {
    const bodies = [
      { grant_type: 'password', username: 'victim', password: 'Secret-of-mine-1' },
      { grant_type: 'password', username: 'nobody-there', password: 'Secret-of-mine-1' },
      { grant_type: 'second_factor', challenge: 'Secret-of-mine-1', code: 'Secret-of-mine-1' },
      { grant_type: 'refresh_token', refresh_token: 'Secret-of-mine-1' },
    ]
    const replies = await Promise.all(bodies.map((body) => call('POST /oauth2-s/oauth/token', { body })))
    expect(replies.map(codeOf)).toEqual([
      'AUTH_INVALID_USERNAME_OR_PASSWORD',
      'AUTH_INVALID_USERNAME_OR_PASSWORD',
      'AUTH_TOKEN_INVALID',
      'AUTH_TOKEN_INVALID',
    ])
    for (const reply of replies) {
      expect(reply.payload).not.toContain('Secret-of-mine')
      expect(reply.cookies).toEqual([])
    }
    const { requestId: _one, ...known } = replies[0]?.json() ?? {}
    const { requestId: _other, ...unknown } = replies[1]?.json() ?? {}
    expect(known).toEqual(unknown)
  })

  it('rejects bodies outside the contract', async () => {
    for (const body of [
      { grant_type: 'client_credentials', username: 'victim', password },
      { grant_type: 'password', username: 'victim', password: '' },
      { grant_type: 'password', username: 'x'.repeat(201), password },
      { grant_type: 'password', username: 'victim', password: 'x'.repeat(201) },
      { grant_type: 'password', username: 'victim', password, keep: 'yes' },
      { grant_type: 'password', username: 'victim', password, human_check: '{"work":5}' },
      { grant_type: 'password', username: 'victim', password, human_check: 'x' },
      { grant_type: 'password', username: 'vic\0tim', password },
    ])
      expect(codeOf(await call('POST /oauth2-s/oauth/token', { body }))).toBe('PARAM_ERROR')
    const twice = await test.app.inject({
      method: 'POST',
      url: '/oauth2-s/oauth/token',
      payload: 'grant_type=password&username=victim&username=other&password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(codeOf(twice)).toBe('PARAM_ERROR')
  })

  it('rejects foreign pages', async () => {
    expect(codeOf(await signIn('victim', { 'sec-fetch-site': 'cross-site' }))).toBe('NO_PERMISSION')
    expect(codeOf(await signIn('victim', { origin: 'https://evil.example' }))).toBe('NO_PERMISSION')
  })
})

describe('a renewal', () => {
  const refresh = (headers: Readonly<Record<string, string>>, token?: string) =>
    call(
      'POST /oauth2-s/oauth/token',
      { body: { grant_type: 'refresh_token', ...(token === undefined ? {} : { refresh_token: token }) } },
      headers,
    )

  it('of the cookie replaces it; a foreign page cannot', async () => {
    const { token } = await addTestUser(test, 'renewed')
    const foreign = { 'sec-fetch-site': 'cross-site', cookie: `heliograph_session=${token}` }
    expect(codeOf(await refresh(foreign))).toBe('NO_PERMISSION')
    const reply = await refresh(asBrowser(token))
    expect(cookiesOf(reply).get('heliograph_session')).toMatchObject({
      value: reply.json().access_token,
      maxAge: 1_296_000,
    })
    // For calls that were in flight.
    expect([await isIn(token), await isIn(sessionOf(reply))]).toEqual([true, true])
    test.clock.nowMs += 30_000
    expect([await isIn(token), await isIn(sessionOf(reply))]).toEqual([false, true])
    expect(codeOf(await refresh(asBrowser(token)))).toBe('AUTH_TOKEN_INVALID')
    expect(codeOf(await refresh({}))).toBe('AUTH_TOKEN_INVALID')
  })

  it('by refresh token returns both tokens and sets no cookie', async () => {
    await addUser(test.db, { account: 'program', password })
    const first = (await signIn('program')).json()
    const reply = await refresh({}, first.refresh_token)
    expect(reply.cookies).toEqual([])
    expect([await isIn(first.access_token), await isIn(reply.json().access_token)]).toEqual([false, true])
    expect(codeOf(await refresh({}, first.refresh_token))).toBe('AUTH_TOKEN_INVALID')
    expect(await isIn(reply.json().access_token)).toBe(false)
  })

  it('is refused for a personal access token', async () => {
    const { userId } = await addTestUser(test, 'with-token')
    const { hashToken } = await import('../../people/accounts/accounts.ts')
    await test.db.kysely
      .insertInto('access_tokens')
      .values({
        user_id: userId,
        organization_id: null,
        name: 'x',
        token_hash: hashToken('hgp_token'),
        scopes: ['plant:read'],
        expires_at: new Date(nowMs + MINUTE),
        last_used_at: null,
      })
      .execute()
    expect(codeOf(await refresh(bearer('hgp_token')))).toBe('AUTH_TOKEN_INVALID')
    expect(codeOf(await call('GET /user-s/acc/session', {}, bearer('hgp_token')))).toBe('NO_PERMISSION')
  })
})

describe('a data center', () => {
  it('rejects a session of another one, even in the same database', async () => {
    const userId = await addUser(center.db, { account: 'traveller', password })
    const client = { address: '203.0.113.1', userAgent: 'test' }
    const at = (name: string) => openSession(center.db.kysely, { ...client, center: name, userId, isLong: true, nowMs })
    const [own, foreign] = [await at('CHINA'), await at('FOREIGN_1')]
    const look = (headers: Readonly<Record<string, string>>) =>
      inject(center.app, 'GET /user-s/acc/session', {}, headers)
    expect((await look(bearer(own.token))).statusCode).toBe(200)
    expect(codeOf(await look(bearer(foreign.token)))).toBe('AUTH_TOKEN_INVALID')
    const body = { grant_type: 'refresh_token', refresh_token: foreign.refreshToken }
    expect(codeOf(await inject(center.app, 'POST /oauth2-s/oauth/token', { body }))).toBe('AUTH_TOKEN_INVALID')
    // Each data center has its own cookie name: the other one's cookie, sent through the same origin, is ignored.
    const cookie = {
      ...sameOrigin,
      cookie: `heliograph_session_foreign_1=${own.token}; heliograph_session=${own.token}`,
    }
    expect(codeOf(await look(cookie))).toBe('AUTH_TOKEN_INVALID')
    expect(codeOf(await look({ ...sameOrigin, cookie: `heliograph_session_china=${own.token}` }))).toBe('fine')
  })
})

describe('the second factor', () => {
  it('is set up, requested, used and turned off', async () => {
    const { token } = await addTestUser(test, 'guarded')
    const as = bearer(token)
    const proof = { password }
    const begin = (body: object) => call('POST /user-s/acc/authenticator', { body }, as)
    expect(codeOf(await begin({ proof: {} }))).toBe('PROOF_REQUIRED')
    const { secret, uri } = (await begin({ proof })).json()
    expect(uri).toContain('otpauth://totp/Heliograph:guarded?')
    const confirm = { body: { code: showCode(secret, nowMs) } }
    const { recoveryCodes } = (await call('POST /user-s/acc/authenticator/confirm', confirm, as)).json()
    expect(recoveryCodes).toHaveLength(10)
    const asked = await signIn('guarded', {}, { keep: '1' })
    expect([asked.statusCode, codeOf(asked), asked.cookies]).toEqual([401, 'SECOND_FACTOR_REQUIRED', []])
    const { challenge } = asked.json().detail
    test.clock.nowMs = nowMs + MINUTE
    const second = { grant_type: 'second_factor', challenge, code: showCode(secret, nowMs + MINUTE) }
    const signedIn = await call('POST /oauth2-s/oauth/token', { body: second })
    expect(cookiesOf(signedIn).get('heliograph_session')).toMatchObject({ maxAge: 1_296_000 })
    expect(sessionOf(signedIn)).not.toBe(challenge)
    expect(await isIn(challenge)).toBe(false)
    const renew = { body: { proof: { password, code: recoveryCodes[0] } } }
    const fresh = (await call('POST /user-s/acc/authenticator/recovery-codes', renew, as)).json().recoveryCodes
    expect(fresh.filter((text: string) => recoveryCodes.includes(text))).toEqual([])
    const off = (code: string) => call('DELETE /user-s/acc/authenticator', { body: { proof: { password, code } } }, as)
    expect(codeOf(await off(recoveryCodes[1]))).toBe('SECOND_FACTOR_WRONG')
    expect(codeOf(await off(fresh[0]))).toBe('fine')
    expect(codeOf(await signIn('guarded'))).toBe('fine')
    test.clock.nowMs = nowMs
  })
})

describe('a passkey', () => {
  it('is added on the visited page and signs in there', async () => {
    const { token } = await addTestUser(test, 'keyed')
    const as = { ...bearer(token), host: 'pv.example.org:8080' }
    const key = createSoftwareAuthenticator({ origin: 'http://pv.example.org:8080', host: 'pv.example.org' })
    const begin = (body: object) => call('POST /user-s/acc/passkey/options', { body }, as)
    expect(codeOf(await begin({ proof: {} }))).toBe('PROOF_REQUIRED')
    const begun = (await begin({ proof: { password } })).json()
    const body = { challengeId: begun.challengeId, response: key.create(begun.options), name: ' My\u202e laptop ' }
    expect((await call('POST /user-s/acc/passkey', { body }, as)).json()).toMatchObject({
      id: key.id,
      name: 'My laptop',
      host: 'pv.example.org',
      lastUsedAt: null,
    })
    const enter = async (host: string, origin?: string) => {
      const options = (await call('POST /oauth2-s/oauth/passkey/options', {}, { host })).json()
      const response = key.get(options.options, origin === undefined ? {} : { origin })
      const sent = { challengeId: options.challengeId, response, keep: false }
      return call('POST /oauth2-s/oauth/passkey', { body: sent }, { host })
    }
    const signedIn = await enter('pv.example.org:8080')
    expect(await isIn(sessionOf(signedIn))).toBe(true)
    expect(cookiesOf(signedIn).get('heliograph_session')?.maxAge).toBeUndefined()
    expect(codeOf(await enter('pv.example.org:9090'))).toBe('PASSKEY_FAILED')
    expect(codeOf(await enter('pv.example.org:8080', 'http://evil.example'))).toBe('PASSKEY_FAILED')
    expect((await call('GET /user-s/acc/passkey', {}, as)).json().data).toMatchObject([
      { id: key.id, lastUsedAt: nowMs / 1000 },
    ])
    const remove = (proof: object) =>
      call('DELETE /user-s/acc/passkey/{id}', { params: { id: key.id }, body: { proof } }, as)
    expect(codeOf(await remove({}))).toBe('PROOF_REQUIRED')
    expect(codeOf(await remove({ password }))).toBe('fine')
    expect(codeOf(await enter('pv.example.org:8080'))).toBe('PASSKEY_FAILED')
  })
})

describe('sessions', () => {
  it('are listed with the current one marked, and end singly or all others', async () => {
    const { token } = await addTestUser(test, 'everywhere')
    const tokens = [token]
    for (let n = 0; n < 3; n++)
      tokens.push((await signIn('everywhere', { 'user-agent': `Browser ${n}` })).json().access_token)
    const list = async () => (await call('GET /user-s/acc/session', {}, bearer(token))).json().data
    const rows = await list()
    expect(rows).toHaveLength(4)
    expect(rows.filter((row: { isCurrent: boolean }) => row.isCurrent)).toMatchObject([{ userAgent: 'test' }])
    const { token: neighbor } = await addTestUser(test, 'neighbor')
    const end = (id: number, as: string) => call('DELETE /user-s/acc/session/{id}', { params: { id } }, bearer(as))
    const target = rows.find((row: { userAgent: string }) => row.userAgent === 'Browser 0')
    expect(codeOf(await end(target.id, neighbor))).toBe('NOT_FOUND')
    expect(codeOf(await end(target.id, token))).toBe('fine')
    expect(await isIn(tokens[1] ?? '')).toBe(false)
    const others = await call('DELETE /user-s/acc/session', {}, bearer(token))
    expect(others.json()).toEqual({ ended: 2 })
    expect(await isIn(token)).toBe(true)
    const [left] = await list()
    const last = await call('DELETE /user-s/acc/session/{id}', { params: { id: left.id } }, asBrowser(token))
    expect(cookiesOf(last).get('heliograph_session')?.value).toBe('')
    expect(await isIn(token)).toBe(false)
  })

  it("and the log show only the user's own entries", async () => {
    const { token } = await addTestUser(test, 'logged')
    await signIn('logged', {}, { password: 'wrong' })
    const log = (await call('GET /user-s/acc/sign-in-log', { query: { page: '1', size: '5' } }, bearer(token))).json()
    expect(log).toMatchObject({
      total: 2,
      data: [
        { outcome: 'failed', method: 'password', at: nowMs / 1000 },
        { outcome: 'success', address: 'logged' },
      ],
    })
  })

  it('end at logout', async () => {
    const { token } = await addTestUser(test, 'leaving')
    const reply = await call('POST /oauth2-s/oauth/logout', {}, asBrowser(token))
    expect(cookiesOf(reply).get('heliograph_session')?.value).toBe('')
    expect(await isIn(token)).toBe(false)
  })
})

describe('the first administrator', () => {
  it('is signed in, and the browser is marked', async () => {
    const token = await createSetupToken(test.db, nowMs)
    const body = { token, account: 'first', password: 'Otter-31-rivers' }
    const reply = await call('POST /user-s/acc/setup', { body })
    expect(await isIn(sessionOf(reply))).toBe(true)
    expect(cookiesOf(reply).has('heliograph_browser')).toBe(true)
    expect((await call('GET /user-s/acc/sign-in-log', {}, bearer(sessionOf(reply)))).json().data).toMatchObject([
      { method: 'setup', outcome: 'success' },
    ])
  })
})
