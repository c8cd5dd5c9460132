import { createHmac } from 'node:crypto'
import type { CallName } from '@heliograph/contract/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  test = await createTestApp(nowMs)
  tokens.owner = (await addTestUser(test, 'owner')).token
  tokens.operator = (await addTestUser(test, 'operator', true)).token
})
afterAll(() => test.close())
beforeEach(() => test.db.pool.query('truncate application_cards, application_consents'))

const ask = async (account: string, name: CallName, parts: CallParts = {}) => {
  const reply = await inject(test.app, name, parts, bearer(tokens[account] ?? ''))
  return { status: reply.statusCode, body: reply.json() }
}

describe('cards of the operator', () => {
  const add = async (changes: object = {}) =>
    (
      await ask('operator', 'POST /backyard-api-s/application/card', {
        body: { kind: 'plugin', title: 'Planner', body: '', url: 'https://planner.example/a?b=1', ...changes },
      })
    ).body as { id: number; secret: string | null }
  const turnOn = (id: number) =>
    ask('operator', 'POST /backyard-api-s/application/card/{id}', { params: { id }, body: { isOn: true } })
  const open = (id: number, consent = false) =>
    ask('owner', 'POST /backyard-api-s/application/card/{id}/open', {
      params: { id },
      body: { consent, language: 'de' },
    })
  const cards = async () => (await ask('owner', 'GET /backyard-api-s/application/home')).body.cards

  it('are off until they are switched on', async () => {
    const { id } = await add()
    expect(await cards()).toEqual([])
    expect((await open(id)).status).toBe(404)
    await turnOn(id)
    expect(await cards()).toMatchObject([{ id, title: 'Planner', host: 'planner.example' }])
    expect((await open(id)).body.url).toBe('https://planner.example/a?b=1')
  })

  it('give a plug-in a token that says for five minutes who comes', async () => {
    const { id, secret } = await add({ withToken: true })
    await turnOn(id)
    const token = new URL((await open(id)).body.url).searchParams.get('token') ?? ''
    const [head = '', claims = '', signature] = token.split('.')
    expect(
      createHmac('sha256', secret ?? '')
        .update(`${head}.${claims}`)
        .digest('base64url'),
    ).toBe(signature)
    const { rows } = await test.db.pool.query<{ id: number }>("select id from users where account = 'owner'")
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'http://localhost',
      aud: 'https://planner.example',
      lang: 'de',
      iat: nowMs / 1000,
      sub: String(rows[0]?.id),
      exp: nowMs / 1000 + 300,
    })
    const stored = await test.db.pool.query('select secret from application_cards')
    expect(stored.rows[0].secret).not.toContain(secret)
    const listed = await ask('operator', 'GET /backyard-api-s/application/card')
    expect(JSON.stringify(listed.body)).not.toContain(secret)
  })

  it('lead to an insurer only with consent, and tell it nothing', async () => {
    const { id, secret } = await add({ kind: 'insurance', withToken: true })
    expect(secret).toBeNull()
    await turnOn(id)
    expect((await open(id)).status).toBe(400)
    expect((await cards())[0].consentedMs).toBeNull()
    expect((await open(id, true)).body.url).toBe('https://planner.example/a?b=1')
    expect((await cards())[0].consentedMs).toBeGreaterThan(0)
  })

  it.each(['http://planner.example', 'javascript:alert(1)', 'https://'])('refuse the address %s', async (url) => {
    const body = { kind: 'plugin', title: 'Planner', body: '', url }
    expect((await ask('operator', 'POST /backyard-api-s/application/card', { body })).status).toBe(400)
  })
})
