import { MOST_READINGS } from '@heliograph/contract/maintain-s/readings.ts'
import type { TokenScope } from '@heliograph/domain/permissions.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as telemetry from '../../fleet/telemetry/telemetry.ts'
import { createIngest, type Ingest, openReadings, type ReadingsDesk } from '../../intake/ingest/ingest.ts'
import { addAccessToken, findSession } from '../../people/accounts/accounts.ts'
import { createReactions } from '../../reactions.ts'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let ingest: Ingest
let desk: ReadingsDesk
let plant: number
const tokens: Record<string, string> = {}

beforeAll(async () => {
  const readings: ReadingsDesk = { post: (options) => desk.post(options), store: (options) => desk.store(options) }
  test = await createTestApp(nowMs, { services: { readings } })
  const log = pino({ level: 'silent' })
  ingest = createIngest({
    db: test.db,
    telemetry,
    reactions: createReactions(() => test.clock.nowMs),
    now: () => test.clock.nowMs,
    log,
  })
  await ingest.start()
  desk = await ingest.open(openReadings)
  const owner = await addTestUser(test, 'owner')
  const viewer = await addTestUser(test, 'viewer')
  const neighbor = await addTestUser(test, 'neighbor')
  plant = await addTestPlant(test.db, owner.userId)
  await addTestPlant(test.db, neighbor.userId)
  await addMember(test.db, plant, viewer.userId, 'viewer')
  const addToken = async (name: string, sessionToken: string, scopes: readonly TokenScope[]): Promise<void> => {
    const session = await findSession(test.db, sessionToken, nowMs)
    if (session === undefined) throw new Error(`${name} is not signed in`)
    const options = { name, scopes, expiresInDays: 30, center: '', nowMs }
    tokens[name] = (await addAccessToken(test.db, session, options)).token
  }
  await addToken('owner', owner.token, ['reading:write'])
  await addToken('reader', owner.token, ['plant:read', 'plant:write'])
  await addToken('viewer', viewer.token, ['reading:write'])
  await addToken('neighbor', neighbor.token, ['reading:write'])
})
afterAll(async () => {
  await ingest.close()
  await test.close()
})

const post = async (body: object | string, by = 'owner', id = plant) =>
  await test.app.inject({
    method: 'POST',
    url: `/maintain-s/station/${id}/readings`,
    headers: { ...bearer(tokens[by] ?? ''), 'content-type': 'application/json' },
    payload: body,
  })
const device = (values: object, more: object = {}) => ({ serial: 'INV-1', readings: [{ values }], ...more })

it('stores the readings of a token with the scope, and reports on each one', async () => {
  const body = {
    source: 'Script',
    devices: [{ serial: 'INV-1', readings: [{ values: { acPowerW: 1 } }, { values: { acPowr: 1 } }] }],
  }
  const reply = await post(body)
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    {
      stored: 1,
      repeated: 0,
      refused: 1,
      results: [
        { device: 0, reading: 0, state: 'stored' },
        {
          device: 0,
          reading: 1,
          state: 'refused',
          code: 'PARAM_ERROR',
          reason: 'unknownQuantity',
          field: 'body.devices.0.readings.1.values.acPowr',
        },
      ],
    },
  ])
  const { rows } = await test.db.pool.query('select from audit_log')
  expect(rows).toEqual([])
})

it.each([
  ['a token of other scopes', 'reader', 403, 'NO_PERMISSION'],
  ['a member who may only look', 'viewer', 403, 'NO_PERMISSION'],
  ['a neighbor', 'neighbor', 404, 'NOT_FOUND'],
  ['nobody', 'nobody', 401, 'AUTH_TOKEN_INVALID'],
])('refuses %s', async (_, by, status, code) => {
  const before = await test.db.pool.query('select count(*)::int as n from samples')
  const reply = await post({ devices: [device({ acPowerW: 2 })] }, by)
  expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  expect((await test.db.pool.query('select count(*)::int as n from samples')).rows).toEqual(before.rows)
})

it.each<[string, object, string]>([
  ['no devices', { devices: [] }, 'body.devices'],
  ['an unknown field of the call', { devices: [device({})], plant: 1 }, 'body.plant'],
  ['an unknown field of a device', { devices: [device({}, { power: 1 })] }, 'body.devices.0.power'],
  ['an unknown field of a reading', { devices: [{ serial: 'A', readings: [{ values: {}, ts: 1 }] }] }, 'readings.0.ts'],
  ['an unknown type', { devices: [device({}, { type: 'ROBOT' })] }, 'body.devices.0.type'],
  ['a logger as device', { devices: [device({}, { type: 'COLLECTOR' })] }, 'body.devices.0.type'],
  ['one serial twice', { devices: [device({}), device({})] }, 'body.devices'],
  ['a value that is text', { devices: [device({ acPowerW: '5' })] }, 'values.acPowerW'],
  [
    'too many readings',
    { devices: [{ serial: 'A', readings: Array.from({ length: MOST_READINGS + 1 }, () => ({ values: {} })) }] },
    'body.devices.0.readings',
  ],
])('refuses a call with %s and names it', async (_, body, field) => {
  const reply = await post(body)
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'PARAM_ERROR'])
  expect(reply.json().detail.field).toContain(field)
})

it('refuses a body beyond the cap', async () => {
  const reply = await post({ devices: [device({}, { name: 'x'.repeat(1024 * 1024) })] })
  expect([reply.statusCode, reply.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
})
