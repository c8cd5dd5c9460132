import { deviceTypes } from '@heliograph/domain/device.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  settleAll,
  type TestApp,
} from '../../testing/app.ts'
import { giveLoggers } from '../../testing/give-loggers.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let token: string
let owner: { userId: number; token: string }
let plant: number
let logger: number

beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  token = owner.token
  plant = await addTestPlant(test.db, owner.userId)
  await giveLoggers(test.db, plant, [1_790_000_108, 1_790_000_109])
  const { id } = await test.db.kysely
    .selectFrom('loggers')
    .select('id')
    .where('address', '=', '1790000108')
    .executeTakeFirstOrThrow()
  logger = id
  const hybrid = await addTestDevice(test.db, plant, {
    serial: 'HYBRID',
    loggerSerial: 1_790_000_108,
    quantities: ['pvPowerW', 'batteryPowerW', 'batterySocPercent', 'batteryChargeTotalWh'],
  })
  const meter = await addTestDevice(test.db, plant, {
    serial: 'METER',
    type: 'METER',
    flows: ['import', 'export'],
    quantities: ['gridPowerW', 'gridImportTotalWh', 'gridExportTotalWh'],
  })
  await addTestDevice(test.db, plant, { serial: 'MICRO', type: 'MICRO_INVERTER', quantities: ['acPowerW'] })
  const range = { fromMs: nowMs - 600_000, toMs: nowMs, stepMs: 300_000 }
  await appendSamples(test.db, hybrid, range, () => ({
    pvPowerW: 3000,
    batteryPowerW: -1200,
    batterySocPercent: 61,
    batteryChargeTotalWh: 5000,
  }))
  await appendSamples(test.db, meter, range, () => ({
    gridPowerW: -400,
    gridImportTotalWh: 7000,
    gridExportTotalWh: 9000,
  }))
  await settleAll(test.db, nowMs)
})
afterAll(() => test.close())

const get = async (url: string) => {
  const reply = await test.app.inject({ method: 'GET', url: `/maintain-s${url}`, headers: bearer(token) })
  return { status: reply.statusCode, body: reply.json() }
}

it('lists inverters and micro-inverters apart, with the state of each', async () => {
  const { body } = await get(`/operating/station/${plant}/inverter`)
  expect(body).toMatchObject({
    total: 1,
    data: [{ deviceSn: 'HYBRID', systemName: 'Lindenhof', netState: 1, power: 3000, parentDeviceSn: '1790000108' }],
  })
  const micro = await get(`/operating/station/${plant}/microInverter`)
  expect(micro.body.data).toMatchObject([{ deviceSn: 'MICRO', netState: 0, deviceState: 3, power: null }])
})

it('lists meters with their counters, and a battery under its inverter', async () => {
  const meters = await get(`/operating/station/${plant}/meter`)
  expect(meters.body.data).toMatchObject([{ deviceSn: 'METER', power: -400, buyTotal: 7, gridTotal: 9 }])
  const batteries = await get(`/operating/station/${plant}/battery`)
  expect(batteries.body.data).toMatchObject([
    { deviceType: 'BATTERY', parentDeviceSn: 'HYBRID', power: -1200, batterySoc: 61, chargeTotal: 5, virtual: true },
  ])
  expect((await get(`/operating/station/${plant}/spaceship`)).status).toBe(400)
  expect((await get(`/operating/station/${plant}/meter?order.property=nonsense`)).status).toBe(400)
})

it('lists each type of the specification, and All, as deviceList does', async () => {
  const { db } = test
  const each = await addTestPlant(db, owner.userId)
  await giveLoggers(db, each, [1_790_000_110])
  for (const type of deviceTypes)
    if (type !== 'COLLECTOR') await addTestDevice(db, each, { serial: `SN-${type}`, type, quantities: ['acPowerW'] })
  const serials = ({ data }: { data: { deviceSn: string }[] }) => data.map(({ deviceSn }) => deviceSn).sort()
  const deviceList = async (deviceType: string) => {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/maintain-s/power/system/deviceList?size=100',
      headers: bearer(token),
      payload: { stationId: each, deviceType },
    })
    return serials(reply.json())
  }
  for (const type of [...deviceTypes, 'All']) {
    const listed = await get(`/operating/station/${each}/${type}?size=100`)
    expect([type, listed.status, serials(listed.body)]).toEqual([type, 200, await deviceList(type)])
    expect(listed.body.total).toBe(type === 'All' ? 38 : 1)
  }
  for (const [x, sn] of [
    ['weatherStation', 'SN-WEATHER_STATION'],
    ['optimizer', 'SN-OPTIMIZER'],
    ['pcs', 'SN-PCS'],
  ] as const)
    expect(serials((await get(`/operating/station/${each}/${x}`)).body)).toEqual([sn])
  for (const x of ['Inverter', 'WEATHER-STATION', 'toString', 'COLLECTOR%20'])
    expect([x, (await get(`/operating/station/${each}/${x}`)).status]).toEqual([x, 400])
  const stranger = await addTestUser(test, 'stranger')
  const url = `/maintain-s/operating/station/${each}/All`
  expect((await test.app.inject({ method: 'GET', url, headers: bearer(stranger.token) })).statusCode).toBe(404)
})

it('says the power by which a type is known', async () => {
  const { db } = test
  const site = await addTestPlant(db, owner.userId)
  for (const [type, values] of [
    ['PCS', { batteryPowerW: -4000, acPowerW: 3900 }],
    ['SMART_LOAD', { smartLoadPowerW: 700 }],
    ['WEATHER_STATION', { irradianceWm2: 812 }],
  ] as const) {
    const quantities = Object.keys(values) as QuantityId[]
    const device = await addTestDevice(db, site, { serial: `SN-${type}`, type, flows: [], quantities })
    await appendSamples(db, device, { fromMs: nowMs - 600_000, toMs: nowMs, stepMs: 300_000 }, () => values)
  }
  await settleAll(db, nowMs)
  const { body } = await get(`/operating/station/${site}/All`)
  const powers = body.data.map(({ deviceType, power }: { deviceType: string; power: number }) => [deviceType, power])
  expect(Object.fromEntries(powers)).toEqual({ PCS: -4000, SMART_LOAD: 700, WEATHER_STATION: null })
})

it('shows one logger, and the devices that report through it', async () => {
  const one = await get(`/power/system/${plant}/gateway/${logger}`)
  expect(one.body).toMatchObject({ gatewayId: logger, stationId: plant, deviceSn: '1790000108', deviceCount: 1 })
  expect((await get(`/power/system/${plant}/gateway/999999`)).status).toBe(404)
  const { body } = await get(`/power/system/gateway/${logger}/device`)
  expect(body).toMatchObject({ total: 1, data: [{ deviceSn: 'HYBRID', gatewaySn: '1790000108' }] })
})
