import { type CallName, endpoints, namedEndpoints } from '@heliograph/contract/calls.ts'
import { type Endpoint, isWrite } from '@heliograph/contract/endpoint.ts'
import { errorReply } from '@heliograph/contract/page.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { addSamplePlace } from '../testing/sample-place.ts'
import { TEST_AGENT_TOKEN } from '../testing/services.ts'
import { handlers } from './routes/handlers.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')

const entries = namedEndpoints
const guarded = entries.filter(
  ([, { right }]) => right.kind !== 'public' && right.kind !== 'peer' && right.kind !== 'agent',
)
const subjects = entries.filter(([, { right }]) => ['plant', 'device', 'logger', 'owner'].includes(right.kind))
const nameOf = (rows: readonly [CallName, Endpoint][]): CallName[] => rows.map(([name]) => name)

let test: TestApp
let placeA: Place
let placeB: Place
const nowhere: Place = { plant: 999_999, device: 999_999, meter: 999_999, logger: 999_999, organization: 999_999 }
const tokens: Record<string, string> = {}

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const place = async (account: string): Promise<Place> => {
    const { userId, token } = await addTestUser(test, account)
    tokens[account] = token
    return addSamplePlace(test.db, userId, account, nowMs)
  }
  placeA = await place('owner-a')
  placeB = await place('owner-b')
  for (const account of ['powerless', 'outsider']) tokens[account] = (await addTestUser(test, account)).token
  await test.db.pool.query(
    `with added as (insert into brand_projects (key, name, version, created_at) values ('sample', 'Sample', 1, now()) returning id)
     insert into brand_versions (brand_id, version, data, saved_at) select id, 1, '{}', now() from added`,
  )
  tokens.admin = (await addTestUser(test, 'admin', true)).token
  const { id } = await test.db.kysely
    .selectFrom('users')
    .select('id')
    .where('account', '=', 'powerless')
    .executeTakeFirstOrThrow()
  await addMember(test.db, placeA.plant, id, 'viewer', [])
})
afterAll(() => test.close())

const call = (name: CallName, place: Place, account?: string) =>
  inject(test.app, name, callSamples[name](place), account === undefined ? {} : bearer(tokens[account] ?? ''))

/** An error body without the parts that differ between equal errors. */
function errorOf(body: string): unknown {
  const { requestId, ...rest } = errorReply.parse(JSON.parse(body))
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  return rest
}

describe('every call', () => {
  it('has a handler, and each handler has a call', () => {
    const plain = nameOf(entries.filter(([, { stream }]) => !stream))
    expect(Object.keys(handlers).sort()).toEqual([...plain].sort())
  })

  it.each(nameOf(guarded))('%s is closed without a session', async (name) => {
    for (const headers of [
      {},
      { authorization: 'Bearer clear' },
      bearer('not-a-token'),
      { cookie: 'heliograph_session=x' },
    ]) {
      const cookieRefusal = 'cookie' in headers && !name.startsWith('GET')
      const reply = await inject(test.app, name, callSamples[name](placeA), headers)
      expect([reply.statusCode, reply.json().code]).toEqual(
        cookieRefusal ? [403, 'NO_PERMISSION'] : [401, 'AUTH_TOKEN_INVALID'],
      )
    }
  })

  it.each(nameOf(subjects))("%s gives a stranger the same reply for a neighbor's id as for none", async (name) => {
    const strangers = [
      await call(name, placeA, 'owner-b'),
      await call(name, placeB, 'owner-a'),
      await call(name, placeA, 'outsider'),
      await call(name, placeA, 'admin'),
      await call(name, nowhere, 'owner-b'),
    ]
    for (const reply of strangers) expect(reply.statusCode).toBe(404)
    const bodies = strangers.map((reply) => errorOf(reply.body))
    for (const body of bodies) expect(body).toEqual(bodies.at(-1))
    expect(bodies[0]).toMatchObject({ code: 'NOT_FOUND', no: 18 })
  })

  it.each(nameOf(subjects))('%s refuses a member without the right', async (name) => {
    const reply = await call(name, placeA, 'powerless')
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'NO_PERMISSION'])
  })

  it.each(nameOf(entries.filter(([, { right }]) => right.kind === 'admin')))(
    '%s is for administrators',
    async (name) => {
      expect((await call(name, placeA, 'owner-a')).statusCode).toBe(403)
    },
  )

  const answered = entries.filter(
    ([name, entry]) =>
      !entry.stream &&
      !entry.blob &&
      !isWrite(name.split(' ')[0] ?? '', entry) &&
      // No invitation exists, and nobody acts for an organization here.
      name !== 'POST /user-s/invitation/look' &&
      // No email was sent.
      name !== 'GET /message-s/unsubscribe/{token}' &&
      name !== 'GET /maintain-s/station/report/offer/{token}' &&
      // No file was signed.
      name !== 'GET /maintain-s/station/report/signed/{digest}' &&
      // No link was made.
      name !== 'POST /maintain-s/operating/station/screen/shared' &&
      // No map was made.
      name !== 'GET /maintain-s/station/{id}/lab/maps/{mapId}/file' &&
      // No file was uploaded.
      name !== 'POST /maintain-s/station/{id}/import/preview' &&
      name !== 'POST /maintain-s/station/{id}/import/{fileId}/table' &&
      entry.right.kind !== 'organization',
  )
  it.each(nameOf(answered))('%s replies as the contract says, with and without prefix', async (name) => {
    const entry = endpoints[name]
    const account = entry.right.kind === 'admin' || entry.right.kind === 'brands' ? 'admin' : 'owner-a'
    for (const prefix of ['', '/mdc-eu']) {
      const parts = callSamples[name](placeA)
      const prefixed = name.replace(' ', ` ${prefix}`)
      const token = entry.right.kind === 'agent' ? TEST_AGENT_TOKEN : tokens[account]
      const headers = entry.right.kind === 'public' ? {} : bearer(token ?? '')
      const reply = await inject(test.app, name, parts, headers, prefixed)
      expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
      expect(reply.headers['cache-control']).toContain('no-cache')
      expect(entry.reply.safeParse(reply.json()).error).toBeUndefined()
    }
  })

  const taking = guarded.filter(([name]) => {
    const { params, query, body } = callSamples[name](nowhere)
    return Object.keys({ ...params, ...query, ...(body as object | undefined) }).length > 0
  })
  it.each(nameOf(taking))('%s survives hostile input in every field', async (name) => {
    const words = ["1' or '1'='1", '1; drop table users', '-1', '1e999', '%00', '../../etc/passwd', '9'.repeat(90)]
    for (const word of words) {
      const { params, query, body } = callSamples[name](placeA)
      const spoil = (values: object | undefined) =>
        values && Object.fromEntries(Object.keys(values).map((key) => [key, word]))
      const parts = {
        params: spoil(params) ?? {},
        query: spoil(query) ?? {},
        ...(body === undefined ? {} : { body: spoil(body as object) }),
      }
      const reply = await inject(test.app, name, parts, bearer(tokens['owner-a'] ?? ''))
      // Where a name is free text, such a word is a valid name.
      expect(reply.statusCode, `${word}: ${reply.body.slice(0, 200)}`).toBeLessThan(500)
      if (reply.statusCode >= 400) errorOf(reply.body)
    }
    const { rows } = await test.db.pool.query('select count(*) as n from users')
    expect(rows[0].n).toBe(5)
  })
})
