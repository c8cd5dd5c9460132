import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeAccessToken, type SolarmanKeys } from '../people/accounts/accounts.ts'
import { createOrganization } from '../people/organizations/organizations.ts'
import { createSecretKey, useSecretKey } from '../platform/secret-key/secret-key.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  createTestApp,
  settleAll,
  type TestApp,
} from '../testing/app.ts'
import { giveLoggers } from '../testing/give-loggers.ts'
import { addTestAccess, fetchToken, post, sha256, tokenBody } from '../testing/solarman-client.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const MINUTE_MS = 60_000
type Person = { userId: number; token: string }
let test: TestApp
let owner: Person
let neighbor: Person
let keys: SolarmanKeys & { id: number }
let token: string
let own: { stationId: number }
let foreign: { stationId: number; deviceSn: string; logger: string }

beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  neighbor = await addTestUser(test, 'neighbor')
  const ownPlant = await addTestPlant(test.db, owner.userId)
  const foreignPlant = await addTestPlant(test.db, neighbor.userId)
  await addTestDevice(test.db, ownPlant, { serial: 'OWN1', quantities: ['acPowerW'] })
  await addTestDevice(test.db, foreignPlant, { serial: 'FOREIGN1', quantities: ['acPowerW'] })
  await giveLoggers(test.db, foreignPlant, ['2799999999'])
  await settleAll(test.db, nowMs)
  own = { stationId: ownPlant + 100_000 }
  foreign = { stationId: foreignPlant + 100_000, deviceSn: 'FOREIGN1', logger: '2799999999' }
  keys = await addTestAccess(test, owner.token)
  token = await fetchToken(test, keys)
})
afterAll(() => test.close())
let address = ''
let places = 0
beforeEach(() => {
  test.clock.nowMs += MINUTE_MS
  // Failures are counted by address.
  places += 1
  address = `10.0.1.${places}`
})

const ask = (path: string, body: unknown = {}, given = token) =>
  post(test, path, { body, headers: { authorization: `bearer ${given}` } })
const codeOf = async (path: string, body: unknown = {}, given = token) => {
  const reply = await ask(path, body, given)
  return [reply.status, reply.body.success, reply.body.code]
}
const askToken = async (body: object, { appId = keys.appId, from = address } = {}) => {
  const reply = await test.app.inject({
    method: 'POST',
    url: `/account/v1.0/token?appId=${appId}`,
    headers: { 'content-type': 'application/json' },
    remoteAddress: from,
    payload: JSON.stringify({ ...tokenBody(keys), ...body }),
  })
  return reply.json()
}

describe('an access for SOLARMAN clients', () => {
  it('has keys of the lengths that clients check, none of them the account’s', async () => {
    expect(keys.appId).toMatch(/^\d{16}$/)
    expect(keys.appSecret).toHaveLength(32)
    const { rows } = await test.db.pool.query('select row_to_json(a)::text as text from solarman_access a')
    for (const secret of [keys.appSecret, keys.password, sha256(keys.password)])
      expect(rows[0].text).not.toContain(secret)
    expect((await askToken({ password: sha256('Walrus-27-tusks') })).code).toBe('2101025')
  })

  it.each([
    ['an unknown app id', {}, { appId: '1000000000000000' }, '2101021'],
    ['a wrong secret', { appSecret: 'x'.repeat(32) }, {}, '2101019'],
    ['a wrong password', { password: sha256('wrong') }, {}, '2101025'],
    ['a password that is not hashed', { password: 'plain' }, {}, '2101025'],
    ['somebody else’s name', { email: 'neighbor' }, {}, '2101025'],
    ['an organization that is not the person’s', { orgId: 4711 }, {}, '2101020'],
    ['no name', { email: '' }, {}, '2101005'],
    ['a name that is a list', { email: ['owner'] }, {}, '2101008'],
    ['a refresh token of nobody', { refresh_token: 'x' }, {}, '2101025'],
  ])('opens nothing with %s', async (_, body, options, code) => {
    const reply = await askToken(body, options)
    expect([reply.success, reply.code, reply.access_token]).toEqual([false, code, undefined])
  })

  it('takes a hash in any case, and the account’s name, email or phone', async () => {
    await test.db.pool.query("update users set email = 'owner@example.org', phone = '+4930123456' where id = $1", [
      owner.userId,
    ])
    const password = sha256(keys.password).toUpperCase()
    for (const who of [
      { email: 'Owner@Example.org' },
      { email: undefined, username: 'owner' },
      { email: undefined, mobile: '30123456', countryCode: '49' },
    ])
      expect((await askToken({ ...who, password })).success).toBe(true)
  })

  it('is locked at an address after five failures, and there alone', async () => {
    const there = { from: '10.0.2.1' }
    for (let n = 0; n < 5; n++) expect((await askToken({ appSecret: 'x' }, there)).code).toBe('2101019')
    expect((await askToken({}, there)).code).toBe('2101009')
    expect((await askToken({})).success).toBe(true)
    test.clock.nowMs += 16 * MINUTE_MS
    expect((await askToken({}, there)).success).toBe(true)
  })

  it('gives a token every minute to a client that asks for one with each run', async () => {
    for (let n = 0; n < 60; n++) {
      expect((await askToken({})).success).toBe(true)
      test.clock.nowMs += MINUTE_MS
    }
    expect(await test.db.pool.query('select from access_tokens').then(({ rowCount }) => rowCount)).toBe(1)
  })

  it('gives a token of 60 days, which its refresh token renews', async () => {
    const given = await askToken({})
    expect(given.expires_in).toBe('5183999')
    test.clock.nowMs += 5_184_000_000
    expect(await codeOf('/station/v1.0/list', {}, given.access_token)).toEqual([401, false, '2101019'])
    const renewed = await askToken({ email: null, password: null, refresh_token: given.refresh_token })
    expect((await ask('/station/v1.0/list', {}, renewed.access_token)).body.success).toBe(true)
    // The two kinds are not each other's.
    expect(await codeOf('/station/v1.0/list', {}, given.refresh_token)).toEqual([401, false, '2101019'])
    test.clock.nowMs -= 5_184_000_000
  })

  it('ends with its row, and all its tokens with it', async () => {
    const other = await addTestAccess(test, owner.token)
    const given = await fetchToken(test, other)
    expect((await ask('/station/v1.0/list', {}, given)).body.success).toBe(true)
    await removeAccessToken(test.db, owner.userId, other.id)
    expect(await codeOf('/station/v1.0/list', {}, given)).toEqual([401, false, '2101019'])
  })

  it('opens these calls alone, and a token of the page opens none of them', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const page = await test.app.inject({ method: 'GET', url: '/user-s/acc/security', headers })
    expect([page.statusCode, page.json().code]).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect(await codeOf('/station/v1.0/list', {}, owner.token)).toEqual([401, false, '2101019'])
  })

  it('of another server, or of another data center, opens nothing', async () => {
    const key = (byte: number) => createSecretKey(Buffer.alloc(32, byte))
    useSecretKey(key(9))
    const elsewhere = await fetchToken(test, keys)
    useSecretKey(key(7))
    expect(await codeOf('/station/v1.0/list', {}, elsewhere)).toEqual([401, false, '2101019'])
    await test.db.pool.query("update access_tokens set center = 'CN' where id = $1", [keys.id])
    expect(await codeOf('/station/v1.0/list')).toEqual([401, false, '2101019'])
    expect((await askToken({})).code).toBe('2101021')
    await test.db.pool.query("update access_tokens set center = '' where id = $1", [keys.id])
    test.clock.nowMs += 2 * MINUTE_MS
    expect((await ask('/station/v1.0/list')).body.success).toBe(true)
  })

  it('acts for an organization of the person that the token names, until they leave it', async () => {
    const boss = await addTestUser(test, 'boss')
    const bossKeys = await addTestAccess(test, boss.token)
    const organizationId = await createOrganization(test.db, { userId: boss.userId, name: 'Sun Ltd', nowMs })
    const plant = await addTestPlant(test.db, neighbor.userId, { name: 'Shared roof' })
    await test.db.pool.query(
      `insert into plant_organizations (plant_id, organization_id, role, rights) values ($1, $2, 'viewer', '{viewPlantInfo}')`,
      [plant, organizationId],
    )
    await settleAll(test.db, test.clock.nowMs)
    const first = await fetchToken(test, bossKeys)
    const info = await ask('/account/v1.0/info', {}, first)
    expect(info.body.orgInfoList).toEqual([
      { companyId: organizationId, companyName: 'Sun Ltd', roleName: 'ORG_ADMIN' },
    ])
    expect((await ask('/station/v1.0/list', {}, first)).body.total).toBe(0)
    const second = await fetchToken(test, bossKeys, { orgId: organizationId })
    expect((await ask('/station/v1.0/list', {}, second)).body.stationList).toMatchObject([{ name: 'Shared roof' }])
    expect(await codeOf('/station/v1.0/device', { stationId: plant + 100_000 }, second)).toEqual([
      200,
      false,
      '2101027',
    ])
    await test.db.pool.query('delete from organization_members where user_id = $1', [boss.userId])
    expect(await codeOf('/station/v1.0/list', {}, second)).toEqual([401, false, '2101019'])
  })
})

describe('what belongs to a neighbor', () => {
  it('looks like what is not there', async () => {
    const missing = { stationId: 987_654, deviceSn: 'NOBODY', alertId: 1 }
    const stationCalls = ['base', 'realTime', 'device', 'history', 'alert', 'alertV2']
    for (const name of stationCalls) {
      const replies = [foreign.stationId, missing.stationId, 7].map((stationId) =>
        codeOf(`/station/v1.0/${name}`, { stationId, timeType: 2, startTime: '2026-06-01', endTime: '2026-06-02' }),
      )
      for (const reply of await Promise.all(replies)) expect(reply, name).toEqual([200, false, '2101031'])
    }
    for (const name of ['currentData', 'historical', 'communication', 'alertList', 'alertDetail'])
      for (const deviceSn of [foreign.deviceSn, foreign.logger, missing.deviceSn])
        expect(await codeOf(`/device/v1.0/${name}`, { deviceSn, alertId: 1 }), name).toEqual([200, false, '2101032'])
  })

  it('is no alarm of one’s own device, whatever its number', async () => {
    const { rows } = await test.db.pool.query(
      `insert into alarms (plant_id, rule, level, influence, opened_at, found_at, last_seen_at)
       values ($1, 'stringDead', 2, 1, now(), now(), now()) returning id`,
      [foreign.stationId - 100_000],
    )
    const number = Number.parseInt(rows[0].id.replaceAll('-', '').slice(0, 12), 16)
    for (const alertId of [number, 1, -1, Number.MAX_SAFE_INTEGER])
      expect(await codeOf('/device/v1.0/alertDetail', { deviceSn: 'OWN1', alertId })).toEqual([200, false, '2101024'])
  })

  it('is seen by a member with the right alone', async () => {
    const guest = await addTestUser(test, 'guest')
    await addMember(test.db, own.stationId - 100_000, guest.userId, 'viewer', ['viewPlantInfo'])
    const given = await fetchToken(test, await addTestAccess(test, guest.token))
    expect((await ask('/station/v1.0/realTime', own, given)).body.success).toBe(true)
    expect(await codeOf('/station/v1.0/device', own, given)).toEqual([200, false, '2101027'])
    expect(await codeOf('/device/v1.0/currentData', { deviceSn: 'OWN1' }, given)).toEqual([200, false, '2101027'])
  })
})

describe('a request that does not fit', () => {
  const days = (startTime: unknown, endTime: unknown) => ({ ...own, timeType: 2, startTime, endTime })
  it.each<[string, () => unknown, string]>([
    ['without an id', () => ({}), '2101005'],
    ['with an id that is an object', () => ({ stationId: { $gt: 0 } }), '2101008'],
    ['with an id that is a word', () => ({ stationId: 'abc' }), '2101008'],
    ['with an id that is no whole number', () => ({ stationId: 1.5 }), '2101006'],
    ['with an id beyond all numbers', () => '{"stationId":1e999}', '2101006'],
    ['that is a list', () => [1], '2101008'],
    ['that is a text', () => '"x"', '2101008'],
    ['that is no JSON', () => '{"stationId":', '2101006'],
    ['of bytes', () => Buffer.from([0xff, 0xfe, 0]), '2101006'],
    ['with a prototype', () => '{"__proto__":{"stationId":1}}', '2101005'],
    ['that is very deep', () => '['.repeat(60_000), '2101006'],
    ['that is too long', () => JSON.stringify({ x: 'y'.repeat(70_000) }), '2101006'],
    ['with an unknown kind of time', () => ({ ...own, timeType: 9 }), '2101006'],
    ['with a time that is none', () => days('2026-02-30', '2026-03-01'), '2101015'],
    ['with a time in another form', () => days('15.06.2026', '2026-06-16'), '2101015'],
    ['that ends before it starts', () => days('2026-06-02', '2026-06-01'), '2101014'],
    ['over more than 30 days', () => days('2026-01-01', '2026-02-01'), '2101012'],
    ['over more than 12 months', () => ({ ...own, timeType: 3, startTime: '2025-01', endTime: '2026-01' }), '2101013'],
  ])('%s is refused by its code', async (_, body, code) => {
    expect(await codeOf('/station/v1.0/history', body())).toEqual([200, false, code])
  })

  it.each([
    ['a serial number that is a number', { deviceSn: 7 }, '2101008'],
    ['a serial number with NUL', { deviceSn: 'a\0' }, '2101006'],
    ['a serial number that is too long', { deviceSn: 'x'.repeat(300) }, '2101006'],
    ['SQL', { deviceSn: "' or 1=1 --" }, '2101032'],
    ['an id of another device', { deviceSn: 'OWN1', deviceId: 'x' }, '2101008'],
  ])('with %s is refused by its code', async (_, body, code) => {
    expect(await codeOf('/device/v1.0/currentData', body)).toEqual([200, false, code])
  })

  it('for a page that is too big is refused', async () => {
    expect(await codeOf('/station/v1.0/list', { page: 1, size: 100_000 })).toEqual([200, false, '2101026'])
    expect(await codeOf('/station/v1.0/list', { page: 0 })).toEqual([200, false, '2101006'])
  })

  it('to change something is refused by a code, and an unknown call by another', async () => {
    for (const path of ['/station/v1.0/create', '/device/v1.0/customControl'])
      expect(await codeOf(path)).toEqual([200, false, '2101009'])
    expect(await codeOf('/station/v1.0/nothing')).toEqual([200, false, '2101003'])
  })

  it('without a token is refused with a 401 before its body is read', async () => {
    const { status, body } = await post(test, '/station/v1.0/list', { body: 'x'.repeat(500_000) })
    expect([status, body.code, body.msg]).toEqual([401, '2101017', 'auth token not found'])
  })
})

describe('calls in ten seconds', () => {
  it('are 300 of an account at most, whatever their token', async () => {
    const second = await fetchToken(test, keys)
    let refused = 0
    for (let n = 0; n < 301; n++) {
      const { status, headers } = await ask('/account/v1.0/info', {}, n % 2 ? token : second)
      if (status !== 200) {
        refused += 1
        expect([status, headers['retry-after']]).toEqual([429, '10'])
      }
    }
    expect(refused).toBe(1)
    test.clock.nowMs += 10_000
    expect((await ask('/account/v1.0/info')).status).toBe(200)
  })
})
