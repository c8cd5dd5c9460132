import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import {
  addUser,
  createFirstAdministrator,
  createSetupToken,
  endSession,
  findSession,
  findUser,
  getCurrentUser,
  isSetupOpen,
  isSetupToken,
  removeExpiredSessions,
  signIn,
} from './accounts.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const PASSWORD = 'Walrus-27-tusks'
const client = { address: '203.0.113.1', userAgent: 'test' }
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase(10)
})
afterAll(() => test.drop())

const attempt = (account: string, options: Partial<Parameters<typeof signIn>[1]> = {}) =>
  signIn(test.db, { account, password: PASSWORD, keep: false, nowMs, ...client, ...options })
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  )

describe('the first administrator', () => {
  it('is created once, for any number of links and concurrent attempts', async () => {
    expect(await isSetupOpen(test.db)).toBe(true)
    const links = [await createSetupToken(test.db, nowMs), await createSetupToken(test.db, nowMs)]
    const create = (token: string | undefined, n: number) =>
      createFirstAdministrator(test.db, {
        token: token ?? '',
        account: `admin${n}`,
        nickname: undefined,
        password: PASSWORD,
        nowMs,
        ...client,
      })
    expect(await codeOf(create('guess', 0))).toBe('SETUP_DONE')
    const weak = createFirstAdministrator(test.db, {
      ...client,
      token: links[0] ?? '',
      account: 'admin',
      nickname: 'A',
      password: 'short',
      nowMs,
    })
    expect(await codeOf(weak)).toBe('PASSWORD_TOO_SHORT')
    const results = await Promise.all(Array.from({ length: 12 }, (_, n) => codeOf(create(links[n % 2], n))))
    expect(results.filter((result) => result === 'fine')).toHaveLength(1)
    expect(results.filter((result) => result === 'SETUP_DONE')).toHaveLength(11)
    expect(await isSetupOpen(test.db)).toBe(false)
    expect(await createSetupToken(test.db, nowMs)).toBeUndefined()
    expect(await codeOf(create(links[0], 99))).toBe('SETUP_DONE')
    const { rows } = await test.db.pool.query('select account, is_admin from users')
    expect(rows).toEqual([{ account: `admin${results.indexOf('fine')}`, is_admin: true }])
  })

  it('cannot be created with a link that is a week old', async () => {
    const other = await createTestDatabase(2)
    const token = await createSetupToken(other.db, nowMs)
    const works = (text: string, atMs = nowMs) => isSetupToken(other.db, text, atMs)
    expect([await works('guess'), await works(token ?? ''), await works(token ?? '', nowMs + 7 * 86_400_000)]).toEqual([
      false,
      true,
      false,
    ])
    const late = {
      token: token ?? '',
      account: 'admin',
      nickname: undefined,
      password: PASSWORD,
      nowMs: nowMs + 7 * 86_400_000,
      ...client,
    }
    expect(await codeOf(createFirstAdministrator(other.db, late))).toBe('SETUP_DONE')
    expect(await codeOf(createFirstAdministrator(other.db, { ...late, nowMs }))).toBe('fine')
    await other.drop()
  })
})

describe('accounts', () => {
  it('are unique regardless of case, and follow the rules', async () => {
    const id = await addUser(test.db, { account: 'Maria', password: PASSWORD, email: 'maria@example.org' })
    expect(await codeOf(addUser(test.db, { account: 'mARIA', password: PASSWORD }))).toBe('ACCOUNT_EXISTS')
    expect(await codeOf(addUser(test.db, { account: 'x', password: PASSWORD, email: 'MARIA@example.org' }))).toBe(
      'ACCOUNT_EXISTS',
    )
    expect(await codeOf(addUser(test.db, { account: 'y', password: 'qwerty-12' }))).toBe('PASSWORD_RUN')
    expect(await codeOf(addUser(test.db, { account: 'Walrus-27-tusks', password: PASSWORD }))).toBe('PASSWORD_LOGIN')
    expect(await codeOf(addUser(test.db, { account: ' \u202e ', password: PASSWORD }))).toBe('PARAM_ERROR')
    // Hangul filler, blank Braille, variation selector, zero-width space; and an accent separated by an invisible one.
    for (const twin of ['maria\u3164', '\u2800maria', 'mar\ufe0fia', 'ma\u200bria', 'm\u{e0101}aria'])
      expect(await codeOf(addUser(test.db, { account: twin, password: PASSWORD }))).toBe('ACCOUNT_EXISTS')
    await addUser(test.db, { account: 'andr\u00e9', password: PASSWORD })
    expect(await codeOf(addUser(test.db, { account: 'andre\u034f\u0301', password: PASSWORD }))).toBe('ACCOUNT_EXISTS')
    expect(await findUser(test.db, 'MARIA')).toEqual({ id, account: 'Maria', isAdmin: false })
    expect(await findUser(test.db, "x' or '1'='1")).toBeUndefined()
    expect(await getCurrentUser(test.db, { userId: id, organizationId: null }, nowMs)).toMatchObject({
      account: 'Maria',
      nickname: 'Maria',
      plantCount: 0,
      isAdmin: false,
    })
  })

  it('keep neither passwords nor tokens', async () => {
    const { token } = await attempt('maria')
    for (const table of ['users', 'sessions', 'setup_tokens']) {
      const { rows } = await test.db.pool.query(`select row_to_json(t)::text as text from ${table} t`)
      const text = rows.map((row) => row.text).join()
      expect(text).not.toContain(PASSWORD)
      expect(text).not.toContain(token)
      expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    }
    const { rows } = await test.db.pool.query('select password_hash from users')
    for (const row of rows) expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('sessions', () => {
  it('open by account name or email in any case and accent composition', async () => {
    await addUser(test.db, { account: 'jose', password: 'pingüino-Año-7' })
    for (const account of ['maria', 'MARIA', 'Maria@Example.org']) expect(await codeOf(attempt(account))).toBe('fine')
    expect(await codeOf(attempt('jose', { password: 'pingüino-Año-7'.normalize('NFD') }))).toBe('fine')
    expect(await codeOf(attempt('jose\0', { password: 'x' }))).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
  })

  it("open for a name in any language, despite the database's lower-casing", async () => {
    for (const account of ['İlker', 'ΟΔΥΣΣΕΥΣ', 'ÇAĞLAR', 'STRAẞE']) {
      const id = await addUser(test.db, { account, password: PASSWORD })
      expect(await codeOf(attempt(account))).toBe('fine')
      expect(await findUser(test.db, account)).toMatchObject({ id })
    }
  })

  it('open by the name as typed at registration, invisible characters included', async () => {
    await addUser(test.db, { account: 'sun-\u2600\ufe0f', password: PASSWORD })
    expect(await codeOf(attempt('sun-\u2600\ufe0f'))).toBe('fine')
    expect(await codeOf(attempt('sun-\u2600'))).toBe('fine')
  })

  it('last 24 hours or 15 days and end at logout', async () => {
    const short = await attempt('maria')
    const long = await attempt('maria', { keep: true })
    expect([short.expiresInS, long.expiresInS]).toEqual([86_400, 1_296_000])
    const at = async (token: string, hours: number) =>
      (await findSession(test.db, token, nowMs + hours * 3_600_000)) !== undefined
    expect([
      await at(short.token, 23.99),
      await at(short.token, 24),
      await at(long.token, 359.99),
      await at(long.token, 360),
    ]).toEqual([true, false, true, false])
    expect(await removeExpiredSessions(test.db, nowMs + 25 * 3_600_000)).toBeGreaterThan(0)
    expect([await at(short.token, 0), await at(long.token, 0)]).toEqual([false, true])
    await endSession(test.db, long.token)
    expect(await at(long.token, 0)).toBe(false)
    expect(new Set([short.token, long.token, (await attempt('maria')).token]).size).toBe(3)
    expect(Buffer.from(short.token, 'base64url')).toHaveLength(32)
  })
})

describe('wrong passwords', () => {
  const wrong = (account: string, options: Partial<Parameters<typeof signIn>[1]> = {}) =>
    attempt(account, { password: 'wrong', ...options })
  const addressOf = (n: number): string => `198.51.100.${n}`

  it('lock an account after five in 15 minutes, existing or not, then unlock it', async () => {
    await addUser(test.db, { account: 'lock-me', password: PASSWORD })
    for (const account of ['lock-me', 'nobody-here']) {
      for (let n = 0; n < 5; n++)
        expect(await codeOf(wrong(account, { address: addressOf(n), nowMs: nowMs + n * MINUTE }))).toBe(
          'AUTH_INVALID_USERNAME_OR_PASSWORD',
        )
      const locked = attempt(account, { address: addressOf(9), nowMs: nowMs + 5 * MINUTE })
      await expect(locked).rejects.toMatchObject({ code: 'USER_LOCKED', detail: { minutes: 10 } })
      expect(await codeOf(attempt(account.toUpperCase(), { nowMs: nowMs + 14 * MINUTE }))).toBe('USER_LOCKED')
    }
    expect(await codeOf(attempt('lock-me', { nowMs: nowMs + 15 * MINUTE }))).toBe('fine')
  })

  it('lock a name in all spellings that the database may treat as equal', async () => {
    await addUser(test.db, { account: 'İlias-ΟΣ-ß', password: PASSWORD })
    const written = ['İlias-ΟΣ-ß', 'ilias-οσ-ß', 'ILIAS-ος-ẞ', 'i\u0307lİas-Ος-ß', 'ılıas-ΟΣ-ẞ']
    for (const [n, name] of written.entries())
      expect(await codeOf(wrong(name, { address: addressOf(50 + n) }))).toBe('AUTH_INVALID_USERNAME_OR_PASSWORD')
    expect(await codeOf(attempt('İLİAS-οΣ-ß', { address: addressOf(60) }))).toBe('USER_LOCKED')
  })

  it('lock an address after twenty, and only that address', async () => {
    const address = '192.0.2.1'
    for (let n = 0; n < 20; n++) await codeOf(wrong(`guess-${n}`, { address }))
    const locked = attempt('maria', { address })
    await expect(locked).rejects.toMatchObject({ code: 'IP_LOCKED', detail: { minutes: 15 } })
    expect(await codeOf(attempt('maria', { address: '192.0.2.2' }))).toBe('fine')
  })

  it('lock the /64 network of an IPv6 address, and an IPv4 address in any notation', async () => {
    for (let n = 0; n < 20; n++)
      await codeOf(wrong(`six-${n}`, { address: `2001:db8:7:1:${n.toString(16)}::${n}`, nowMs: nowMs + n }))
    expect(await codeOf(attempt('maria', { address: '2001:db8:7:1:ffff::1' }))).toBe('IP_LOCKED')
    expect(await codeOf(attempt('maria', { address: '2001:db8:7:2::1' }))).toBe('fine')
    for (let n = 0; n < 20; n++) await codeOf(wrong(`mapped-${n}`, { address: '::ffff:192.0.2.77' }))
    expect(await codeOf(attempt('maria', { address: '192.0.2.77' }))).toBe('IP_LOCKED')
    const { rows } = await test.db.pool.query('select address from sessions order by id desc limit 1')
    expect(rows[0].address).toBe('2001:db8:7:2::1')
  })

  it('do not count against users who know their password', async () => {
    const address = '192.0.2.3'
    for (let n = 0; n < 30; n++) expect(await codeOf(attempt('maria', { address }))).toBe('fine')
  })

  it('are counted before hashing, so a burst does not get around the lock', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => codeOf(wrong('burst', { address: addressOf(100 + n) }))),
    )
    expect(results.filter((result) => result === 'AUTH_INVALID_USERNAME_OR_PASSWORD')).toHaveLength(5)
    expect(results.filter((result) => result === 'USER_LOCKED')).toHaveLength(15)
  })

  it('take as long for an account that does not exist', async () => {
    await addUser(test.db, { account: 'timed', password: PASSWORD })
    const measure = async (account: string, n: number): Promise<number> => {
      const began = performance.now()
      await codeOf(wrong(account, { address: addressOf(n % 250), nowMs: nowMs + n * 16 * MINUTE }))
      return performance.now() - began
    }
    await measure('warm-up', 0)
    // Alternating, and the fastest of each: other work on the machine can only slow one down.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let n = 1; n <= 40; n++) {
      known = Math.min(known, await measure('timed', n))
      unknown = Math.min(unknown, await measure('not-there', n))
    }
    // Without the decoy an unknown account would answer in a tenth of the time.
    expect(unknown / known).toBeGreaterThan(0.4)
    expect(unknown / known).toBeLessThan(2.5)
  })
})
