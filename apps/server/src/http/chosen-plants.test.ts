/** A token that is limited to one of its person's plants, at every call that a reading token opens. */
import { type CallName, endpoints, namedEndpoints } from '@heliograph/contract/calls.ts'
import { type Endpoint, scopeOf } from '@heliograph/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSolarmanAccess, findSession, hashToken } from '../people/accounts/accounts.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, TEST_PASSWORD, type TestApp } from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { addSamplePlace } from '../testing/sample-place.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const proof = { password: TEST_PASSWORD }
const entries = namedEndpoints
const reading = entries.filter(([name, entry]) => scopeOf(name.split(' ')[0] ?? '', entry) === 'plant:read')
const namesPlant = ({ right }: Endpoint) => ['plant', 'device', 'logger', 'owner'].includes(right.kind)

let test: TestApp
let session: string
let own: Place
let other: Place
let foreignId: number
let limited: Record<string, string>
/** Of the plant that was not chosen, and of what is in it. */
const SECRET = 'Unchosen'

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const owner = await addTestUser(test, 'owner')
  session = owner.token
  own = await addSamplePlace(test.db, owner.userId, 'chosen', nowMs)
  other = await addSamplePlace(test.db, owner.userId, 'second', nowMs)
  foreignId = await addTestPlant(test.db, (await addTestUser(test, 'neighbor')).userId)
  await test.db.kysely.updateTable('plants').set({ name: SECRET }).where('id', '=', other.plant).execute()
  await test.db.kysely.updateTable('devices').set({ name: SECRET }).where('plant_id', '=', other.plant).execute()
  await test.db.kysely.updateTable('loggers').set({ name: SECRET }).where('plant_id', '=', other.plant).execute()
  limited = bearer((await make()).token)
})
afterAll(() => test.close())

const make = async (more: object = {}) =>
  (
    await inject(
      test.app,
      'POST /user-s/acc/token',
      { body: { name: 'x', scopes: ['plant:read'], expiresInDays: 30, plantIds: [own.plant], proof, ...more } },
      bearer(session),
    )
  ).json()

describe('a token for chosen plants', () => {
  it('is made for plants that the person sees, and only to read', async () => {
    expect((await make()).row.plantIds).toEqual([own.plant])
    const { requestId: _, ...foreign } = await make({ plantIds: [own.plant, foreignId] })
    const { requestId: __, ...missing } = await make({ plantIds: [own.plant, 999_999] })
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({ code: 'NOT_FOUND' })
    expect(await make({ scopes: ['plant:read', 'plant:write'] })).toMatchObject({ code: 'PARAM_ERROR' })
    expect(await make({ plantIds: [] })).toMatchObject({ code: 'PARAM_ERROR' })
  })

  it.each(reading.map(([name]) => name))('%s shows nothing of another plant', async (name) => {
    const entry = endpoints[name]
    // A stream of an own plant does not end.
    if (!name.includes('/live/station/')) {
      const reply = await inject(test.app, name, callSamples[name](own), limited)
      expect(reply.body).not.toContain(SECRET)
      if (!namesPlant(entry) && entry.byPlants !== true) expect(reply.json().code).toBe('NO_PERMISSION')
    }
    if (!namesPlant(entry)) return
    const { requestId: _, ...refused } = (await inject(test.app, name, callSamples[name](other), limited)).json()
    const { requestId: __, ...missing } = (
      await inject(
        test.app,
        name,
        callSamples[name]({ ...own, plant: 999_999, device: 999_999, logger: 999_999 }),
        limited,
      )
    ).json()
    expect(refused).toEqual(missing)
    expect(['NOT_FOUND', 'NO_PERMISSION', 'PARAM_ERROR']).toContain(refused.code)
  })

  it('lists and counts its plants alone, whatever is asked for', async () => {
    const call = async (name: CallName, parts: object) => (await inject(test.app, name, parts, limited)).json()
    const page = { page: 1, size: 10 }
    const SEARCH = 'POST /maintain-s/operating/station/search'
    const found = await call(SEARCH, { query: page, body: {} })
    expect(found.data.map(({ id }: { id: number }) => id)).toEqual([own.plant])
    expect(await call(SEARCH, { query: page, body: { keyword: SECRET } })).toMatchObject({ total: 0 })
    expect(await call('POST /maintain-s/operating/station/counts', { body: {} })).toMatchObject({ total: 1 })
    const asked = (plantId: number) =>
      call('POST /maintain-s/operating/alert/search', { query: page, body: { language: 'en', plantId } })
    expect((await asked(own.plant)).code).toBeUndefined()
    const { requestId: _, ...refused } = await asked(other.plant)
    const { requestId: __, ...missing } = await asked(999_999)
    expect(refused).toEqual(missing)
    expect(refused).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('reads its plants alone as Prometheus and as a SOLARMAN client', async () => {
    const metrics = (await test.app.inject({ method: 'GET', url: '/api/prometheus?names=1', headers: limited })).body
    expect(metrics).toContain(`plant="${own.plant}"`)
    expect(metrics).not.toContain(`plant="${other.plant}"`)
    expect(metrics).not.toContain(SECRET)
    const found = await findSession(test.db, session, nowMs)
    if (found === undefined) throw new Error('session')
    const options = { name: 'x', plantIds: [own.plant], expiresInDays: 30, center: '', nowMs }
    const { keys } = await addSolarmanAccess(test.db, found, options)
    const post = async (path: string, body: object, token?: string) =>
      (
        await test.app.inject({
          method: 'POST',
          url: path,
          headers: { 'content-type': 'application/json', ...(token && { authorization: `bearer ${token}` }) },
          payload: JSON.stringify(body),
        })
      ).json()
    const opened = await post(`/account/v1.0/token?appId=${keys.appId}`, {
      appSecret: keys.appSecret,
      password: keys.passwordHash,
      username: keys.account,
    })
    const token = opened.access_token as string
    const stations = await post('/station/v1.0/list', { page: 1, size: 20 }, token)
    expect(stations.total).toBe(1)
    const own1 = stations.stationList[0].id as number
    expect(await post('/station/v1.0/realTime', { stationId: own1 }, token)).toMatchObject({ success: true })
    const next = own1 - own.plant + other.plant
    expect(await post('/station/v1.0/realTime', { stationId: next }, token)).toMatchObject({ success: false })
    const serials = await test.db.kysely
      .selectFrom('devices')
      .select('serial')
      .where('plant_id', '=', other.plant)
      .execute()
    expect(JSON.stringify(await post('/device/v1.0/list', { page: 1, size: 100 }, token))).not.toContain(
      serials[0]?.serial,
    )
    expect(await post('/device/v1.0/currentData', { deviceSn: serials[0]?.serial }, token)).toMatchObject({
      success: false,
    })
  })

  it('that may write moves nothing to another plant, and learns of none', async () => {
    const { token } = await make()
    // No token is made so today; the rows know nothing of that.
    await test.db.pool.query(
      `update access_tokens set scopes = '{plant:read,plant:write}', name = 'writing' where token_hash = $1`,
      [hashToken(token)],
    )
    const post = async (name: CallName, parts: object) => {
      const { requestId: _, ...reply } = (await inject(test.app, name, parts, bearer(token))).json()
      return reply
    }
    const moves = async (toSystemId: number) => [
      await post('POST /maintain-s/power/system/{id}/gateway/{gid}/move', {
        params: { id: own.plant, gid: own.logger },
        body: { toSystemId },
      }),
      await post('POST /maintain-s/power/system/{id}/device/{did}/move', {
        params: { id: own.plant, did: own.device },
        body: { toSystemId, loggerId: other.logger },
      }),
    ]
    const refused = await moves(other.plant)
    expect(refused).toEqual(await moves(999_999))
    expect(refused).toMatchObject([{ code: 'NOT_FOUND' }, { code: 'NOT_FOUND' }])

    const registered = await post('POST /maintain-s/power/system/{id}/v2/gateway', {
      params: { id: own.plant },
      body: { registerItems: [{ deviceSn: String(4_000_000_000 + other.plant) }] },
    })
    expect(registered.data).toMatchObject([{ result: 'WAITING' }])

    const serialOf = async (deviceId: number): Promise<string> =>
      (await test.db.pool.query('select serial from devices where id = $1', [deviceId])).rows[0].serial
    const replaced = await post('POST /maintain-s/power/system/{id}/device/replace', {
      params: { id: own.plant },
      body: { oldDeviceSn: await serialOf(own.meter), newDeviceSn: await serialOf(other.meter) },
    })
    expect(replaced.code).toBeUndefined()
  })

  it('sees that a device went, and not to which other plant', async () => {
    await test.db.pool.query(
      `insert into device_moves (plant_id, device_id, at, from_plant_id, from_device_id) values ($1, $2, now(), $3, $4)`,
      [other.plant, other.meter, own.plant, own.meter],
    )
    const list = (headers: Record<string, string>) =>
      inject(test.app, 'GET /maintain-s/power/system/{id}/device', { params: { id: own.plant } }, headers)
    expect((await list(bearer(session))).body).toContain(SECRET)
    const reply = await list(limited)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).not.toContain(SECRET)
  })

  it('stays limited when its plant is removed', async () => {
    const { token } = await make()
    await test.db.pool.query(`update access_tokens set plant_ids = '{888888}' where name = 'x'`)
    const reply = await inject(
      test.app,
      'POST /maintain-s/operating/station/search',
      { query: { page: '1', size: '10' }, body: {} },
      bearer(token),
    )
    expect(reply.json()).toMatchObject({ total: 0, data: [] })
  })
})
