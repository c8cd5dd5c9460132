import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createHandOverCode, endSession, findHandOver, openSession, takeHandOver } from './accounts.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const client = { address: '203.0.113.9', userAgent: 'Phone', center: '' }
let test: TestApp

beforeAll(async () => {
  test = await createTestApp(nowMs)
})
afterAll(() => test.close())

const makeCode = async (token: string): Promise<string> => {
  const reply = await inject(test.app, 'POST /user-s/acc/session/hand-over', { body: {} }, bearer(token))
  expect(reply.json()).toMatchObject({ expiresIn: 120 })
  return (reply.json() as { code: string }).code
}
const signIn = (code: string, headers: Readonly<Record<string, string>> = {}) => {
  const parts: CallParts = { body: { grant_type: 'hand_over', code } }
  return inject(test.app, 'POST /oauth2-s/oauth/token', parts, { 'sec-fetch-site': 'same-origin', ...headers })
}

describe('a link that hands a session over', () => {
  it('opens a session of its own, once, in a cookie', async () => {
    const anna = await addTestUser(test, 'handover-anna')
    const code = await makeCode(anna.token)
    expect(code).not.toContain(anna.token)
    const who = await inject(test.app, 'POST /oauth2-s/oauth/hand-over', { body: { code } })
    expect(who.json()).toEqual({ id: anna.userId, account: 'handover-anna' })
    const opened = await signIn(code)
    expect(opened.statusCode).toBe(200)
    const { access_token: token, expires_in } = opened.json() as { access_token: string; expires_in: number }
    expect([token === anna.token, expires_in]).toEqual([false, 86_400])
    expect(opened.cookies.find(({ name }) => name === 'heliograph_session')?.httpOnly).toBe(true)
    const user = await inject(test.app, 'GET /user-s/acc/org/login-user', {}, bearer(token))
    expect(user.json()).toMatchObject({ account: 'handover-anna' })
    // The one that made it goes on, and the log says how the other came in.
    const log = await inject(test.app, 'GET /user-s/acc/sign-in-log', {}, bearer(anna.token))
    expect(log.json().data[0]).toMatchObject({ method: 'handOver', outcome: 'success' })
    expect((await signIn(code)).json()).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
  })

  it('lets one of many through', async () => {
    const bert = await addTestUser(test, 'handover-bert')
    const code = await makeCode(bert.token)
    const replies = await Promise.all(Array.from({ length: 8 }, () => signIn(code)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, ...Array(7).fill(400)])
  })

  it('ends after two minutes, and with the session that made it', async () => {
    const carl = await addTestUser(test, 'handover-carl')
    const opened = await openSession(test.db.kysely, { ...client, userId: carl.userId, isLong: false, nowMs })
    const code = await makeCode(opened.token)
    const late = { ...client, code, nowMs: nowMs + 120_000 }
    await expect(findHandOver(test.db, late)).rejects.toThrow('VERIFICATION_CODE_EXPIRED')
    await expect(findHandOver(test.db, { ...late, nowMs, center: 'CHINA' })).rejects.toThrow(
      'VERIFICATION_CODE_EXPIRED',
    )
    expect(await findHandOver(test.db, { ...late, nowMs: nowMs + 119_000 })).toMatchObject({ userId: carl.userId })
    await endSession(test.db, opened.token)
    await expect(takeHandOver(test.db, { ...late, nowMs })).rejects.toThrow('VERIFICATION_CODE_EXPIRED')
  })

  it('is made by a session only, never by an access token, and not without end', async () => {
    const dora = await addTestUser(test, 'handover-dora')
    const body = { name: 'x', scopes: ['plant:read'], expiresInDays: 7, proof: { password: TEST_PASSWORD } }
    const pat = (await inject(test.app, 'POST /user-s/acc/token', { body }, bearer(dora.token))).json() as {
      token: string
    }
    const refused = await inject(test.app, 'POST /user-s/acc/session/hand-over', { body: {} }, bearer(pat.token))
    expect(refused.statusCode).toBe(403)
    // Nor is a session's token a code.
    expect((await signIn(dora.token)).statusCode).toBe(400)
    expect((await signIn(`hgo_${dora.token}`)).statusCode).toBe(400)
    const session = { id: 1, userId: dora.userId }
    for (let made = 0; made < 30; made++) await createHandOverCode(test.db, session, nowMs)
    await expect(createHandOverCode(test.db, session, nowMs)).rejects.toThrow('TOO_MANY_REQUESTS')
  })
})
