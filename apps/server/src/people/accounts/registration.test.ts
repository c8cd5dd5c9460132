import { createHash } from 'node:crypto'
import { shippedTexts } from '@heliograph/domain/brand/shipped-texts.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { privateNetworks } from '../../http/trusted-proxies.ts'
import { createSingleDataCenter } from '../../operator/data-centers/data-centers.ts'
import { forgetBrands, readLegalTexts, setLegalTexts } from '../../platform/branding/branding.ts'
import { addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { createRecordingMail } from '../../testing/recording-mail.ts'
import { createCaptcha } from '../verification/verification.ts'

const startMs = Date.UTC(2026, 2, 20, 10)
const MINUTE_MS = 60_000
const NEW_PASSWORD = 'Otter-84-whiskers'
let test: TestApp
let made = 0

beforeAll(async () => {
  test = await createTestApp(startMs)
})
afterAll(() => test.close())
beforeEach(() => {
  // Keeps one test's requests from limiting the next one.
  test.clock.nowMs += 2 * 3_600_000
  test.services.mail.emails.length = 0
  test.services.mail.smsMessages.length = 0
})

const someone = (): string => {
  made += 1
  return `reader${made}@example.org`
}
const ask = (contact: string, purpose: 'register' | 'reset' = 'register', more: object = {}, app = test) =>
  inject(app.app, 'POST /user-s/acc/verification-code', { body: { purpose, contact, language: 'de', ...more } })
const newestCode = (app = test): string => String(app.services.mail.emails.at(-1)?.values.code)
const registration = (contact: string, code: string, more: object = {}) => ({
  contact,
  code,
  password: NEW_PASSWORD,
  country: 'DE',
  language: 'de',
  consent: true,
  ...more,
})
const register = (contact: string, code: string, more: object = {}, app = test) =>
  inject(app.app, 'POST /user-s/acc/register', { body: registration(contact, code, more) })
const reset = (contact: string, code: string, password = NEW_PASSWORD, app = test) =>
  inject(app.app, 'POST /user-s/acc/password-reset', { body: { contact, code, password } })
const signIn = (username: string, password: string, app = test) =>
  inject(app.app, 'POST /oauth2-s/oauth/token', { body: { grant_type: 'password', username, password } })
const findRow = (contact: string, app = test) =>
  app.db.kysely.selectFrom('users').selectAll().where('account', '=', contact).executeTakeFirst()
async function addUserWithEmail(email: string, app = test): Promise<{ userId: number; token: string }> {
  made += 1
  const user = await addTestUser(app, `owner${made}`)
  await app.db.kysely.updateTable('users').set({ email, language: 'zh' }).where('id', '=', user.userId).execute()
  return user
}

describe('registration', () => {
  it('opens an account with a code and signs in', async () => {
    const contact = someone()
    const sent = await ask(` ${contact.toUpperCase()} `)
    expect(sent.json()).toEqual({ retryAfterS: 60, expiresInS: 600 })
    expect(test.services.mail.emails).toMatchObject([
      { to: contact, language: 'de', kind: 'verificationCode', host: 'localhost', values: { purpose: 'register' } },
    ])
    const opened = await register(contact, newestCode())
    expect(opened.statusCode).toBe(200)
    expect(String(opened.headers['set-cookie'])).toContain('HttpOnly')
    const user = await inject(test.app, 'GET /user-s/acc/org/login-user', {}, bearer(opened.json().access_token))
    expect(user.statusCode).toBe(200)
    expect(await findRow(contact)).toMatchObject({
      account: contact,
      email: contact,
      phone: null,
      nickname: contact.split('@')[0],
      country: 'DE',
      language: 'de',
      is_admin: false,
      // The client does not say that it showed any text.
      accepted_texts: null,
      created_at: new Date(test.clock.nowMs),
    })
    expect((await signIn(contact.toUpperCase(), NEW_PASSWORD)).statusCode).toBe(200)
    // The code is gone with the account that it opened.
    expect((await register(contact, newestCode())).json()).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED', no: 8 })
  })

  it('keeps which texts of the visited brand the person accepted, and when', async () => {
    const texts = [
      { type: 'SERVICE_TC', text: 'https://sunny.example/terms' },
      { type: 'SERVICE_TC', language: 'de', text: 'https://sunny.example/agb' },
      { type: 'PRIVATE_TC', language: 'zh', text: 'https://sunny.example/yinsi' },
      { type: 'PRIVATE_TC', language: 'en', text: 'https://sunny.example/privacy' },
    ]
    await test.db.kysely
      .insertInto('brands')
      .values({ host: 'localhost', data: JSON.stringify({ texts }) })
      .execute()
    forgetBrands(test.db)
    try {
      const contact = someone()
      await ask(contact)
      const acceptedTexts = ['SERVICE_TC', 'PRIVATE_TC']
      expect((await register(contact, newestCode(), { acceptedTexts })).statusCode).toBe(200)
      // Nothing is kept of what nobody says was shown.
      const unaware = someone()
      await ask(unaware)
      expect((await register(unaware, newestCode())).statusCode).toBe(200)
      expect((await findRow(unaware))?.accepted_texts).toBeNull()
      expect((await findRow(contact))?.accepted_texts).toEqual({
        at: new Date(test.clock.nowMs).toISOString(),
        system: 'HELIOGRAPH',
        texts: [
          { type: 'SERVICE_TC', link: 'https://sunny.example/agb' },
          { type: 'PRIVATE_TC', link: 'https://sunny.example/privacy' },
        ],
      })
    } finally {
      await test.db.kysely.deleteFrom('brands').where('host', '=', 'localhost').execute()
      forgetBrands(test.db)
    }
  })

  it('keeps of the shipped texts which ones they were: date and language', async () => {
    const contact = someone()
    await ask(contact)
    expect((await register(contact, newestCode(), { acceptedTexts: ['PRIVATE_TC'] })).statusCode).toBe(200)
    const { path, date } = shippedTexts.PRIVATE_TC
    expect((await findRow(contact))?.accepted_texts).toEqual({
      at: new Date(test.clock.nowMs).toISOString(),
      system: 'HELIOGRAPH',
      texts: [{ type: 'PRIVATE_TC', link: path, date, language: 'de' }],
    })
  })

  it('keeps nothing of a text that the operator has switched off', async () => {
    setLegalTexts(test.db, readLegalTexts({ TERMS_URL: 'off', PRIVACY_URL: 'https://example.org/privacy' }))
    try {
      const contact = someone()
      await ask(contact)
      const acceptedTexts = ['SERVICE_TC', 'PRIVATE_TC']
      expect((await register(contact, newestCode(), { acceptedTexts })).statusCode).toBe(200)
      expect((await findRow(contact))?.accepted_texts).toMatchObject({
        texts: [{ type: 'PRIVATE_TC', link: 'https://example.org/privacy' }],
      })
    } finally {
      setLegalTexts(test.db, readLegalTexts({}))
    }
  })

  it('opens an account by phone', async () => {
    await ask('+49 (0)30 901820')
    const code = String(test.services.mail.smsMessages.at(-1)?.values.code)
    expect((await register('0049 30 901820', code, { nickname: ' Uwe ' })).statusCode).toBe(200)
    expect(await findRow('+4930901820')).toMatchObject({ phone: '+4930901820', email: null, nickname: 'Uwe' })
  })

  it('replies the same for a used address, whose owner gets an email', async () => {
    const contact = someone()
    await addUserWithEmail(contact)
    const sent = await ask(contact)
    expect([sent.statusCode, sent.json()]).toEqual([200, { retryAfterS: 60, expiresInS: 600 }])
    expect(test.services.mail.emails).toMatchObject([
      { to: contact, kind: 'accountExists', values: { link: 'http://localhost/login' } },
    ])
    for (let tries = 0; tries < 3; tries += 1)
      expect((await register(contact, '123456')).json()).toMatchObject({ code: 'VERIFICATION_CODE_WRONG', no: 4 })
    expect((await register(contact, '123456')).json()).toMatchObject({ code: 'VERIFICATION_TOO_OFTEN', no: 44 })
  })

  it('refuses a request for more rights, and the code stays usable', async () => {
    const contact = someone()
    await ask(contact)
    for (const more of [{ isAdmin: true }, { is_admin: true }, { account: 'root' }, { id: 1 }]) {
      const reply = await register(contact, newestCode(), more)
      expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: `body.${Object.keys(more)[0]}` } })
    }
    expect((await register(contact, newestCode())).statusCode).toBe(200)
    expect(await findRow(contact)).toMatchObject({ account: contact, email: contact, is_admin: false })
  })

  it('refuses weak passwords and keeps the code usable', async () => {
    const contact = someone()
    await ask(contact)
    for (const [password, code] of [
      ['short1', 'PASSWORD_TOO_SHORT'],
      ['aaaa-bbbb-1', 'PASSWORD_REPEATED'],
      ['P@ssw0rd2024!', 'PASSWORD_TOO_SIMPLE'],
      [contact, 'PASSWORD_LOGIN'],
    ])
      expect((await register(contact, newestCode(), { password })).json()).toMatchObject({ code })
    expect((await register(contact, newestCode())).statusCode).toBe(200)
  })

  it.each([
    [{ consent: false }, 'PARAM_ERROR'],
    [{ consent: undefined }, 'PARAM_ERROR'],
    [{ country: 'ZZ' }, 'PARAM_ERROR'],
    [{ country: 'de' }, 'PARAM_ERROR'],
    [{ contact: 'no address' }, 'EMAIL_FORMAT'],
    [{ contact: '030 901820' }, 'PARAM_ERROR'],
    [{ contact: `a@${'b'.repeat(300)}.org` }, 'PARAM_ERROR'],
    [{ code: '000000' }, 'VERIFICATION_CODE_EXPIRED'],
  ])('refuses %j', async (more, code) => {
    expect((await register(someone(), '123456', more)).json()).toMatchObject({ code })
  })

  it('gives an address to one of several concurrent registrations', async () => {
    const contact = someone()
    await ask(contact)
    const opened = await Promise.all(Array.from({ length: 4 }, () => register(contact, newestCode())))
    expect(opened.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('reports a taken address to its verified owner', async () => {
    const contact = someone()
    await ask(contact)
    await addUserWithEmail(contact)
    expect((await register(contact, newestCode())).json()).toMatchObject({ code: 'EMAIL_USED', no: 12 })
  })

  it('refuses a language that is none of the 18, and leaves the code usable', async () => {
    const contact = someone()
    await ask(contact)
    const refused = await register(contact, newestCode(), { language: 'xx' })
    expect(refused.json()).toMatchObject({ code: 'PARAM_ERROR' })
    expect(await findRow(contact)).toBeUndefined()
    await register(contact, newestCode(), { language: 'de' })
    expect(await findRow(contact)).toMatchObject({ language: 'de' })
  })
})

describe('a new password', () => {
  it('is set with a code; every session ends and an email reports it', async () => {
    const contact = someone()
    const { userId, token } = await addUserWithEmail(contact)
    await ask(contact, 'reset')
    expect((await reset(contact, newestCode())).json()).toEqual({ success: true })
    expect(test.services.mail.emails.at(-1)).toMatchObject({
      to: contact,
      kind: 'passwordChanged',
      language: 'zh',
      values: { at: test.clock.nowMs },
    })
    expect((await inject(test.app, 'GET /user-s/acc/org/login-user', {}, bearer(token))).statusCode).toBe(401)
    const sessions = await test.db.kysely.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
    expect(sessions).toEqual([])
    expect((await signIn(contact, TEST_PASSWORD)).statusCode).toBe(401)
    expect((await signIn(contact, NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('ends access tokens and known devices; a change while signed in keeps both', async () => {
    const contact = someone()
    const { userId, token } = await addUserWithEmail(contact)
    const other = await addUserWithEmail(someone())
    const add = async (as: string) =>
      (
        await inject(
          test.app,
          'POST /user-s/acc/token',
          { body: { name: 'program', scopes: ['plant:read'], expiresInDays: 30, proof: { password: TEST_PASSWORD } } },
          bearer(as),
        )
      ).json().token
    const [own, neighbors] = [await add(token), await add(other.token)]
    const opens = async (with_: string) =>
      (await inject(test.app, 'GET /user-s/acc/org/login-user', {}, bearer(with_))).statusCode
    const browsers = async (id: number) =>
      (await test.db.pool.query('select from known_browsers where user_id = $1', [id])).rowCount
    expect([await opens(own), await browsers(userId)]).toEqual([200, 1])
    const change = { body: { password: 'Badger-63-stripes', proof: { password: TEST_PASSWORD } } }
    expect((await inject(test.app, 'POST /user-s/acc/password', change, bearer(token))).statusCode).toBe(200)
    expect([await opens(own), await browsers(userId)]).toEqual([200, 1])
    await ask(contact, 'reset')
    expect((await reset(contact, newestCode())).statusCode).toBe(200)
    expect([await opens(own), await browsers(userId)]).toEqual([401, 0])
    expect([await opens(neighbors), await browsers(other.userId)]).toEqual([200, 1])
  })

  it('replies the same without an account and sends nothing', async () => {
    const contact = someone()
    const sent = await ask(contact, 'reset')
    expect([sent.statusCode, sent.json()]).toEqual([200, { retryAfterS: 60, expiresInS: 600 }])
    expect(test.services.mail.emails).toEqual([])
    expect((await ask(contact, 'reset')).json()).toMatchObject({ code: 'CODE_SENT_TOO_OFTEN', no: 7 })
    for (let tries = 0; tries < 3; tries += 1)
      expect((await reset(contact, '123456')).json()).toMatchObject({ code: 'VERIFICATION_CODE_WRONG' })
    expect((await reset(contact, '123456')).json()).toMatchObject({ code: 'VERIFICATION_TOO_OFTEN' })
    expect((await reset(contact, '123456', 'short1')).json()).toMatchObject({ code: 'PASSWORD_TOO_SHORT' })
  })

  it('ignores an account that moved to another data center', async () => {
    const contact = someone()
    const { userId } = await addUserWithEmail(contact)
    await test.db.kysely.updateTable('users').set({ moved_to: 'CHINA' }).where('id', '=', userId).execute()
    expect((await ask(contact, 'reset')).statusCode).toBe(200)
    expect(test.services.mail.emails).toEqual([])
  })

  it('ignores an account that is only named like the address', async () => {
    const contact = someone()
    await addTestUser(test, contact)
    await ask(contact, 'reset')
    expect(test.services.mail.emails).toEqual([])
  })

  it('cannot be one of the last two; the code stays usable', async () => {
    const contact = someone()
    await addUserWithEmail(contact)
    await ask(contact, 'reset')
    expect((await reset(contact, newestCode(), TEST_PASSWORD)).json()).toMatchObject({
      code: 'PASSWORD_REUSED',
      no: 60,
    })
    expect((await reset(contact, newestCode())).statusCode).toBe(200)
  })

  it('lifts locks from guessing', async () => {
    const contact = someone()
    await addUserWithEmail(contact)
    for (let tries = 0; tries < 5; tries += 1) await signIn(contact, 'Wrong-27-tusks')
    expect((await signIn(contact, TEST_PASSWORD)).json()).toMatchObject({ code: 'USER_LOCKED' })
    await ask(contact, 'reset')
    await reset(contact, newestCode())
    expect((await signIn(contact, NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('rejects a code sent for registration', async () => {
    const contact = someone()
    await ask(contact)
    const code = newestCode()
    await addUserWithEmail(contact)
    expect((await reset(contact, code)).json()).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
  })
})

describe("codes for the user's account", () => {
  const askOwn = (body: object, token: string) =>
    inject(test.app, 'POST /user-s/acc/own-verification-code', { body: { language: 'en', ...body } }, bearer(token))

  it('go to a new contact to link it', async () => {
    const { token } = await addUserWithEmail(someone())
    const contact = someone()
    expect((await askOwn({ purpose: 'bind', contact }, token)).statusCode).toBe(200)
    expect(test.services.mail.emails).toMatchObject([{ to: contact, values: { purpose: 'bind' } }])
    expect((await askOwn({ purpose: 'bind' }, token)).json()).toMatchObject({ code: 'PARAM_ERROR' })
  })

  it('go only to the current contact for re-authentication', async () => {
    const contact = someone()
    const { token } = await addUserWithEmail(contact.toUpperCase())
    expect((await askOwn({ purpose: 'proof', contact: someone() }, token)).json()).toMatchObject({
      code: 'PARAM_ERROR',
    })
    expect((await askOwn({ purpose: 'proof' }, token)).statusCode).toBe(200)
    expect(test.services.mail.emails).toMatchObject([{ to: contact, values: { purpose: 'proof' } }])
  })

  it('need a session, and a contact', async () => {
    expect((await askOwn({ purpose: 'proof' }, 'nobody')).statusCode).toBe(401)
    const { token } = await addTestUser(test, `bare${made}`)
    expect((await askOwn({ purpose: 'proof' }, token)).json()).toMatchObject({ code: 'PARAM_ERROR' })
  })
})

describe('with closed registration', () => {
  let closed: TestApp
  beforeAll(async () => {
    closed = await createTestApp(startMs, { services: { registrationOpen: false, mail: createRecordingMail(false) } })
  })
  afterAll(() => closed.close())

  it('reports it', async () => {
    const told = await inject(closed.app, 'GET /user-s/acc/registration')
    expect(told.json()).toEqual({ open: false, sms: false, email: true, setup: true })
    expect((await ask(someone(), 'register', {}, closed)).json()).toMatchObject({ code: 'REGISTRATION_CLOSED', no: 24 })
    const refused = await register(someone(), '123456', {}, closed)
    expect(refused.json()).toMatchObject({ code: 'REGISTRATION_CLOSED' })
    expect(closed.services.mail.emails).toEqual([])
  })

  it('accepts invited people by their own address only', async () => {
    const contact = someone()
    const invitation = 'an-invitation-that-only-its-reader-has'
    const { id } = await closed.db.kysely
      .insertInto('organizations')
      .values({ name: 'Sonnendach', code: 'SONNE1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { userId } = await addTestUser(closed, 'inviter')
    await closed.db.kysely
      .insertInto('invitations')
      .values({
        token_hash: createHash('sha256').update(invitation).digest(),
        organization_id: id,
        email: contact,
        role: 'user',
        invited_by: userId,
        created_at: new Date(startMs),
        expires_at: new Date(startMs + 86_400_000),
      })
      .execute()
    const other = await ask(someone(), 'register', { invitation }, closed)
    expect(other.json()).toMatchObject({ code: 'INVITATION_INVALID' })
    expect((await ask(contact, 'register', { invitation: `${invitation}x` }, closed)).json()).toMatchObject({
      code: 'REGISTRATION_CLOSED',
    })
    expect((await ask(contact, 'register', { invitation }, closed)).statusCode).toBe(200)
    const code = newestCode(closed)
    expect((await register(contact, code, {}, closed)).json()).toMatchObject({ code: 'REGISTRATION_CLOSED' })
    expect((await register(contact, code, { invitation }, closed)).statusCode).toBe(200)
  })

  it('sends no code to a phone without an SMS provider', async () => {
    expect((await ask('+4930901820', 'reset', {}, closed)).json()).toMatchObject({ code: 'CONTACT_UNAVAILABLE' })
  })
})

describe('data centers', () => {
  const other = { center: 'CHINA', url: 'http://192.0.2.1', publicUrl: null } as const

  it('accepts every country when there is only one', async () => {
    const contact = someone()
    await ask(contact)
    expect((await register(contact, newestCode(), { country: 'CN' })).statusCode).toBe(200)
  })

  it.each([
    ['FOREIGN_1', 'CN', 'CHINA'],
    ['CHINA', 'DE', 'FOREIGN_1'],
  ] as const)('sends people away from %s who belong elsewhere', async (here, country, belongs) => {
    const dataCenters = { ...createSingleDataCenter(here), others: [{ ...other, center: belongs }] }
    const app = await createTestApp(startMs, { services: { dataCenters } })
    try {
      const refused = await register(someone(), '123456', { country }, app)
      expect(refused.json()).toMatchObject({ code: 'CHINA_USERS_SWITCH', no: 47, detail: { center: belongs } })
      const own = await register(someone(), '123456', { country: here === 'CHINA' ? 'CN' : 'DE' }, app)
      expect(own.json()).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
    } finally {
      await app.close()
    }
  })
})

describe('CAPTCHA', () => {
  const isOn = (app: TestApp, which: 'slide-verify' | 'gee-test') =>
    inject(app.app, `GET /backyard-api-s/config/${which}/enable`).then((reply) => reply.json())

  it('is off when not configured', async () => {
    expect([await isOn(test, 'slide-verify'), await isOn(test, 'gee-test')]).toEqual([
      { enable: false },
      { enable: false },
    ])
  })

  it("is needed from an address's third code within the hour", async () => {
    const app = await createTestApp(startMs)
    const humanCheck = createCaptcha({ db: app.db, cost: 16 })
    Object.assign(app.services, { humanCheck })
    try {
      // There is no slider; the CAPTCHA is a proof of work.
      expect([await isOn(app, 'slide-verify'), await isOn(app, 'gee-test')]).toEqual([
        { enable: false },
        { enable: true },
      ])
      for (const purpose of ['register', 'reset'] as const)
        expect((await ask(someone(), purpose, {}, app)).statusCode).toBe(200)
      const third = someone()
      expect((await ask(third, 'reset', {}, app)).json()).toMatchObject({ code: 'HUMAN_CHECK_REQUIRED' })
      const { work } = (await inject(app.app, 'GET /backyard-api-s/config/human-check')).json()
      const solution = await solveChallenge({ challenge: work as Challenge, deriveKey })
      const answer = Buffer.from(JSON.stringify({ challenge: work, solution })).toString('base64')
      const check = { humanCheck: { work: answer } }
      expect((await ask(third, 'reset', check, app)).statusCode).toBe(200)
      expect((await ask(someone(), 'reset', check, app)).json()).toMatchObject({ code: 'HUMAN_CHECK_FAILED', no: 45 })
      app.clock.nowMs += 61 * MINUTE_MS
      expect((await ask(someone(), 'reset', {}, app)).statusCode).toBe(200)
    } finally {
      await app.close()
    }
  })

  it('is due before a code that others guessed at, and not after own mistakes', async () => {
    const app = await createTestApp(startMs, { trustedProxies: privateNetworks })
    Object.assign(app.services, { humanCheck: createCaptcha({ db: app.db, cost: 16 }) })
    try {
      const contact = someone()
      await ask(contact, 'register', {}, app)
      const right = newestCode(app)
      const wrong = right === '000000' ? '111111' : '000000'
      const attempt = (code: string, place: string, more: object = {}) =>
        inject(
          app.app,
          'POST /user-s/acc/register',
          { body: registration(contact, code, more) },
          { 'x-forwarded-for': place },
        )
      const codeOf = async (code: string, place: string) => (await attempt(code, place)).json().code
      for (let at = 1; at <= 3; at++) expect(await codeOf(wrong, '203.0.113.7')).toBe('VERIFICATION_CODE_WRONG')
      expect(await codeOf(right, '203.0.113.7')).toBe('VERIFICATION_TOO_OFTEN')
      const guess = await attempt(wrong, '203.0.114.8')
      expect(guess.json()).toMatchObject({ code: 'HUMAN_CHECK_REQUIRED', detail: { level: 1 } })
      const { work } = (await inject(app.app, 'GET /backyard-api-s/config/human-check')).json()
      const solution = await solveChallenge({ challenge: work as Challenge, deriveKey })
      const answer = Buffer.from(JSON.stringify({ challenge: work, solution })).toString('base64')
      expect((await attempt(right, '203.0.114.8', { humanCheck: { work: answer } })).statusCode).toBe(200)
    } finally {
      await app.close()
    }
  })
})
