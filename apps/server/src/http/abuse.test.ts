/** Attempts over HTTP to get around counting, logging and checks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { inject } from '../testing/call.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const PER_MINUTE = 5

let test: TestApp
let token: string
let plant: number

beforeAll(async () => {
  test = await createTestApp(nowMs, {
    credentialsPerMinute: PER_MINUTE,
    services: {
      humanCheck: {
        isOn: true,
        create: async () => ({ work: {} }),
        verify: async () => {},
      },
    },
  })
  const owner = await addTestUser(test, 'owner')
  token = owner.token
  plant = await addTestPlant(test.db, owner.userId)
})
afterAll(() => test.close())

const countRows = async (table: string): Promise<number> =>
  Number((await test.db.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

describe('a HEAD request', () => {
  it('reads like its GET: not logged as a write, allowed for a reading token', async () => {
    const url = `/maintain-s/station/${plant}`
    const head = await test.app.inject({ method: 'HEAD', url, headers: bearer(token) })
    expect([head.statusCode, await countRows('audit_log')]).toEqual([200, 0])
    const scopes = ['plant:read']
    const body = { name: 'Meter', scopes, expiresInDays: 1, proof: { password: 'Walrus-27-tusks' } }
    const made = await inject(test.app, 'POST /user-s/acc/token', { body }, bearer(token))
    const reads = await test.app.inject({ method: 'HEAD', url, headers: bearer(made.json().token) })
    expect(reads.statusCode).toBe(200)
  })
})

describe('a body with endless nesting', () => {
  it.each(['POST /oauth2-s/oauth/passkey', 'POST /user-s/acc/passkey'] as const)('is not a bug to %s', async (name) => {
    const depth = 5_000
    const response = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    const reply = await test.app.inject({
      method: 'POST',
      url: name.slice('POST '.length),
      payload: `{"challengeId":"x","name":"x","response":${response}}`,
      headers: { ...bearer(token), 'content-type': 'application/json' },
    })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'PARAM_ERROR'])
  })
})

describe('one visitor', () => {
  const ask = (remoteAddress: string, url = '/oauth2-s/oauth/passkey/options', method: 'GET' | 'POST' = 'POST') =>
    test.app.inject({ method, url, remoteAddress, ...(method === 'POST' ? { payload: {} } : {}) })

  it('is counted once, whichever address of their network they use', async () => {
    const statuses = []
    for (let n = 0; n <= PER_MINUTE; n += 1) statuses.push((await ask(`2001:db8:0:1::${n + 1}`)).statusCode)
    expect(statuses).toEqual([...Array(PER_MINUTE).fill(200), 429])
    expect((await ask('2001:db8:0:2::1')).statusCode).toBe(200)
  })

  it('gets no more codes through another address of their network', async () => {
    const codes = []
    for (let n = 0; n <= 20; n += 1) {
      const contact = `target-${n}@example.org`
      const reply = await test.app.inject({
        method: 'POST',
        url: '/user-s/acc/own-verification-code',
        payload: { purpose: 'bind', contact, language: 'en' },
        headers: bearer(token),
        remoteAddress: `2001:db8:0:3::${n + 1}`,
      })
      codes.push(reply.statusCode)
    }
    expect(codes).toEqual([...Array(20).fill(200), 429])
  })

  it('gets no endless CAPTCHAs, since each one costs work', async () => {
    const statuses = []
    for (let n = 0; n <= PER_MINUTE; n += 1)
      statuses.push((await ask('203.0.113.9', '/backyard-api-s/config/human-check', 'GET')).statusCode)
    expect(statuses).toEqual([...Array(PER_MINUTE).fill(200), 429])
  })
})
