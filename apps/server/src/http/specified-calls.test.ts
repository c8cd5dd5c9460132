/**
 * Each of the specification's calls, made: by its method and path, under a prefix and without, with the parameters that
 * it names. `RECORD_EXAMPLES=1` writes what was asked and answered as the examples of the OpenAPI document.
 */
import { writeFileSync } from 'node:fs'
import { type CallName, endpoints } from '@heliograph/contract/calls.ts'
import specified from '@heliograph/contract/specified-calls.json' with { type: 'json' }
import { roundFloats } from '@heliograph/domain/format/round-floats.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../testing/app.ts'
import { type CallParts, inject } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { addSamplePlace } from '../testing/sample-place.ts'
import { type CallExample, callExamples } from './call-examples.ts'
import { printOpenApi } from './open-api.ts'

const named = Object.entries(specified) as [string, { query?: string[]; body?: string[] }][]
const nowMs = Date.parse('2026-06-15T10:00:00Z')
const serialAt = (plant: number): string => String(1_700_000_000 + plant)

type Side = Readonly<{ place: Place; account: string; token: string; org: Readonly<{ id: number; code: string }> }>
let test: TestApp
let admin: string
let plain: Side
let prefixed: Side
const recorded: Record<string, CallExample> = {}

beforeAll(async () => {
  test = await createTestApp(nowMs)
  admin = (await addTestUser(test, 'admin', true)).token
  const addSide = async (account: string): Promise<Side> => {
    const { userId, token } = await addTestUser(test, account)
    const place = await addSamplePlace(test.db, userId, account, nowMs)
    const fitter = await addTestUser(test, `fitter-${account}`)
    const ask = async (name: CallName, parts: CallParts, by: string) =>
      (await inject(test.app, name, parts, bearer(by))).json()
    const { id } = await ask('POST /user-s/org', { body: { name: `Fitters ${account}` } }, fitter.token)
    const acting = await ask('POST /user-s/acc/identity', { body: { organizationId: id } }, fitter.token)
    const { code } = await ask('GET /user-s/org/{id}', { params: { id } }, acting.access_token)
    return { place, account, token, org: { id, code } }
  }
  plain = await addSide('owner-a')
  prefixed = await addSide('owner-b')
})
afterAll(async () => {
  await test.close()
  if (process.env.RECORD_EXAMPLES)
    writeFileSync(new URL('./call-examples.json', import.meta.url), `${JSON.stringify(recorded, null, 1)}\n`)
})

/** What a sample lacks to be accepted, and the parameters that the specification names. */
function partsOf(name: string, { place, account, org }: Side, version: string): CallParts {
  const { plant, device } = place
  const more: Readonly<Record<string, CallParts>> = {
    'POST /oauth2-s/oauth/token': { body: { username: account } },
    'POST /user-s/acc/check-user': { body: { account } },
    'POST /maintain-s/operating/station/search': {
      query: { 'order.direction': 'DESC', 'order.property': 'id', page: '1', size: '20' },
    },
    'GET /maintain-s/operating/station/information/{id}': { query: { language: 'en' } },
    'POST /maintain-s/power/system/{id}/v2/gateway': {
      body: { registerItems: [{ deviceSn: serialAt(plant) }], secret: 'AB12-CD34' },
    },
    'POST /maintain-s/operating/station/{id}/device/gateway/post/{x}': { params: { x: serialAt(plant) } },
    'POST /maintain-s/station/{id}/meteringMethod': {
      body: {
        electricityConsumptionMethod: null,
        electricityPurchaseMethod: null,
        gridInterconnectionMethod: null,
        chargingElectricityMethod: null,
        dischargeElectricityMethod: null,
      },
    },
    'POST /maintain-s/station/addRelated/business': { body: { code: org.code } },
    'DELETE /maintain-s/station/{id}/deleteRelated/business/{bid}': { params: { bid: org.id } },
    'DELETE /maintain-s/power/system/{id}/device': { body: { deviceId: device, history: 'keep', name: undefined } },
    'DELETE /maintain-s/station': { body: { name: account, proof: { password: TEST_PASSWORD } } },
    'POST /backyard-api-s/app/upgrade/add-version': { body: { version, innerVersion: Number(version.at(-1)) + 127 } },
    'POST /maintain-s/station/report/export/{id}': { body: { from: '2026-06-01', to: '2026-06-15' } },
    'POST /backyard-api-s/oem/project/basic-info': {
      body: {
        channel: 'WEB',
        platform: 'INTELLIGENT',
        colorCategoryList: ['common'],
        projectId: null,
        textTypeList: ['SHOW_NAME', 'SERVICE_TC'],
        visitDomain: 'pv.example.org',
      },
    },
  }
  const sample = callSamples[name as CallName](place)
  const options = more[name] ?? {}
  const needsLan = named.find(([one]) => one === name)?.[1].query?.includes('lan') === true
  const query = { ...sample.query, ...(needsLan ? { lan: 'en' } : {}), ...options.query }
  const body = options.body === undefined ? sample.body : { ...(sample.body as object), ...(options.body as object) }
  return { params: { ...sample.params, ...options.params }, query, ...(body === undefined ? {} : { body }) }
}

/** Corners and the like are whole; a longer list is cut to its first two. */
const MOST_SHOWN = 4

/** An example is short and holds no secret. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return /^hg[a-z]_/.test(value) ? `${value.slice(0, 4)}example` : value
  if (Array.isArray(value)) return (value.length > MOST_SHOWN ? value.slice(0, 2) : value).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one)]))
}

/** What a reply is made of: its fields and the kinds of their values, and whether its lists have rows. */
function shapeOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [`${path}[]`] : value.flatMap((item) => shapeOf(item, `${path}[]`))
  if (typeof value !== 'object' || value === null) return [`${path} ${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([key, one]) => shapeOf(one, `${path}.${key}`))
}

// A plant is asked before it is deleted, and a session before it ends.
const last = [
  'DELETE /maintain-s/power/system/{id}/device',
  'DELETE /maintain-s/station',
  'POST /oauth2-s/oauth/logout',
]
const inOrder = [...named].sort(([a], [b]) => last.indexOf(a) - last.indexOf(b))

describe('the calls of the specification', () => {
  it('are 83, and all are in the contract', () => {
    expect(named).toHaveLength(83)
    expect(named.filter(([name]) => !(name in endpoints))).toEqual([])
  })

  it.each(inOrder)('%s succeeds, with and without prefix', async (name, { query = [], body = [] }) => {
    const entry = endpoints[name as CallName]
    for (const [side, prefix] of [
      [plain, ''],
      [prefixed, '/mdc-eu'],
    ] as const) {
      const parts = partsOf(name, side, prefix === '' ? '1.7.2' : '1.7.3')
      expect(Object.keys(parts.query ?? {})).toEqual(expect.arrayContaining(query))
      expect(Object.keys((parts.body as object | undefined) ?? {})).toEqual(expect.arrayContaining(body))
      const isOpen = entry.right.kind === 'public'
      const headers = isOpen ? {} : bearer(entry.right.kind === 'admin' ? admin : side.token)
      const reply = await inject(test.app, name as CallName, parts, headers, name.replace(' ', ` ${prefix}`))
      expect([prefix, reply.statusCode], reply.body.slice(0, 300)).toEqual([prefix, 200])
      if (entry.blob) expect(reply.headers['content-disposition']).toContain('attachment')
      if (!entry.blob) expect(roundFloats(reply.body)).toBe(reply.body)
      const shown = entry.blob ? undefined : shorten(reply.json())
      // A reply that lost its rows or a field would still fit the contract, and the recorded example too.
      if (!process.env.RECORD_EXAMPLES)
        expect([...new Set(shapeOf(shown))]).toEqual([...new Set(shapeOf(callExamples[name]?.reply))])
      if (prefix !== '') continue
      recorded[name] = { ...parts, ...(entry.blob ? {} : { reply: shown }) }
    }
  })

  it.each(named)('%s has an example that fits', (name) => {
    const entry = endpoints[name as CallName]
    const example = callExamples[name]
    expect(example).toBeDefined()
    expect(entry.body?.safeParse(example?.body).error).toBeUndefined()
    expect(entry.query?.safeParse(example?.query).error).toBeUndefined()
    if (!entry.blob) expect(entry.reply.safeParse(example?.reply).error).toBeUndefined()
  })

  it('stand in the OpenAPI document with their examples', () => {
    const { paths } = printOpenApi('0.0.0')
    for (const [name] of named) {
      const [method = '', path = ''] = name.split(' ')
      const operation = paths[path]?.[method.toLowerCase()]
      const { body, params = {}, query = {}, reply } = callExamples[name] ?? {}
      const bodyOf = (content: Readonly<Record<string, unknown>> | undefined) =>
        (Object.values(content ?? {})[0] as { example?: unknown } | undefined)?.example
      expect([name, bodyOf(operation?.requestBody?.content)]).toEqual([name, entryTakesBody(name) ? body : undefined])
      expect([name, bodyOf(operation?.responses[200]?.content)]).toEqual([name, reply])
      const shown = (operation?.parameters ?? []).flatMap(({ name, example }) => (example === undefined ? [] : [name]))
      expect([name, ...shown].sort()).toEqual([name, ...Object.keys({ ...params, ...query })].sort())
    }
  })
})

const entryTakesBody = (name: string): boolean => endpoints[name as CallName].body !== undefined
