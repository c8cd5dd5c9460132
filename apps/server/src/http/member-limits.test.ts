/** Limits on users: how much they own, how long their lists are, how much they call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestDevice, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { callSamples } from '../testing/call-samples.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const place = { plant: 0, device: 0, meter: 1, logger: 0, organization: 0 }
const newPlant = callSamples['POST /maintain-s/station'](place)
const UNITS_PER_MINUTE = 120

let test: TestApp
beforeAll(async () => {
  const services = { plantLimits: { perPerson: 3, perOrganization: 4 } }
  test = await createTestApp(nowMs, { unitsPerMinute: UNITS_PER_MINUTE, services })
})
afterAll(() => test.close())

describe('plants of one owner', () => {
  it('are limited, also for concurrent requests', async () => {
    const { token } = await addTestUser(test, 'collector')
    const asked = Array.from({ length: 5 }, () => inject(test.app, 'POST /maintain-s/station', newPlant, bearer(token)))
    const replies = await Promise.all(asked)
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 409, 409])
    const refused = replies.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ code: 'TOO_MANY', detail: { most: 3 } })
  })

  it('count for an organization when it owns them', async () => {
    const { token } = await addTestUser(test, 'installer')
    const { id } = (await inject(test.app, 'POST /user-s/org', { body: { name: 'Lumen' } }, bearer(token))).json()
    const taken = await inject(test.app, 'POST /user-s/acc/identity', { body: { organizationId: id } }, bearer(token))
    const acting = bearer(taken.json().access_token)
    const statuses = []
    for (let n = 0; n < 5; n += 1) {
      test.clock.nowMs += 60_000
      statuses.push((await inject(test.app, 'POST /maintain-s/station', newPlant, acting)).statusCode)
    }
    test.clock.nowMs = nowMs
    expect(statuses).toEqual([200, 200, 200, 200, 409])
  })
})

describe("one person's calls", () => {
  const ask = (token: string) => inject(test.app, 'GET /user-s/acc/org/login-user', {}, bearer(token))

  it('are limited by their cost, over all sessions', async () => {
    const { token } = await addTestUser(test, 'busy')
    const body = { username: 'busy', password: 'Walrus-27-tusks' }
    const second = (await inject(test.app, 'POST /oauth2-s/oauth/token', { body })).json().access_token
    const statuses = []
    for (let n = 0; n < UNITS_PER_MINUTE; n += 1) statuses.push((await ask(n % 2 ? token : second)).statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const refused = await ask(token)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(refused.headers['retry-after']).toBe('1')
    const { token: other } = await addTestUser(test, 'neighbor')
    expect((await ask(other)).statusCode).toBe(200)
    test.clock.nowMs += 1_000
    expect([(await ask(token)).statusCode, (await ask(token)).statusCode]).toEqual([200, 200])
    expect((await ask(token)).statusCode).toBe(429)
    test.clock.nowMs = nowMs
  })

  it('cost more for expensive calls: plants are not created by the hundred', async () => {
    const { token } = await addTestUser(test, 'maker')
    const statuses = []
    for (let n = 0; n < 8; n += 1)
      statuses.push((await inject(test.app, 'POST /maintain-s/station', newPlant, bearer(token))).statusCode)
    expect(statuses).toEqual([200, 200, 200, 409, 409, 409, 429, 429])
  })
})

describe('an uploaded file', () => {
  it('costs by its size: a year of small files goes in at once', async () => {
    const upload = async (account: string, bytes: number, times: number) => {
      const { userId, token } = await addTestUser(test, account)
      const id = await addTestPlant(test.db, userId)
      const body = { name: 'empty.csv', content: Buffer.alloc(bytes, '\n').toString('base64') }
      const statuses = []
      for (let n = 0; n < times; n += 1)
        statuses.push(
          (await inject(test.app, 'POST /maintain-s/station/{id}/import', { params: { id }, body }, bearer(token)))
            .statusCode,
        )
      return statuses
    }
    expect(await upload('small', 3_000, 12)).toEqual(Array(12).fill(400))
    expect(await upload('large', 3_000_000, 3)).toEqual([400, 400, 429])
  })
})

describe('lists of one plant', () => {
  it('have pages, and the longest is bounded', async () => {
    const { userId, token } = await addTestUser(test, 'lister')
    const plant = await addTestPlant(test.db, userId)
    await test.db.pool.query(
      `insert into loggers (wire, address, plant_id) select 'solarman-v5', lpad(n::text, 8, '0'), $1 from generate_series(1, 620) n`,
      [plant],
    )
    await addTestDevice(test.db, plant, { quantities: ['acPowerW'] })
    const get = async (name: 'collector' | 'gateway' | 'device-list', query: Record<string, string> = {}) => {
      const calls = {
        collector: 'GET /maintain-s/operating/station/{id}/collector',
        gateway: 'GET /maintain-s/power/system/{id}/gateway',
        'device-list': 'GET /maintain-s/fast/device/{id}/device-list',
      } as const
      return inject(test.app, calls[name], { params: { id: plant }, query }, bearer(token))
    }
    for (const name of ['collector', 'gateway'] as const) {
      const first = (await get(name)).json()
      expect([first.total, first.data.length]).toEqual([620, 500])
      const second = (await get(name, { page: '2' })).json()
      expect([second.total, second.data.length]).toEqual([620, 120])
      const few = (await get(name, { page: '3', size: '7' })).json()
      expect(few.data.map((row: { deviceSn: string }) => Number(row.deviceSn))).toEqual([15, 16, 17, 18, 19, 20, 21])
      expect((await get(name, { size: '501' })).statusCode).toBe(400)
    }
    const devices = (await get('device-list')).json()
    expect(devices).toHaveLength(500)
    const inverters = (await get('device-list', { deviceType: 'INVERTER' })).json()
    expect(inverters).toHaveLength(1)
  })
})
