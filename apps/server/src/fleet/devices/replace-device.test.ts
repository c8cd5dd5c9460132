import { ordinaryMetering, ordinaryRules } from '@heliograph/domain/metering.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { giveLoggers } from '../../testing/give-loggers.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let owner: { userId: number; token: string }
let plant: number
let logger: number
let serial = 1_790_000_000
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
})
afterAll(() => test.close())
beforeEach(async () => {
  plant = await addTestPlant(test.db, owner.userId)
  logger = await addLogger(plant)
})
const addLogger = async (to: number): Promise<number> => {
  serial += 1
  await giveLoggers(test.db, to, [serial])
  const { rows } = await test.db.pool.query('select id from loggers where address = $1', [String(serial)])
  return rows[0].id
}
const post = async (path: string, payload: object) => {
  const url = `/maintain-s/power/system/${plant}/${path}`
  const reply = await test.app.inject({ method: 'POST', url, headers: bearer(owner.token), payload })
  return { status: reply.statusCode, body: reply.json() }
}
const devices = async () => {
  const url = `/maintain-s/power/system/${plant}/device`
  return (await test.app.inject({ method: 'GET', url, headers: bearer(owner.token) })).json().data
}
const replace = (oldDeviceSn: string, newDeviceSn: string, gatewayId?: number) =>
  post('device/replace', { oldDeviceSn, newDeviceSn, ...(gatewayId ? { gatewayId } : {}) })

describe('a replacement', () => {
  it('takes over the place: name, logger and history', async () => {
    const old = await addTestDevice(test.db, plant, { serial: 'OPT-0001', type: 'OPTIMIZER', quantities: ['pvPowerW'] })
    const { status, body } = await replace('OPT-0001', 'OPT-0002', logger)
    expect([status, body.deviceId]).toEqual([200, old.deviceId])
    expect(await devices()).toMatchObject([
      {
        deviceId: old.deviceId,
        serial: 'OPT-0002',
        name: 'Test OPT-0002',
        loggerId: logger,
        announcedAtMs: nowMs,
        replaced: [{ serial: 'OPT-0001', untilMs: nowMs }],
      },
    ])
  })

  it('stays what the metering of its plant chose', async () => {
    await addTestDevice(test.db, plant, { serial: 'OPT-0002', type: 'OPTIMIZER', quantities: ['pvPowerW'] })
    const sources = { ...ordinaryRules.sources, generation: { serials: ['OPT-0002', 'other'] } }
    const metering = { versions: [{ ...ordinaryRules, sources, from: '2026-01-01' }], totals: ordinaryMetering.totals }
    const { db } = test
    await db.pool.query('update plants set metering = $1 where id = $2', [JSON.stringify(metering), plant])
    expect((await replace('OPT-0002', 'OPT-0003')).status).toBe(200)
    const { rows } = await db.pool.query('select metering from plants where id = $1', [plant])
    expect(rows[0].metering.versions[0].sources.generation).toEqual({ serials: ['OPT-0003', 'other'] })
  })

  it('is refused with the numbers of the specification', async () => {
    await addTestDevice(test.db, plant, { serial: 'OPT-0001', quantities: [] })
    await addTestDevice(test.db, plant, { serial: 'OPT-0009', quantities: [] })
    const elsewhere = await addTestPlant(test.db, owner.userId)
    await addTestDevice(test.db, elsewhere, { serial: 'OPT-0005', quantities: [] })
    const foreign = await addLogger(elsewhere)
    const no = async (...options: Parameters<typeof replace>) => (await replace(...options)).body.no
    expect(await no('GONE-001', 'OPT-0002')).toBe(52)
    expect(await no('OPT-0001', 'OPT-0009')).toBe(53)
    expect(await no('OPT-0001', 'OPT-0005')).toBe(54)
    expect(await no('OPT-0001', 'OPT-0002', foreign)).toBe(55)
    expect(await no('OPT-0001', 'OPT-0002', 999_999)).toBe(55)
    expect(await no('OPT-0001', 'OPT-0001')).toBe(56)
    expect(await devices()).toMatchObject([{ serial: 'OPT-0001' }, { serial: 'OPT-0009' }])
  })

  it('may be one that was announced and has not reported yet', async () => {
    const old = await addTestDevice(test.db, plant, { serial: 'OPT-0101', type: 'OPTIMIZER', quantities: ['pvPowerW'] })
    const other = await addLogger(plant)
    await post('device', { deviceSn: 'OPT-0102', deviceType: 'OPTIMIZER', gatewayId: other, deviceName: 'Spare' })
    const { status, body } = await replace('OPT-0101', 'OPT-0102')
    expect([status, body.deviceId]).toEqual([200, old.deviceId])
    expect(await devices()).toMatchObject([
      { deviceId: old.deviceId, serial: 'OPT-0102', name: 'Test OPT-0102', loggerId: other },
    ])
    // What took a place itself is no spare device, although it has not reported either.
    await addTestDevice(test.db, plant, { serial: 'OPT-0103', type: 'OPTIMIZER', quantities: ['pvPowerW'] })
    expect((await replace('OPT-0103', 'OPT-0102')).body.no).toBe(53)
  })

  it("leaves a neighbor's announced device where it is", async () => {
    const neighbor = await addTestUser(test, 'neighbor')
    const theirs = await addTestPlant(test.db, neighbor.userId)
    const theirLogger = await addLogger(theirs)
    const url = `/maintain-s/power/system/${theirs}/device`
    const spare = { deviceSn: 'OPT-0022', deviceType: 'OPTIMIZER', gatewayId: theirLogger }
    await test.app.inject({ method: 'POST', url, headers: bearer(neighbor.token), payload: spare })
    await addTestDevice(test.db, plant, { serial: 'OPT-0001', quantities: [] })
    expect((await replace('OPT-0001', 'OPT-0022')).status).toBe(200)
    const { rows } = await test.db.pool.query('select logger_id from devices where plant_id = $1', [theirs])
    expect(rows).toEqual([{ logger_id: theirLogger }])
  })

  it('is written down by the name before and after', async () => {
    await addTestDevice(test.db, plant, { serial: 'OPT-0201', type: 'OPTIMIZER', quantities: ['pvPowerW'] })
    expect((await replace('OPT-0201', 'OPT-0202')).body.changes).toEqual([
      { field: 'deviceName', before: 'Test OPT-0201', after: 'Test OPT-0202' },
      { field: 'serial', before: 'OPT-0201', after: 'OPT-0202' },
    ])
  })

  it("does not tell about a stranger's device, nor about one that is no longer shared", async () => {
    const stranger = await addTestUser(test, 'stranger')
    const theirs = await addTestPlant(test.db, stranger.userId)
    await addTestDevice(test.db, theirs, { serial: 'OPT-0007', quantities: [] })
    await addTestDevice(test.db, plant, { serial: 'OPT-0001', quantities: [] })
    await addMember(test.db, theirs, owner.userId, 'viewer')
    expect((await replace('OPT-0001', 'OPT-0007')).body.no).toBe(54)
    await test.db.kysely
      .updateTable('plant_members')
      .set({ expires_at: new Date(nowMs) })
      .where('user_id', '=', owner.userId)
      .where('plant_id', '=', theirs)
      .execute()
    expect((await replace('OPT-0001', 'OPT-0007')).status).toBe(200)
  })
})

describe('a device announced by hand', () => {
  const pump = () => ({ deviceSn: 'PUMP-0001', deviceType: 'WATER_PUMP', gatewayId: logger })

  it('is listed as one that waits', async () => {
    const { body } = await post('device', { ...pump(), deviceName: ' Well\tpump ' })
    expect(await devices()).toMatchObject([
      { deviceId: body.deviceId, name: 'Well pump', type: 'WATER_PUMP', announcedAtMs: nowMs },
    ])
    const url = `/maintain-s/fast/device/${plant}/device-list?deviceType=WATER_PUMP`
    const rows = (await test.app.inject({ method: 'GET', url, headers: bearer(owner.token) })).json()
    expect(rows).toMatchObject([{ status: 'waiting', collectionTime: null }])
  })

  it('is refused twice, at a foreign logger, and as a logger', async () => {
    await post('device', pump())
    expect((await post('device', pump())).body).toMatchObject({ no: 25, detail: { reason: 'deviceHere' } })
    const other = await addTestPlant(test.db, owner.userId)
    const foreign = await addLogger(other)
    expect((await post('device', { ...pump(), deviceSn: 'PUMP-0002', gatewayId: foreign })).body.no).toBe(55)
    expect((await post('device', { ...pump(), deviceType: 'COLLECTOR' })).status).toBe(400)
    expect((await post('device', { ...pump(), deviceSn: 'a b' })).status).toBe(400)
  })

  it('finds no room behind a full logger', async () => {
    await test.db.pool.query(
      `insert into devices (plant_id, logger_id, serial, name, type, profile_id)
       select $1, $2, 'M' || n, 'M', 'MICRO_INVERTER', '' from generate_series(1, 64) n`,
      [plant, logger],
    )
    expect((await post('device', pump())).body.code).toBe('TOO_MANY')
  })
})
