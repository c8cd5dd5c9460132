import type { CallName } from '@heliograph/contract/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const proof = { password: TEST_PASSWORD }
let test: TestApp
let maria: { userId: number; token: string }

beforeAll(async () => {
  test = await createTestApp(nowMs)
  maria = await addTestUser(test, 'maria')
  await test.db.pool.query(`update users set email = 'maria@example.org' where id = $1`, [maria.userId])
})
afterAll(() => test.close())

const send = async (name: CallName, parts: object = {}, token = maria.token) =>
  (await inject(test.app, name, parts, bearer(token))).json()
const rowOf = async (userId: number) =>
  (await test.db.pool.query('select * from users where id = $1', [userId])).rows[0]

describe("the user's profile", () => {
  it.each([
    ['POST /user-s/acc/profile', { nickname: 'M', isAdmin: true }],
    ['POST /user-s/acc/profile', { is_admin: true }],
    ['POST /user-s/acc/profile', { email: 'other@example.org' }],
    ['POST /user-s/acc/profile', { id: 1, nickname: 'M' }],
    ['POST /user-s/acc/profile', { password_hash: 'x' }],
    ['POST /user-s/acc/profile', { moved_to: 'CHINA' }],
    ['POST /user-s/acc/profile', { nickname: '' }],
    ['POST /user-s/acc/profile', { country: 'Germany' }],
    ['POST /user-s/acc/profile', { account: 'ab' }],
    ['POST /user-s/acc/preferences', { theme: 'dark', isAdmin: true }],
    ['POST /user-s/acc/preferences', { theme: 'pink' }],
    ['POST /user-s/acc/preferences', { defaultPlantId: -1 }],
    ['POST /user-s/acc/photo', { photo: 'x'.repeat(400_001) }],
  ] as const)('accepts only known fields: %s %j', async (name, body) => {
    const before = await rowOf(maria.userId)
    expect(await send(name, { body })).toMatchObject({ code: 'PARAM_ERROR' })
    expect(await rowOf(maria.userId)).toEqual(before)
  })

  it('is changed by its calls', async () => {
    const body = { nickname: 'María', country: 'ES', language: 'de' }
    expect(await send('POST /user-s/acc/profile', { body })).toEqual({ success: true })
    expect(await rowOf(maria.userId)).toMatchObject({
      nickname: 'María',
      country: 'ES',
      language: 'de',
      is_admin: false,
    })
    expect(await send('POST /user-s/acc/preferences', { body: { theme: 'dark' } })).toEqual({
      theme: 'dark',
      temperatureUnit: 'C',
      numberFormat: 'auto',
      dateFormat: 'locale',
      defaultPlantId: null,
      startPage: 'data',
      layoutVersion: 'auto',
      starredValues: [],
    })
    const photo = `data:image/jpeg;base64,${Buffer.from('ffd8ffe0', 'hex').toString('base64')}`
    expect(await send('POST /user-s/acc/photo', { body: { photo } })).toEqual({ success: true })
    expect(await send('GET /user-s/acc/photo')).toEqual({ photo })
    const svg = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`
    expect(await send('POST /user-s/acc/photo', { body: { photo: svg } })).toMatchObject({ code: 'PARAM_ERROR' })
    expect(await send('POST /user-s/acc/photo', { body: { photo: null } })).toEqual({ success: true })
    expect(await send('GET /user-s/acc/photo')).toEqual({ photo: null })
  })
})

describe("the user's password", () => {
  it('is changed after re-authentication and ends all other sessions', async () => {
    const { userId, token } = await addTestUser(test, 'changer')
    await test.db.pool.query('insert into sessions (token_hash, user_id, expires_at) values ($1, $2, $3)', [
      Buffer.from('another'),
      userId,
      new Date(nowMs + 1000),
    ])
    const change = (password: string, options: object = proof) =>
      send('POST /user-s/acc/password', { body: { password, proof: options } }, token)
    expect(await change('Otter-41-whiskers', {})).toMatchObject({ code: 'PROOF_REQUIRED', no: 17 })
    expect(await change('Otter-41-whiskers', { password: 'wrong' })).toMatchObject({
      code: 'OLD_PASSWORD_WRONG',
      no: 14,
    })
    expect(await change('Otter41')).toMatchObject({ code: 'PASSWORD_TOO_SHORT', no: 57 })
    expect(await change('otterwhisk')).toMatchObject({ code: 'PASSWORD_CHARACTERS', no: 58 })
    expect(await change(TEST_PASSWORD)).toMatchObject({ code: 'PASSWORD_REUSED', no: 60 })
    expect(await change('Password-81')).toMatchObject({ code: 'PASSWORD_TOO_SIMPLE', no: 61 })
    expect(await change('Otter-asdf-41')).toMatchObject({ code: 'PASSWORD_RUN', no: 62 })
    expect(await change('Otter-111-whiskers')).toMatchObject({ code: 'PASSWORD_REPEATED', no: 63 })
    const sessions = () => test.db.pool.query('select from sessions where user_id = $1', [userId])
    expect((await sessions()).rowCount).toBe(2)
    expect(await change('Otter-41-whiskers')).toEqual({ success: true })
    expect((await sessions()).rowCount).toBe(1)
    expect(await change('Badger-63-stripes', { password: 'Otter-41-whiskers' })).toEqual({ success: true })
    expect(await change(TEST_PASSWORD, { password: 'Badger-63-stripes' })).toEqual({ success: true })
  })

  it("must differ from the account's names", async () => {
    const { token } = await addTestUser(test, 'Wombat-9-burrow')
    const body = { password: 'wombat-9-BURROW', proof }
    expect(await send('POST /user-s/acc/password', { body }, token)).toMatchObject({ code: 'PASSWORD_LOGIN', no: 64 })
  })
})

describe('the security state of the account', () => {
  it('is reported correctly', async () => {
    const { userId, token } = await addTestUser(test, 'state')
    const state = () => send('GET /user-s/acc/security', {}, token)
    expect(await state()).toMatchObject({
      hasPassword: true,
      passwordIsWeak: false,
      email: null,
      phone: null,
      authenticator: { isOn: false, since: null, recoveryCodesLeft: 0 },
      passkeyCount: 0,
      sessionCount: 1,
      tokenCount: 0,
    })
    const run = (text: string, values: unknown[] = []) => test.db.pool.query(text, [userId, ...values])
    await run(`insert into authenticators (user_id, secret) values ($1, '\\x01')`)
    await run(
      `insert into recovery_codes (user_id, code_hash, used_at) values ($1, '\\x01', null), ($1, '\\x02', now())`,
    )
    expect((await state()).authenticator).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 })
    await run('update authenticators set confirmed_at = $2 where user_id = $1', [new Date(nowMs)])
    await run(`insert into passkeys (id, user_id, public_key, host, name) values ('k', $1, '\\x01', 'h', 'n')`)
    await run(
      `insert into access_tokens (user_id, name, token_hash, scopes, expires_at) values
      ($1, 'x', '\\x01', '{}', $2), ($1, 'y', '\\x02', '{}', $3)`,
      [new Date(nowMs), new Date(nowMs + 1)],
    )
    await run(`insert into sessions (user_id, token_hash, expires_at) values ($1, '\\x01', $2)`, [new Date(nowMs)])
    await run('update users set password_hash = null, password_is_weak = true, phone = $2 where id = $1', [
      '+4930901824',
    ])
    expect(await state()).toEqual({
      hasPassword: false,
      passwordChangedAt: null,
      passwordIsWeak: true,
      email: null,
      phone: '+4930901824',
      authenticator: { isOn: true, since: nowMs / 1000, recoveryCodesLeft: 1 },
      passkeyCount: 1,
      sessionCount: 1,
      tokenCount: 1,
    })
  })

  it.each([
    ['DELETE /user-s/acc/session/{id}', 'sessions', {}],
    ['DELETE /user-s/acc/token/{id}', 'access_tokens', {}],
    ['DELETE /user-s/acc/passkey/{id}', 'passkeys', { proof }],
  ] as const)('cannot be changed by another user: %s replies as if nothing existed', async (name, table, body) => {
    const other = await addTestUser(test, `other-${table}`)
    const sql = {
      sessions: `insert into sessions (user_id, token_hash, expires_at) values ($1, '\\x77', now() + interval '1 year') returning id`,
      access_tokens: `insert into access_tokens (user_id, name, token_hash, scopes, expires_at)
        values ($1, 'x', '\\x77', '{}', now() + interval '1 year') returning id`,
      passkeys: `insert into passkeys (id, user_id, public_key, host, name) values ('theirs', $1, '\\x01', 'h', 'n') returning id`,
    }[table]
    const { rows } = await test.db.pool.query(sql, [maria.userId])
    const remove = async (id: unknown) => {
      const { requestId: _, ...rest } = await send(
        name,
        { params: { id }, ...(table === 'passkeys' ? { body } : {}) },
        other.token,
      )
      return rest
    }
    const missing = table === 'passkeys' ? 'nobodys' : 999_999
    expect(await remove(rows[0].id)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await remove(rows[0].id)).toEqual(await remove(missing))
    expect((await test.db.pool.query(`select from ${table} where id = $1`, [rows[0].id])).rowCount).toBe(1)
  })
})
