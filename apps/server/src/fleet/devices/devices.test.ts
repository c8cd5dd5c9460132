import type { CallName } from '@heliograph/contract/calls.ts'
import type { DeviceDetail, DeviceHistory } from '@heliograph/contract/device-s/device.ts'
import type { DeviceRow } from '@heliograph/contract/maintain-s/device.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  settleAll,
  type TestApp,
} from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { giveLoggers } from '../../testing/give-loggers.ts'
import type { DeviceMeta } from '../telemetry/telemetry.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday, 14:00 at the plant. */
const nowMs = Date.parse('2026-06-15T12:00:00Z')
const midnight = Date.parse('2026-06-14T22:00:00Z')

type History = DeviceHistory
let test: TestApp
let owner: { userId: number; token: string }
let plant: number
let other: number
let inverter: DeviceMeta
let hybrid: DeviceMeta

beforeAll(async () => {
  test = await createTestApp(nowMs, {
    services: {
      foreignPeers: {
        find: () => ({ address: '127.0.0.1', protocol: 'tls', times: 1, firstMs: nowMs, atMs: nowMs - 60_000 }),
        list: () => [],
      },
    },
  })
  owner = await addTestUser(test, 'owner')
  plant = await addTestPlant(test.db, owner.userId)
  other = await addTestPlant(test.db, owner.userId)
  await giveLoggers(test.db, plant, ['1712345678'])
  await test.db.kysely
    .updateTable('loggers')
    .set({
      last_seen_at: new Date(nowMs - 60_000),
      signal_percent: 71,
      firmware: 'LSW3_15',
      mac: 'AA:BB:CC:00:11:22',
      ssid: 'attic',
    })
    .where('address', '=', '1712345678')
    .execute()
  inverter = await addTestDevice(test.db, plant, {
    serial: 'INV1',
    loggerSerial: 1712345678,
    quantities: ['acPowerW', 'generationTodayWh', 'generationTotalWh', 'inverterTemperatureC', 'inverterState'],
    // Zeros are what a device sends in place of what it does not know.
    texts: { model: '00F1', dspVersion: '3C', hmiVersion: '0000' },
  })
  hybrid = await addTestDevice(test.db, plant, {
    serial: 'HYB1',
    profileId: 'deye-5411',
    quantities: ['batterySocPercent', 'pvPowerW', 'faultCode1', 'generationTodayWh'],
  })
  // Two days of 12 hours; the second ends two hours ago and lacks an hour.
  for (const start of [midnight - DAY, midnight])
    await appendSamples(test.db, inverter, { fromMs: start, toMs: start + 12 * HOUR }, (atMs) => {
      const hours = (atMs - start) / HOUR
      if (start === midnight && hours >= 5 && hours < 6) return undefined
      const sinceMs = (start === midnight ? 12 : 0) + hours
      return {
        acPowerW: 600 + (hours % 1 < 0.5 ? 60 : -60),
        generationTodayWh: Math.round(hours * 600),
        generationTotalWh: Math.round(100_000 + sinceMs * 600),
        inverterTemperatureC: 20 + hours,
        inverterState: 3,
      }
    })
  await appendSamples(test.db, hybrid, { fromMs: nowMs - DAY, toMs: nowMs - DAY + 1 }, () => ({
    generationTodayWh: 7_000,
  }))
  await appendSamples(test.db, hybrid, { fromMs: nowMs, toMs: nowMs + 1 }, () => ({
    batterySocPercent: 55,
    pvPowerW: 1200,
    faultCode1: 4,
  }))
  await settleAll(test.db, nowMs)
})
afterAll(() => test.close())

async function get<T>(name: CallName, parts: CallParts): Promise<T> {
  const reply = await inject(test.app, name, parts, bearer(owner.token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const list = (query: NonNullable<CallParts['query']> = {}) =>
  get<DeviceRow[]>('GET /maintain-s/fast/device/{id}/device-list', { params: { id: plant }, query })
const history = (period: string, query: NonNullable<CallParts['query']>) =>
  get<History>('GET /device-s/device/{id}/stats/{period}', { params: { id: inverter.deviceId, period }, query })

describe('the devices of a plant', () => {
  it('are its loggers and the devices behind them', async () => {
    const rows = await list()
    expect(rows.map(({ deviceSn, deviceType, deviceStatus }) => [deviceSn, deviceType, deviceStatus])).toEqual([
      ['1712345678', 'COLLECTOR', 1],
      // Two hours late at two in the afternoon.
      ['INV1', 'INVERTER', 3],
      ['HYB1', 'INVERTER', 2],
    ])
    expect(rows[0]).toMatchObject({ deviceId: 0, signalIntensity: 71, collectionTime: nowMs / 1000 - 60 })
    expect(rows[1]).toMatchObject({
      gatewaySn: '1712345678',
      generationPower: null,
      generation: 7.15,
      // By its day, also where today has been heard of.
      generationYesterday: 7.2,
      generationTotal: 114.35,
      status: 'silent',
    })
    // Yesterday's energy is not today's.
    expect(rows[2]).toMatchObject({ generationPower: 1200, generation: null, generationYesterday: 7, batterySoc: 55 })
  })

  it('are filtered, counted and paged', async () => {
    expect((await list({ deviceType: 'COLLECTOR' })).map(({ deviceSn }) => deviceSn)).toEqual(['1712345678'])
    expect(await list({ deviceType: 'METER' })).toEqual([])
    expect(await get('GET /maintain-s/fast/device/{id}/device-types', { params: { id: plant } })).toEqual([
      'COLLECTOR',
      'INVERTER',
    ])
    expect(await get('GET /maintain-s/power/system/{id}/deviceTypeList', { params: { id: plant } })).toEqual([
      { deviceType: 'COLLECTOR', count: 1 },
      { deviceType: 'INVERTER', count: 2 },
    ])
    const query = { 'order.property': 'deviceSn', 'order.direction': 'ASC', page: '2', size: '2' }
    const page = await get<{ total: number; data: DeviceRow[] }>('POST /maintain-s/power/system/deviceList', {
      query,
      body: { stationId: plant },
    })
    expect([page.total, page.data.map(({ deviceSn }) => deviceSn)]).toEqual([3, ['INV1']])
  })

  it("show their logger's network only to users who may add devices", async () => {
    const viewer = await addTestUser(test, 'viewer')
    await addMember(test.db, plant, viewer.userId, 'viewer')
    const call = 'GET /maintain-s/operating/station/{id}/collector'
    const own = await inject(test.app, call, { params: { id: plant } }, bearer(owner.token))
    expect(own.json().data[0]).toMatchObject({
      state: 'seen',
      online: true,
      network: { mac: 'AA:BB:CC:00:11:22', ssid: 'attic' },
    })
    const guest = await inject(test.app, call, { params: { id: plant } }, bearer(viewer.token))
    expect(guest.json().data[0].network).toBeNull()
    // Nor other facts about the site.
    expect([own.json().foreignPeer, guest.json().foreignPeer]).toEqual([
      { address: '127.0.0.1', protocol: 'tls', times: 1, firstSeen: nowMs / 1000, lastSeen: nowMs / 1000 - 60 },
      null,
    ])
    expect(guest.body).not.toContain('AA:BB')
  })
})

describe('a device', () => {
  it('shows its newest values by category, and its texts', async () => {
    const detail = await get<DeviceDetail>('POST /device-s/device/v3/detail', {
      body: { deviceId: inverter.deviceId, siteId: plant },
    })
    expect(detail).toMatchObject({
      stationId: plant,
      timeZone: 'Europe/Berlin',
      connectStatus: 0,
      experimental: false,
      undecoded: 0,
    })
    expect(detail.paramCategoryList.map(({ tag }) => tag)).toEqual([
      'basic',
      'version',
      'electric',
      'temperature',
      'status',
    ])
    const fields = Object.fromEntries(
      detail.paramCategoryList.flatMap(({ fieldList }) => fieldList.map((item) => [item.key, item])),
    )
    expect(fields.model).toMatchObject({ value: '00F1', unit: null, orgValue: null, at: null })
    expect(fields.hmiVersion).toBeUndefined()
    expect(fields.APo_t1).toEqual({
      key: 'APo_t1',
      storageName: 'acPowerW',
      value: '540.0',
      unit: 'W',
      orgValue: 540,
      at: (midnight + 12 * HOUR - 300_000) / 1000,
    })
    const experimental = await get<DeviceDetail>('POST /device-s/device/v3/detail', {
      body: { deviceId: hybrid.deviceId },
    })
    expect(experimental).toMatchObject({ experimental: true, connectStatus: 2 })
  })

  it('is not found under another plant of the same owner', async () => {
    const body = { deviceId: inverter.deviceId, siteId: other }
    const reply = await inject(test.app, 'POST /device-s/device/v3/detail', { body }, bearer(owner.token))
    expect(reply.statusCode).toBe(404)
  })

  it('says which values can be charted', async () => {
    const params = await get<{ quantity: string; tag: string }[]>('GET /device-s/device/params', {
      query: { deviceId: String(inverter.deviceId) },
    })
    expect(params.map(({ quantity }) => quantity)).toEqual(inverter.quantities)
  })
})

describe('the history of a device', () => {
  it('of a day is its samples, with breaks where data is missing', async () => {
    const { fromMs, toMs, zone, series } = await history('day', { quantities: ['acPowerW', 'INV_T0', 'acPowerW'] })
    expect([fromMs, toMs, zone]).toEqual([midnight, midnight + DAY, 'Europe/Berlin'])
    expect(series.map(({ quantity, unit }) => [quantity, unit])).toEqual([
      ['acPowerW', 'W'],
      ['inverterTemperatureC', '°C'],
    ])
    const points = series[0]?.points ?? []
    expect(points.filter(({ value }) => value !== null)).toHaveLength(11 * 12)
    const [gap, ...more] = points.filter(({ value }) => value === null)
    expect(more).toEqual([])
    expect(gap?.atMs).toBeGreaterThan(midnight + 5 * HOUR - 300_000)
    expect(gap?.atMs).toBeLessThan(midnight + 6 * HOUR)
    expect(points[0]).toEqual({ atMs: midnight, value: 660, min: null, max: null, estimated: false })
  })

  it('of a week is hours with their extremes', async () => {
    const { fromMs, toMs, series } = await history('week', { quantities: 'acPowerW' })
    // Monday to Monday.
    expect([fromMs, toMs]).toEqual([midnight, midnight + 7 * DAY])
    expect(series[0]?.points[0]).toMatchObject({ atMs: midnight, value: 600, min: 540, max: 660 })
    const options = await history('week', { quantities: 'acPowerW', date: '2026-06-14' })
    expect(options.series[0]?.points.filter(({ value }) => value !== null)).toHaveLength(12 + 11)
  })

  it('of a month, a year and all time is energies', async () => {
    const month = await history('month', { quantities: 'generationTotalWh', date: '2026-06-01' })
    expect(month.series[0]?.points.map(({ atMs }) => atMs)).toEqual([midnight - DAY, midnight])
    const wh = (all: History) => all.series[0]?.points.reduce((sum, { value }) => sum + (value ?? 0), 0)
    expect(wh(month)).toBe(14_350)
    expect(wh(await history('year', { quantities: 'Et_ge0' }))).toBe(14_350)
    const total = await history('total', { quantities: 'Et_ge0' })
    expect([wh(total), total.fromMs]).toEqual([14_350, Date.parse('2025-12-31T23:00:00Z')])
  })

  it('refuses points that do not exist, and too many', async () => {
    const call = (query: CallParts['query'] = {}) =>
      inject(
        test.app,
        'GET /device-s/device/{id}/stats/{period}',
        { params: { id: inverter.deviceId, period: 'day' }, query },
        bearer(owner.token),
      )
    expect((await call({ quantities: 'drop table' })).json().detail).toEqual({ field: 'query.quantities' })
    expect((await call({ quantities: Array(9).fill('acPowerW') })).statusCode).toBe(400)
    expect((await call({ quantities: 'acPowerW', date: '2026-02-30' })).statusCode).toBe(400)
    // A point that this device lacks: no error, no line.
    expect((await call({ quantities: 'windSpeedMs' })).json().series[0].points).toEqual([])
  })
})
