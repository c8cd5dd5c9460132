import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { findSession } from '../../people/accounts/accounts.ts'
import { createProviderScene } from '../../people/identity-providers/testing/provider-scene.ts'
import { forgetBrands } from '../../platform/branding/branding.ts'
import { addTestUser } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const scene = await createProviderScene(nowMs)
const { ask, callBack, closed, newcomer, provider, register, test, travel, whoIs } = scene

afterEach(() => {
  test.clock.nowMs = nowMs
})
afterAll(() => scene.close())

describe('a sign-in at a provider', () => {
  it('lists the providers without their secrets', async () => {
    const { body } = await ask('GET /oauth2-s/third-party')
    expect(body).toEqual({
      data: [
        { id: 'sundial', kind: 'oidc', name: 'Sundial' },
        { id: 'wechat', kind: 'wechat', name: 'WeChat' },
        { id: 'qq', kind: 'qq', name: 'QQ' },
      ],
    })
    const unknown = await ask('POST /oauth2-s/third-party/start', { body: { provider: 'moon' } })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'THIRD_PARTY_UNKNOWN'])
  })

  it.each(['sundial', 'wechat', 'qq'])('at %s registers a new user and recognizes them the next time', async (id) => {
    const email = newcomer()
    const first = await callBack({ id })
    expect(first.body).toMatchObject({ outcome: 'unbound', provider: id, ticket: expect.any(String) })
    expect(first.cookies).toEqual([])
    const opened = await register(first.body.ticket)
    expect(opened.status).toBe(200)
    const user = await whoIs(opened.body.access_token)
    expect(user).toMatchObject({ country: 'DE', language: 'de', hasPassword: false, isAdmin: false })
    expect(user.email).toBe(id === 'sundial' ? email : null)
    const again = await callBack({ id })
    expect(again.body.outcome).toBe('signedIn')
    expect((await whoIs(again.body.token.access_token)).id).toBe(user.id)
  })

  it('creates an account only in a known country and its data center', async () => {
    newcomer()
    const { ticket } = (await callBack()).body
    expect((await register(ticket, { country: 'ZZ' })).body).toMatchObject({ code: 'PARAM_ERROR' })
    const others = [{ center: 'CHINA', url: 'http://192.0.2.1', publicUrl: null }] as const
    const { dataCenters } = test.services
    Object.assign(test.services, { dataCenters: { ...dataCenters, others } })
    const elsewhere = await register(ticket, { country: 'CN' })
    Object.assign(test.services, { dataCenters })
    expect(elsewhere.body).toMatchObject({ code: 'CHINA_USERS_SWITCH', detail: { center: 'CHINA' } })
    expect((await register(ticket)).status).toBe(200)
  })

  it('lasts as long as requested at its start', async () => {
    newcomer()
    await register((await callBack()).body.ticket)
    expect((await callBack({ keep: true })).body.token.expires_in).toBe(1_296_000)
    const brief = await callBack()
    expect(brief.body.token.expires_in).toBe(86_400)
    const session = brief.cookies.find(({ name }) => name === 'heliograph_session')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', value: brief.body.token.access_token })
    expect(session?.maxAge).toBeUndefined()
  })

  it('is finished once, with its own state only', async () => {
    newcomer()
    const body = await travel()
    const foreign = await ask('POST /oauth2-s/third-party/callback', { body: { ...body, state: 'a'.repeat(64) } })
    expect([foreign.status, foreign.body.code]).toEqual([400, 'THIRD_PARTY_STATE'])
    expect((await ask('POST /oauth2-s/third-party/callback', { body })).status).toBe(200)
    expect((await ask('POST /oauth2-s/third-party/callback', { body })).body.code).toBe('THIRD_PARTY_STATE')
  })

  it('never opens an account by the same address', async () => {
    const victim = await addTestUser(test, 'victim')
    await test.db.pool.query('update users set email = $1 where id = $2', ['victim@example.org', victim.userId])
    provider.state.person = { subject: 'thief', name: 'victim', email: 'victim@example.org', emailVerified: true }
    const { body } = await callBack()
    expect(body.outcome).toBe('unbound')
    const opened = await register(body.ticket)
    const user = await whoIs(opened.body.access_token)
    expect(user.id).not.toBe(victim.userId)
    expect([user.email, user.account === 'victim']).toEqual([null, false])
  })

  it('opens no session of a moved account and names its data center', async () => {
    newcomer()
    const opened = await register((await callBack()).body.ticket)
    const { id } = await whoIs(opened.body.access_token)
    await test.db.pool.query("update users set moved_to = 'FOREIGN_1' where id = $1", [id])
    const moved = await callBack()
    expect([moved.status, moved.body.code, moved.body.detail]).toEqual([
      409,
      'AUTH_USER_ALREADY_MIGRATED',
      { center: 'FOREIGN_1' },
    ])
  })

  it('is not enough with an authenticator', async () => {
    newcomer()
    const opened = await register((await callBack()).body.ticket)
    const { id } = await whoIs(opened.body.access_token)
    await test.db.kysely
      .insertInto('authenticators')
      .values({ user_id: id, secret: Buffer.alloc(20, 7), confirmed_at: new Date(nowMs) })
      .execute()
    const second = await callBack()
    expect([second.status, second.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
    expect(second.body.detail.challenge).toMatch(/^[\w-]{40,}$/)
    expect(second.cookies.filter(({ name }) => name === 'heliograph_session')).toEqual([])
  })

  it('is finished only from pages of this server', async () => {
    newcomer()
    const body = await travel()
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const reply = await inject(test.app, 'POST /oauth2-s/third-party/callback', { body }, foreign)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'NO_PERMISSION'])
    expect((await ask('POST /oauth2-s/third-party/callback', { body })).status).toBe(200)
  })

  it('appears in the sign-in log', async () => {
    newcomer()
    const opened = await register((await callBack()).body.ticket)
    const { body } = await callBack()
    const session = await findSession(test.db, body.token.access_token, nowMs)
    const { rows } = await test.db.pool.query('select method, outcome from sign_ins where user_id = $1 order by id', [
      session?.userId,
    ])
    expect(opened.status).toBe(200)
    expect(rows).toEqual([
      { method: 'register', outcome: 'success' },
      { method: 'thirdParty', outcome: 'success' },
    ])
  })
})

describe('registering with a ticket', () => {
  it('keeps which texts the person accepted', async () => {
    const texts = [{ type: 'PRIVATE_TC', text: 'https://sunny.example/privacy' }]
    await test.db.pool.query(`insert into brands (host, data) values ('localhost', $1)`, [JSON.stringify({ texts })])
    forgetBrands(test.db)
    try {
      newcomer()
      expect((await register((await callBack()).body.ticket, { acceptedTexts: ['PRIVATE_TC'] })).status).toBe(200)
      const { rows } = await test.db.pool.query('select accepted_texts from users order by id desc limit 1')
      expect(rows[0].accepted_texts).toMatchObject({
        at: new Date(test.clock.nowMs).toISOString(),
        texts: [{ type: 'PRIVATE_TC', link: 'https://sunny.example/privacy' }],
      })
    } finally {
      await test.db.pool.query(`delete from brands where host = 'localhost'`)
      forgetBrands(test.db)
    }
  })

  it('works once, in time, with consent and open registration', async () => {
    newcomer()
    const { ticket } = (await callBack()).body
    expect((await register(ticket, { consent: false })).body.code).toBe('PARAM_ERROR')
    expect((await register(ticket, { language: 'xx' })).body.code).toBe('PARAM_ERROR')
    for (const more of [{ isAdmin: true }, { email: 'x@example.org' }])
      expect((await register(ticket, more)).body.code).toBe('PARAM_ERROR')
    expect((await register(ticket)).status).toBe(200)
    expect((await register(ticket)).body.code).toBe('THIRD_PARTY_STATE')
    const { rows } = await test.db.pool.query('select count(*)::int as n from users where is_admin')
    expect(rows).toEqual([{ n: 0 }])
    newcomer()
    const late = (await callBack()).body.ticket
    test.clock.nowMs = nowMs + 15 * MINUTE
    expect((await register(late)).body.code).toBe('THIRD_PARTY_STATE')
    newcomer()
    const arrived = await callBack({ app: closed })
    const refused = await register(arrived.body.ticket, {}, closed)
    expect([refused.status, refused.body.code]).toEqual([403, 'REGISTRATION_CLOSED'])
  })
})
