import { type CallName, namedEndpoints } from '@heliograph/contract/calls.ts'
import { scopeOf } from '@heliograph/contract/endpoint.ts'
import { type TokenScope, tokenScopes } from '@heliograph/domain/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, test as each, expect, it } from 'vitest'
import { addTestPlant, addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { addAccessToken, findSession, noteTokenUse, type Session } from './accounts.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const DAY_MS = 86_400_000
const proof = { password: TEST_PASSWORD }
let test: TestApp
let maria: { userId: number; token: string }
let plantId: number

beforeAll(async () => {
  test = await createTestApp(nowMs)
  maria = await addTestUser(test, 'maria')
  plantId = await addTestPlant(test.db, maria.userId)
})
beforeEach(async () => {
  await test.db.pool.query('delete from access_tokens')
  test.clock.nowMs = nowMs
})
afterAll(() => test.close())

const make = async (body: object = {}, session = maria.token) => {
  const whole = { name: 'program', scopes: ['plant:read'], expiresInDays: 30, proof, ...body }
  return (await inject(test.app, 'POST /user-s/acc/token', { body: whole }, bearer(session))).json()
}
/** Like `make`, without the cost of re-authentication. */
const tokenOf = async (scopes: readonly TokenScope[]): Promise<string> => {
  const session = { userId: maria.userId, organizationId: null } as Session
  return (await addAccessToken(test.db, session, { name: 'x', scopes, expiresInDays: 30, center: '', nowMs })).token
}
const statusOf = async (name: CallName, parts: object, token: string): Promise<number> =>
  (await inject(test.app, name, parts, bearer(token))).statusCode
const list = async (token = maria.token) =>
  (await inject(test.app, 'GET /user-s/acc/token', {}, bearer(token))).json().data

describe('a personal access token', () => {
  it('is shown once, kept as a hash, listed and revoked', async () => {
    const { token, row } = await make({
      name: ' Wall\u202e panel ',
      scopes: ['plant:write', 'plant:read', 'plant:read'],
    })
    expect(token).toMatch(/^hgp_[\w-]{43}$/)
    expect(row).toMatchObject({
      name: 'Wall panel',
      scopes: ['plant:read', 'plant:write'],
      organization: null,
      createdAt: nowMs / 1000,
      expiresAt: (nowMs + 30 * DAY_MS) / 1000,
      lastUsedAt: null,
    })
    expect(await list()).toEqual([row])
    const { rows } = await test.db.pool.query('select row_to_json(t)::text as text from access_tokens t')
    expect(rows[0].text).not.toContain(token)
    expect(rows[0].text).not.toContain(Buffer.from(token.slice(4), 'base64url').toString('hex'))
    const params = { id: plantId }
    expect(await statusOf('GET /maintain-s/station/{id}', { params }, token)).toBe(200)
    expect(await statusOf('DELETE /user-s/acc/token/{id}', { params: { id: row.id } }, maria.token)).toBe(200)
    expect(await statusOf('GET /maintain-s/station/{id}', { params }, token)).toBe(401)
    expect(await list()).toEqual([])
  })

  it('needs re-authentication, scopes and an end', async () => {
    expect(await make({ proof: {} })).toMatchObject({ code: 'PROOF_REQUIRED' })
    for (const wrong of [
      { scopes: [] },
      { scopes: ['admin'] },
      { expiresInDays: 0 },
      { expiresInDays: 367 },
      { name: ' ' },
    ])
      expect(await make(wrong)).toMatchObject({ code: 'PARAM_ERROR' })
    expect(await make({ name: '\u202e' })).toMatchObject({ code: 'PARAM_ERROR' })
    expect(await list()).toEqual([])
  })

  it('expires on time and stays in the list', async () => {
    const { token } = await make({ expiresInDays: 1 })
    const params = { id: plantId }
    test.clock.nowMs = nowMs + DAY_MS - 1
    expect(await statusOf('GET /maintain-s/station/{id}', { params }, token)).toBe(200)
    test.clock.nowMs = nowMs + DAY_MS
    expect(await statusOf('GET /maintain-s/station/{id}', { params }, token)).toBe(401)
    test.clock.nowMs = nowMs
    expect(await list()).toHaveLength(1)
  })

  it('is one of at most twenty, also for concurrent requests', async () => {
    const session = { userId: maria.userId, organizationId: null } as Session
    const options = { name: 'x', scopes: ['plant:read'] as const, expiresInDays: 1, center: '', nowMs }
    const results = await Promise.all(
      Array.from({ length: 24 }, () =>
        addAccessToken(test.db, session, options).then(
          () => 'fine',
          (error) => error.code,
        ),
      ),
    )
    expect(results.filter((result) => result === 'fine')).toHaveLength(20)
    expect(await make()).toMatchObject({ code: 'TOO_MANY', detail: { most: 20 } })
  })

  it('of another user is reported as missing', async () => {
    const { row, token } = await make()
    const other = await addTestUser(test, 'other')
    const remove = async (id: number) =>
      (await inject(test.app, 'DELETE /user-s/acc/token/{id}', { params: { id } }, bearer(other.token))).json()
    const { requestId: _, ...foreign } = await remove(row.id)
    const { requestId: __, ...missing } = await remove(999_999)
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({ code: 'NOT_FOUND' })
    expect(await list(other.token)).toEqual([])
    expect(await statusOf('GET /maintain-s/station/{id}', { params: { id: plantId } }, token)).toBe(200)
  })

  it('notes its use at most every ten minutes', async () => {
    const token = await tokenOf(['plant:read'])
    const [{ id }] = await list()
    const usedAt = async () => (await list())[0].lastUsedAt
    const use = async (atMs: number) => {
      await noteTokenUse(test.db, id, atMs)
      return usedAt()
    }
    expect(await use(nowMs)).toBe(nowMs / 1000)
    expect(await use(nowMs + 599_999)).toBe(nowMs / 1000)
    expect(await use(nowMs + 600_000)).toBe((nowMs + 600_000) / 1000)
    expect(await findSession(test.db, token, nowMs + 2 * 600_000)).toBeDefined()
    expect(await usedAt()).toBe((nowMs + 2 * 600_000) / 1000)
  })

  it('acts for the identity and data center of its session', async () => {
    const { rows } = await test.db.pool.query(
      `insert into organizations (name, code) values ('Sun', 'sun') returning id`,
    )
    const organizationId = rows[0].id
    await test.db.pool.query(`insert into organization_members values ($1, $2, 'user')`, [organizationId, maria.userId])
    const session = { userId: maria.userId, organizationId } as Session
    const options = { name: 'x', scopes: ['plant:read'] as const, expiresInDays: 1, center: 'FOREIGN_1', nowMs }
    const { token, row } = await addAccessToken(test.db, session, options)
    expect(row.organization).toBe('Sun')
    const find = (center: string) => findSession(test.db, token, nowMs, { plantId }, center)
    expect(await find('')).toBeUndefined()
    expect(await find('CHINA')).toBeUndefined()
    // The plant belongs to the person, not to the organization.
    expect(await find('FOREIGN_1')).toMatchObject({ identity: 'ORG_USER', organizationId, membership: undefined })
    await test.db.pool.query('delete from organization_members')
    expect(await find('FOREIGN_1')).toBeUndefined()
  })
})

describe('a call outside its scopes', () => {
  const closed = namedEndpoints.filter(
    ([name, entry]) =>
      entry.right.kind !== 'public' &&
      entry.right.kind !== 'peer' &&
      entry.right.kind !== 'agent' &&
      scopeOf(name.split(' ')[0] ?? '', entry) === undefined,
  )
  it('includes the whole account area', () => {
    const names = closed.map(([name]) => name)
    expect(names.length).toBeGreaterThan(30)
    for (const name of [
      'POST /user-s/acc/password',
      'POST /user-s/acc/token',
      'POST /user-s/acc/cancel',
      'GET /user-s/acc/security',
    ])
      expect(names).toContain(name)
  })

  each.each(closed.map(([name]) => name))('%s stays closed', async (name) => {
    const token = await tokenOf(tokenScopes)
    // The body does not matter: it is parsed only after the refusal.
    const reply = await inject(
      test.app,
      name,
      { params: { id: plantId, userId: 1, invitationId: 1, plantId }, body: {} },
      bearer(token),
    )
    expect(['NO_PERMISSION', 'PARAM_ERROR', 'NOT_FOUND']).toContain(reply.json().code)
  })

  it('is refused with a valid body too', async () => {
    const token = await tokenOf(tokenScopes)
    const bodies: [CallName, object][] = [
      ['POST /user-s/acc/password', { body: { proof, password: 'Otter-41-whiskers' } }],
      ['POST /user-s/acc/token', { body: { name: 'x', scopes: ['plant:read'], expiresInDays: 1, proof } }],
      ['POST /user-s/acc/cancel', { body: { proof, phrase: 'maria', language: 'en' } }],
      ['POST /user-s/acc/export', { body: { proof, scope: ['profile'] } }],
      ['POST /user-s/acc/profile', { body: { nickname: 'x' } }],
      ['POST /user-s/acc/preferences', { body: { theme: 'dark' } }],
      ['POST /user-s/acc/photo', { body: { photo: null } }],
      ['DELETE /user-s/acc/session', {}],
      ['GET /user-s/acc/security', {}],
      ['GET /user-s/acc/photo', {}],
      ['GET /user-s/acc/export', {}],
      ['GET /user-s/acc/token', {}],
    ]
    for (const [name, parts] of bodies) {
      const reply = await inject(test.app, name, parts, bearer(token))
      expect([name, reply.json().code]).toEqual([name, 'NO_PERMISSION'])
    }
  })

  it('is a write for a reading token and a read for a writing one', async () => {
    const [reads, writes] = [await tokenOf(['plant:read']), await tokenOf(['plant:write'])]
    const params = { id: plantId }
    expect(await statusOf('GET /maintain-s/station/{id}', { params }, reads)).toBe(200)
    expect(await statusOf('GET /maintain-s/station/{id}', { params }, writes)).toBe(403)
    expect(await statusOf('GET /user-s/acc/org/login-user', {}, reads)).toBe(200)
    expect(await statusOf('GET /user-s/acc/org/login-user', {}, writes)).toBe(403)
    const foreign = await addTestPlant(test.db, (await addTestUser(test, 'neighbor')).userId)
    expect(await statusOf('GET /maintain-s/station/{id}', { params: { id: foreign } }, reads)).toBe(404)
  })
})
