import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import {
  addUser,
  endOtherSessions,
  endSessionOf,
  findSession,
  listSessions,
  type OpenedSession,
  openSession,
  refreshSession,
  removeExpiredSessions,
  renewSession,
} from './accounts.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const CENTER = 'FOREIGN_1'
const client = { address: '203.0.113.1', userAgent: 'test', center: CENTER }
let test: TestDatabase
let maria = 0
let paul = 0
let club = 0

beforeAll(async () => {
  test = await createTestDatabase(5)
  maria = await addUser(test.db, { account: 'maria', password: 'Walrus-27-tusks' })
  paul = await addUser(test.db, { account: 'paul', password: 'Walrus-27-tusks' })
  const { id } = await test.db.kysely
    .insertInto('organizations')
    .values({ name: 'Solar Club', code: 'CLUB1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  club = id
  await test.db.kysely
    .insertInto('organization_members')
    .values({ organization_id: club, user_id: maria, role: 'admin' })
    .execute()
})
afterAll(() => test.drop())

const open = (options: Partial<Parameters<typeof openSession>[1]> = {}): Promise<OpenedSession> =>
  openSession(test.db.kysely, { ...client, userId: maria, isLong: true, nowMs, ...options })
const find = (token: string, atMs = nowMs, where = CENTER) => findSession(test.db, token, atMs, undefined, where)
const refresh = (token: string, options: Partial<Parameters<typeof refreshSession>[2]> = {}) =>
  refreshSession(test.db.kysely, token, { nowMs, center: CENTER, ...options })
const renew = (token: string | undefined, options: Partial<Parameters<typeof renewSession>[2]> = {}) =>
  renewSession(test.db.kysely, token, { nowMs, center: CENTER, ...options })
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  )

describe('the end of a session', () => {
  it('comes 90 days after its sign-in, however often it was renewed', async () => {
    const day = 24 * HOUR
    let { token, expiresInS } = await open()
    for (let n = 10; n <= 80; n += 10)
      ({ token, expiresInS } = await renewSession(test.db.kysely, token, { nowMs: nowMs + n * day, center: CENTER }))
    expect(expiresInS).toBe((10 * day) / 1000)
    expect(await find(token, nowMs + 90 * day - 1)).toBeDefined()
    expect(await find(token, nowMs + 90 * day)).toBeUndefined()
  })
})

describe('a session', () => {
  it('is invalid in another data center, for reading and renewal', async () => {
    const opened = await open()
    expect(await find(opened.token)).toMatchObject({ userId: maria })
    expect(await find(opened.token, nowMs, '')).toBeUndefined()
    expect(await find(opened.token, nowMs, 'CHINA')).toBeUndefined()
    expect(await codeOf(renew(opened.token, { center: 'CHINA' }))).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(refresh(opened.refreshToken, { center: 'CHINA' }))).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(renew(opened.token, { center: undefined }))).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(refresh(opened.refreshToken))).toBe('fine')
  })

  it('of an organization acts only for it and ends with the membership', async () => {
    const opened = await open({ organizationId: club })
    expect(await find(opened.token)).toMatchObject({ organizationId: club, identity: 'ORG_ADMIN' })
    const refreshed = await refresh(opened.refreshToken)
    expect(await find(refreshed.token)).toMatchObject({ organizationId: club })
    await expect(open({ userId: paul, organizationId: club })).rejects.toThrow(/foreign key/)
    await expect(renew((await open({ userId: paul })).token, { organizationId: club })).rejects.toThrow(/foreign key/)
    await test.db.pool.query('delete from organization_members where user_id = $1', [maria])
    expect(await find(refreshed.token)).toBeUndefined()
    expect(await codeOf(refresh(refreshed.refreshToken))).toBe('AUTH_TOKEN_INVALID')
    await test.db.pool.query(`insert into organization_members values ($1, $2, 'admin')`, [club, maria])
  })

  it('of a moved account opens nothing and is not renewed', async () => {
    const opened = await open({ userId: paul })
    await test.db.pool.query(`update users set moved_to = 'CHINA' where id = $1`, [paul])
    expect(await find(opened.token)).toBeUndefined()
    expect(await codeOf(renew(opened.token))).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(refresh(opened.refreshToken))).toBe('AUTH_TOKEN_INVALID')
    await test.db.pool.query('update users set moved_to = null where id = $1', [paul])
    expect(await find(opened.token)).toMatchObject({ userId: paul })
  })

  it('records its last use to within ten minutes', async () => {
    const { token } = await open({ userId: paul })
    const seen = async () => (await listSessions(test.db, paul, nowMs))[0]?.lastSeenAtMs
    await find(token, nowMs + 9 * MINUTE)
    expect(await seen()).toBe(nowMs)
    await find(token, nowMs + 10 * MINUTE)
    expect(await seen()).toBe(nowMs + 10 * MINUTE)
    await find(token, nowMs + 19 * MINUTE)
    expect(await seen()).toBe(nowMs + 10 * MINUTE)
  })
})

describe('a renewal', () => {
  it('keeps the previous token valid for 30 s for calls in flight', async () => {
    const soon = nowMs + 29_999
    const opened = await open({ userId: paul })
    const renewed = await renew(opened.token)
    const { id } = (await find(renewed.token)) ?? {}
    expect(await find(opened.token, soon)).toMatchObject({ id, userId: paul })
    expect(await find(opened.token, soon, 'CHINA')).toBeUndefined()
    expect(await find(opened.token, nowMs + 30_000)).toBeUndefined()
    expect(await find(opened.refreshToken, soon)).toBeUndefined()
    expect(await codeOf(renew(opened.token))).toBe('AUTH_TOKEN_INVALID')
    const again = await renew(renewed.token)
    expect([await find(opened.token), await find(renewed.token)]).toMatchObject([undefined, { id }])
    await refresh(again.refreshToken)
    expect([await find(renewed.token), await find(again.token)]).toEqual([undefined, undefined])
    const ended = await open()
    const last = await renew(ended.token)
    await endSessionOf(test.db, maria, (await find(last.token))?.id ?? 0)
    expect(await find(ended.token)).toBeUndefined()
    const before = await open()
    await renew((await renew(before.token)).token, { organizationId: club })
    expect(await find(before.token)).toBeUndefined()
    const { rows } = await test.db.pool.query('select row_to_json(o)::text as text from one_time_secrets o')
    expect(rows.map((row) => row.text).join()).not.toContain(opened.token)
  })

  it('gives new tokens to the same session; the old ones stop working', async () => {
    const opened = await open({ isLong: false })
    const before = await find(opened.token)
    const renewed = await renew(opened.token, { nowMs: nowMs + HOUR })
    expect(renewed).toMatchObject({ expiresInS: 86_400, isLong: false })
    expect(await find(renewed.token, nowMs + 24 * HOUR)).toMatchObject({ id: before?.id, userId: maria, isLong: false })
    expect(await find(renewed.token, nowMs + 25 * HOUR)).toBeUndefined()
    expect(await find(opened.token, nowMs + HOUR + 30_000)).toBeUndefined()
    expect(await codeOf(renew(opened.token))).toBe('AUTH_TOKEN_INVALID')
    const tokens = [opened.token, opened.refreshToken, renewed.token, renewed.refreshToken]
    expect(new Set(tokens).size).toBe(4)
    expect(await renew((await open()).token)).toMatchObject({ expiresInS: 1_296_000, isLong: true })
  })

  it('switches the identity for all tokens', async () => {
    const opened = await open()
    const switched = await renew(opened.token, { organizationId: club })
    expect(await find(switched.token)).toMatchObject({ organizationId: club, identity: 'ORG_ADMIN' })
    expect(await find(opened.token)).toBeUndefined()
    const back = await renew(switched.token, { organizationId: null })
    expect(await find(back.token)).toMatchObject({ organizationId: null, identity: 'USER' })
    expect(await find(switched.token)).toBeUndefined()
  })

  it('is refused for missing, expired and refresh tokens, and all but one at once', async () => {
    expect(await codeOf(renew(undefined))).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(renew('guess'))).toBe('AUTH_TOKEN_INVALID')
    const opened = await open({ isLong: false })
    expect(await codeOf(renew(opened.token, { nowMs: nowMs + 24 * HOUR }))).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(renew(opened.refreshToken))).toBe('AUTH_TOKEN_INVALID')
    const results = await Promise.all(Array.from({ length: 6 }, () => codeOf(renew(opened.token))))
    expect(results.filter((result) => result === 'fine')).toHaveLength(1)
  })
})

describe('a refresh token', () => {
  it('works once and rotates both tokens', async () => {
    const opened = await open()
    const first = await refresh(opened.refreshToken)
    expect(await find(opened.token)).toBeUndefined()
    expect(await find(first.token)).toMatchObject({ userId: maria })
    const second = await refresh(first.refreshToken)
    expect(await find(first.token)).toBeUndefined()
    expect(await find(second.token)).toMatchObject({ userId: maria, isLong: true })
    expect(await codeOf(refresh(second.token))).toBe('AUTH_TOKEN_INVALID')
  })

  it('used twice ends the session', async () => {
    const opened = await open()
    const thief = await refresh(opened.refreshToken)
    expect(await codeOf(refresh(opened.refreshToken))).toBe('AUTH_TOKEN_INVALID')
    expect(await find(thief.token)).toBeUndefined()
    expect(await codeOf(refresh(thief.refreshToken))).toBe('AUTH_TOKEN_INVALID')
  })

  it('ends with its session and is not an access token', async () => {
    const opened = await open({ isLong: false })
    expect(await find(opened.refreshToken)).toBeUndefined()
    expect(await codeOf(refresh(opened.refreshToken, { nowMs: nowMs + 24 * HOUR }))).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(refresh(opened.refreshToken, { nowMs: nowMs + 24 * HOUR - 1 }))).toBe('fine')
    expect(await codeOf(refresh('guess'))).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(refresh(''))).toBe('AUTH_TOKEN_INVALID')
  })
})

describe('the sessions of an account', () => {
  it('are a hundred at most: the last used and always the new one', async () => {
    const userId = await addUser(test.db, { account: 'script', password: 'Walrus-27-tusks' })
    const rowsOf = async (id: number): Promise<number> =>
      (await test.db.pool.query('select from sessions where user_id = $1', [id])).rowCount ?? 0
    const pauls = await rowsOf(paul)
    const wall = await open({ userId, nowMs: nowMs - HOUR })
    const idle = await open({ userId, nowMs: nowMs - HOUR })
    for (let n = 0; n < 98; n++) await open({ userId, nowMs: nowMs + n })
    expect(await rowsOf(userId)).toBe(100)
    await find(wall.token, nowMs + MINUTE)
    const newest = await open({ userId, nowMs: nowMs - MINUTE })
    expect(await rowsOf(userId)).toBe(100)
    expect(await find(idle.token)).toBeUndefined()
    expect([await find(wall.token), await find(newest.token)]).toMatchObject([{ userId }, { userId }])
    expect(await rowsOf(paul)).toBe(pauls)
    // As many as existed before there was a limit.
    await test.db.pool.query(
      `insert into sessions (token_hash, user_id, expires_at)
       select sha256(n::text::bytea), $1, $2 from generate_series(1, 30) n`,
      [userId, new Date(nowMs + HOUR)],
    )
    expect(await listSessions(test.db, userId, nowMs)).toHaveLength(100)
    await open({ userId })
    expect(await rowsOf(userId)).toBe(100)
  })

  it('are listed by last use, and end one by one or all but one', async () => {
    await test.db.pool.query('delete from sessions')
    const [first, second] = [await open({ nowMs: nowMs - HOUR }), await open({ organizationId: club })]
    const pauls = await open({ userId: paul })
    await open({ nowMs: nowMs - 400 * HOUR })
    const rows = await listSessions(test.db, maria, nowMs)
    expect(rows.map(({ organization, lastSeenAtMs }) => [organization, lastSeenAtMs])).toEqual([
      ['Solar Club', nowMs],
      [null, nowMs - HOUR],
    ])
    const paulsId = (await find(pauls.token))?.id ?? 0
    expect(await codeOf(endSessionOf(test.db, maria, paulsId))).toBe('NOT_FOUND')
    expect(await find(pauls.token)).toBeDefined()
    const keep = (await find(first.token))?.id ?? 0
    await open()
    expect(await endOtherSessions(test.db.kysely, maria, keep)).toBe(3)
    expect([await find(first.token), await find(second.token)]).toMatchObject([{ id: keep }, undefined])
    await endSessionOf(test.db, maria, keep)
    expect(await find(first.token)).toBeUndefined()
    expect(await removeExpiredSessions(test.db, nowMs)).toBe(0)
  })
})
