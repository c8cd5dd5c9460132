import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anotherCode, showCode } from '../../testing/authenticator-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createRecordingMail } from '../../testing/recording-mail.ts'
import {
  addUser,
  beginAuthenticator,
  findSession,
  finishFirstStep,
  finishSecondStep,
  listSignIns,
  reAuthenticate,
  replaceRecoveryCodes,
  setPassword,
  signIn,
  turnAuthenticatorOff,
  turnAuthenticatorOn,
} from './accounts.ts'
import type { Session } from './sessions.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const PASSWORD = 'Walrus-27-tusks'
const client = { address: '203.0.113.1', userAgent: 'test' }
const mail = createRecordingMail()
let test: TestDatabase
let made = 0

beforeAll(async () => {
  test = await createTestDatabase(10)
})
afterAll(() => test.drop())
beforeEach(() => {
  mail.emails.length = 0
})

const changeOf = (userId: number, nowMs = startMs) => ({
  session: { id: 1, userId } as Session,
  mail,
  nowMs,
  address: client.address,
  host: 'pv.example.org',
})
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  )

/** A user whose authenticator has been on for a minute. */
async function addGuarded() {
  made += 1
  const account = `guarded-${made}`
  const userId = await addUser(test.db, { account, password: PASSWORD, email: `${account}@example.org` })
  const { secret } = await beginAuthenticator(test.db, userId, 'Heliograph')
  const onMs = startMs - MINUTE
  const recoveryCodes = await turnAuthenticatorOn(test.db, showCode(secret, onMs), changeOf(userId, onMs))
  return { account, userId, secret, recoveryCodes }
}
async function challengeOf(account: string, nowMs = startMs): Promise<string> {
  const refusal = await signIn(test.db, { account, password: PASSWORD, keep: true, nowMs, ...client }).catch(
    (error: { code: string; detail: { challenge: string } }) => error,
  )
  expect(refusal).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
  return (refusal as { detail: { challenge: string } }).detail.challenge
}
const finish = (challenge: string, code: string, nowMs = startMs, address = client.address) =>
  finishSecondStep(test.db, { challenge, code, nowMs, ...client, address })

describe('an authenticator', () => {
  it('is on only after its first code, and shows its secret as apps expect', async () => {
    const userId = await addUser(test.db, { account: 'fresh', password: PASSWORD, email: 'fresh@example.org' })
    const begun = await beginAuthenticator(test.db, userId, 'Sun: Co')
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(begun.uri)
    expect(decodeURIComponent(uri.pathname)).toBe('/Sun  Co:fresh')
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: begun.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(
      await codeOf(signIn(test.db, { account: 'fresh', password: PASSWORD, keep: false, nowMs: startMs, ...client })),
    ).toBe('fine')
    const code = showCode(begun.secret, startMs)
    expect(await codeOf(turnAuthenticatorOn(test.db, anotherCode(code), changeOf(userId)))).toBe('SECOND_FACTOR_WRONG')
    expect(mail.emails).toEqual([])
    // After a new start the previous secret is worthless.
    const again = await beginAuthenticator(test.db, userId, 'Sun: Co')
    expect(await codeOf(turnAuthenticatorOn(test.db, code, changeOf(userId)))).toBe('SECOND_FACTOR_WRONG')
    const codes = await turnAuthenticatorOn(test.db, showCode(again.secret, startMs), changeOf(userId))
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const text of codes) expect(text).toMatch(/^[a-km-np-z2-9]{4}-[a-km-np-z2-9]{4}$/)
    expect(mail.emails).toMatchObject([
      { to: 'fresh@example.org', kind: 'secondFactorChanged', values: { change: 'authenticatorOn', at: startMs } },
    ])
    expect(await codeOf(beginAuthenticator(test.db, userId, 'x'))).toBe('TOO_MANY')
    const { rows } = await test.db.pool.query('select row_to_json(c)::text as text from recovery_codes c')
    const kept = rows.map((row) => row.text).join()
    for (const text of codes) expect(kept).not.toContain(Buffer.from(text).toString('hex'))
  })

  it('turns off together with its recovery codes', async () => {
    const { account, userId, recoveryCodes } = await addGuarded()
    await turnAuthenticatorOff(test.db, changeOf(userId))
    expect(mail.emails.map(({ values }) => values.change)).toEqual(['authenticatorOn', 'authenticatorOff'])
    expect(await codeOf(signIn(test.db, { account, password: PASSWORD, keep: false, nowMs: startMs, ...client }))).toBe(
      'fine',
    )
    expect(await codeOf(turnAuthenticatorOff(test.db, changeOf(userId)))).toBe('NOT_FOUND')
    expect(await codeOf(replaceRecoveryCodes(test.db, changeOf(userId)))).toBe('NOT_FOUND')
    const { rows } = await test.db.pool.query('select from recovery_codes where user_id = $1', [userId])
    expect([rows.length, recoveryCodes.length]).toEqual([0, 10])
  })
})

describe('the second step', () => {
  it("opens the session with the app's code; a password alone does not", async () => {
    const { account, userId, secret } = await addGuarded()
    const challenge = await challengeOf(account)
    const { rows } = await test.db.pool.query('select from sessions where user_id = $1', [userId])
    expect(rows).toHaveLength(0)
    expect((await listSignIns(test.db, userId, { page: 1, size: 9 })).items).toMatchObject([{ outcome: 'secondStep' }])
    const opened = await finish(challenge, showCode(secret, startMs))
    expect(await findSession(test.db, opened.token, startMs)).toMatchObject({ userId, isLong: true })
    expect((await listSignIns(test.db, userId, { page: 1, size: 9 })).items).toMatchObject([{ outcome: 'success' }])
  })

  it('accepts codes of the neighboring steps, with spaces, and no others', async () => {
    for (const [shiftS, outcome] of [
      [-60, 'SECOND_FACTOR_WRONG'],
      [-30, 'fine'],
      [30, 'fine'],
      [60, 'SECOND_FACTOR_WRONG'],
    ] as const) {
      const { account, secret } = await addGuarded()
      const code = showCode(secret, startMs + shiftS * 1000)
      expect(await codeOf(finish(await challengeOf(account), ` ${code.slice(0, 3)} ${code.slice(3)} `))).toBe(outcome)
    }
  })

  it('accepts each code once, also for concurrent attempts', async () => {
    const { account, secret } = await addGuarded()
    const code = showCode(secret, startMs)
    expect(await codeOf(finish(await challengeOf(account), code))).toBe('fine')
    expect(await codeOf(finish(await challengeOf(account), code))).toBe('SECOND_FACTOR_WRONG')
    // A code older than a used one counts as used.
    expect(await codeOf(finish(await challengeOf(account), showCode(secret, startMs - 30_000)))).toBe(
      'SECOND_FACTOR_WRONG',
    )
    const laterMs = startMs + 20 * MINUTE
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeOf(account, laterMs)))
    const later = showCode(secret, laterMs)
    const results = await Promise.all(challenges.map((challenge) => codeOf(finish(challenge, later, laterMs))))
    expect(results.filter((result) => result === 'fine')).toHaveLength(1)
  })

  it('accepts each recovery code once, in any case, until they are replaced', async () => {
    const { account, userId, recoveryCodes } = await addGuarded()
    const [first = '', second = '', third = ''] = recoveryCodes
    expect(await codeOf(finish(await challengeOf(account), first))).toBe('fine')
    expect(await codeOf(finish(await challengeOf(account), first))).toBe('SECOND_FACTOR_WRONG')
    expect(await codeOf(finish(await challengeOf(account), second.replace('-', ' ').toUpperCase()))).toBe('fine')
    const fresh = await replaceRecoveryCodes(test.db, changeOf(userId))
    expect(mail.emails.at(-1)).toMatchObject({ values: { change: 'recoveryCodes' } })
    expect(await codeOf(finish(await challengeOf(account), third))).toBe('SECOND_FACTOR_WRONG')
    const challenges = await Promise.all(Array.from({ length: 3 }, () => challengeOf(account)))
    const results = await Promise.all(challenges.map((challenge) => codeOf(finish(challenge, fresh[0] ?? ''))))
    expect(results.filter((result) => result === 'fine')).toHaveLength(1)
  })

  it('accepts no code of another user', async () => {
    const [one, other] = [await addGuarded(), await addGuarded()]
    const stolen = await challengeOf(one.account)
    expect(await codeOf(finish(stolen, showCode(other.secret, startMs)))).toBe('SECOND_FACTOR_WRONG')
    expect(await codeOf(finish(stolen, other.recoveryCodes[0] ?? ''))).toBe('SECOND_FACTOR_WRONG')
    // The other user's codes are not used up.
    expect(await codeOf(finish(await challengeOf(other.account), other.recoveryCodes[0] ?? ''))).toBe('fine')
  })

  it('ends with its challenge: used, expired, guessed or password changed', async () => {
    const { account, userId, secret, recoveryCodes } = await addGuarded()
    const used = await challengeOf(account)
    expect(await codeOf(finish(used, showCode(secret, startMs)))).toBe('fine')
    expect(await codeOf(finish(used, recoveryCodes[0] ?? ''))).toBe('AUTH_TOKEN_INVALID')
    // Two valid codes at the same time open one session.
    const shared = await challengeOf(account)
    const both = [recoveryCodes[2] ?? '', recoveryCodes[3] ?? ''].map((code) => codeOf(finish(shared, code)))
    expect((await Promise.all(both)).sort()).toEqual(['AUTH_TOKEN_INVALID', 'fine'])
    const old = await challengeOf(account)
    expect(await codeOf(finish(old, recoveryCodes[1] ?? '', startMs + 5 * MINUTE))).toBe('AUTH_TOKEN_INVALID')
    expect(await codeOf(finish('guess', recoveryCodes[1] ?? ''))).toBe('AUTH_TOKEN_INVALID')
    const before = await challengeOf(account)
    await setPassword(test.db.kysely, userId, 'Otter-31-rivers', startMs)
    expect(await codeOf(finish(before, recoveryCodes[1] ?? ''))).toBe('AUTH_TOKEN_INVALID')
  })

  it('ends after five codes and locks the account', async () => {
    const { account, userId, secret } = await addGuarded()
    const challenge = await challengeOf(account)
    const wrong = anotherCode(showCode(secret, startMs))
    await expect(finish(challenge, wrong)).rejects.toMatchObject({ code: 'SECOND_FACTOR_WRONG', detail: { left: 4 } })
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) => codeOf(finish(challenge, wrong, startMs, `198.51.100.${n}`))),
    )
    expect(results.filter((result) => result === 'SECOND_FACTOR_WRONG')).toHaveLength(4)
    expect(results.filter((result) => result === 'AUTH_TOKEN_INVALID')).toHaveLength(8)
    expect(await codeOf(finish(challenge, showCode(secret, startMs)))).toBe('AUTH_TOKEN_INVALID')
    // A new challenge does not get around the lock, which only a correct password reveals.
    const again = (nowMs: number, text = PASSWORD) =>
      codeOf(signIn(test.db, { account, password: text, keep: false, nowMs, ...client }))
    expect(await again(startMs + MINUTE)).toBe('USER_LOCKED')
    expect(await again(startMs + MINUTE, 'wrong')).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
    const proof = reAuthenticate(
      test.db,
      userId,
      { password: PASSWORD, code: showCode(secret, startMs) },
      { nowMs: startMs, ...client },
    )
    expect(await codeOf(proof)).toBe('USER_LOCKED')
    expect(await again(startMs + 15 * MINUTE)).toBe('SECOND_FACTOR_REQUIRED')
  })

  it('is needed after a sign-in at a provider too', async () => {
    const { userId, secret } = await addGuarded()
    const entry = { ...client, userId, method: 'thirdParty', keep: false, nowMs: startMs } as const
    const refusal = await finishFirstStep(test.db, entry, {}).catch((error: { detail: { challenge: string } }) => error)
    expect(refusal).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
    const { challenge } = (refusal as { detail: { challenge: string } }).detail
    expect(await codeOf(finish(challenge, showCode(secret, startMs)))).toBe('fine')
    expect((await listSignIns(test.db, userId, { page: 1, size: 9 })).items).toMatchObject([
      { method: 'thirdParty', outcome: 'success' },
    ])
  })
})
