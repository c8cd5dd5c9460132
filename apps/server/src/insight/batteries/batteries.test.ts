import type { BatteryFigures, BatteryRow } from '@heliograph/contract/maintain-s/battery.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeviceMeta } from '../../fleet/telemetry/telemetry.ts'
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
import { type CallParts, inject } from '../../testing/call.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Midnight at the plant. */
const midnight = Date.parse('2026-06-14T22:00:00Z')
const nowMs = midnight + 9 * HOUR

let test: TestApp
let owner: { userId: number; token: string }
let plant: number
let hybrid: DeviceMeta

/** Charges 1 kW from 10 to 18, delivers 900 W from 18 to 2; 10 kWh. */
const batteryAt = (hours: number) => {
  const ofDay = hours % 24
  const powerW = ofDay >= 10 && ofDay < 18 ? -1000 : ofDay >= 18 || ofDay < 2 ? 900 : 0
  const level = ofDay >= 10 && ofDay < 18 ? 20 + 9 * (ofDay - 10) : ofDay >= 18 ? 92 - 9 * (ofDay - 18) : 0
  return { powerW, soc: level > 0 ? level : Math.max(20, 38 - 9 * ofDay) }
}
const days = Math.floor
const chargedWh = (hours: number) => 8_000 * days(hours / 24) + 1_000 * Math.min(8, Math.max(0, (hours % 24) - 10))
const dischargedWh = (hours: number) =>
  7_200 * days(hours / 24) + 900 * (Math.min(2, hours % 24) + Math.max(0, (hours % 24) - 18))

beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  plant = await addTestPlant(test.db, owner.userId)
  hybrid = await addTestDevice(test.db, plant, {
    serial: 'HYB',
    profileId: 'sofar-2708',
    flows: ['charge', 'discharge'],
    quantities: [
      'batteryPowerW',
      'batterySocPercent',
      'batterySohPercent',
      'batteryCycles',
      'loadPowerW',
      'batteryChargeTotalWh',
      'batteryDischargeTotalWh',
    ],
  })
  const startMs = midnight - 40 * DAY
  await appendSamples(test.db, hybrid, { fromMs: startMs, toMs: nowMs + 1, stepMs: HOUR / 2 }, (atMs) => {
    const hours = (atMs - startMs) / HOUR
    const { powerW, soc } = batteryAt(hours)
    return {
      batteryPowerW: powerW,
      batterySocPercent: soc,
      batterySohPercent: 97,
      batteryCycles: 120,
      loadPowerW: 500,
      batteryChargeTotalWh: 50_000 + chargedWh(hours),
      batteryDischargeTotalWh: 40_000 + dischargedWh(hours),
    }
  })
  await settleAll(test.db, nowMs)
})
afterAll(() => test.close())

async function get<T>(name: Parameters<typeof inject>[1], parts: CallParts): Promise<T> {
  const reply = await inject(test.app, name, parts, bearer(owner.token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const tree = (query: CallParts['query'] = {}, id = plant) =>
  get<{ total: number; data: BatteryRow[] }>('GET /maintain-s/operating/station/{id}/battery/tree', {
    params: { id },
    query,
  })
const FIGURES = 'GET /maintain-s/operating/station/{id}/battery/figures'
const figures = (id = plant, query: CallParts['query'] = {}) =>
  get<{ total: number; data: BatteryFigures[] }>(FIGURES, { params: { id }, query })
async function figuresOf(deviceId: number): Promise<BatteryFigures> {
  const found = (await figures()).data.find((item) => item.deviceId === deviceId)
  if (found === undefined) throw new Error('no figures')
  return found
}

describe('a battery that only its inverter reports', () => {
  it('is listed as virtual, with its values', async () => {
    const { total, data } = await tree()
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      id: hybrid.deviceId,
      virtual: true,
      module: false,
      parentDeviceSn: 'HYB',
      netState: 1,
      deviceState: 1,
      batterySoc: 20,
      batterySoh: 97,
      cycles: 120,
      batteryPower: 0,
      voltage: null,
      cellSpread: null,
      cells: [],
      collectionTime: nowMs / 1000,
    })
  })

  it('has an efficiency over whole days, and a capacity from its falls', async () => {
    const found = await figuresOf(hybrid.deviceId)
    expect(found).toMatchObject({ from: '2026-05-06', to: '2026-06-14', days: 40, efficiency: { missing: null } })
    expect(found.chargedWh).toBeCloseTo(40 * 8_000, 2)
    expect(found.dischargedWh).toBeCloseTo(40 * 7_200, 2)
    // 900 W for 9 % an hour.
    expect(found.capacity).toMatchObject({ from: 'estimated' })
    expect((found.capacity?.wh ?? 0) / 1000).toBeCloseTo(10, 0)
    const held = ((found.socToPercent ?? 0) - (found.socFromPercent ?? 0)) / 100
    const expected = (100 * (288_000 + held * (found.capacity?.wh ?? 0))) / 320_000
    expect(found.efficiency.percent).toBeCloseTo(expected, 6)
    expect(found.fullCycles).toBeCloseTo((found.dischargedTotalWh ?? 0) / (found.capacity?.wh ?? 1), 6)
    expect(found.hoursLeft).toBeCloseTo((0.2 * (found.capacity?.wh ?? 0)) / 500, 6)
  })

  it('is in no other plant', async () => {
    const other = await addTestPlant(test.db, owner.userId)
    expect([await tree({}, other), await figures(other)]).toEqual([
      { total: 0, data: [] },
      { total: 0, data: [] },
    ])
  })
})

describe('a battery with a device of its own', () => {
  let battery: DeviceMeta
  beforeAll(async () => {
    const cells = ['cell1VoltageV', 'cell2VoltageV', 'cell3VoltageV', 'cell1TemperatureC'] as const
    const add = (serial: string, partOf: string, quantities: Parameters<typeof addTestDevice>[2]['quantities']) =>
      addTestDevice(test.db, plant, {
        serial,
        type: 'BATTERY',
        profileId: 'readings',
        flows: [],
        quantities,
        texts: { partOf },
      })
    battery = await add('BAT', 'HYB', ['batteryVoltageV', 'batteryCurrentA', 'batteryCapacityAh'])
    const first = await add('M1', 'BAT', cells)
    const second = await add('M2', 'BAT', cells)
    // Named in a circle: each stands alone.
    await add('C1', 'C2', ['batteryVoltageV'])
    await add('C2', 'C1', ['batteryVoltageV'])
    const at = { fromMs: nowMs - 60_000, toMs: nowMs - 59_999 }
    await appendSamples(test.db, battery, at, () => ({
      batteryVoltageV: 50,
      batteryCurrentA: -4,
      batteryCapacityAh: 160,
    }))
    for (const module of [first, second])
      await appendSamples(test.db, module, at, () => ({
        cell1VoltageV: 3.301,
        cell2VoltageV: module === first ? 3.452 : 3.31,
        cell3VoltageV: 3.33,
        cell1TemperatureC: 21.5,
      }))
    await settleAll(test.db, nowMs)
  })

  it('stands for the virtual one, its modules below it with their cells', async () => {
    const { data } = await tree()
    expect(data.map(({ deviceSn, module, parentDeviceSn }) => [deviceSn, module, parentDeviceSn])).toEqual([
      ['BAT', false, 'HYB'],
      ['M1', true, 'BAT'],
      ['M2', true, 'BAT'],
      ['C1', false, null],
      ['C2', false, null],
    ])
    expect(data[0]).toMatchObject({ virtual: false, batteryPower: -200, capacityAh: 160, cellSpread: null })
    expect(data[1]).toMatchObject({ cellVoltageMax: 3.452, cellVoltageMin: 3.301, cellSpread: 151 })
    expect(data[1]?.cells).toEqual([
      { number: 1, voltage: 3.301, temperature: 21.5 },
      { number: 2, voltage: 3.452, temperature: null },
      { number: 3, voltage: 3.33, temperature: null },
    ])
  })

  it('is ordered and paged, unknown values last', async () => {
    const query = { 'order.property': 'cellSpread', 'order.direction': 'ASC', size: '3' }
    const { total, data } = await tree(query)
    expect([total, data.map(({ deviceSn }) => deviceSn)]).toEqual([5, ['M2', 'M1', 'BAT']])
    const parts = { params: { id: plant }, query: { 'order.property': 'planted' } }
    const refused = await inject(
      test.app,
      'GET /maintain-s/operating/station/{id}/battery/tree',
      parts,
      bearer(owner.token),
    )
    expect(refused.json()).toMatchObject({ code: 'PARAM_ERROR' })
  })

  it("has the inverter's energies and its own reported capacity", async () => {
    const found = await figuresOf(battery.deviceId)
    expect(found).toMatchObject({
      source: { deviceId: hybrid.deviceId },
      days: 40,
      capacity: { wh: 8_000, from: 'reported' },
    })
    expect(await figures(plant, { page: '2', size: '1' })).toMatchObject({
      total: 3,
      data: [{ efficiency: { percent: null } }],
    })
  })
})

describe('a battery behind a storage converter', () => {
  it('leads, with the power of the converter, which is no battery itself', async () => {
    const site = await addTestPlant(test.db, owner.userId)
    const pcs = await addTestDevice(test.db, site, {
      serial: 'PCS',
      type: 'PCS',
      profileId: 'readings',
      flows: [],
      quantities: ['batteryPowerW'],
    })
    const quantities = ['batterySocPercent', 'batterySohPercent', 'batteryCycles'] as const
    const battery = await addTestDevice(test.db, site, {
      serial: 'RACK',
      type: 'BATTERY',
      profileId: 'readings',
      flows: [],
      quantities,
    })
    const at = { fromMs: nowMs - 60_000, toMs: nowMs - 59_999 }
    await appendSamples(test.db, pcs, at, () => ({ batteryPowerW: -4000 }))
    await appendSamples(test.db, battery, at, () => ({
      batterySocPercent: 66,
      batterySohPercent: 98,
      batteryCycles: 120,
    }))
    await settleAll(test.db, nowMs)
    const { data } = await tree({}, site)
    expect(data).toMatchObject([
      {
        deviceSn: 'RACK',
        virtual: false,
        module: false,
        parentDeviceSn: 'PCS',
        batterySoc: 66,
        batterySoh: 98,
        cycles: 120,
        batteryPower: -4000,
      },
    ])
  })

  it('comes before a hybrid that reports another one', async () => {
    const site = await addTestPlant(test.db, owner.userId)
    const options = { profileId: 'readings', flows: [], quantities: ['batteryPowerW', 'batterySocPercent'] } as const
    await addTestDevice(test.db, site, { ...options, serial: 'HYB-2', type: 'INVERTER' })
    await addTestDevice(test.db, site, { ...options, serial: 'RACK-2', type: 'BATTERY' })
    await settleAll(test.db, nowMs)
    const { data } = await tree({}, site)
    expect(data.map(({ deviceSn, virtual }) => [deviceSn, virtual])).toEqual([
      ['RACK-2', false],
      ['HYB-2', true],
    ])
  })
})
