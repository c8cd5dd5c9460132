import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createRecordingMail } from '../../testing/recording-mail.ts'
import { addUser, type Change, changePassword, type Session, setPassword } from './accounts.ts'
import { passwordMatches } from './password-hash.ts'
import { openSession } from './sessions.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const FIRST = 'Walrus-27-tusks'
const SECOND = 'Otter-41-whiskers'
const THIRD = 'Badger-63-stripes'
let test: TestDatabase
const mail = createRecordingMail()

beforeAll(async () => {
  test = await createTestDatabase(10)
})
afterAll(() => test.drop())

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )
const set = (userId: number, password: string, at = nowMs) => codeOf(setPassword(test.db.kysely, userId, password, at))
const rowOf = async (userId: number) =>
  (await test.db.pool.query('select * from users where id = $1', [userId])).rows[0]
const oldOnes = async (userId: number): Promise<number> =>
  (await test.db.pool.query('select from old_passwords where user_id = $1', [userId])).rowCount ?? 0

async function open(userId: number): Promise<{ token: string; session: Session }> {
  const client = { address: '203.0.113.1', userAgent: 'test' }
  const { token } = await openSession(test.db.kysely, { userId, isLong: false, nowMs, ...client })
  const { rows } = await test.db.pool.query('select max(id) as id from sessions where user_id = $1', [userId])
  return { token, session: { id: rows[0].id, userId, organizationId: null } as Session }
}
const sessionsOf = async (userId: number): Promise<number[]> =>
  (await test.db.pool.query('select id from sessions where user_id = $1 order by id', [userId])).rows.map(
    (row) => row.id,
  )
const changeBy = (session: Session): Change => ({
  session,
  mail,
  nowMs,
  address: '203.0.113.1',
  host: 'pv.example.org',
})

describe('a new password', () => {
  it('cannot be one of the last two, but an older one', async () => {
    const userId = await addUser(test.db, { account: 'reuse', password: FIRST })
    expect(await set(userId, FIRST)).toBe('PASSWORD_REUSED')
    expect(await set(userId, SECOND, nowMs + 1000)).toBe('fine')
    expect([await set(userId, FIRST), await set(userId, SECOND)]).toEqual(['PASSWORD_REUSED', 'PASSWORD_REUSED'])
    expect(await set(userId, THIRD, nowMs + 2000)).toBe('fine')
    expect([await set(userId, SECOND), await set(userId, THIRD)]).toEqual(['PASSWORD_REUSED', 'PASSWORD_REUSED'])
    expect(await oldOnes(userId)).toBe(1)
    expect(await set(userId, FIRST, nowMs + 3000)).toBe('fine')
    expect(await passwordMatches((await rowOf(userId)).password_hash, FIRST)).toBe(true)
    expect(await oldOnes(userId)).toBe(1)
  })

  it('is recognized with differently composed accents', async () => {
    const userId = await addUser(test.db, { account: 'accents', password: 'pingüino-Año-7' })
    expect(await set(userId, 'pingüino-Año-7'.normalize('NFD'))).toBe('PASSWORD_REUSED')
  })

  it("cannot be one of the account's names", async () => {
    const userId = await addUser(test.db, {
      account: 'Wal-rus-9271',
      nickname: 'Ott-er-9271',
      email: 'bad-ger-9271@example.org',
      phone: '+4930901820',
      password: FIRST,
    })
    const names = ['wal-rus-9271', 'OTT-ER-9271', 'bad-ger-9271', 'Bad-ger-9271@example.org', '+4930901820']
    for (const name of names) expect(await set(userId, name)).toBe('PASSWORD_LOGIN')
    expect(await set(userId, 'qwer-1937')).toBe('PASSWORD_RUN')
    expect(await set(userId, `${'aB3-xy'.repeat(17)}`)).toBe('PASSWORD_TOO_SHORT')
    expect((await rowOf(userId)).password_changed_at.getTime()).not.toBe(nowMs)
    expect(await oldOnes(userId)).toBe(0)
  })

  it('records its time and clears the weak flag', async () => {
    const userId = await addUser(test.db, { account: 'weak', password: FIRST })
    await test.db.pool.query('update users set password_is_weak = true where id = $1', [userId])
    expect(await set(userId, SECOND)).toBe('fine')
    expect(await rowOf(userId)).toMatchObject({ password_is_weak: false, password_changed_at: new Date(nowMs) })
  })

  it('can be the first one, and needs an existing account', async () => {
    const userId = await addUser(test.db, { account: 'without', password: null })
    expect(await set(userId, FIRST)).toBe('fine')
    expect(await oldOnes(userId)).toBe(0)
    expect(await set(999_999, FIRST)).toBe('NOT_FOUND')
  })

  it('commits with its transaction', async () => {
    const userId = await addUser(test.db, { account: 'undone', password: FIRST })
    const undone = test.db.transaction(async (transaction) => {
      await setPassword(transaction, userId, SECOND, nowMs)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await passwordMatches((await rowOf(userId)).password_hash, FIRST)).toBe(true)
    expect(await oldOnes(userId)).toBe(0)
  })

  it('is refused when another change came first', async () => {
    const userId = await addUser(test.db, { account: 'race', password: FIRST })
    let late: Promise<unknown> | undefined
    await test.db.transaction(async (transaction) => {
      await setPassword(transaction, userId, SECOND, nowMs)
      late = set(userId, 'Wombat-27-burrow')
      await vi.waitFor(
        async () => {
          const { rows } = await test.db.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
          expect(rows).toHaveLength(1)
        },
        { timeout: 10_000 },
      )
    })
    expect(await late).toBe('OLD_PASSWORD_WRONG')
    expect(await passwordMatches((await rowOf(userId)).password_hash, SECOND)).toBe(true)
    expect(await oldOnes(userId)).toBe(1)
  })
})

describe("a change of the user's password", () => {
  it('ends other sessions and pending sign-ins, and sends an email', async () => {
    const userId = await addUser(test.db, { account: 'changer', password: FIRST, email: 'changer@example.org' })
    const other = await addUser(test.db, { account: 'bystander', password: FIRST })
    const [own] = [await open(userId), await open(userId), await open(userId), await open(other)]
    const half = `insert into one_time_secrets (id, kind, user_id, expires_at) values ($1, 'secondStep', $2, now())`
    await test.db.pool.query(half, [Buffer.from('mine'), userId])
    await test.db.pool.query(half, [Buffer.from('theirs'), other])
    await changePassword(test.db, SECOND, changeBy(own.session))
    expect(await sessionsOf(userId)).toEqual([own.session.id])
    expect(await sessionsOf(other)).toHaveLength(1)
    const { rows } = await test.db.pool.query('select user_id from one_time_secrets')
    expect(rows).toEqual([{ user_id: other }])
    expect(mail.emails).toEqual([
      {
        to: 'changer@example.org',
        language: 'en',
        kind: 'passwordChanged',
        host: 'pv.example.org',
        values: { account: 'changer', at: nowMs, address: '203.0.113.1' },
      },
    ])
  })

  it('changes nothing when refused', async () => {
    const userId = await addUser(test.db, { account: 'refused', password: FIRST, email: 'refused@example.org' })
    const own = await open(userId)
    await open(userId)
    const told = mail.emails.length
    expect(await codeOf(changePassword(test.db, FIRST, changeBy(own.session)))).toBe('PASSWORD_REUSED')
    expect(await sessionsOf(userId)).toHaveLength(2)
    expect(mail.emails).toHaveLength(told)
  })
})
