import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createRecordingMail } from '../../testing/recording-mail.ts'
import {
  addUser,
  findSession,
  finishFirstStep,
  listSignIns,
  removeOldSignIns,
  signIn,
  verifyCredentials,
} from './accounts.ts'
import type { CaptchaAnswer } from './credentials.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000
const PASSWORD = 'Walrus-27-tusks'
const client = { address: '203.0.113.1', userAgent: 'test' }
const mail = createRecordingMail()
let test: TestDatabase
let maria = 0

beforeAll(async () => {
  test = await createTestDatabase(10)
  maria = await addUser(test.db, {
    account: 'maria',
    password: PASSWORD,
    email: 'maria@example.org',
    phone: '+4930901820',
  })
})
afterAll(() => test.drop())
beforeEach(() => {
  mail.emails.length = 0
})

type Given = Partial<Parameters<typeof signIn>[1]>
const attempt = (account: string, options: Given = {}, services: Parameters<typeof signIn>[2] = {}) =>
  signIn(test.db, { account, password: PASSWORD, keep: false, nowMs, ...client, ...options }, services)
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  )

describe('a name to sign in with', () => {
  it('may be a phone number in any form or an email address in any case', async () => {
    for (const name of ['+4930901820', '+49 30 901820', '0049 (30) 90-18-20', ' MARIA@example.ORG '])
      expect(await codeOf(attempt(name))).toBe('fine')
    for (const name of ['030901820', '4930901820', '+49 30 901821', 'maria@', ''])
      expect(await codeOf(attempt(name))).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
  })

  it('never opens another account with that name', async () => {
    const twin = await addUser(test.db, { account: '+4930901820', password: 'Otter-31-rivers' })
    expect(await codeOf(attempt('+4930901820'))).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
    const opened = await attempt('+4930901820', { password: 'Otter-31-rivers' })
    expect(await findSession(test.db, opened.token, nowMs)).toMatchObject({ userId: twin })
    await test.db.pool.query('delete from users where id = $1', [twin])
  })

  it('counts as one name for the lock in any form', async () => {
    const written = ['+4930901823', '+49 30 901823', '0049 30 901823', '+49 (30) 901823', '+49-30-901823']
    for (const [n, name] of written.entries())
      expect(await codeOf(attempt(name, { address: `198.51.100.${n}` }))).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
    expect(await codeOf(attempt('+49 3090 1823', { address: '198.51.100.9' }))).toBe('USER_LOCKED')
  })

  it('without a password is like a wrong one', async () => {
    await addUser(test.db, { account: 'through-others', password: null })
    expect(await codeOf(attempt('through-others'))).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
    expect(await codeOf(attempt('through-others', { password: 'no account has this password' }))).toBe(
      'AUTH_INVALID_USERNAME_OR_PASSWORD',
    )
  })
})

describe('a password changed during its check', () => {
  it('opens nothing', async () => {
    const entry = { ...client, userId: maria, method: 'password', keep: false, nowMs } as const
    const { rows } = await test.db.pool.query('select password_hash as hash from users where id = $1', [maria])
    expect(await codeOf(finishFirstStep(test.db, entry, {}, { hash: 'the one before', isWeak: false }))).toBe(
      'AUTH_INVALID_USERNAME_OR_PASSWORD',
    )
    expect(await codeOf(finishFirstStep(test.db, entry, {}, { hash: rows[0].hash, isWeak: false }))).toBe('fine')
  })
})

describe('an account that moved', () => {
  it('is reported only with the correct password', async () => {
    await addUser(test.db, { account: 'moved', password: PASSWORD })
    await test.db.pool.query(`update users set moved_to = 'CHINA' where account = 'moved'`)
    expect(await codeOf(attempt('moved', { password: 'wrong' }))).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
    await expect(attempt('moved')).rejects.toMatchObject({
      code: 'AUTH_USER_ALREADY_MIGRATED',
      detail: { center: 'CHINA' },
    })
    const { rows } = await test.db.pool.query(
      `select from sessions where user_id = (select id from users where account = 'moved')`,
    )
    expect(rows).toHaveLength(0)
  })
})

describe('the CAPTCHA', () => {
  const solved: CaptchaAnswer = { work: 'solved' }
  const asked: (CaptchaAnswer | undefined)[] = []
  const humanCheck = {
    isOn: true,
    verify: async (answer: CaptchaAnswer | undefined) => {
      asked.push(answer)
      if (answer === undefined) throw new Refusal('HUMAN_CHECK_REQUIRED')
      if (answer.work !== 'solved') throw new Refusal('HUMAN_CHECK_FAILED')
    },
  }
  const wrong = (account: string, options: Given = {}) =>
    codeOf(attempt(account, { password: 'wrong', ...options }, { humanCheck }))

  it('is needed after two failures of any name and counts as no failure', async () => {
    for (const account of ['maria', 'nobody-at-all']) {
      asked.length = 0
      const at = (n: number) => ({ address: `192.0.2.${n}` })
      expect(await wrong(account, at(1))).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
      expect(await wrong(account, at(2))).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
      expect(asked).toEqual([])
      for (let n = 3; n < 9; n++) expect(await wrong(account, at(n))).toBe('HUMAN_CHECK_REQUIRED')
      expect(await wrong(account, { ...at(9), humanCheck: { work: 'guessed' } })).toBe('HUMAN_CHECK_FAILED')
      for (let n = 10; n < 20; n++)
        expect(await wrong(account, { ...at(n), humanCheck: solved })).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
    }
    expect(await codeOf(attempt('maria', { nowMs: nowMs + 15 * MINUTE }, { humanCheck }))).toBe('fine')
  })

  it('is needed after five failures of an address with any names', async () => {
    const address = '192.0.2.200'
    for (let n = 0; n < 5; n++) expect(await wrong(`any-${n}`, { address })).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
    expect(await wrong('any-6', { address })).toBe('HUMAN_CHECK_REQUIRED')
    expect(
      await codeOf(attempt('maria', { address, humanCheck: solved, nowMs: nowMs + 3 * MINUTE }, { humanCheck })),
    ).toBe('fine')
  })

  it('does not bypass the lock of a place for concurrent attempts', async () => {
    const results = await Promise.all(
      Array.from({ length: 30 }, () => wrong('crowd', { address: '203.0.113.99', humanCheck: solved })),
    )
    expect(results.filter((result) => result === 'AUTH_INVALID_USERNAME_OR_PASSWORD')).toHaveLength(5)
    expect(results.filter((result) => result === 'USER_LOCKED')).toHaveLength(25)
  })

  it('is not asked for when it is off', async () => {
    const off = { humanCheck: { ...humanCheck, isOn: false } }
    for (let n = 0; n < 4; n++)
      expect(await codeOf(attempt('not-asked', { password: 'x' }, off))).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
  })
})

describe('a weak password', () => {
  it('is noticed at sign-in, and so is a better one', async () => {
    await addUser(test.db, { account: 'weak', password: PASSWORD })
    const isWeak = async () => {
      const { rows } = await test.db.pool.query(`select password_is_weak from users where account = 'weak'`)
      return rows[0].password_is_weak
    }
    await attempt('weak')
    expect(await isWeak()).toBe(false)
    // Set before the rules were what they are.
    const { hashPassword } = await import('./password-hash.ts')
    await test.db.pool.query(`update users set password_hash = $1 where account = 'weak'`, [
      await hashPassword('qwerty'),
    ])
    await attempt('weak', { password: 'qwerty' })
    expect(await isWeak()).toBe(true)
    await test.db.pool.query(`update users set password_hash = $1 where account = 'weak'`, [
      await hashPassword(PASSWORD),
    ])
    await attempt('weak')
    expect(await isWeak()).toBe(false)
  })
})

describe('the browser of a sign-in', () => {
  const services = { mail, host: 'pv.example.org', publicUrl: 'https://pv.example.org' }

  it('is known by its cookie; a new one sends an email, except the first', async () => {
    await addUser(test.db, { account: 'paul', password: PASSWORD, email: 'paul@example.org' })
    const first = await attempt('paul', {}, services)
    expect(first.browser).toMatch(/^[\w-]{43}$/)
    expect((await attempt('paul', { browser: first.browser }, services)).browser).toBe(first.browser)
    expect(mail.emails).toEqual([])
    const other = await attempt('paul', { userAgent: 'Another/1.0', address: '203.0.113.77' }, services)
    expect(other.browser).not.toBe(first.browser)
    expect(mail.emails).toEqual([
      {
        to: 'paul@example.org',
        language: 'en',
        kind: 'newBrowser',
        host: 'pv.example.org',
        values: {
          account: 'paul',
          at: nowMs,
          address: '203.0.113.77',
          browser: 'Another/1.0',
          link: 'https://pv.example.org/account/settings/security',
        },
      },
    ])
    for (const browser of [first.browser, other.browser]) await attempt('paul', { browser }, services)
    expect(mail.emails).toHaveLength(1)
    // The cookie of somebody else's account here says nothing about this one.
    await attempt('maria', {}, services)
    mail.emails.length = 0
    await attempt('maria', { browser: first.browser, address: '203.0.113.80' }, services)
    expect(mail.emails).toHaveLength(1)
    const { rows } = await test.db.pool.query('select row_to_json(b)::text as text from known_browsers b')
    expect(rows.map((row) => row.text).join()).not.toContain(first.browser)
  })

  it('sends at most ten emails a day per person and stays logged', async () => {
    await addUser(test.db, { account: 'crowded', password: PASSWORD, email: 'crowded@example.org' })
    await addUser(test.db, { account: 'beside', password: PASSWORD, email: 'beside@example.org' })
    for (let n = 0; n < 14; n++)
      await attempt('crowded', { nowMs: nowMs + n * MINUTE, address: `203.0.113.${n}` }, services)
    expect(mail.emails).toHaveLength(10)
    for (let n = 0; n < 2; n++) await attempt('beside', {}, services)
    expect(mail.emails.at(-1)).toMatchObject({ to: 'beside@example.org' })
    await attempt('crowded', { nowMs: nowMs + DAY + MINUTE }, services)
    expect(mail.emails).toHaveLength(12)
  })

  it('is told once a day for one address and kind of browser', async () => {
    await addUser(test.db, { account: 'private', password: PASSWORD, email: 'private@example.org' })
    await attempt('private', {}, services)
    mail.emails.length = 0
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
    const from = (more: object) =>
      attempt('private', { address: '203.0.113.77', userAgent: firefox, ...more }, services)
    for (const minutes of [1, 2, 3]) await from({ nowMs: nowMs + minutes * MINUTE })
    await from({ nowMs: nowMs + 4 * MINUTE, userAgent: firefox.replaceAll('142', '143') })
    expect(mail.emails).toHaveLength(1)
    await from({ nowMs: nowMs + 5 * MINUTE, address: '203.0.113.78' })
    await from({ nowMs: nowMs + 6 * MINUTE, userAgent: 'curl/8.1' })
    expect(mail.emails).toHaveLength(3)
    await from({ nowMs: nowMs + DAY + 2 * MINUTE })
    expect(mail.emails).toHaveLength(4)
  })

  it('is forgotten after fifty newer ones and after 400 days', async () => {
    const userId = await addUser(test.db, { account: 'many-browsers', password: PASSWORD })
    const known = async () => {
      const { rows } = await test.db.pool.query('select from known_browsers where user_id = $1', [userId])
      return rows.length
    }
    for (let n = 0; n < 53; n++) await attempt('many-browsers', { nowMs: nowMs + n * 1000 })
    expect(await known()).toBe(50)
    await removeOldSignIns(test.db, nowMs + 400 * DAY + 10_000)
    expect(await known()).toBeLessThan(50)
  })
})

describe('the sign-in log', () => {
  it('has successes and failures of the account, newest first, for 180 days', async () => {
    const userId = await addUser(test.db, { account: 'logged', password: PASSWORD })
    await codeOf(
      attempt('logged', { password: 'wrong', userAgent: 'Guess\0er'.padEnd(900, 'x'), nowMs: nowMs - 181 * DAY }),
    )
    await attempt('logged', { nowMs: nowMs - MINUTE })
    await codeOf(attempt('logged', { password: 'wrong', address: '203.0.113.66' }))
    const list = (page: number, size: number) => listSignIns(test.db, userId, { page, size })
    expect(await list(1, 2)).toMatchObject({
      total: 3,
      items: [
        { method: 'password', outcome: 'failed', address: '203.0.113.66', atMs: nowMs },
        { method: 'password', outcome: 'success', address: '203.0.113.1', atMs: nowMs - MINUTE },
      ],
    })
    expect((await list(2, 2)).items).toMatchObject([{ outcome: 'failed' }])
    expect((await list(2, 2)).items[0]?.userAgent).toHaveLength(300)
    await removeOldSignIns(test.db, nowMs)
    expect(await list(1, 9)).toMatchObject({ total: 2 })
    expect((await listSignIns(test.db, maria, { page: 1, size: 100 })).items).not.toContainEqual(
      expect.objectContaining({ address: '203.0.113.66' }),
    )
  })
})

describe('credentials checked without signing in', () => {
  it('open no session, leave no log entry and are rate limited', async () => {
    const userId = await addUser(test.db, { account: 'asked', password: PASSWORD })
    const ask = (options: { password?: string; address?: string } = {}) =>
      verifyCredentials(test.db, { account: 'asked', password: PASSWORD, nowMs, ...client, ...options })
    expect(await ask()).toEqual({ userId, movedTo: null })
    expect(await listSignIns(test.db, userId, { page: 1, size: 9 })).toMatchObject({ total: 0 })
    for (let n = 0; n < 5; n++)
      expect(await codeOf(ask({ password: 'wrong', address: `198.51.100.${n}` }))).toBe(
        'AUTH_INVALID_USERNAME_OR_PASSWORD',
      )
    expect(await codeOf(ask({ address: '198.51.100.9' }))).toBe('USER_LOCKED')
    expect(await codeOf(attempt('asked', { address: '198.51.100.9' }))).toBe('USER_LOCKED')
  })
})
