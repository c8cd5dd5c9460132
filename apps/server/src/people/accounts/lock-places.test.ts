/** Locks are no weapon: what strangers do wrong costs them work, and never the owner their way in. */
import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createRecordingMail } from '../../testing/recording-mail.ts'
import { addUser, register, requestRegistrationCode, requestResetCode, resetPassword, signIn } from './accounts.ts'
import type { CaptchaAnswer } from './credentials.ts'
import { locksOf } from './locks.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const PASSWORD = 'Walrus-27-tusks'
const mail = createRecordingMail()
let test: TestDatabase
let asked: number[] = []

/** Believes every answer that is worth what was asked for. */
const humanCheck = {
  isOn: true,
  verify: async (answer: CaptchaAnswer | undefined, _nowMs: number, level = 1) => {
    asked.push(level)
    if (Number(answer?.work ?? 0) < level) throw new Refusal('HUMAN_CHECK_REQUIRED', { level })
  },
}
const services = { humanCheck, mail }

beforeAll(async () => {
  test = await createTestDatabase(10)
})
afterAll(() => test.drop())
beforeEach(() => {
  asked = []
  mail.emails.length = 0
})

type Given = Partial<Parameters<typeof signIn>[1]>
const attempt = (account: string, options: Given = {}) =>
  signIn(
    test.db,
    { account, password: PASSWORD, keep: false, nowMs, address: '203.0.113.1', userAgent: 'test', ...options },
    services,
  )
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  )
const solved = { work: '99' }
const WRONG = 'AUTH_INVALID_USERNAME_OR_PASSWORD'

describe('an account under attack by strangers', () => {
  it('opens for its owner from a known browser, without a CAPTCHA', async () => {
    await addUser(test.db, { account: 'victim', password: PASSWORD })
    const { browser } = await attempt('victim')
    for (let n = 0; n < 30; n += 1)
      expect(await codeOf(attempt('victim', { password: 'no', humanCheck: solved, address: `198.51.100.${n}` }))).toBe(
        WRONG,
      )
    asked = []
    expect(await codeOf(attempt('victim', { browser, address: '203.0.113.9' }))).toBe('fine')
    expect(asked).toEqual([])
  })

  it('opens for its owner from elsewhere too, with a harder CAPTCHA', async () => {
    await addUser(test.db, { account: 'travels', password: PASSWORD })
    const tries = async (count: number, net: string) => {
      for (let n = 0; n < count; n += 1)
        await codeOf(attempt('travels', { password: 'no', humanCheck: solved, address: `${net}.${n}` }))
    }
    const needed = async () => {
      const refusal = await attempt('travels', { address: '203.0.113.20' }).catch((error: Refusal) => error)
      return refusal instanceof Refusal ? refusal.detail?.level : 0
    }
    const levels = []
    for (const [n, count] of [2, 3, 5, 10, 30].entries()) {
      await tries(count, `198.51.${n}`)
      levels.push(await needed())
    }
    expect(levels).toEqual([1, 2, 3, 4, 5])
    expect(await codeOf(attempt('travels', { address: '203.0.113.20', humanCheck: solved }))).toBe('fine')
  })

  it('is locked only at the place of five failed attempts', async () => {
    await addUser(test.db, { account: 'guessed', password: PASSWORD })
    const from = (address: string, more: Given = {}) =>
      codeOf(attempt('guessed', { address, humanCheck: solved, ...more }))
    for (let n = 0; n < 5; n += 1) expect(await from('192.0.2.1', { password: 'no' })).toBe(WRONG)
    expect(await from('192.0.2.1')).toBe('USER_LOCKED')
    expect(await from('192.0.2.2')).toBe('fine')
    expect(await from('192.0.2.1', { nowMs: nowMs + 15 * MINUTE })).toBe('fine')
  })

  it("gives a known browser five attempts, and no other account's browser", async () => {
    await addUser(test.db, { account: 'home', password: PASSWORD })
    await addUser(test.db, { account: 'stranger', password: PASSWORD })
    const own = await attempt('home', { address: '192.0.2.30' })
    const foreign = await attempt('stranger', { address: '192.0.2.31' })
    const fail = (browser: string, address: string) =>
      codeOf(attempt('home', { password: 'no', browser, address, humanCheck: solved }))
    for (let n = 0; n < 5; n += 1) expect(await fail(own.browser, `192.0.2.${40 + n}`)).toBe(WRONG)
    // Wherever it is: the browser was counted, not its address.
    expect(await fail(own.browser, '192.0.2.50')).toBe('USER_LOCKED')
    expect(await codeOf(attempt('home', { address: '192.0.2.51' }))).toBe('fine')
    asked = []
    for (let n = 0; n < 2; n += 1) await fail(foreign.browser, `192.0.2.${60 + n}`)
    await fail(foreign.browser, '192.0.2.63')
    expect(asked.at(-1)).toBe(1)
  })
})

describe('an address shared by many people', () => {
  it('is not locked after twenty failures: the next attempts need a CAPTCHA', async () => {
    await addUser(test.db, { account: 'neighbor', password: PASSWORD })
    const address = '192.0.2.200'
    for (let n = 0; n < 25; n += 1)
      expect(await codeOf(attempt(`any-${n}`, { password: 'no', address, humanCheck: solved }))).toBe(WRONG)
    expect(await codeOf(attempt('neighbor', { address }))).toBe('HUMAN_CHECK_REQUIRED')
    expect(await codeOf(attempt('neighbor', { address, humanCheck: solved }))).toBe('fine')
  })

  it('is closed to a visitor who never stops', async () => {
    const address = '192.0.2.201'
    for (let n = 0; n < 299; n += 1) locksOf(test.db).addresses.addFailure(address, nowMs)
    const guess = (account: string) => codeOf(attempt(account, { password: 'no', address, humanCheck: solved }))
    expect([await guess('the-last'), await guess('one-more')]).toEqual([WRONG, 'IP_LOCKED'])
  })
})

describe('a code that strangers guess', () => {
  const contact = (value: string) => ({ kind: 'email', value }) as const
  const asking = (value: string, address: string) => ({
    contact: contact(value),
    language: 'en',
    accepted: null,
    host: 'pv.example.org',
    publicUrl: 'https://pv.example.org',
    address,
    nowMs,
  })
  const newest = () => String(mail.emails.at(-1)?.values.code)
  const other = (code: string) => (code === '000000' ? '000001' : '000000')

  it("still sets its reader's password", async () => {
    await addUser(test.db, { account: 'reader', password: PASSWORD, email: 'reader@example.org' })
    await requestResetCode(test.db, mail, asking('reader@example.org', '203.0.113.5'))
    const code = newest()
    const options = { contact: contact('reader@example.org'), password: 'Harbor-Light_58', nowMs, host: 'x' }
    const use = (typed: string, address: string) =>
      codeOf(resetPassword(test.db, mail, { ...options, code: typed, address }))
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
      for (const expected of [...Array(3).fill('VERIFICATION_CODE_WRONG'), 'VERIFICATION_TOO_OFTEN'])
        expect(await use(other(code), address)).toBe(expected)
    expect(await use(code, '203.0.113.5')).toBe('fine')
  })

  it('is void after thirty wrong tries from anywhere, except for a known browser', async () => {
    await addUser(test.db, { account: 'known', password: PASSWORD, email: 'known@example.org' })
    const { browser } = await attempt('known', { address: '203.0.113.80' })
    await requestResetCode(test.db, mail, asking('known@example.org', '203.0.113.80'))
    const code = newest()
    const options = { contact: contact('known@example.org'), password: 'Harbor-Light_58', nowMs, host: 'x' }
    const use = (typed: string, address: string, known?: string) =>
      codeOf(resetPassword(test.db, mail, { ...options, code: typed, address, browser: known }))
    for (let n = 0; n < 30; n += 1)
      expect(await use(other(code), `198.51.${n % 10}.${Math.floor(n / 10)}`)).toBe('VERIFICATION_CODE_WRONG')
    expect(await use(code, '203.0.113.80')).toBe('VERIFICATION_TOO_OFTEN')
    expect(await use(code, '203.0.113.80', browser)).toBe('fine')
  })

  it('can still be requested after three requests by others', async () => {
    const ask = (address: string, atMs: number) =>
      codeOf(requestRegistrationCode(test.db, mail, { ...asking('wanted@example.org', address), nowMs: atMs }))
    for (let n = 0; n < 3; n += 1) expect(await ask('198.51.100.77', nowMs + n * MINUTE)).toBe('fine')
    expect(await ask('198.51.100.77', nowMs + 3 * MINUTE)).toBe('VERIFICATION_TOO_OFTEN')
    expect(await ask('203.0.113.6', nowMs + 4 * MINUTE)).toBe('fine')
    const code = newest()
    const options = {
      contact: contact('wanted@example.org'),
      code,
      password: PASSWORD,
      nickname: undefined,
      country: 'DE',
      language: 'en',
      accepted: null,
    }
    const client = { keep: false, nowMs: nowMs + 5 * MINUTE, address: '203.0.113.6', userAgent: 'test' }
    expect(await codeOf(register(test.db, { ...options, ...client }, {}))).toBe('fine')
  })
})
