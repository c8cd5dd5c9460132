import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showCode } from '../../testing/authenticator-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createRecordingMail } from '../../testing/recording-mail.ts'
import { requestCode } from '../verification/verification.ts'
import { addUser, beginAuthenticator, reAuthenticate, turnAuthenticatorOn } from './accounts.ts'
import { locksOf } from './locks.ts'
import type { Session } from './sessions.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const PASSWORD = 'Walrus-27-tusks'
const ADDRESS = '203.0.113.1'
const mail = createRecordingMail()
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase(5)
})
afterAll(() => test.drop())

const prove = (
  userId: number,
  proof: Parameters<typeof reAuthenticate>[2],
  at: { nowMs?: number; address?: string } = {},
) =>
  reAuthenticate(test.db, userId, proof, { nowMs, address: ADDRESS, ...at }).then(
    () => 'fine',
    (error: { code?: string; detail?: object }) => ({ code: error.code, ...error.detail }),
  )
async function guard(userId: number): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const { secret } = await beginAuthenticator(test.db, userId, 'Heliograph')
  const onMs = nowMs - MINUTE
  const change = { session: { id: 1, userId } as Session, mail, nowMs: onMs, address: ADDRESS, host: '' }
  return { secret, recoveryCodes: await turnAuthenticatorOn(test.db, showCode(secret, onMs), change) }
}

describe('re-authentication', () => {
  it('needs the password and names the missing or wrong part', async () => {
    const userId = await addUser(test.db, { account: 'maria', password: PASSWORD })
    expect(await prove(userId, {})).toEqual({ code: 'PROOF_REQUIRED', missing: 'password' })
    expect(await prove(userId, { code: '123456' })).toEqual({ code: 'PROOF_REQUIRED', missing: 'password' })
    expect(await prove(userId, { password: 'wrong' })).toEqual({ code: 'OLD_PASSWORD_WRONG' })
    expect(await prove(userId, { password: PASSWORD })).toBe('fine')
    expect(await prove(999_999, { password: PASSWORD })).toEqual({ code: 'AUTH_TOKEN_INVALID' })
  })

  it('needs password and code with an authenticator, each code once', async () => {
    const userId = await addUser(test.db, { account: 'guarded', password: PASSWORD })
    const { secret, recoveryCodes } = await guard(userId)
    const [recovery = ''] = recoveryCodes
    const code = showCode(secret, nowMs)
    expect(await prove(userId, { password: PASSWORD })).toEqual({ code: 'PROOF_REQUIRED', missing: 'code' })
    expect(await prove(userId, { code })).toEqual({ code: 'PROOF_REQUIRED', missing: 'password' })
    // A wrong password uses up no code.
    expect(await prove(userId, { password: 'wrong', code })).toEqual({ code: 'OLD_PASSWORD_WRONG' })
    expect(await prove(userId, { password: PASSWORD, code })).toBe('fine')
    expect(await prove(userId, { password: PASSWORD, code })).toEqual({ code: 'SECOND_FACTOR_WRONG' })
    expect(await prove(userId, { password: PASSWORD, code: recovery })).toBe('fine')
    expect(await prove(userId, { password: PASSWORD, code: recovery })).toEqual({ code: 'SECOND_FACTOR_WRONG' })
  })

  it('is locked after five wrong guesses, also concurrent ones', async () => {
    const userId = await addUser(test.db, { account: 'stolen', password: PASSWORD })
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) => prove(userId, { password: `guess-${n}` }, { address: `198.51.100.${n}` })),
    )
    expect(results.filter((result) => typeof result === 'object' && result.code === 'OLD_PASSWORD_WRONG')).toHaveLength(
      5,
    )
    expect(results.filter((result) => typeof result === 'object' && result.code === 'USER_LOCKED')).toHaveLength(7)
    expect(await prove(userId, { password: PASSWORD })).toEqual({ code: 'USER_LOCKED', minutes: 15 })
    expect(await prove(userId, { password: PASSWORD }, { nowMs: nowMs + 15 * MINUTE })).toBe('fine')
  })

  it('is the mailed code without a password', async () => {
    const userId = await addUser(test.db, { account: 'through-others', password: null, email: 'Other@example.org' })
    expect(await prove(userId, { password: PASSWORD })).toEqual({ code: 'PROOF_REQUIRED', missing: 'mailedCode' })
    await requestCode(test.db, mail, {
      purpose: 'proof',
      contact: { kind: 'email', value: 'other@example.org' },
      send: 'code',
      language: 'en',
      host: '',
      link: '',
      address: ADDRESS,
      nowMs,
    })
    const code = String(mail.emails.at(-1)?.values.code)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await prove(userId, { code: wrong })).toMatchObject({ code: 'VERIFICATION_CODE_WRONG' })
    expect(await prove(userId, { code })).toBe('fine')
    expect(await prove(userId, { code })).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
  })

  it('is the authenticator, not a mailed code, without a password', async () => {
    const email = 'app@example.org'
    const userId = await addUser(test.db, { account: 'app-no-password', password: null, email })
    const { secret, recoveryCodes } = await guard(userId)
    const contact = { kind: 'email', value: email } as const
    const asked = {
      purpose: 'proof',
      contact,
      send: 'code',
      language: 'en',
      host: '',
      link: '',
      address: ADDRESS,
      nowMs,
    } as const
    await requestCode(test.db, mail, asked)
    const mailed = String(mail.emails.at(-1)?.values.code)
    expect(await prove(userId, {})).toEqual({ code: 'PROOF_REQUIRED', missing: 'code' })
    if (mailed !== showCode(secret, nowMs))
      expect(await prove(userId, { code: mailed })).toEqual({ code: 'SECOND_FACTOR_WRONG' })
    expect(await prove(userId, { code: showCode(secret, nowMs) })).toBe('fine')
    expect(await prove(userId, { code: recoveryCodes[0] })).toBe('fine')
  })

  it('counts by the network of an IPv6 address', async () => {
    const { addresses } = locksOf(test.db)
    for (let n = 0; n < 299; n++) addresses.addFailure('2001:db8:9:9::/64', nowMs)
    const last = await addUser(test.db, { account: 'six-last', password: PASSWORD })
    await prove(last, { password: 'wrong' }, { address: `2001:db8:9:9:1::${last}` })
    const other = await addUser(test.db, { account: 'six-other', password: PASSWORD })
    expect(await prove(other, { password: PASSWORD }, { address: '2001:db8:9:9::ffff' })).toMatchObject({
      code: 'IP_LOCKED',
    })
    expect(await prove(other, { password: PASSWORD }, { address: '2001:db8:9:8::ffff' })).toBe('fine')
  })

  it('is the authenticator alone, or impossible without any credential', async () => {
    const userId = await addUser(test.db, { account: 'nothing', password: null })
    expect(await prove(userId, { password: PASSWORD, code: '123456' })).toEqual({
      code: 'PROOF_REQUIRED',
      missing: 'contact',
    })
    const { recoveryCodes } = await guard(userId)
    expect(await prove(userId, { password: PASSWORD })).toEqual({ code: 'PROOF_REQUIRED', missing: 'code' })
    expect(await prove(userId, { code: 'aaaa-aaaa' })).toEqual({ code: 'SECOND_FACTOR_WRONG' })
    expect(await prove(userId, { code: recoveryCodes[0] })).toBe('fine')
  })
})
