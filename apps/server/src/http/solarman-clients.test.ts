import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SolarmanKeys } from '../people/accounts/accounts.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  createTestApp,
  settleAll,
  type TestApp,
} from '../testing/app.ts'
import { giveLoggers } from '../testing/give-loggers.ts'
import { addTestAccess, fetchToken, post, sha256, tokenBody } from '../testing/solarman-client.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const DAY_MS = 86_400_000
let test: TestApp
let keys: SolarmanKeys & { id: number }
let owner: { userId: number; token: string }
let plantId: number
let stationId: number
let inverterId: number
const LOGGER = '2712345678'
const INVERTER = 'INV0001'
const BATTERY = 'BAT0001'

beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  plantId = await addTestPlant(test.db, owner.userId, { name: 'Lindenhof', capacityWp: 10_000 })
  stationId = plantId + 100_000
  await giveLoggers(test.db, plantId, [LOGGER])
  const inverter = await addTestDevice(test.db, plantId, {
    serial: INVERTER,
    loggerSerial: Number(LOGGER),
    flows: ['generation', 'import', 'export', 'charge', 'discharge'],
    quantities: [
      'pvPowerW',
      'acPowerW',
      'gridPowerW',
      'loadPowerW',
      'batteryPowerW',
      'batterySocPercent',
      'generationTodayWh',
      'generationTotalWh',
      'gridImportTotalWh',
      'gridExportTotalWh',
      'batteryChargeTotalWh',
      'batteryDischargeTotalWh',
    ],
  })
  const battery = await addTestDevice(test.db, plantId, {
    serial: BATTERY,
    type: 'BATTERY',
    loggerSerial: Number(LOGGER),
    flows: [],
    quantities: ['batteryVoltageV', 'batteryCurrentA', 'batterySohPercent'],
  })
  inverterId = inverter.deviceId
  const midnightMs = Date.parse('2026-06-14T22:00:00Z')
  await appendSamples(test.db, inverter, { fromMs: nowMs - 2 * DAY_MS, toMs: nowMs + 1 }, (atMs) => {
    const energy = (atMs - nowMs + 2 * DAY_MS) / 100_000
    return {
      pvPowerW: 5000,
      acPowerW: 4900,
      gridPowerW: -1500,
      loadPowerW: 1000,
      batteryPowerW: -2400,
      batterySocPercent: 61,
      generationTodayWh: Math.max(0, (atMs - midnightMs) / 100_000),
      generationTotalWh: 1_000_000 + energy,
      gridImportTotalWh: 400_000,
      gridExportTotalWh: 200_000 + energy / 2,
      batteryChargeTotalWh: 90_000 + energy / 4,
      batteryDischargeTotalWh: 80_000,
    }
  })
  await appendSamples(test.db, battery, { fromMs: nowMs - 600_000, toMs: nowMs + 1 }, () => ({
    batteryVoltageV: 51.2,
    batteryCurrentA: -46.9,
    batterySohPercent: 97,
  }))
  await test.db.pool.query('update loggers set last_seen_at = $1, last_data_at = $1 where address = $2', [
    new Date(nowMs),
    LOGGER,
  ])
  await settleAll(test.db, nowMs)
  keys = await addTestAccess(test, owner.token)
})
afterAll(() => test.close())
beforeEach(() => {
  // Another window of calls.
  test.clock.nowMs += 10_000
})

type Item = { key: string; value: string; unit: string | null; name: string }
const textAt = (items: readonly Item[], key: string) => items.find((item) => item.key === key)?.value
const withToken = (token: string, scheme = 'bearer') => ({ authorization: `${scheme} ${token}` })

describe('the requests of a client', () => {
  it('of a Python script begin with two slashes, with a new token for every run', async () => {
    const token = (await post(test, `//account/v1.0/token?appId=${keys.appId}&language=en`, { body: tokenBody(keys) }))
      .body.access_token
    const headers = withToken(token)
    const { body: plant } = await post(test, '//station/v1.0/realTime?language=en', { headers, body: { stationId } })
    // Every value but these four goes on under its key.
    const { code, msg, requestId, success, ...republished } = plant
    expect([code, msg, success, typeof requestId]).toEqual(['1000000', null, true, 'string'])
    expect(republished).toMatchObject({ generationPower: 5000, gridPower: 1500, batterySoc: 61 })
    for (const deviceSn of [INVERTER, LOGGER]) {
      const { body } = await post(test, '//device/v1.0/currentData?language=en', { headers, body: { deviceSn } })
      expect(body.deviceState).toBe(1)
      expect(body.dataList.length).toBeGreaterThan(1)
      // It stops at the first item without one of these.
      for (const item of body.dataList) expect([typeof item.key, typeof item.name]).toEqual(['string', 'string'])
    }
  })

  it('of an axios adapter renew a bad token after an ordinary reply', async () => {
    const axios = { 'user-agent': 'axios/1.7.2' }
    const refused = await post(test, '/station/v1.0/list?language=en', {
      headers: { ...axios, ...withToken('null') },
      body: { page: 1, size: 20 },
    })
    expect([refused.status, refused.body.msg]).toEqual([200, 'auth invalid token'])
    const headers = { ...axios, ...withToken(await fetchToken(test, keys)) }
    const info = await post(test, '/account/v1.0/info?language=en', { headers })
    expect(info.body).toMatchObject({ msg: null, orgInfoList: [] })
    const list = await post(test, '/station/v1.0/list?language=en', { headers, body: { page: 1, size: 20 } })
    const [station] = list.body.stationList
    expect(station).toMatchObject({ id: stationId, name: 'Lindenhof', networkStatus: 'NORMAL', generationPower: 5000 })
    expect(station.lastUpdateTime).toBe(nowMs / 1000)
    const devices = await post(test, '/station/v1.0/device?language=en', {
      headers,
      body: { page: 1, size: 19, stationId: station.id },
    })
    expect(devices.body.deviceListItems).toHaveLength(3)
    for (const { deviceId, deviceSn, connectStatus, collectionTime } of devices.body.deviceListItems) {
      expect([connectStatus, typeof deviceId, typeof collectionTime]).toEqual([1, 'number', 'number'])
      const data = await post(test, '/device/v1.0/currentData?language=en', { headers, body: { deviceId, deviceSn } })
      expect(data.body).toMatchObject({ msg: null, deviceSn, deviceId })
    }
  })

  it('of Home Assistant read all devices at once, their days, and renew after a 401', async () => {
    const stale = await post(test, '/station/v1.0/list', { headers: withToken('hgs_x'), body: { page: 1, size: 20 } })
    expect([stale.status, stale.body]).toEqual([
      401,
      { success: false, code: '2101019', msg: 'auth invalid token', requestId: stale.body.requestId },
    ])
    const headers = withToken(await fetchToken(test, keys))
    const listed = await post(test, '/station/v1.0/device', { headers, body: { stationId } })
    const types = listed.body.deviceListItems.map(({ deviceType }: { deviceType: string }) => deviceType)
    expect(types).toEqual(['COLLECTOR', 'INVERTER', 'BATTERY'])
    const all = await Promise.all(
      [LOGGER, INVERTER, BATTERY].map((deviceSn) =>
        post(test, '/device/v1.0/currentData', { headers, body: { deviceSn } }),
      ),
    )
    const inverter: Item[] = all[1]?.body.dataList
    expect(all[1]?.body.collectionTime).toBe(nowMs / 1000)
    // Above 0 is fed in, and charged.
    expect([textAt(inverter, 'PG_Pt1'), textAt(inverter, 'B_P1')]).toEqual(['1500.0', '2400.0'])
    expect(textAt(inverter, 'Et_ge0')).toBe('1001.73')
    expect(textAt(inverter, 't_gc1')).toBe(textAt(inverter, 'E_S_TO'))
    expect(textAt(all[2]?.body.dataList, 'V_BAP1')).toBe('51.20')
    const days = await post(test, '/device/v1.0/historical', {
      headers,
      body: { deviceSn: INVERTER, startTime: '2026-05-17', endTime: '2026-06-15', timeType: 2 },
    })
    const last = days.body.paramDataList.at(-1)
    expect(last.collectTime).toBe('2026-06-15')
    expect(textAt(last.dataList, 'generation')).toBe('0.43')
    const frames = await post(test, '/device/v1.0/historical', {
      headers,
      body: { deviceSn: INVERTER, startTime: '2026-06-15', endTime: '2026-06-15', timeType: 1 },
    })
    expect(frames.body.paramDataList).toHaveLength(145)
    expect(frames.body.paramDataList.at(-1).collectTime).toBe(String(nowMs / 1000))
    expect(textAt(frames.body.paramDataList[0].dataList, 'DPi_t1')).toBe('5000.0')
  })

  it('of a Go exporter have an empty body, and every query on every call', async () => {
    const query = `?appId=${keys.appId}&language=en`
    const { body: given } = await post(test, `/account/v1.0/token${query}`, { body: tokenBody(keys) })
    expect(given.success).toBe(true)
    expect(given.refresh_token).not.toBe('')
    expect(given.expires_in).toMatch(/^\d+$/)
    const headers = withToken(given.access_token, given.token_type)
    const list = await post(test, '/station/v1.0/list', { headers, body: {} })
    expect(list.body.stationList[0].id).toBe(stationId)
    const devices = await post(test, '/station/v1.0/device', { headers, body: { stationId } })
    expect(devices.body.deviceListItems[1].deviceName).toBe(`Test ${INVERTER}`)
    const { body } = await post(test, `/device/v1.0/currentData${query}`, { headers, body: { deviceSn: INVERTER } })
    for (const { value } of body.dataList.slice(2)) expect(Number.isFinite(Number(value))).toBe(true)
  })

  it('of a Node script send orgId 0 and count by the total', async () => {
    const token = await fetchToken(test, keys, { orgId: 0 })
    const headers = withToken(token, 'Bearer')
    const { body } = await post(test, '/station/v1.0/list', { headers, body: { size: 20, page: 1 } })
    expect(body.total).toBe(body.stationList.length)
    const { body: plant } = await post(test, '/station/v1.0/realTime', { headers, body: { stationId } })
    expect(plant.lastUpdateTime).toBe(nowMs / 1000)
  })

  it('of a typed C# program find no null, and numbers where it expects them', async () => {
    const headers = withToken(await fetchToken(test, keys), 'Bearer')
    const { body: list } = await post(test, '/station/v1.0/list?language=en', { headers, body: { page: 1, size: 20 } })
    const { body: now } = await post(test, '/station/v1.0/realTime?language=en', { headers, body: { stationId } })
    for (const [name, value] of [...Object.entries(list.stationList[0]), ...Object.entries(now)])
      if (name !== 'msg') expect(value, name).not.toBeNull()
    expect(Number.isInteger(list.stationList[0].id)).toBe(true)
    expect(list.code).toBe('1000000')
  })

  it('of a typed Go program find each field in the type that it declares', async () => {
    const { body: given } = await post(test, `/account/v1.0/token?appId=${keys.appId}`, {
      body: { username: 'owner', password: sha256(keys.password), appSecret: keys.appSecret },
    })
    expect([typeof given.uid, typeof given.expires_in, given.scope]).toEqual(['number', 'string', 'all'])
    const headers = withToken(given.access_token, 'Bearer')
    const ask = async (path: string, body: object) => (await post(test, `${path}?language=en`, { headers, body })).body
    expect((await ask('/station/v1.0/list', { page: 2, size: 200 })).stationList).toEqual([])
    const base = await ask('/station/v1.0/base', { stationId })
    expect(base).toMatchObject({ id: stationId, installedCapacity: 10, region: { timezone: 'Europe/Berlin' } })
    const history = (timeType: number, startTime: string, endTime: string) =>
      ask('/station/v1.0/history', { stationId, startTime, endTime, timeType })
    const frames = await history(1, '2026-06-15', '2026-06-15')
    expect(frames.stationDataItems.at(-1)).toMatchObject({ generationPower: 5000, dateTime: nowMs / 1000 })
    const [day] = (await history(2, '2026-06-15', '2026-06-15')).stationDataItems
    expect(day).toMatchObject({
      generationValue: 0.43,
      gridValue: 0.22,
      chargeValue: 0.11,
      year: 2026,
      month: 6,
      day: 15,
    })
    const months = await history(3, '2026-01', '2026-06')
    expect(months).toMatchObject({ total: 1, stationDataItems: [{ year: 2026, month: 6, day: 0 }] })
    const years = await history(4, '2025', '2026')
    expect(years).toMatchObject({ total: 1, stationDataItems: [{ year: 2026, month: 0, day: 0 }] })
    const sums = await ask('/device/v1.0/historical', {
      deviceSn: INVERTER,
      startTime: '2026-06',
      endTime: '2026-06',
      timeType: 3,
    })
    expect(sums).toMatchObject({ deviceId: inverterId, timeType: 3, paramDataList: [{ collectTime: '2026-06' }] })
    await test.db.pool.query(
      `insert into alarms (plant_id, device_id, part, rule, level, influence, opened_at, found_at, last_seen_at)
       values ($1, $2, 'pv1', 'stringDead', 2, 1, $3, $3, $3)`,
      [plantId, inverterId, new Date(nowMs)],
    )
    const alerts = await ask('/device/v1.0/alertList', {
      deviceSn: INVERTER,
      startTimestamp: nowMs / 1000 - 86_400,
      endTimestamp: nowMs / 1000,
      page: 1,
      size: 200,
    })
    const [alert] = alerts.alertList
    expect(alert).toMatchObject({ addr: 'String 1', code: '', level: 2, influence: 1, alertTime: nowMs / 1000 })
    expect(Number.isSafeInteger(alert.alertId)).toBe(true)
    const detail = await ask('/device/v1.0/alertDetail', { alertId: alert.alertId, deviceSn: INVERTER })
    expect(detail).toMatchObject({ alertId: alert.alertId, alertName: alert.alertName, deviceType: 'INVERTER' })
    expect(detail.solution.length).toBeGreaterThan(20)
    const range = { stationId, startTime: '2026-06-01', endTime: '2026-06-15' }
    const [old] = (await ask('/station/v1.0/alert', range)).stationAlertItems
    expect(old).toMatchObject({ deviceSn: INVERTER, ruleId: 'stringDead', showName: alert.alertName })
    const [item] = (await ask('/station/v1.0/alertV2', range)).stationAlertItems
    expect(item).toMatchObject({ id: alert.alertId, status: 1, alertStartTime: nowMs / 1000 })
  })

  it('about the connection show what hangs on a logger', async () => {
    const headers = withToken(await fetchToken(test, keys))
    const { body } = await post(test, '/device/v1.0/communication', { headers, body: { deviceSn: LOGGER } })
    expect(body.communication).toMatchObject({ deviceSn: LOGGER, timeZone: 'Europe/Berlin' })
    expect(body.communication.childList).toMatchObject([
      { deviceSn: INVERTER, parentSn: LOGGER },
      { deviceSn: BATTERY, deviceState: 1 },
    ])
    const { body: all } = await post(test, '/device/v1.0/list', { headers, body: {} })
    expect(all.deviceList.map(({ deviceSn }: { deviceSn: string }) => deviceSn)).toEqual([INVERTER, BATTERY])
  })
})

describe('a value that is not known', () => {
  it('is left out when the device is silent, while its counters stay', async () => {
    const headers = withToken(await fetchToken(test, keys))
    const before = test.clock.nowMs
    test.clock.nowMs = nowMs + DAY_MS
    await settleAll(test.db, test.clock.nowMs)
    const { body } = await post(test, '/device/v1.0/currentData', { headers, body: { deviceSn: INVERTER } })
    expect(body).toMatchObject({ deviceState: 3, collectionTime: nowMs / 1000 })
    expect([textAt(body.dataList, 'DPi_t1'), textAt(body.dataList, 'Etdy_ge1')]).toEqual([undefined, undefined])
    expect(textAt(body.dataList, 'Et_ge0')).toBe('1001.73')
    const { body: now } = await post(test, '/station/v1.0/realTime', { headers, body: { stationId } })
    expect(now).not.toHaveProperty('gridPower')
    expect(now).not.toHaveProperty('usePower')
    test.clock.nowMs = before
    await settleAll(test.db, nowMs)
  })
})
