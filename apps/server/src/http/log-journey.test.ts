/** What the log keeps of people: at the most talkative level, over every call and a whole journey, none of their data. */
import { type CallName, namedEndpoints } from '@heliograph/contract/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../testing/app.ts'
import { type CallParts, inject } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { addSamplePlace } from '../testing/sample-place.ts'
import { createLog } from './log.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let place: Place
let owner: { userId: number; token: string }
let lines: string[]

beforeAll(async () => {
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  lines = []
  test = await createTestApp(nowMs, { log })
  owner = await addTestUser(test, 'owner-a')
  const { userId } = owner
  await test.db.kysely.updateTable('users').set({ email: 'mira.keller@example.org' }).where('id', '=', userId).execute()
  place = await addSamplePlace(test.db, userId, 'owner-a', nowMs)
})
afterAll(() => test.close())

/** Puts a text into every place of a request that holds a text. */
function plant(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((inner) => plant(inner, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plant(inner, text)]))
}

const entries = namedEndpoints

describe('the log', () => {
  it.each(entries.filter(([, { stream }]) => !stream))('of %s keeps no text of the request', async (name) => {
    if (name === 'POST /oauth2-s/oauth/logout') return
    lines.length = 0
    const sample = callSamples[name](place)
    for (const text of ['mira.keller@example.org', '48.13579', '4000000123', 'hgp_c2VjcmV0LXNlY3JldA'])
      await inject(test.app, name, plant(sample, text) as CallParts, bearer(owner.token))
    await inject(test.app, name, sample, bearer(owner.token))
    expect(lines.length).toBeGreaterThan(0)
    const written = lines.join('')
    const kept = ['mira.keller', '48.13579', '4000000123', 'hgp_', owner.token, TEST_PASSWORD]
    expect(kept.filter((word) => written.includes(word))).toEqual([])
  })

  it('would show what is planted there', () => {
    test.app.log.info({ what: 'mira.keller' }, 'planted')
    expect(lines.join('')).toContain('mira.keller')
  })

  it('of a journey has no secret, address or place in it', async () => {
    // The calls above may have ended the first session.
    const { userId, token: own } = await addTestUser(test, 'traveler')
    await test.db.kysely.updateTable('users').set({ email: 'noa@example.org' }).where('id', '=', userId).execute()
    const { plant: id } = await addSamplePlace(test.db, userId, 'Cellar', nowMs)
    lines.length = 0
    const secrets = new Set([
      own,
      'noa@example.org',
      TEST_PASSWORD,
      'kai@example.org',
      'ida@example.org',
      '48.137',
      '11.575',
      '1766554433',
    ])
    const call = async (name: CallName, parts: CallParts, token = own) => {
      const reply = await inject(test.app, name, parts, token === '' ? {} : bearer(token))
      expect([name, reply.statusCode, reply.statusCode < 300 ? '' : reply.body]).toEqual([name, 200, ''])
      return reply.json()
    }
    const mailed = (to: string) => test.services.mail.emails.filter((mail) => mail.to === to).at(-1)?.values ?? {}
    const keep = (secret: unknown): string => {
      const text = String(secret)
      secrets.add(text)
      return text
    }
    const contact = 'ida@example.org'
    const open = { humanCheck: undefined }
    await call(
      'POST /user-s/acc/verification-code',
      { body: { purpose: 'register', contact, language: 'en', ...open } },
      '',
    )
    const code = keep(mailed(contact).code)
    const account = { contact, code, password: TEST_PASSWORD, country: 'DE', language: 'en', consent: true }
    await call('POST /user-s/acc/register', { body: account }, '')
    const signIn = { grant_type: 'password', username: contact, password: TEST_PASSWORD }
    const session = await call('POST /oauth2-s/oauth/token', { body: signIn }, '')
    for (const name of ['access_token', 'refresh_token']) if (session[name]) keep(session[name])
    await call('POST /user-s/acc/verification-code', { body: { purpose: 'reset', contact, language: 'en' } }, '')
    keep(mailed(contact).code)

    const options = { email: 'kai@example.org', language: 'en', role: 'viewer', rights: [], expiresAtMs: null }
    await call('POST /maintain-s/station/{id}/members', { params: { id }, body: options })
    const invited = new URL(String(mailed('kai@example.org').link)).searchParams.get('token')
    await call('POST /user-s/invitation/look', { body: { token: keep(invited) } }, '')
    const program = { name: 'Script', scopes: ['plant:read'], expiresInDays: 30, proof: { password: TEST_PASSWORD } }
    const { token } = await call('POST /user-s/acc/token', { body: program })
    await call('POST /maintain-s/operating/station/search', {}, keep(token))
    const screen = await call('POST /maintain-s/operating/station/screen/link', { body: {} })
    await call('POST /maintain-s/operating/station/screen/shared', { body: { token: keep(screen.token) } }, '')
    const definition = { kind: 'report', step: 'day', from: '2026-05-01', to: '2026-05-31', fileType: 'pdf' }
    const schedule = { name: 'Monthly', every: 'month', definition, recipients: ['kai@example.org'] }
    await call('POST /maintain-s/station/{id}/report/schedules', { params: { id }, body: schedule })
    const offered = keep(new URL(String(mailed('kai@example.org').link)).searchParams.get('token'))
    await call('GET /maintain-s/station/report/offer/{token}', { params: { token: offered } }, '')
    await call('POST /maintain-s/station/report/offer/{token}', { params: { token: offered } }, '')
    await call('GET /region-s/area/searchAreaDetailsByLatlon', { query: { lat: '48.137', lon: '11.575' } })
    const claim = { params: { id }, body: { registerItems: [{ deviceSn: '1766554433' }] } }
    await inject(test.app, 'POST /maintain-s/power/system/{id}/v2/gateway', claim, bearer(own))
    const sn = { params: { id, sn: '1766554433' } }
    await inject(test.app, 'DELETE /maintain-s/power/system/{id}/gateway/{sn}', sn, bearer(own))
    await test.app.inject({ url: `/reports/confirm?token=${offered}` })

    const written = lines.join('')
    expect(lines.length).toBeGreaterThan(15)
    expect([...secrets].filter((secret) => written.includes(secret))).toEqual([])
  })

  it('goes with pages that tell other sites nothing of their address', async () => {
    const reply = await test.app.inject({ url: '/user-s/acc/setup' })
    expect(reply.headers['referrer-policy']).toBe('same-origin')
  })
})
