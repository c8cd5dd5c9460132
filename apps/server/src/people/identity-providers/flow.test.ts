import { Refusal } from '@heliograph/domain/errors.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createIdentityProviders, type IdentityProviders } from './flow.ts'
import { MOST_BYTES } from './provider-fetch.ts'
import { readProviders } from './providers.ts'
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const PUBLIC_URL = 'https://pv.example.org'
const purpose = { kind: 'signIn', keep: true } as const
const mira = { subject: 'person-1', name: 'Mira Lindén', email: 'mira@example.org', emailVerified: true }
let test: TestDatabase
let provider: IdentityProvider
let logged = ''
let identityProviders: IdentityProviders

beforeAll(async () => {
  test = await createTestDatabase()
  provider = await startIdentityProvider()
})
beforeEach(() => {
  provider.state.person = mira
  provider.state.wrongs = {}
  provider.asked.length = 0
  logged = ''
  // Created anew, so that nothing of the provider is cached.
  const write = (line: string): void => {
    logged += line
  }
  const log = pino({ level: 'trace' }, { write })
  identityProviders = createIdentityProviders({ providers: readProviders(provider.env), publicUrl: PUBLIC_URL, log })
})
afterAll(async () => {
  await provider.stop()
  await test.drop()
})

type Given = Readonly<{ state: string; code: string; iss: string | undefined; nowMs: number }>

/** Goes to the provider and comes back. */
async function travel(id = 'sundial'): Promise<Given> {
  const { url, state } = await identityProviders.start(test.db, { provider: id, purpose, nowMs })
  const back = await provider.approve(url)
  expect(back.get('state')).toBe(state)
  return { state, code: back.get('code') ?? '', iss: back.get('iss') ?? undefined, nowMs }
}
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (fault: unknown) => (fault instanceof Refusal ? fault.code : String(fault)),
  )
const finish = (options: Given) => identityProviders.finish(test.db, options)

describe('OpenID Connect', () => {
  it('returns the signed-in account, with a code that only this server redeems', async () => {
    const { url } = await identityProviders.start(test.db, { provider: 'sundial', purpose, nowMs })
    const query = new URL(url).searchParams
    expect(query.get('redirect_uri')).toBe('https://pv.example.org/tencentLogin')
    expect([query.get('code_challenge_method'), query.get('response_type')]).toEqual(['S256', 'code'])
    expect(query.get('nonce')).toMatch(/^[\w-]{43}$/)
    const { account, purpose: why } = await finish(await travel())
    expect(account).toEqual({ subjects: ['person-1'], label: 'Mira Lindén', email: 'mira@example.org' })
    expect(why).toEqual(purpose)
  })

  it('reads user info for a sparse ID token and trusts only a verified address', async () => {
    provider.state.person = { subject: 'person-2', name: ' Ada\u202e\n' }
    expect((await finish(await travel())).account).toEqual({ subjects: ['person-2'], label: 'Ada', email: null })
    expect(provider.asked).toContain('/userinfo')
    provider.state.person = { subject: 'person-3', email: 'ada@example.org', emailVerified: false }
    expect((await finish(await travel())).account).toMatchObject({ label: 'ada@example.org', email: null })
  })

  it('reads the discovery document hourly, and again after a failure', async () => {
    const discovery = '/.well-known/openid-configuration'
    provider.state.wrongs = { replies: { [discovery]: { status: 503, body: '' } } }
    expect(await codeOf(travel())).toBe('THIRD_PARTY_TOKEN_FAILED')
    provider.state.wrongs = {}
    await finish(await travel())
    await finish(await travel())
    expect(provider.asked.filter((path) => path === discovery)).toHaveLength(2)
    await identityProviders.start(test.db, { provider: 'sundial', purpose, nowMs: nowMs + 3_600_000 })
    expect(provider.asked.filter((path) => path === discovery)).toHaveLength(3)
  })

  it('accepts a state once, within ten minutes', async () => {
    const options = await travel()
    expect(await codeOf(finish({ ...options, state: 'f'.repeat(64) }))).toBe('THIRD_PARTY_STATE')
    const results = await Promise.all([codeOf(finish(options)), codeOf(finish(options))])
    expect(results.sort()).toEqual(['THIRD_PARTY_STATE', 'fine'])
    const late = await travel()
    expect(await codeOf(finish({ ...late, nowMs: nowMs + 600_000 }))).toBe('THIRD_PARTY_STATE')
  })

  it('rejects a code of another sign-in by its verifier', async () => {
    const [one, other] = [await travel(), await travel()]
    expect(await codeOf(finish({ ...one, code: other.code }))).toBe('THIRD_PARTY_TOKEN_FAILED')
    expect(logged).toContain('invalid_grant')
  })

  const nowS = Math.floor(Date.now() / 1000)
  it.each([
    ['another nonce', { claims: { nonce: 'of somebody else' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['an end in the past', { claims: { exp: nowS - 3600, iat: nowS - 7200 } }],
    ['a key that is not published', { foreignKey: true }],
    ['no subject', { claims: { sub: undefined } }],
  ])('refuses an ID token with %s', async (_case, wrongs) => {
    const options = await travel()
    provider.state.wrongs = wrongs
    expect(await codeOf(finish(options))).toBe('THIRD_PARTY_TOKEN_FAILED')
  })

  it('rejects an unsigned ID token', async () => {
    const options = await travel()
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { iss: provider.url, aud: provider.clientId, sub: 'admin', iat: nowS, exp: nowS + 300 }
    const body = JSON.stringify({
      access_token: 'x',
      token_type: 'Bearer',
      id_token: `${part({ alg: 'none' })}.${part(claims)}.`,
    })
    provider.state.wrongs = { replies: { '/token': { body } } }
    expect(await codeOf(finish(options))).toBe('THIRD_PARTY_TOKEN_FAILED')
  })

  it('rejects the answer of another issuer (RFC 9207)', async () => {
    const options = await travel()
    expect(await codeOf(finish({ ...options, iss: 'https://evil.example' }))).toBe('THIRD_PARTY_TOKEN_FAILED')
    expect(await codeOf(finish({ ...(await travel()), iss: undefined }))).toBe('THIRD_PARTY_TOKEN_FAILED')
    expect(provider.asked).not.toContain('/token')
  })

  it("rejects unusable subjects and another user's info", async () => {
    const options = await travel()
    provider.state.wrongs = { claims: { sub: 'x'.repeat(256) } }
    expect(await codeOf(finish(options))).toBe('THIRD_PARTY_USER_FAILED')
    provider.state.person = { subject: 'person-2' }
    const next = await travel()
    provider.state.wrongs = { replies: { '/userinfo': { body: '{"sub":"person-1","name":"Mira"}' } } }
    expect(await codeOf(finish(next))).toBe('THIRD_PARTY_USER_FAILED')
  })
})

describe('any fault of a provider', () => {
  const wide = JSON.stringify({ access_token: 'x'.repeat(MOST_BYTES) })
  const ways = [
    ['fails', { status: 500, body: 'down' }],
    ['says nothing', { body: '' }],
    ['says too much', { body: wide }],
    ['sends a page', { type: 'text/html', body: '<h1>Maintenance</h1>' }],
    ['leads elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
    ['refuses', { status: 400, body: '{"error":"invalid_grant"}' }],
  ] as const
  const places = [
    ['sundial', '/token', 'THIRD_PARTY_TOKEN_FAILED'],
    ['wechat', '/sns/oauth2/access_token', 'WECHAT_TOKEN_FAILED'],
    ['wechat', '/sns/userinfo', 'WECHAT_USER_FAILED'],
    ['qq', '/oauth2.0/token', 'QQ_TOKEN_FAILED'],
    ['qq', '/oauth2.0/me', 'QQ_USER_FAILED'],
    ['qq', '/user/get_user_info', 'QQ_USER_FAILED'],
  ] as const
  it.each(places.flatMap((place) => ways.map((way) => [...place, ...way] as const)))(
    '%s at %s is reported as %s when it %s',
    async (id, path, code, _way, reply) => {
      const options = await travel(id)
      provider.state.wrongs = { replies: { [path]: reply } }
      expect(await codeOf(finish(options))).toBe(code)
      // Nothing of it works a second time, and the log holds no secret.
      expect(await codeOf(finish(options))).toBe('THIRD_PARTY_STATE')
      expect(logged).toContain('a sign-in at a provider failed')
      for (const secret of [provider.clientSecret, options.code, options.state]) expect(logged).not.toContain(secret)
    },
  )

  it('a missing provider is reported as such', async () => {
    const gone = await startIdentityProvider()
    await gone.stop()
    const log = pino({ level: 'silent' })
    const alone = createIdentityProviders({ providers: readProviders(gone.env), publicUrl: PUBLIC_URL, log })
    const start = alone.start(test.db, { provider: 'sundial', purpose, nowMs })
    expect(await codeOf(start)).toBe('THIRD_PARTY_TOKEN_FAILED')
    expect(await codeOf(alone.start(test.db, { provider: 'moon', purpose, nowMs }))).toBe('THIRD_PARTY_UNKNOWN')
  })
})

describe('WeChat and QQ', () => {
  it.each(['wechat', 'qq'])('%s returns the user, by unionid first', async (id) => {
    provider.state.person = { subject: 'open-1', unionId: 'union-1', name: '小米拉' }
    const { account } = await finish(await travel(id))
    expect(account).toEqual({ subjects: ['union-1', 'open-1'], label: '小米拉', email: null })
    provider.state.person = { subject: 'open-2', name: '小米拉' }
    expect((await finish(await travel(id))).account.subjects).toEqual(['open-2'])
  })

  it('a WeChat refusal with status 200 is understood', async () => {
    const options = await travel('wechat')
    provider.state.wrongs = { replies: { '/sns/userinfo': { body: '{"errcode":40003,"errmsg":"invalid openid"}' } } }
    expect(await codeOf(finish(options))).toBe('WECHAT_USER_FAILED')
    expect(logged).toContain('errcode 40003')
  })

  it('WeChat must return the user who signed in', async () => {
    const options = await travel('wechat')
    provider.state.wrongs = { replies: { '/sns/userinfo': { body: '{"openid":"open-9","nickname":"Eve"}' } } }
    expect(await codeOf(finish(options))).toBe('WECHAT_USER_FAILED')
  })

  it('a QQ token of another application is invalid', async () => {
    const options = await travel('qq')
    provider.state.wrongs = { replies: { '/oauth2.0/me': { body: '{"client_id":"another","openid":"open-1"}' } } }
    expect(await codeOf(finish(options))).toBe('QQ_USER_FAILED')
  })
})
