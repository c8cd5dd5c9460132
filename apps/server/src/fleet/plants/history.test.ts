import type { CallName } from '@heliograph/contract/calls.ts'
import type { DayRecord, PeriodStats } from '@heliograph/contract/maintain-s/history.ts'
import type { OperatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestDevice, addTestPlant, appendSamples, bearer, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createSamplePlants, hour, noon, type SamplePlants, shortDay, ZONE } from '../../testing/sample-plants.ts'
import { append } from '../telemetry/telemetry.ts'

let samples: SamplePlants
let test: TestApp
let owner: SamplePlants['owner']
let storage: number
let midday: number
let simple: number

beforeAll(async () => {
  samples = await createSamplePlants()
  ;({ test, owner, storage, midday, simple } = samples)
})
afterAll(() => test.close())

const get = <T>(name: CallName, parts: CallParts, atMs?: number): Promise<T> => samples.get<T>(name, parts, atMs)
const dayOf = (id: number, date: string, atMs?: number) =>
  get<DayRecord>('GET /maintain-s/history/power/{id}/record', { params: { id }, query: { date } }, atMs)

describe('energies', () => {
  it('of a day of 23 hours add up', async () => {
    const params = { id: storage, type: 'daily' }
    const stats = await get<PeriodStats>('GET /maintain-s/history/power/{id}/stats/{type}', {
      params,
      query: { date: '2026-03-29' },
    })
    // 6 h of sun and 17 h of night.
    expect(stats.statistics).toMatchObject({
      generationValue: 14.4,
      gridValue: 4.32,
      chargeValue: 3.6,
      buyValue: 2.04,
      dischargeValue: 6.12,
      useValue: 14.64,
      genForUse: 6.48,
      genForGrid: 4.32,
      genForCharge: 3.6,
      generationRatio: 45,
      gridRatio: 30,
      chargeRatio: 25,
      incomeValue: 3.6,
      fullPowerHoursDay: 1.44,
    })
    const { useFromGen, useFromBuy, useFromDischarge, useRatio, buyRatio, useDischargeRatio } = stats.statistics
    expect([useFromGen, useFromBuy, useFromDischarge].map((item) => Math.round((item ?? 0) * 1000))).toEqual([
      6480, 2040, 6120,
    ])
    expect(Math.round(((useRatio ?? 0) + (buyRatio ?? 0) + (useDischargeRatio ?? 0)) * 100)).toBe(10_000)
    expect(stats.records).toHaveLength(1)
    expect(stats.currency).toBe('EUR')
  })

  it('have a row for each part of a period, empty without data', async () => {
    const stats = (type: string, date?: string) =>
      get<PeriodStats>('GET /maintain-s/history/batteryPower/{id}/stats/{type}', {
        params: { id: storage, type },
        query: date ? { date } : {},
      })
    const month = await stats('month', '2026-03')
    expect(month.records.map(({ day }) => day)).toEqual(Array.from({ length: 31 }, (_, n) => n + 1))
    expect(month.records.map(({ generationValue }) => generationValue)).toEqual([
      ...Array(27).fill(null),
      14.4,
      14.4,
      0,
      null,
    ])
    expect(month.statistics.generationValue).toBe(28.8)
    const year = await stats('year', '2026')
    expect(year.records.map(({ month, day }) => [month, day])).toEqual(Array.from({ length: 12 }, (_, n) => [n + 1, 0]))
    expect(year.records.filter(({ generationValue }) => generationValue !== null).map(({ month }) => month)).toEqual([
      3,
    ])
    const total = await stats('total')
    expect(total.records).toMatchObject([{ year: 2026, month: 0, day: 0, generationValue: 28.8 }])
    expect(total.operatingTotalDays).toBe(30)
    const daily = await stats('daily', '2026-03-29')
    expect(daily).toMatchObject({ curve: { date: '2026-03-29' } })
  })

  it("of now, today, month, year and total come with the device's counter", async () => {
    const system = await get<OperatingSystem>(
      'GET /maintain-s/operating/system/{id}',
      { params: { id: midday } },
      noon + 60_000,
    )
    expect(system.day.generationValue).toBe(4.8)
    expect([system.month, system.year, system.total].map(({ generationValue }) => generationValue)).toEqual([
      19.2, 19.2, 19.2,
    ])
    expect(system).toMatchObject({
      fullPowerYesterdayHours: 1.44,
      operatingTotalDays: 29,
      counterTotal: 5019.2,
      price: 0.25,
    })
  })

  it('of a plant that measures only production have no split', async () => {
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

  it.each(['2026-02-30', '2026-13', '0000', '2300'])('reject the date %s', async (date) => {
    const parts = { params: { id: storage, type: 'month' }, query: { date } }
    const reply = await inject(test.app, 'GET /maintain-s/history/power/{id}/stats/{type}', parts, bearer(owner.token))
    expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: 'query.date' } })
  })
})

describe('the day curve', () => {
  it('has a point every five minutes on a day of 23 hours', async () => {
    const day = await dayOf(storage, '2026-03-29')
    expect(day.records).toHaveLength(23 * 12)
    expect([day.from, day.to, day.intervalS]).toEqual([shortDay.fromMs / 1000, shortDay.toMs / 1000, 300])
    const at = (ms: number) => day.records.find(({ dateTime }) => dateTime === ms / 1000)
    expect(at(noon)).toEqual({
      dateTime: noon / 1000,
      generationPower: 2400,
      usePower: 1080,
      wirePower: -720,
      buyPower: 0,
      gridPower: 720,
      batteryPower: -600,
      chargePower: 600,
      dischargePower: 0,
      batterySoc: 80,
      generatorPower: null,
      upsPower: null,
      coverage: 1,
      estimated: false,
    })
    expect(at(shortDay.fromMs)).toMatchObject({ generationPower: 0, usePower: 480, buyPower: 120, dischargePower: 360 })
    expect(day.gaps).toEqual([])
    expect(day.statistics.generationValue).toBe(14.4)
    // Berlin, 29 March: 06:48 to 19:35 summer time.
    expect(Math.abs((day.sunrise ?? 0) * 1000 - Date.parse('2026-03-29T04:48:00Z'))).toBeLessThan(120_000)
    expect(Math.abs((day.sunset ?? 0) * 1000 - Date.parse('2026-03-29T17:35:00Z'))).toBeLessThan(120_000)
  })

  it('has a clear-sky band above what the plant can produce', async () => {
    const { clearSky, sunrise, sunset } = await dayOf(storage, '2026-03-29')
    const powers = clearSky.map(({ power }) => power)
    expect(Math.max(...powers)).toBeGreaterThan(6_000)
    expect(Math.max(...powers)).toBeLessThanOrEqual(10_000)
    for (const { dateTime } of clearSky) {
      expect(dateTime).toBeGreaterThan((sunrise ?? 0) - 900)
      expect(dateTime).toBeLessThan((sunset ?? 0) + 900)
    }
  })

  it('B1: shows night only while a plant that reported until dusk is asleep', async () => {
    const id = await addTestPlant(test.db, samples.owner.userId, { gridType: 'DISTRIBUTED_FULLY' })
    const inverter = await addTestDevice(test.db, id, { quantities: ['acPowerW', 'generationTotalWh'] })
    const { fromMs } = shortDay
    // The sun sets about 18.6 hours after the start of this day; no data has arrived since.
    const range = { fromMs: fromMs + 8 * hour, toMs: fromMs + 18.3 * hour }
    await appendSamples(test.db, inverter, range, () => ({ acPowerW: 900, generationTotalWh: 1000 }))
    const powers = async (date: string) => {
      const { records } = await dayOf(id, date, shortDay.toMs + 47 * hour)
      return [2, 10, 20, 22.5].map((hours) =>
        records.find(({ dateTime }) => dateTime === dayBounds(date, ZONE).fromMs / 1000 + hours * 3600),
      )
    }
    const read = async (date: string) => (await powers(date)).map((power) => power?.generationPower)
    // The night before the first record is unknown, not dark.
    expect(await read('2026-03-29')).toEqual([null, 900, 0, 0])
    expect(await read('2026-03-30')).toEqual([0, null, null, null])
    expect(await read('2026-03-31')).toEqual([null, null, null, null])
    expect((await powers('2026-03-30')).map((power) => power?.usePower)).toEqual([null, null, null, null])
    await test.db.kysely.deleteFrom('plants').where('id', '=', id).execute()
  })

  it('keeps gaps open, also before the first record', async () => {
    const day = await dayOf(simple, '2026-03-29')
    const { fromMs } = shortDay
    // The last record arrives an hour before the sun is low.
    const [gap, evening] = day.gaps
    expect(gap).toEqual({ from: (fromMs + 10 * hour - 300_000) / 1000, to: (fromMs + 12 * hour) / 1000 })
    expect(evening?.from).toBe((fromMs + 17 * hour - 300_000) / 1000)
    expect(day.gaps).toHaveLength(2)
    const powerAt = (hours: number) =>
      day.records.find(({ dateTime }) => dateTime === (fromMs + hours * hour) / 1000)?.generationPower
    expect([powerAt(2), powerAt(8), powerAt(11), powerAt(13), powerAt(22.5)]).toEqual([null, 1000, null, 1000, null])
    expect(day.records.every(({ usePower, batterySoc }) => usePower === null && batterySoc === null)).toBe(true)
  })

  it('has the gaps of records that are older than their device', async () => {
    const id = await addTestPlant(test.db, owner.userId, { zone: ZONE })
    const { fromMs } = shortDay
    const device = await addTestDevice(test.db, id, { quantities: ['acPowerW'], createdAtMs: fromMs + 2 * 24 * hour })
    const at = (hours: number) => ({
      device,
      atMs: fromMs + hours * hour,
      timeSource: 'frame' as const,
      values: { acPowerW: 900 },
    })
    const every5 = (from: number, to: number) => Array.from({ length: (to - from) * 12 }, (_, n) => at(from + n / 12))
    await append(test.db, [...every5(9, 11), ...every5(14, 18), ...every5(32, 36)])
    const laterMs = fromMs + 60 * hour
    const gapsOn = async (date: string) =>
      (await dayOf(id, date, laterMs)).gaps.map((gap) =>
        [gap.from, gap.to].map((value) => Math.round((value * 1000 - fromMs) / hour)),
      )
    // Nothing was due before the very first record, and something was between the others.
    expect(await gapsOn('2026-03-28')).toEqual([])
    expect((await gapsOn('2026-03-29'))[0]).toEqual([11, 14])
    expect((await gapsOn('2026-03-30')).at(-1)?.[0]).toBe(36)
    await test.db.kysely.deleteFrom('plants').where('id', '=', id).execute()
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

  it('marks estimated values', async () => {
    const atMs = shortDay.fromMs + 11 * hour
    await append(test.db, [{ device: samples.simpleInverter, atMs, timeSource: 'received', values: { acPowerW: 700 } }])
    const day = await dayOf(simple, '2026-03-29')
    expect(day.records.filter(({ estimated }) => estimated).map(({ dateTime }) => dateTime)).toEqual([atMs / 1000])
    expect(day.statistics.estimated).toBe(1)
  })
})
