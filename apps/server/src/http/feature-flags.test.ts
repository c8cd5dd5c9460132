import type { CallName } from '@heliograph/contract/calls.ts'
import { type HideableCode, hideableCodes } from '@heliograph/domain/brand/brand-parts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetBrands, readBrand } from '../platform/branding/branding.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { type CallParts, inject } from '../testing/call.ts'

/** What a brand can hide, each with a call that it closes so. */
const closed: readonly (readonly [flag: HideableCode, name: CallName, parts: CallParts])[] = [
  ['plantCreate', 'POST /maintain-s/station', { body: {} as never }],
  ['plantShare', 'POST /maintain-s/station/{id}/members', { params: { id: 0 }, body: {} as never }],
  ['gateway', 'POST /maintain-s/power/system/{id}/v2/gateway', { params: { id: 0 }, body: {} as never }],
  ['accountExport', 'GET /user-s/acc/export', {}],
  ['accountCancel', 'POST /user-s/acc/cancel', { body: {} as never }],
  ['accessToken', 'POST /user-s/acc/token', { body: {} as never }],
  ['accessToken', 'POST /user-s/acc/token/solarman', { body: {} as never }],
  ['accessToken', 'POST /user-s/acc/webhook', { body: {} as never }],
  ['organizationCreate', 'POST /user-s/org', { body: {} as never }],
  ['organizationManage', 'POST /user-s/org/{id}', { params: { id: 1 }, body: { name: 'Sunrise Solar' } }],
  [
    'invitation',
    'POST /user-s/org/{id}/invitation',
    { params: { id: 1 }, body: { email: 'a@example.org', role: 'user', language: 'en' } },
  ],
  ['notice', 'POST /backyard-api-s/announcement/content', { body: {} }],
  ['message', 'GET /message-s/message/unreaded/total', {}],
  ['onlineInstructions', 'GET /backyard-api-s/document/getDocList', {}],
  ['largeScreen', 'GET /maintain-s/operating/station/screen/search', {}],
  ['application', 'GET /backyard-api-s/application/home', {}],
  ['deviceCharge', 'GET /backyard-api-s/application/data-plan', {}],
  ['messageCharge', 'GET /backyard-api-s/application/message-charge', {}],
  ['suggestion', 'GET /backyard-api-s/suggestion', {}],
  ['deviceLayout', 'GET /maintain-s/station/layout/{id}/info/{x}', { params: { id: 0, x: 'now' } }],
  ['dataExport', 'GET /maintain-s/station/{id}/report/jobs', { params: { id: 0 } }],
  [
    'register',
    'POST /user-s/acc/register',
    { body: { contact: 'a@example.org', code: '123456', password: 'Walrus-27-tusks', country: 'DE', language: 'en' } },
  ],
  [
    'phoneUse',
    'POST /user-s/acc/verification-code',
    { body: { purpose: 'register', contact: '+4915112345678', language: 'en' } },
  ],
  [
    'forgotPassword',
    'POST /user-s/acc/password-reset',
    { body: { contact: 'a@example.org', code: '123456', password: 'Walrus-27-tusks' } },
  ],
]

let test: TestApp
let token: string
let plant: number
const nowMs = Date.parse('2026-06-15T10:00:00Z')

beforeAll(async () => {
  test = await createTestApp(nowMs, {
    findBlocked: async (visited) => (await readBrand(test.db, visited)).blockedFunctions,
  })
  const user = await addTestUser(test, 'anna')
  token = user.token
  plant = await addTestPlant(test.db, user.userId, { name: 'Lindenhof' })
})
afterAll(() => test.close())

async function hide(...flags: readonly string[]): Promise<void> {
  const data = JSON.stringify({
    blockedFunctions: flags,
    trackingCode: 'https://stats.example/t.js',
    support: { link: 'https://help.example', mail: '', hours: '' },
  })
  await test.db.pool.query(
    `insert into brands (host, data) values ('localhost', $1::jsonb)
     on conflict (host) do update set data = excluded.data`,
    [data],
  )
  forgetBrands(test.db)
}
const ask = async (name: CallName, parts: CallParts) => {
  const options =
    parts.params && 'id' in parts.params && parts.params.id === 0 ? { ...parts.params, id: plant } : parts.params
  const reply = await inject(test.app, name, { ...parts, ...(options && { params: options }) }, bearer(token))
  return reply.json().code as string | undefined
}
const brand = async () =>
  (await inject(test.app, 'POST /backyard-api-s/oem/project/basic-info', { body: { visitDomain: 'localhost' } })).json()

/** These two empty a part of the brand, and one leaves out cards: below. */
const apart: readonly HideableCode[] = ['insurance', 'onlineCustomer', 'gdpr']

describe('a feature flag', () => {
  it('has a row here for all that a brand can hide', () => {
    expect(new Set([...closed.map(([flag]) => flag), ...apart])).toEqual(new Set(hideableCodes))
  })

  it.each(closed)('%s closes its call, and only while it is hidden', async (flag, name, parts) => {
    await hide()
    expect(await ask(name, parts)).not.toBe('NO_PERMISSION')
    await hide(flag)
    expect(await ask(name, parts)).toBe('NO_PERMISSION')
    expect((await brand()).blockFunctionCodeList).toContain(flag)
  })

  it('insurance leaves out the cards of partners, and opens none', async () => {
    await hide()
    const { rows } = await test.db.pool.query<{ id: number }>(
      `insert into application_cards (kind, title, url, is_on, changed_at)
       values ('insurance', 'Sun Cover', 'https://cover.example', true, now()) returning id`,
    )
    const home = async () =>
      (await inject(test.app, 'GET /backyard-api-s/application/home', {}, bearer(token))).json().cards.length
    const open = () =>
      ask('POST /backyard-api-s/application/card/{id}/open', {
        params: { id: rows[0]?.id ?? 0 },
        body: { consent: true, language: 'en' },
      })
    expect([await home(), await open()]).toEqual([1, undefined])
    await hide('insurance')
    expect([await home(), await open()]).toEqual([0, 'NOT_FOUND'])
  })

  it('onlineCustomer and gdpr empty the contact and the tracking script', async () => {
    await hide()
    const open = await brand()
    expect([JSON.parse(open.extendWeb).support.link, open.trackingCode]).toEqual([
      'https://help.example',
      'https://stats.example/t.js',
    ])
    await hide('onlineCustomer', 'gdpr')
    const hidden = await brand()
    expect([JSON.parse(hidden.extendWeb).support.link, hidden.trackingCode]).toEqual(['', ''])
  })
})
