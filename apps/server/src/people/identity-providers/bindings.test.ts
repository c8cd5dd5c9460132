import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addUser } from '../accounts/accounts.ts'
import { bindTicket, findBoundUser, insertBinding, listBindings, removeBinding } from './bindings.ts'
import type { ProviderAccount } from './connector.ts'
import type { ProviderKind } from './providers.ts'
import { registerWithTicket, toAccount } from './register.ts'
import { putTicket } from './tickets.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE = 60_000
const PASSWORD = 'Walrus-27-tusks'
let test: TestDatabase
let people = 0

beforeAll(async () => {
  test = await createTestDatabase(10)
})
afterAll(() => test.drop())

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (fault: unknown) => (fault instanceof Refusal ? fault.code : String(fault)),
  )
const person = (): Promise<number> => addUser(test.db, { account: `person-${people++}`, password: PASSWORD })
const account = (...subjects: [string, ...string[]]): ProviderAccount => ({ subjects, label: 'Mira', email: null })
const known = (kind: ProviderKind) => ({ kind, id: kind })
const find = (id: string) => (id === 'gone' ? undefined : known(id as ProviderKind))
const insert = (kind: ProviderKind, subject: string, userId: number) =>
  insertBinding(test.db.kysely, { provider: known(kind), account: account(subject), userId, nowMs })
const ticketFor = (subject: string, userId: number | null = null, provider = 'oidc') =>
  putTicket(test.db.kysely, { provider, account: account(subject), userId }, nowMs)
const bind = (ticket: string, userId: number, atMs = nowMs) =>
  bindTicket(test.db, { ticket, userId, nowMs: atMs, find })

describe('a linked account', () => {
  it.each([
    ['oidc', 'THIRD_PARTY_USED', 'THIRD_PARTY_BOUND'],
    ['wechat', 'WECHAT_USED', 'WECHAT_BOUND'],
    ['qq', 'QQ_USED', 'QQ_BOUND'],
  ] as const)('at %s belongs to one user, who has one there: %s, %s', async (kind, used, bound) => {
    const [one, other] = [await person(), await person()]
    expect(await codeOf(insert(kind, `${kind}-a`, one))).toBe('fine')
    expect(await codeOf(insert(kind, `${kind}-a`, one))).toBe('fine')
    expect(await codeOf(insert(kind, `${kind}-a`, other))).toBe(used)
    expect(await codeOf(insert(kind, `${kind}-b`, one))).toBe(bound)
    expect(await findBoundUser(test.db.kysely, kind, account(`${kind}-a`))).toBe(one)
    expect(await listBindings(test.db, one)).toEqual([{ provider: kind, label: 'Mira', sinceMs: nowMs }])
    expect(await listBindings(test.db, other)).toEqual([])
  })

  it('goes to one of many concurrent requests', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, person))
    const results = await Promise.all(users.map((userId) => codeOf(insert('oidc', 'wanted', userId))))
    expect(results.filter((result) => result === 'fine')).toHaveLength(1)
    expect(results.filter((result) => result === 'THIRD_PARTY_USED')).toHaveLength(5)
  })

  it('linked by openid is found by its later unionid from then on', async () => {
    const userId = await person()
    await insert('wechat', 'open-7', userId)
    expect(await findBoundUser(test.db.kysely, 'wechat', account('union-7', 'open-7'))).toBe(userId)
    expect(await findBoundUser(test.db.kysely, 'wechat', account('union-7'))).toBe(userId)
    expect(await findBoundUser(test.db.kysely, 'qq', account('union-7'))).toBeUndefined()
  })
})

describe('a ticket', () => {
  it('links once, within 15 minutes', async () => {
    const userId = await person()
    const ticket = await ticketFor('t-1')
    expect(await codeOf(bind(ticket, userId))).toBe('fine')
    expect(await codeOf(bind(ticket, userId))).toBe('THIRD_PARTY_STATE')
    expect(await codeOf(bind(await ticketFor('t-2'), userId, nowMs + 15 * MINUTE))).toBe('THIRD_PARTY_STATE')
    expect(await codeOf(bind('no-such-ticket', userId))).toBe('THIRD_PARTY_STATE')
  })

  it('of a started link is valid for its user only', async () => {
    const [mine, theirs] = [await person(), await person()]
    const ticket = await ticketFor('t-3', mine)
    expect(await codeOf(bind(ticket, theirs))).toBe('THIRD_PARTY_STATE')
    const options = { ticket, country: 'DE', language: 'de', accepted: null, nowMs, find }
    const registered = test.db.transaction((kysely) => registerWithTicket(kysely, options))
    expect(await codeOf(registered)).toBe('THIRD_PARTY_STATE')
    expect(await codeOf(bind(ticket, mine))).toBe('fine')
  })

  it('of a removed provider is invalid', async () => {
    expect(await codeOf(bind(await ticketFor('t-4', null, 'gone'), await person()))).toBe('THIRD_PARTY_STATE')
  })
})

describe('registering with a ticket', () => {
  const register = async (options: ProviderAccount): Promise<Record<string, unknown>> => {
    const ticket = await putTicket(test.db.kysely, { provider: 'oidc', account: options, userId: null }, nowMs)
    const userId = await test.db.transaction((kysely) =>
      registerWithTicket(kysely, { ticket, country: 'DE', language: 'de', accepted: null, nowMs, find }),
    )
    expect(await findBoundUser(test.db.kysely, 'oidc', options)).toBe(userId)
    const { rows } = await test.db.pool.query(
      'select account, nickname, email, country, language, password_hash, is_admin from users where id = $1',
      [userId],
    )
    return rows[0]
  }

  it('creates an account without a password, with the verified address', async () => {
    expect(await register({ subjects: ['r-1'], label: 'Ada Byron', email: 'Ada@Example.org' })).toEqual({
      account: 'ada-byron',
      nickname: 'Ada Byron',
      email: 'ada@example.org',
      country: 'DE',
      language: 'de',
      password_hash: null,
      is_admin: false,
    })
  })

  it('never joins an account by its address or name', async () => {
    const second = await register({ subjects: ['r-2'], label: 'Ada Byron', email: 'ADA@example.org' })
    expect(second).toMatchObject({ nickname: 'Ada Byron', email: null })
    expect(second.account).toMatch(/^ada-byron-\d{5,8}$/)
    await addUser(test.db, { account: 'Named@example.org', password: PASSWORD })
    expect(await register({ subjects: ['r-4'], label: 'Named', email: 'named@example.org' })).toMatchObject({
      email: null,
    })
    expect(await register({ subjects: ['r-3'], label: '', email: 'not an address' })).toMatchObject({ email: null })
  })

  it('makes names that do not look like an address', () => {
    expect(toAccount('eve@example.org', 1)).toBe('eve')
    expect(toAccount('  Mira  Lindén!! ', 1)).toBe('mira-lindén')
    expect(toAccount('小米拉', 1)).toBe('小米拉')
    expect(toAccount('123 456', 1)).toMatch(/^user-\d+$/)
    expect(toAccount('x'.repeat(300), 1)).toHaveLength(40)
  })
})

describe('unlinking', () => {
  const remove = (userId: number, provider = 'oidc') => removeBinding(test.db, userId, provider)
  const withoutPassword = async (): Promise<number> => {
    const userId = await person()
    await test.db.pool.query('update users set password_hash = null where id = $1', [userId])
    return userId
  }

  it('works when a password remains, and only for existing links', async () => {
    const userId = await person()
    await insert('oidc', 'x-1', userId)
    expect(await codeOf(remove(userId, 'qq'))).toBe('NOT_FOUND')
    expect(await codeOf(remove(userId))).toBe('fine')
    expect(await codeOf(remove(userId))).toBe('NOT_FOUND')
  })

  it('is refused for the last sign-in method', async () => {
    const userId = await withoutPassword()
    await insert('oidc', 'x-2', userId)
    expect(await codeOf(remove(userId))).toBe('LAST_SIGN_IN')
    expect(await listBindings(test.db, userId)).toHaveLength(1)
    await insert('qq', 'x-2', userId)
    expect(await codeOf(remove(userId))).toBe('fine')
    expect(await codeOf(remove(userId, 'qq'))).toBe('LAST_SIGN_IN')
    await test.db.kysely
      .insertInto('passkeys')
      .values({ id: 'key', user_id: userId, public_key: Buffer.of(1), host: 'pv.example.org', name: 'Key' })
      .execute()
    expect(await codeOf(remove(userId, 'qq'))).toBe('fine')
  })

  it('keeps one of two links removed at once', async () => {
    const userId = await withoutPassword()
    await insert('oidc', 'x-3', userId)
    await insert('wechat', 'x-3', userId)
    const results = await Promise.all([codeOf(remove(userId, 'oidc')), codeOf(remove(userId, 'wechat'))])
    expect(results.sort()).toEqual(['LAST_SIGN_IN', 'fine'])
    expect(await listBindings(test.db, userId)).toHaveLength(1)
  })
})
