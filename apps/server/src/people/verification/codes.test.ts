import type { Contact } from '@heliograph/domain/contact.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createRecordingMail } from '../../testing/recording-mail.ts'
import {
  type CodePurpose,
  countCodesOf,
  type RequestedCode,
  removeOldCodes,
  requestCode,
  takeCode,
  useCode,
} from './verification.ts'

const startMs = Date.UTC(2026, 2, 20, 10)
const MINUTE_MS = 60_000
let database: TestDatabase
let made = 0

beforeAll(async () => {
  database = await createTestDatabase(8)
})
afterAll(() => database.drop())

/** A user with a contact and an address that no other test uses. */
function newPerson(purpose: CodePurpose = 'reset', hasSms = true) {
  made += 1
  const contact: Contact = { kind: 'email', value: `person${made}@example.org` }
  const mail = createRecordingMail(hasSms)
  const address = `203.0.113.${made}`
  const ask = (nowMs: number, options: Partial<RequestedCode> = {}) =>
    requestCode(database.db, mail, {
      purpose,
      contact,
      send: 'code',
      language: 'en',
      host: 'pv.example.org',
      link: 'https://pv.example.org/login',
      address,
      nowMs,
      ...options,
    })
  const take = (code: string, nowMs: number, options: Partial<Parameters<typeof takeCode>[1]> = {}) =>
    takeCode(database.db, { purpose, target: contact.value, code, nowMs, from: { place: address }, ...options })
  const newest = () => String(mail.emails.at(-1)?.values.code)
  const wrong = () => (newest() === '000000' ? '000001' : '000000')
  return { contact, mail, address, ask, take, newest, wrong }
}

it('sends six digits that work once', async () => {
  const one = newPerson()
  expect(await one.ask(startMs)).toEqual({ retryAfterS: 60, expiresInS: 600 })
  expect(one.newest()).toMatch(/^\d{6}$/)
  expect(one.mail.emails[0]).toMatchObject({
    to: one.contact.value,
    kind: 'verificationCode',
    values: { minutes: 10 },
  })
  await one.take(` ${one.newest().slice(0, 3)} ${one.newest().slice(3)} `, startMs + MINUTE_MS)
  await expect(one.take(one.newest(), startMs + MINUTE_MS)).rejects.toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
})

it('stores no readable code', async () => {
  const one = newPerson()
  await one.ask(startMs)
  const row = await database.db.kysely
    .selectFrom('verification_codes')
    .selectAll()
    .where('target', '=', one.contact.value)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(one.newest())
  expect(row.code_hash).toHaveLength(32)
})

it('rejects a code of another purpose or target, or after ten minutes', async () => {
  const one = newPerson()
  await one.ask(startMs)
  const code = one.newest()
  const expired = { code: 'VERIFICATION_CODE_EXPIRED' }
  await expect(one.take(code, startMs, { purpose: 'register' })).rejects.toMatchObject(expired)
  await expect(one.take(code, startMs, { target: 'other@example.org' })).rejects.toMatchObject(expired)
  await expect(one.take(code, startMs + 600_000)).rejects.toMatchObject(expired)
  await one.take(code, startMs + 599_999)
})

it('accepts only the newest code', async () => {
  const one = newPerson()
  await one.ask(startMs)
  const first = one.newest()
  await one.ask(startMs + MINUTE_MS)
  if (first !== one.newest())
    await expect(one.take(first, startMs + MINUTE_MS)).rejects.toMatchObject({ code: 'VERIFICATION_CODE_WRONG' })
  await one.take(one.newest(), startMs + MINUTE_MS)
})

it('resends after a minute, three times an hour', async () => {
  const one = newPerson()
  await one.ask(startMs)
  await expect(one.ask(startMs + 20_500)).rejects.toMatchObject({
    code: 'CODE_SENT_TOO_OFTEN',
    detail: { seconds: 40 },
  })
  await one.ask(startMs + MINUTE_MS)
  await one.ask(startMs + 2 * MINUTE_MS)
  await expect(one.ask(startMs + 30 * MINUTE_MS)).rejects.toMatchObject({
    code: 'VERIFICATION_TOO_OFTEN',
    detail: { minutes: 30 },
  })
  await one.ask(startMs + 60 * MINUTE_MS)
  expect(one.mail.emails).toHaveLength(4)
})

it('blocks after three wrong tries an hour over several codes', async () => {
  const one = newPerson()
  await one.ask(startMs)
  const wrong = { code: 'VERIFICATION_CODE_WRONG' }
  await expect(one.take(one.wrong(), startMs)).rejects.toMatchObject(wrong)
  await expect(one.take('not a code', startMs)).rejects.toMatchObject(wrong)
  await one.ask(startMs + MINUTE_MS)
  await expect(one.take(one.wrong(), startMs + MINUTE_MS)).rejects.toMatchObject(wrong)
  const tooOften = { code: 'VERIFICATION_TOO_OFTEN', detail: { minutes: 59 } }
  await expect(one.take(one.newest(), startMs + MINUTE_MS)).rejects.toMatchObject(tooOften)
  await expect(one.ask(startMs + 2 * MINUTE_MS)).rejects.toMatchObject({ code: 'VERIFICATION_TOO_OFTEN' })
  // An hour after the first code its two failures no longer count.
  await one.ask(startMs + 60 * MINUTE_MS)
  await one.take(one.newest(), startMs + 60 * MINUTE_MS)
})

it('counts concurrent tries one by one', async () => {
  const one = newPerson()
  await one.ask(startMs)
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => one.take(one.wrong(), startMs)))
  const codes = tries.map((result) => (result.status === 'rejected' ? result.reason.code : 'taken')).toSorted()
  expect(codes).toEqual(
    [
      ...Array.from({ length: 3 }, () => 'VERIFICATION_CODE_WRONG'),
      ...Array.from({ length: 9 }, () => 'VERIFICATION_TOO_OFTEN'),
    ].toSorted(),
  )
})

it('accepts a code for one of several concurrent tries', async () => {
  const one = newPerson()
  await one.ask(startMs)
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => one.take(one.newest(), startMs)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('sends one code for two concurrent requests', async () => {
  const one = newPerson()
  const asked = await Promise.allSettled([one.ask(startMs), one.ask(startMs), one.ask(startMs)])
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(one.mail.emails).toHaveLength(1)
})

it('keeps a code usable when its work is refused', async () => {
  const one = newPerson()
  await one.ask(startMs)
  const options = {
    purpose: 'reset',
    target: one.contact.value,
    code: one.newest(),
    nowMs: startMs,
    from: { place: 'here' },
  } as const
  await expect(useCode(database.db, options, () => Promise.reject(new Error('too weak')))).rejects.toThrow('too weak')
  expect(await useCode(database.db, options, async () => 'done')).toBe('done')
})

it('replies the same when nothing was sent', async () => {
  for (const send of ['nothing', 'accountExists'] as const) {
    const one = newPerson()
    expect(await one.ask(startMs, { send })).toEqual({ retryAfterS: 60, expiresInS: 600 })
    expect(one.mail.emails.map(({ kind }) => kind)).toEqual(send === 'nothing' ? [] : ['accountExists'])
    await expect(one.ask(startMs + 1_000, { send })).rejects.toMatchObject({ code: 'CODE_SENT_TOO_OFTEN' })
    for (let tries = 0; tries < 3; tries += 1)
      await expect(one.take('123456', startMs)).rejects.toMatchObject({ code: 'VERIFICATION_CODE_WRONG' })
    await expect(one.take('123456', startMs)).rejects.toMatchObject({ code: 'VERIFICATION_TOO_OFTEN' })
  }
})

it('allows one address twenty codes an hour for all targets', async () => {
  const one = newPerson()
  const ask = (n: number, nowMs = startMs) =>
    one.ask(nowMs, { contact: { kind: 'email', value: `target${n}@example.org` } })
  for (let n = 0; n < 20; n += 1) await ask(n)
  expect(await countCodesOf(database.db, one.address, startMs)).toBe(20)
  await expect(ask(20)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', detail: { minutes: 60 } })
  await ask(21, startMs + 60 * MINUTE_MS)
})

it('sends to a phone when an SMS provider exists', async () => {
  const contact: Contact = { kind: 'phone', value: '+4930901820' }
  const one = newPerson()
  await one.ask(startMs, { contact, language: 'de' })
  expect(one.mail.smsMessages).toMatchObject([{ to: '+4930901820', language: 'de', kind: 'verificationCode' }])
  const without = newPerson('reset', false)
  await expect(without.ask(startMs + 30 * MINUTE_MS, { contact })).rejects.toMatchObject({
    code: 'CONTACT_UNAVAILABLE',
  })
})

it('removes codes after a day', async () => {
  const one = newPerson()
  await one.ask(startMs - 48 * 60 * MINUTE_MS)
  await one.ask(startMs)
  expect(await removeOldCodes(database.db, startMs)).toBeGreaterThan(0)
  await one.take(one.newest(), startMs)
})
