import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { type Change, removeContact, type Session, setContact } from './accounts.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const proof = { password: TEST_PASSWORD }
const PHONE = '+4930901820'
let test: TestApp

beforeAll(async () => {
  test = await createTestApp(nowMs)
})
beforeEach(() => {
  test.services.mail.emails.length = 0
})
afterAll(() => test.close())

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )
const changeOf = (userId: number): Change => ({
  session: { userId } as Session,
  mail: test.services.mail,
  nowMs,
  address: '203.0.113.1',
  host: 'pv.example.org',
})
const email = (value: string) => ({ kind: 'email', value }) as const
const set = (userId: number, contact: Parameters<typeof setContact>[1]) =>
  codeOf(setContact(test.db, contact, changeOf(userId)))
const remove = (userId: number, kind: 'email' | 'phone') => codeOf(removeContact(test.db, kind, changeOf(userId)))
const contactsOf = async (userId: number) =>
  (await test.db.pool.query('select email, phone from users where id = $1', [userId])).rows[0]
const letters = () => test.services.mail.emails.map(({ to, kind, values }) => [to, kind, values.kind, values.contact])

describe('a contact', () => {
  it('is set and replaced, and the previous address is notified', async () => {
    const { userId } = await addTestUser(test, 'setter')
    expect(await set(userId, email('old@example.org'))).toBe('fine')
    expect(letters()).toEqual([])
    expect(await set(userId, email('new@example.org'))).toBe('fine')
    expect(await set(userId, { kind: 'phone', value: PHONE })).toBe('fine')
    expect(await contactsOf(userId)).toEqual({ email: 'new@example.org', phone: PHONE })
    expect(await set(userId, email('new@example.org'))).toBe('fine')
    expect(letters()).toEqual([
      ['old@example.org', 'contactChanged', 'email', 'n***@example.org'],
      ['new@example.org', 'contactChanged', 'phone', '+49***20'],
    ])
  })

  it('belongs to one account', async () => {
    const { userId } = await addTestUser(test, 'second')
    expect(await set(userId, email('new@example.org'))).toBe('EMAIL_USED')
    expect(await set(userId, { kind: 'phone', value: PHONE })).toBe('PHONE_USED')
    await test.db.pool.query(`update users set email = 'Mixed@Example.org' where id = $1`, [userId])
    const third = await addTestUser(test, 'third')
    expect(await set(third.userId, email('mixed@example.org'))).toBe('EMAIL_USED')
    expect(await contactsOf(third.userId)).toEqual({ email: null, phone: null })
    expect(letters()).toEqual([])
  })

  it("cannot equal another account's name, and renames an account named like it", async () => {
    const { userId } = await addTestUser(test, 'named@example.org')
    const other = await addTestUser(test, 'plain')
    expect(await set(other.userId, email('named@example.org'))).toBe('EMAIL_USED')
    expect(await set(userId, email('named@example.org'))).toBe('fine')
    expect(await set(userId, email('renamed@example.org'))).toBe('fine')
    expect(await set(other.userId, email('named@example.org'))).toBe('fine')
    const { rows } = await test.db.pool.query('select account from users where id = any($1) order by id', [
      [userId, other.userId],
    ])
    expect(rows).toEqual([{ account: 'renamed@example.org' }, { account: 'plain' }])
  })

  it('goes to one of two concurrent claims', async () => {
    const users = [await addTestUser(test, 'race-1'), await addTestUser(test, 'race-2')]
    const results = await Promise.all(users.map(({ userId }) => set(userId, email('race@example.org'))))
    expect(results.sort()).toEqual(['EMAIL_USED', 'fine'])
  })

  it('is removed only while a password reset stays possible', async () => {
    const { userId } = await addTestUser(test, 'remover')
    await set(userId, email('remover@example.org'))
    expect(await remove(userId, 'phone')).toBe('fine')
    expect(await remove(userId, 'email')).toBe('LAST_SIGN_IN')
    await set(userId, { kind: 'phone', value: '+4930901821' })
    test.services.mail.emails.length = 0
    expect(await remove(userId, 'email')).toBe('fine')
    expect(letters()).toEqual([['remover@example.org', 'contactChanged', 'email', '']])
    expect(await remove(userId, 'phone')).toBe('LAST_SIGN_IN')
    await test.db.pool.query(`insert into bindings (provider, subject, user_id) values ('p', 's', $1)`, [userId])
    expect(await remove(userId, 'phone')).toBe('fine')
    expect(await contactsOf(userId)).toEqual({ email: null, phone: null })
  })

  it('stays when both are removed at once', async () => {
    const { userId } = await addTestUser(test, 'both')
    await set(userId, email('both@example.org'))
    await set(userId, { kind: 'phone', value: '+4930901822' })
    const results = await Promise.all([remove(userId, 'email'), remove(userId, 'phone')])
    expect(results.sort()).toEqual(['LAST_SIGN_IN', 'fine'])
  })
})

describe('the call', () => {
  const ask = async (token: string, contact: string) => {
    const body = { purpose: 'bind', contact, language: 'en' }
    const reply = await inject(test.app, 'POST /user-s/acc/own-verification-code', { body }, bearer(token))
    expect(reply.statusCode, reply.body).toBe(200)
    return String(test.services.mail.emails.at(-1)?.values.code)
  }
  const send = async (token: string, body: object) =>
    (await inject(test.app, 'POST /user-s/acc/contact', { body }, bearer(token))).json()

  it('needs the code sent to the contact, and re-authentication', async () => {
    const { token, userId } = await addTestUser(test, 'caller')
    const code = await ask(token, 'Caller@Example.org')
    const body = { kind: 'email', contact: 'Caller@Example.org', code, proof }
    expect(await send(token, { ...body, proof: {} })).toMatchObject({ code: 'PROOF_REQUIRED' })
    expect(await send(token, { ...body, kind: 'phone' })).toMatchObject({ code: 'PARAM_ERROR' })
    expect(await send(token, { ...body, contact: 'nobody' })).toMatchObject({ code: 'EMAIL_FORMAT' })
    expect(await send(token, { ...body, contact: 'else@example.org' })).toMatchObject({
      code: 'VERIFICATION_CODE_EXPIRED',
    })
    expect(await send(token, { ...body, code: 'x' })).toMatchObject({ code: 'VERIFICATION_CODE_WRONG' })
    expect(await send(token, body)).toEqual({ success: true })
    expect(await contactsOf(userId)).toEqual({ email: 'caller@example.org', phone: null })
    expect(await send(token, body)).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
  })

  it('reveals a used contact only to the holder of its code', async () => {
    const owner = await addTestUser(test, 'has-it')
    await set(owner.userId, email('taken@example.org'))
    const { token } = await addTestUser(test, 'wants-it')
    const body = { kind: 'email', contact: 'taken@example.org', proof }
    const guess = await send(token, { ...body, code: '000000' })
    const unused = await send(token, { ...body, contact: 'free@example.org', code: '000000' })
    expect(guess.code).toBe(unused.code)
    const code = await ask(token, 'taken@example.org')
    expect(await send(token, { ...body, code })).toMatchObject({ code: 'EMAIL_USED', no: 12 })
  })

  it('lets an account without credentials add its first contact only', async () => {
    const { token, userId } = await addTestUser(test, 'foreign')
    await test.db.pool.query('update users set password_hash = null where id = $1', [userId])
    const code = await ask(token, 'foreign@example.org')
    const body = { kind: 'email', contact: 'foreign@example.org', code, proof: {} }
    await test.db.pool.query(`insert into authenticators (user_id, secret, confirmed_at) values ($1, '\\x01', now())`, [
      userId,
    ])
    expect(await send(token, body)).toMatchObject({ code: 'PROOF_REQUIRED' })
    await test.db.pool.query('delete from authenticators')
    expect(await send(token, body)).toEqual({ success: true })
    test.clock.nowMs += 3_600_000
    const next = await ask(token, 'next@example.org')
    expect(await send(token, { ...body, contact: 'next@example.org', code: next })).toMatchObject({
      code: 'PROOF_REQUIRED',
    })
    test.clock.nowMs = nowMs
  })

  it('removes after re-authentication', async () => {
    const { token, userId } = await addTestUser(test, 'undo')
    await set(userId, email('undo@example.org'))
    const send = async (body: object) =>
      (await inject(test.app, 'DELETE /user-s/acc/contact', { body }, bearer(token))).json()
    expect(await send({ kind: 'email', proof: {} })).toMatchObject({ code: 'PROOF_REQUIRED' })
    expect(await send({ kind: 'email', proof })).toMatchObject({ code: 'LAST_SIGN_IN' })
    await set(userId, { kind: 'phone', value: '+4930901823' })
    expect(await send({ kind: 'email', proof })).toEqual({ success: true })
  })
})
