import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createProviderScene } from '../../people/identity-providers/testing/provider-scene.ts'
import { addTestUser, TEST_PASSWORD } from '../../testing/app.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const scene = await createProviderScene(nowMs)
const { ask, callBack, newcomer, provider, register, test, travel, whoIs } = scene

afterEach(() => {
  test.clock.nowMs = nowMs
})
afterAll(() => scene.close())

describe('linked accounts', () => {
  const bind = (token: string, ticket: string, proof?: object) =>
    ask('POST /user-s/acc/binding', { body: { ticket, ...(proof ? { proof } : {}) } }, token)
  const list = async (token: string) => (await ask('GET /user-s/acc/binding', {}, token)).body.data
  const unbind = (token: string, id: string, proof: object = { password: TEST_PASSWORD }) =>
    ask('DELETE /user-s/acc/binding/{provider}', { params: { provider: id }, body: { proof } }, token)

  it('are linked in the settings, listed, used and unlinked', async () => {
    newcomer('Mira at Sundial')
    const mira = await addTestUser(test, 'binder')
    expect(await list(mira.token)).toEqual([])
    const { body } = await callBack({ token: mira.token })
    expect(body).toMatchObject({ outcome: 'bind', name: 'Sundial' })
    expect((await bind(mira.token, body.ticket)).status).toBe(200)
    const since = nowMs / 1000
    const shown = { provider: 'sundial', name: 'Sundial', label: 'Mira at Sundial', since }
    expect(await list(mira.token)).toEqual([shown])
    const signedIn = await callBack()
    expect((await whoIs(signedIn.body.token.access_token)).id).toBe(mira.userId)
    expect((await unbind(mira.token, 'sundial', {})).body.code).toBe('PROOF_REQUIRED')
    expect((await unbind(mira.token, 'sundial', { password: 'wrong' })).status).toBe(403)
    expect((await unbind(mira.token, 'qq')).body.code).toBe('NOT_FOUND')
    expect((await unbind(mira.token, 'sundial')).status).toBe(200)
    expect(await list(mira.token)).toEqual([])
    expect((await callBack()).body.outcome).toBe('unbound')
  })

  it('from an unlinked sign-in go to the next user who signs in', async () => {
    newcomer()
    const { ticket } = (await callBack()).body
    const mira = await addTestUser(test, 'sign-in-and-bind')
    expect((await bind(mira.token, ticket)).status).toBe(200)
    expect((await bind(mira.token, ticket)).body.code).toBe('THIRD_PARTY_STATE')
  })

  it('need re-authentication ten minutes after the sign-in', async () => {
    newcomer()
    const mira = await addTestUser(test, 'older-session')
    test.clock.nowMs = nowMs + 10 * MINUTE
    const { ticket } = (await callBack({ token: mira.token })).body
    const refused = await bind(mira.token, ticket)
    expect([refused.status, refused.body.code]).toEqual([403, 'PROOF_REQUIRED'])
    expect((await bind(mira.token, ticket, { password: 'wrong' })).body.code).toBe('OLD_PASSWORD_WRONG')
    expect((await bind(mira.token, ticket, { password: TEST_PASSWORD })).status).toBe(200)
  })

  it.each([
    ['sundial', 'THIRD_PARTY_USED', null, 'THIRD_PARTY_BOUND', null],
    ['wechat', 'WECHAT_USED', 29, 'WECHAT_BOUND', 31],
    ['qq', 'QQ_USED', 30, 'QQ_BOUND', 32],
  ])('at %s are refused with %s (%s) and %s (%s)', async (id, used, usedNo, bound, boundNo) => {
    newcomer()
    const [one, other] = [await addTestUser(test, `one-${id}`), await addTestUser(test, `other-${id}`)]
    await bind(one.token, (await callBack({ id, token: one.token })).body.ticket)
    const taken = await bind(other.token, (await callBack({ id, token: other.token })).body.ticket)
    expect([taken.status, taken.body.code, taken.body.no]).toEqual([409, used, usedNo])
    newcomer()
    const second = await bind(one.token, (await callBack({ id, token: one.token })).body.ticket)
    expect([second.status, second.body.code, second.body.no]).toEqual([409, bound, boundNo])
  })

  it.each([
    ['wechat', '/sns/oauth2/access_token', 'WECHAT_TOKEN_FAILED', 33],
    ['wechat', '/sns/userinfo', 'WECHAT_USER_FAILED', 34],
    ['qq', '/oauth2.0/token', 'QQ_TOKEN_FAILED', 35],
    ['qq', '/oauth2.0/me', 'QQ_USER_FAILED', 36],
  ])('%s failing at %s is reported as %s (%i)', async (id, path, code, no) => {
    newcomer()
    const body = await travel({ id })
    provider.state.wrongs = { replies: { [path]: { status: 500, body: 'down' } } }
    const failed = await ask('POST /oauth2-s/third-party/callback', { body })
    provider.state.wrongs = {}
    expect([failed.status, failed.body.code, failed.body.no]).toEqual([502, code, no])
  })

  it('belong to one person and are invisible to others', async () => {
    newcomer()
    const [mira, eve] = [await addTestUser(test, 'mira-b'), await addTestUser(test, 'eve-b')]
    const { ticket } = (await callBack({ token: mira.token })).body
    expect((await bind(eve.token, ticket)).body.code).toBe('THIRD_PARTY_STATE')
    expect((await bind(mira.token, ticket)).status).toBe(200)
    expect(await list(eve.token)).toEqual([])
    expect((await unbind(eve.token, 'sundial')).body.code).toBe('NOT_FOUND')
    expect(await list(mira.token)).toHaveLength(1)
  })

  it('need a session', async () => {
    for (const name of ['POST /user-s/acc/binding/start', 'POST /user-s/acc/binding'] as const)
      expect((await ask(name, { body: { provider: 'sundial', ticket: 'x' } })).status).toBe(401)
    expect((await ask('GET /user-s/acc/binding')).status).toBe(401)
  })

  it('keep the last sign-in method', async () => {
    newcomer()
    const opened = await register((await callBack()).body.ticket)
    const { id } = await whoIs(opened.body.access_token)
    await test.db.pool.query('update users set email = null where id = $1', [id])
    // Without any credential, re-authentication is what refuses.
    const refused = await unbind(opened.body.access_token, 'sundial', { code: '123456' })
    expect([refused.status, refused.body.code]).toEqual([403, 'PROOF_REQUIRED'])
    const secret = Buffer.alloc(20, 7)
    await test.db.kysely
      .insertInto('authenticators')
      .values({ user_id: id, secret, confirmed_at: new Date(nowMs) })
      .execute()
    const code = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) }).generate({
      timestamp: nowMs,
    })
    const last = await unbind(opened.body.access_token, 'sundial', { code })
    expect([last.status, last.body.code]).toEqual([409, 'LAST_SIGN_IN'])
    expect(await list(opened.body.access_token)).toHaveLength(1)
  })
})
