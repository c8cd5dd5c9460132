import type { CallName } from '@heliograph/contract/calls.ts'
import type { DayRecord, PeriodStats } from '@heliograph/contract/maintain-s/history.ts'
import type { Station, StationRow } from '@heliograph/contract/maintain-s/station.ts'
import type { FastSystem, OperatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import { flows } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { append, type DeviceMeta } from '../telemetry/telemetry.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  type TestApp,
} from '../testing/app.ts'
import { type CallParts, inject } from '../testing/call.ts'

const hour = 3_600_000
const zone = 'Europe/Berlin'
/** Clocks go forward: 23 hours. */
const shortDay = dayBounds('2026-03-29', zone)
const dayBefore = dayBounds('2026-03-28', zone)
const noon = shortDay.fromMs + 11 * hour

const hybridQuantities: readonly QuantityId[] = [
  'pvPowerW',
  'batteryPowerW',
  'batterySocPercent',
  'gridPowerW',
  'loadPowerW',
  'generationTotalWh',
  'gridImportTotalWh',
  'gridExportTotalWh',
  'batteryChargeTotalWh',
  'batteryDischargeTotalWh',
]

/** Six hours of sun a day, from 9 to 15 h after midnight; the rest from battery and grid. */
function hybridAt(atMs: number) {
  const isShort = atMs >= shortDay.fromMs
  const day = isShort ? shortDay : dayBefore
  const sinceMs = atMs - day.fromMs
  const sunHours = Math.min(6, Math.max(0, sinceMs / hour - 9)) + (isShort ? 6 : 0)
  const nightHours = (atMs - dayBefore.fromMs) / hour - sunHours
  const isDay = sinceMs >= 9 * hour && sinceMs < 15 * hour
  return {
    ...(isDay
      ? { pvPowerW: 2000, batteryPowerW: -500, gridPowerW: -600, loadPowerW: 900 }
      : { pvPowerW: 0, batteryPowerW: 300, gridPowerW: 100, loadPowerW: 400 }),
    batterySocPercent: isDay ? 80 : 40,
    generationTotalWh: 5_000_000 + sunHours * 2000,
    gridExportTotalWh: 1_000 + sunHours * 600,
    batteryChargeTotalWh: 2_000 + sunHours * 500,
    gridImportTotalWh: 3_000 + nightHours * 100,
    batteryDischargeTotalWh: 4_000 + nightHours * 300,
  }
}

let test: TestApp
let owner: { userId: number; token: string }
let storage: number
let simple: number
let simpleInverter: DeviceMeta

beforeAll(async () => {
  test = await createTestApp(shortDay.toMs + 2 * hour)
  owner = await addTestUser(test, 'owner')
  storage = await addTestPlant(test.db, owner.userId, {
    name: 'Storage 100%',
    address: 'Am Deich 7',
    startedOn: '2026-03-01',
  })
  const hybrid = await addTestDevice(test.db, storage, { quantities: hybridQuantities, flows })
  await appendSamples(test.db, hybrid, { fromMs: dayBefore.fromMs, toMs: shortDay.toMs + hour }, hybridAt)

  simple = await addTestPlant(test.db, owner.userId, { name: 'Barn', gridType: 'DISTRIBUTED_FULLY', pricePerKwh: null })
  simpleInverter = await addTestDevice(test.db, simple, { quantities: ['acPowerW', 'generationTotalWh'] })
  await appendSamples(
    test.db,
    simpleInverter,
    { fromMs: shortDay.fromMs + 6 * hour, toMs: shortDay.fromMs + 17 * hour },
    // Between 10 and 12 h after midnight nothing came.
    (atMs) => {
      const hours = (atMs - shortDay.fromMs) / hour
      return hours >= 10 && hours < 12 ? undefined : { acPowerW: 1000, generationTotalWh: hours * 1000 }
    },
  )
})
afterAll(() => test.close())

async function get<T>(name: CallName, parts: CallParts, atMs?: number): Promise<T> {
  const was = test.clock.nowMs
  test.clock.nowMs = atMs ?? was
  const reply = await inject(test.app, name, parts, bearer(owner.token))
  test.clock.nowMs = was
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const dayOf = (id: number, date: string, atMs?: number) =>
  get<DayRecord>('GET /maintain-s/history/power/{id}/record', { params: { id }, query: { date } }, atMs)
const now = (id: number, atMs: number) => get<FastSystem>('GET /maintain-s/fast/system/{id}', { params: { id } }, atMs)

describe('now', () => {
  it('shows a storage plant with signs, directions and nodes', async () => {
    const system = await now(storage, noon + 60_000)
    expect(system).toMatchObject({
      generationPower: 2000,
      usePower: 900,
      wirePower: -600,
      buyPower: 0,
      gridPower: 600,
      batteryPower: -500,
      chargePower: 500,
      dischargePower: 0,
      batterySoc: 80,
      unaccountedPower: 0,
      genStatus: 'OUT',
      wireStatus: 'GRID_CONNECTED',
      batteryStatus: 'CHARGE',
      useStatus: 'IN',
      generationCapacity: 0.2,
      condition: 'ok',
      intervalS: 300,
      sunUp: true,
      nextSunrise: null,
    })
    expect(system.nodes.map(({ role, power, derived }) => [role, power, derived])).toEqual([
      ['pv', 2000, false],
      ['grid', -600, false],
      ['battery', -500, false],
      ['load', 900, false],
    ])
  })

  it('has no present without fresh data', async () => {
    // The newest sample is an hour after midnight; a battery does not sleep.
    const late = await now(storage, shortDay.toMs + 1.5 * hour)
    expect(late).toMatchObject({
      generationPower: null,
      usePower: null,
      wirePower: null,
      batterySoc: null,
      condition: 'stale',
    })
    expect(late).toMatchObject({ genStatus: 'STATIC', sunUp: false })
    expect((await now(storage, shortDay.toMs + 5 * hour)).condition).toBe('offline')
  })

  it('lets a plant without a battery sleep at night, and misses it by day', async () => {
    const night = await now(simple, shortDay.toMs)
    expect(night).toMatchObject({
      condition: 'asleep',
      generationPower: 0,
      usePower: null,
      batteryPower: null,
      sunUp: false,
    })
    expect(night.nodes).toMatchObject([{ role: 'pv', power: 0 }])
    // Sunrise in Berlin on 30 March: 06:46 summer time, to a minute or two.
    expect(Math.abs((night.nextSunrise ?? 0) * 1000 - Date.parse('2026-03-30T04:46:00Z'))).toBeLessThan(120_000)
    expect(await now(simple, shortDay.toMs + 12 * hour)).toMatchObject({
      condition: 'offline',
      generationPower: null,
      sunUp: true,
    })
  })

  it('derives consumption from a meter', async () => {
    const id = await addTestPlant(test.db, owner.userId, { gridType: 'EXCESS' })
    const inverter = await addTestDevice(test.db, id, { quantities: ['acPowerW'] })
    const meter = await addTestDevice(test.db, id, {
      type: 'METER',
      quantities: ['gridPowerW'],
      flows: ['import', 'export'],
    })
    const range = { fromMs: noon, toMs: noon + 1 }
    await appendSamples(test.db, inverter, range, () => ({ acPowerW: 1500 }))
    await appendSamples(test.db, meter, range, () => ({ gridPowerW: -400 }))
    const { nodes, usePower } = await now(id, noon)
    expect(usePower).toBe(1100)
    expect(nodes.find(({ role }) => role === 'load')).toMatchObject({ power: 1100, derived: true })
    expect(nodes.find(({ role }) => role === 'grid')).toMatchObject({ power: -400, metered: true })
    await test.db.kysely.deleteFrom('plants').where('id', '=', id).execute()
  })
})

describe('energies', () => {
  it('of a day of 23 hours add up', async () => {
    const params = { id: storage, type: 'daily' }
    const stats = await get<PeriodStats>('GET /maintain-s/history/power/{id}/stats/{type}', {
      params,
      query: { date: '2026-03-29' },
    })
    // 6 h of sun and 17 of night.
    expect(stats.statistics).toMatchObject({
      generationValue: 12,
      gridValue: 3.6,
      chargeValue: 3,
      buyValue: 1.7,
      dischargeValue: 5.1,
      useValue: 12.2,
      genForUse: 5.4,
      genForGrid: 3.6,
      genForCharge: 3,
      generationRatio: 45,
      gridRatio: 30,
      chargeRatio: 25,
      incomeValue: 3,
      fullPowerHoursDay: 1.2,
    })
    const { useFromGen, useFromBuy, useFromDischarge, useRatio, buyRatio, useDischargeRatio } = stats.statistics
    expect([useFromGen, useFromBuy, useFromDischarge].map((one) => Math.round((one ?? 0) * 1000))).toEqual([
      5400, 1700, 5100,
    ])
    expect(Math.round(((useRatio ?? 0) + (buyRatio ?? 0) + (useDischargeRatio ?? 0)) * 100)).toBe(10_000)
    expect(stats.records).toHaveLength(1)
    expect(stats.currency).toBe('EUR')
  })

  it('have a row for each part of a period, empty where nothing is known', async () => {
    const stats = (type: string, date?: string) =>
      get<PeriodStats>('GET /maintain-s/history/batteryPower/{id}/stats/{type}', {
        params: { id: storage, type },
        query: date ? { date } : {},
      })
    const month = await stats('month', '2026-03')
    expect(month.records.map(({ day }) => day)).toEqual(Array.from({ length: 31 }, (_, n) => n + 1))
    expect(month.records.map(({ generationValue }) => generationValue)).toEqual([
      ...Array(27).fill(null),
      12,
      12,
      0,
      null,
    ])
    expect(month.statistics.generationValue).toBe(24)
    const year = await stats('year', '2026')
    expect(year.records.map(({ month, day }) => [month, day])).toEqual(Array.from({ length: 12 }, (_, n) => [n + 1, 0]))
    expect(year.records.filter(({ generationValue }) => generationValue !== null).map(({ month }) => month)).toEqual([
      3,
    ])
    const total = await stats('total')
    expect(total.records).toMatchObject([{ year: 2026, month: 0, day: 0, generationValue: 24 }])
    expect(total.operatingTotalDays).toBe(30)
    const daily = await stats('daily', '2026-03-29')
    expect(daily).toMatchObject({ curve: { date: '2026-03-29' } })
  })

  it('of now, today, month, year and all stand together, with the counter beside our sum', async () => {
    const system = await get<OperatingSystem>(
      'GET /maintain-s/operating/system/{id}',
      { params: { id: storage } },
      noon + 60_000,
    )
    expect(system.day.generationValue).toBe(12)
    expect([system.month, system.year, system.total].map(({ generationValue }) => generationValue)).toEqual([
      24, 24, 24,
    ])
    expect(system).toMatchObject({
      fullPowerYesterdayHours: 1.2,
      operatingTotalDays: 29,
      counterTotal: 5024,
      price: 0.25,
    })
  })

  it('of a plant that measures nothing but its production have no split', async () => {
    const system = await get<OperatingSystem>('GET /maintain-s/operating/system/{id}', { params: { id: simple } }, noon)
    expect(system.day).toMatchObject({
      useValue: null,
      generationRatio: null,
      buyRatio: null,
      chargeValue: null,
      incomeValue: null,
    })
    const saved = await get<{ treesPlanted: number; incomeTotal: number | null; generationTotal: number }>(
      'POST /maintain-s/operating/station/generation/energy-saved',
      { body: { id: simple } },
    )
    expect(saved.incomeTotal).toBeNull()
    expect(saved.treesPlanted).toBeCloseTo((saved.generationTotal * 0.997) / 18.3)
  })

  it.each(['2026-02-30', '2026-13', '0000', '2300'])('refuse the date %s', async (date) => {
    const parts = { params: { id: storage, type: 'month' }, query: { date } }
    const reply = await inject(test.app, 'GET /maintain-s/history/power/{id}/stats/{type}', parts, bearer(owner.token))
    expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: 'query.date' } })
  })
})

describe('the curve of a day', () => {
  it('has a point for each five minutes of 23 hours', async () => {
    const day = await dayOf(storage, '2026-03-29')
    expect(day.records).toHaveLength(23 * 12)
    expect([day.from, day.to, day.intervalS]).toEqual([shortDay.fromMs / 1000, shortDay.toMs / 1000, 300])
    const at = (ms: number) => day.records.find(({ dateTime }) => dateTime === ms / 1000)
    expect(at(noon)).toEqual({
      dateTime: noon / 1000,
      generationPower: 2000,
      usePower: 900,
      wirePower: -600,
      buyPower: 0,
      gridPower: 600,
      batteryPower: -500,
      chargePower: 500,
      dischargePower: 0,
      batterySoc: 80,
      generatorPower: null,
      upsPower: null,
      coverage: 1,
      estimated: false,
    })
    expect(at(shortDay.fromMs)).toMatchObject({ generationPower: 0, usePower: 400, buyPower: 100, dischargePower: 300 })
    expect(day.gaps).toEqual([])
    expect(day.statistics.generationValue).toBe(12)
    // Berlin, 29 March: 06:48 to 19:33 summer time.
    expect(Math.abs((day.sunrise ?? 0) * 1000 - Date.parse('2026-03-29T04:48:00Z'))).toBeLessThan(120_000)
    expect(Math.abs((day.sunset ?? 0) * 1000 - Date.parse('2026-03-29T17:33:00Z'))).toBeLessThan(120_000)
  })

  it('has a clear-sky band that bounds what the plant can do', async () => {
    const { clearSky, sunrise, sunset } = await dayOf(storage, '2026-03-29')
    const powers = clearSky.map(({ power }) => power)
    expect(Math.max(...powers)).toBeGreaterThan(6_000)
    expect(Math.max(...powers)).toBeLessThanOrEqual(10_000)
    for (const { dateTime } of clearSky) {
      expect(dateTime).toBeGreaterThan((sunrise ?? 0) - 900)
      expect(dateTime).toBeLessThan((sunset ?? 0) + 900)
    }
  })

  it('keeps gaps open, but takes a sleeping plant for dark', async () => {
    const day = await dayOf(simple, '2026-03-29')
    const { fromMs } = shortDay
    expect(day.gaps).toEqual([{ from: (fromMs + 10 * hour - 300_000) / 1000, to: (fromMs + 12 * hour) / 1000 }])
    const powerAt = (hours: number) =>
      day.records.find(({ dateTime }) => dateTime === (fromMs + hours * hour) / 1000)?.generationPower
    expect([powerAt(2), powerAt(8), powerAt(11), powerAt(13), powerAt(22.5)]).toEqual([0, 1000, null, 1000, 0])
    expect(day.records.every(({ usePower, batterySoc }) => usePower === null && batterySoc === null)).toBe(true)
  })

  it('ends now, and is empty before and after the plant', async () => {
    expect((await dayOf(storage, '2026-03-29', noon)).records).toHaveLength(11 * 12)
    expect((await dayOf(storage, '2027-01-01')).records).toEqual([])
    const before = await dayOf(storage, '2020-01-01')
    expect(before.records).toHaveLength(288)
    expect(before.records.every(({ generationPower, coverage }) => generationPower === null && coverage === 0)).toBe(
      true,
    )
    expect(before.gaps).toHaveLength(1)
  })

  it('marks what is estimated', async () => {
    const atMs = shortDay.fromMs + 11 * hour
    await append(test.db, [{ device: simpleInverter, atMs, timeSource: 'received', values: { acPowerW: 700 } }])
    const day = await dayOf(simple, '2026-03-29')
    expect(day.records.filter(({ estimated }) => estimated).map(({ dateTime }) => dateTime)).toEqual([atMs / 1000])
    expect(day.statistics.estimated).toBe(1)
  })
})

describe('the list', () => {
  const search = (query: CallParts['query'] = {}, body: object = {}) =>
    get<{ total: number; data: StationRow[] }>(
      'POST /maintain-s/operating/station/search',
      { query, body },
      noon + 60_000,
    )
  const names = async (...given: Parameters<typeof search>) => (await search(...given)).data.map(({ name }) => name)

  it('has the newest plant first, with master data and live figures in one row', async () => {
    const { total, data } = await search()
    expect([total, data.map(({ name }) => name)]).toEqual([2, ['Barn', 'Storage 100%']])
    expect(data[1]).toMatchObject({
      id: storage,
      installedCapacity: 10,
      generationPower: 2000,
      usePower: 900,
      batterySoc: 80,
      generationValue: 12,
      generationMonth: 24,
      generationYear: 24,
      generationTotal: 24,
      fullPowerHoursDay: 1.2,
      networkStatus: 'NORMAL',
      warningStatus: 'NORMAL',
      condition: 'ok',
      startOperatingTime: Date.parse('2026-02-28T23:00:00Z') / 1000,
    })
    expect(data[1]?.externalRoleCode.every(({ isOn }) => isOn === 1)).toBe(true)
  })

  it('searches names and addresses for words, not for patterns', async () => {
    expect(await names({}, { keyword: 'sTOR' })).toEqual(['Storage 100%'])
    expect(await names({}, { keyword: ' deich ' })).toEqual(['Storage 100%'])
    expect(await names({}, { keyword: '100%' })).toEqual(['Storage 100%'])
    expect(await names({}, { keyword: '%' })).toEqual(['Storage 100%'])
    expect(await names({}, { keyword: 'B_rn' })).toEqual([])
    expect(await names({}, { keyword: '\\' })).toEqual([])
    expect(await names({}, { gridInterconnectionType: 'DISTRIBUTED_FULLY' })).toEqual(['Barn'])
    expect(await names({}, { condition: 'ok' })).toEqual(['Barn', 'Storage 100%'])
    expect(await names({}, { condition: 'offline' })).toEqual([])
  })

  it('orders and pages', async () => {
    const byName = { 'order.property': 'name', 'order.direction': 'DESC', size: '1' }
    expect(await names({ ...byName, page: '1' })).toEqual(['Storage 100%'])
    expect(await names({ ...byName, page: '2' })).toEqual(['Barn'])
    expect(await search({ ...byName, page: '3' })).toMatchObject({ total: 2, data: [] })
    expect(await search({ size: '1', page: '2' }, { condition: 'ok' })).toMatchObject({
      total: 2,
      data: [{ name: 'Storage 100%' }],
    })
  })

  it('asks the database as often for twenty plants as for one', async () => {
    const lonely = await addTestUser(test, 'lonely')
    const crowded = await addTestUser(test, 'crowded')
    for (const { userId, count } of [
      { ...lonely, count: 1 },
      { ...crowded, count: 20 },
    ])
      for (let n = 0; n < count; n++) {
        const device = await addTestDevice(test.db, await addTestPlant(test.db, userId), { quantities: ['acPowerW'] })
        await appendSamples(test.db, device, { fromMs: noon, toMs: noon + 1 }, () => ({ acPowerW: 5 }))
      }
    const connect = vi.spyOn(test.db.pool, 'connect')
    const count = async (token: string): Promise<number> => {
      connect.mockClear()
      const reply = await inject(test.app, 'POST /maintain-s/operating/station/search', { body: {} }, bearer(token))
      expect(reply.statusCode).toBe(200)
      return connect.mock.calls.length
    }
    expect(await count(lonely.token)).toBe(await count(crowded.token))
    connect.mockRestore()
  })

  it('shows what was created, cleaned of what cannot be seen', async () => {
    const body = {
      name: '  Deich\u202ehof\u0007  am\nMeer ',
      type: 'GROUND',
      gridInterconnectionType: 'EXCESS',
      installedCapacity: 7.25,
      locationLat: 54.5,
      locationLng: 8.9,
      locationAddress: 'Husum',
      regionNationId: 'DE',
      regionTimezone: zone,
      currency: 'EUR',
      mergeElectricPrice: 0.11,
      startOperatingTime: Date.parse('2025-12-31T23:30:00Z') / 1000,
    }
    const { id } = await get<{ id: number }>('POST /maintain-s/station', { body })
    expect(await get<Station>('GET /maintain-s/station/{id}', { params: { id } })).toMatchObject({
      name: 'Deichhof am Meer',
      installedCapacity: 7.25,
      installationAzimuthAngle: 180,
      installationTiltAngle: 20,
      mergeElectricPrice: 0.11,
      role: 'owner',
      // At the plant the year had begun.
      startOperatingTime: Date.parse('2025-12-31T23:00:00Z') / 1000,
      condition: 'waiting',
      generationPower: null,
      deviceCount: 0,
    })
    for (const wrong of [
      { regionTimezone: 'Mars/Base' },
      { currency: 'XXX' },
      { startOperatingTime: 1e15 },
      { name: '\u200b' },
    ]) {
      const reply = await inject(
        test.app,
        'POST /maintain-s/station',
        { body: { ...body, ...wrong } },
        bearer(owner.token),
      )
      expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: Object.keys(wrong)[0] } })
    }
  })
})
