import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createSecurityEvents,
  listSecurityEvents,
  removeOldSecurityEvents,
  type SecurityEvents,
} from '../people/security-events/security-events.ts'
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { createTestDatabase } from '../testing/database.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const METRICS_TOKEN = 'a-token-for-prometheus'
const lines: string[] = []
let test: TestApp
let events: SecurityEvents
let metrics: Metrics

beforeAll(async () => {
  metrics = createMetrics()
  // The app makes its own database; the events go there too.
  let sink: SecurityEvents | undefined
  const late: SecurityEvents = {
    note: (event) => sink?.note(event),
    flush: async () => sink?.flush(),
    close: async () => sink?.close(),
  }
  test = await createTestApp(nowMs, { metrics, metricsToken: METRICS_TOKEN, securityEvents: late })
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  events = createSecurityEvents({ db: test.db, log, onEvent: metrics.securityEvent, flushMs: 3_600_000 })
  sink = events
})
afterAll(async () => {
  await events.close()
  metrics.close()
  await test.close()
})

const signIn = (username: string, password: string) =>
  inject(test.app, 'POST /oauth2-s/oauth/token', { body: { username, password } })
const listed = async () => {
  await events.flush()
  return (await listSecurityEvents(test.db, { kind: undefined, page: 1, size: 100 })).items
}

describe('security events', () => {
  it('name the account, or a hash where there is none, and never what was typed', async () => {
    const { userId } = await addTestUser(test, 'mira')
    await signIn('mira', 'wrong-Walrus_1')
    await signIn('MIRA', 'wrong-Walrus_2')
    await signIn('no-such-person', 'wrong-Walrus_3')
    const rows = (await listed()).filter(({ kind }) => kind === 'signInFailed')
    expect(rows.map(({ account, nameHash, call }) => [account, nameHash === '', call])).toEqual([
      [null, false, 'POST /oauth2-s/oauth/token'],
      ['mira', true, 'POST /oauth2-s/oauth/token'],
      ['mira', true, 'POST /oauth2-s/oauth/token'],
    ])
    expect(lines.join('')).toContain('"event":"signInFailed"')
    expect(lines.join('') + JSON.stringify(rows)).not.toMatch(/no-such-person|wrong-Walrus/)
    // They go with the account.
    await test.db.kysely.deleteFrom('users').where('id', '=', userId).execute()
    expect((await listed()).filter(({ kind }) => kind === 'signInFailed')).toHaveLength(1)
  })

  it('tell refused rights, foreign pages, peers, tokens and proofs apart', async () => {
    const { userId, token } = await addTestUser(test, 'kai')
    const plant = await addTestPlant(test.db, userId)
    const ask = (headers: Record<string, string>) =>
      inject(test.app, 'POST /maintain-s/operating/station/search', { body: {} }, headers)
    await inject(test.app, 'GET /maintain-s/operating/security-events', {}, bearer(token))
    await ask({ cookie: `heliograph_session=${token}`, 'sec-fetch-site': 'cross-site' })
    await ask(bearer('nobody-has-this'))
    await ask({})
    await inject(
      test.app,
      'DELETE /maintain-s/station',
      { body: { id: plant, name: 'Lindenhof', proof: { password: 'wrong-Walrus_1' } } },
      bearer(token),
    )
    await test.app.inject({ method: 'POST', url: '/user-s/transfer/1/parts/1', payload: {} })
    const told = (await listed()).filter(({ account, kind }) => account === 'kai' || kind !== 'signInFailed')
    expect(new Set(told.map(({ kind, account }) => `${kind} ${account}`))).toEqual(
      new Set(['rightRefused kai', 'foreignPage null', 'tokenInvalid null', 'proofFailed kai']),
    )
  })

  it('count equal ones in one row, and go on counting beyond a bound', async () => {
    const { db, drop } = await createTestDatabase()
    try {
      let counted = 0
      const own = createSecurityEvents({
        db,
        log: pino({ level: 'silent' }),
        flushMs: 3_600_000,
        onEvent: () => {
          counted += 1
        },
      })
      const event = {
        kind: 'tokenInvalid',
        reason: 'AUTH_TOKEN_INVALID',
        call: 'GET /x',
        address: '203.0.113.7',
      } as const
      for (let at = 0; at < 3; at++) own.note({ ...event, userId: undefined, name: undefined, atMs: nowMs + at })
      for (let at = 0; at < 200; at++)
        own.note({ ...event, address: `198.51.100.${at}`, userId: undefined, name: undefined, atMs: nowMs })
      await own.close()
      const { total, items } = await listSecurityEvents(db, { kind: 'tokenInvalid', page: 1, size: 100 })
      expect([counted, total]).toEqual([203, 100])
      const countOf = async (filter: object) => (await listSecurityEvents(db, { ...filter, page: 1, size: 5 })).total
      expect(await countOf({ address: '203.0.113.' })).toBe(1)
      // The first characters of an address, never a pattern.
      expect([await countOf({ address: '198.51.100.1' }), await countOf({ address: '%' })]).toEqual([11, 0])
      expect(await countOf({ fromMs: nowMs + 1 })).toBe(1)
      expect(await countOf({ fromMs: nowMs + 3 })).toBe(0)
      expect([await countOf({ toMs: nowMs }), await countOf({ toMs: nowMs + 1 })]).toEqual([0, 100])
      expect(await countOf({ kind: 'locked' })).toBe(0)
      expect(items.at(-1)).toMatchObject({ count: 3, atMs: nowMs, lastMs: nowMs + 2, address: '203.0.113.7' })
      expect(await removeOldSecurityEvents(db, nowMs + 90 * 86_400_000)).toBe(0)
      expect(await removeOldSecurityEvents(db, nowMs + 91 * 86_400_000)).toBe(100)
    } finally {
      await drop()
    }
  })

  it('are shown to administrators of the server only', async () => {
    const admin = await addTestUser(test, 'chief', true)
    await events.flush()
    const reply = await inject(
      test.app,
      'GET /maintain-s/operating/security-events',
      { query: { kind: 'signInFailed' } },
      bearer(admin.token),
    )
    expect(reply.json().data).toMatchObject([{ kind: 'signInFailed', count: 1, account: null }])
    const { token } = await addTestUser(test, 'ordinary')
    const other = await inject(test.app, 'GET /maintain-s/operating/security-events', {}, bearer(token))
    expect(other.json().code).toBe('NO_PERMISSION')
  })
})

describe('/metrics', () => {
  const get = (headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url: '/metrics', headers })

  it('answers who knows the token', async () => {
    expect([(await get()).statusCode, (await get(bearer('another-token-altogether'))).statusCode]).toEqual([401, 401])
    await signIn('ghost', TEST_PASSWORD)
    await test.app.inject({ method: 'GET', url: '/no/such/thing?x=1' })
    const reply = await get(bearer(METRICS_TOKEN))
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(reply.body).toMatch(/^heliograph_http_request_duration_seconds_count\{route="oauth2-s",status="4xx"\} \d+$/m)
    expect(reply.body).toMatch(/^heliograph_security_events_total\{kind="signInFailed"\} \d+$/m)
    // No path of a stranger, no name and no address is a label.
    expect(reply.body).not.toMatch(/no\/such|ghost|127\.0\.0\.1/)
  })

  it('does not exist without a token', async () => {
    const other = await createTestApp(nowMs, { metrics })
    const reply = await other.app.inject({ method: 'GET', url: '/metrics', headers: bearer(METRICS_TOKEN) })
    await other.close()
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'NOT_FOUND'])
  })
})
