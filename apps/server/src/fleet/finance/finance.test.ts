import type { CallName } from '@heliograph/contract/calls.ts'
import type { WireFinance, WireTariff } from '@heliograph/contract/maintain-s/finance.ts'
import type { PeriodStats } from '@heliograph/contract/maintain-s/history.ts'
import type { OperatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import { flatSchedule, weekdays } from '@heliograph/domain/tariff/schedule.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestDevice, addTestPlant, appendSamples, bearer, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createSamplePlants, hour, type SamplePlants, shortDay } from '../../testing/sample-plants.ts'
import { append } from '../telemetry/telemetry.ts'

let samples: SamplePlants
let test: TestApp
let id: number

beforeAll(async () => {
  samples = await createSamplePlants()
  ;({ test, storage: id } = samples)
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.pool.query('delete from tariffs')
  await test.db.pool.query('delete from plant_finances')
})

const call = (name: CallName, parts: CallParts) => inject(test.app, name, parts, bearer(samples.owner.token))
const ask = async <T>(name: CallName, parts: CallParts): Promise<T> => {
  const reply = await call(name, parts)
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const params = () => ({ id })
const finance = () => ask<WireFinance>('GET /maintain-s/station/{id}/finance', { params: params() })
const statsOf = async (type: string, date?: string, plant = id) => {
  const query = date === undefined ? {} : { date }
  const name = 'GET /maintain-s/history/power/{id}/stats/{type}'
  return (await ask<PeriodStats>(name, { params: { id: plant, type }, query })).statistics
}
const saveTariff = (tariff: WireTariff, plant = id) =>
  ask('POST /maintain-s/station/{id}/finance/tariff', { params: { id: plant }, body: tariff })

const window = (from: number, to: number, price: number) => ({
  days: [...weekdays],
  fromMinute: from * 60,
  toMinute: to * 60,
  price,
})
const flat = (price: number): WireTariff['purchasePrices'] => ({
  seasons: flatSchedule(price).seasons.map(({ from, windows }) => ({
    from,
    windows: windows.map((item) => ({ ...item, days: [...item.days] })),
  })),
})
/** 0.40 from 07:00 to 22:00, else 0.20; 0.10 for feed-in; 0.50 a day. */
const dayNight: WireTariff = {
  validFrom: '2026-03-29',
  incomeRule: 'bill',
  mergeElectricPrice: null,
  benchmarkPrice: null,
  nationalSubsidy: 0,
  provincialSubsidy: 0,
  prefecturalSubsidy: 0,
  countySubsidy: 0,
  purchasePrices: {
    seasons: [{ from: '01-01', windows: [window(0, 7, 0.2), window(7, 22, 0.4), window(22, 24, 0.2)] }],
  },
  feedInPrices: flat(0.1),
  standingCharge: 0.5,
  vatRate: null,
}

describe('a tariff with times of use', () => {
  // 2026-03-29 has 23 hours: eight at 0.20 (two o'clock is missing), fifteen at 0.40, six of them sunny.
  // Dark hours purchase 0.12 kWh and discharge 0.36; sunny ones use 2.4 - 0.72 - 0.6 = 1.08 and feed in 0.72.
  const dark = 8 * 0.2 + 9 * 0.4
  const expected = {
    costValue: 0.12 * dark + 0.5,
    feedInValue: 4.32 * 0.1,
    withoutPlantValue: 0.12 * dark + 0.5 + 6 * 1.08 * 0.4 + 0.36 * dark,
    savedValue: 6 * 1.08 * 0.4 + 0.36 * dark + 4.32 * 0.1,
  }

  it('prices a day of 23 hours by its wall clock', async () => {
    await saveTariff(dayNight)
    const day = await statsOf('daily', '2026-03-29')
    for (const [part, amount] of Object.entries(expected))
      expect(day[part as keyof typeof expected], part).toBeCloseTo(amount, 2)
    expect(day.incomeValue).toBe(day.savedValue)
  })

  it('counts from its date on, and the plain price before', async () => {
    await saveTariff(dayNight)
    const before = await statsOf('daily', '2026-03-28')
    // 6 h at 2.4 kW, 0.25 per kWh; nothing is known of a bill.
    expect(before).toMatchObject({ incomeValue: 3.6, costValue: null, savedValue: null })
    const after = await statsOf('daily', '2026-03-30')
    const month = await statsOf('month', '2026-03')
    expect(month.incomeValue).toBeCloseTo(3.6 + expected.savedValue + (after.incomeValue ?? Number.NaN), 2)
    expect(month.costValue).toBeCloseTo(expected.costValue + (after.costValue ?? Number.NaN), 2)
  })

  it('is the one source of headline, history, benefits and the fleet', async () => {
    await saveTariff({ ...dayNight, validFrom: null, nationalSubsidy: 0.05 })
    const system = await ask<OperatingSystem>('GET /maintain-s/operating/system/{id}', { params: params() })
    const total = await statsOf('total')
    const saved = await ask<{ incomeTotal: number }>('POST /maintain-s/operating/station/generation/energy-saved', {
      body: { id },
    })
    expect(system.total.incomeValue).toBe(total.incomeValue)
    expect(saved.incomeTotal).toBe(total.incomeValue)
    expect(system).toMatchObject({ price: null, hasPrices: true })
    const today = await statsOf('daily')
    const fleet = await ask<{ income: { currency: string; amount: number }[] }>(
      'POST /maintain-s/operating/station/today',
      {},
    )
    expect(today.incomeValue).toBeGreaterThan(0)
    expect(fleet.income[0]?.amount).toBeCloseTo(today.incomeValue ?? 0, 9)
    const parts = await Promise.all(['2026-03-28', '2026-03-29', '2026-03-30'].map((date) => statsOf('daily', date)))
    const sum = parts.reduce((all, { incomeValue }) => all + (incomeValue ?? 0), 0)
    expect(total.incomeValue).toBeCloseTo(sum, 9)
  })

  it('reads the hours of a day once, and again after a late record', async () => {
    const device = await addTestDevice(test.db, await addTestPlant(test.db, samples.owner.userId, { zone: 'UTC' }), {
      quantities: ['gridImportTotalWh', 'generationTotalWh'],
      flows: ['generation', 'import'],
    })
    const { plantId } = device
    // One kWh purchased in the night; the day begins with a counter of 0.
    const start = shortDay.fromMs - 23 * hour
    await appendSamples(test.db, device, { fromMs: start, toMs: start + 4 * hour }, (atMs) => ({
      generationTotalWh: 0,
      gridImportTotalWh: Math.round((atMs - start) / hour) >= 2 ? 1_000 : 0,
    }))
    const tariff = { ...dayNight, validFrom: null, standingCharge: 0 }
    await saveTariff(tariff, plantId)
    const cost = async () => (await statsOf('daily', '2026-03-28', plantId)).costValue
    expect(await cost()).toBeCloseTo(0.2, 6)
    const stored = async () =>
      (await test.db.pool.query('select day::text, stamp from plant_hours where plant_id = $1', [plantId])).rows
    const [kept] = await stored()
    expect(await stored()).toMatchObject([{ day: '2026-03-28' }])
    // A kept day needs no roll-up.
    await test.db.pool.query('delete from device_rollups where plant_id = $1', [plantId])
    expect(await cost()).toBeCloseTo(0.2, 6)
    // At noon the counter is 2 kWh higher: the day has other sums, and its hours are read anew.
    const late = { atMs: start + 12 * hour, timeSource: 'frame' as const }
    const values = { generationTotalWh: 0, gridImportTotalWh: 3_000 }
    await append(test.db, [{ ...late, device, values }])
    expect(await cost()).toBeGreaterThan(0.2)
    expect((await stored())[0]).not.toEqual(kept)
  })

  it('has the bill of its savings apart where a day lacks its production', async () => {
    await saveTariff(dayNight)
    const before = await statsOf('month', '2026-03')
    expect(before.savedDays).toBeUndefined()
    const whole = await statsOf('daily', '2026-03-29')
    const part = await statsOf('daily', '2026-03-30')
    const lost = "select day from plant_days where plant_id = $1 and day = '2026-03-30'"
    expect((await test.db.pool.query(lost, [id])).rowCount).toBe(1)
    await test.db.pool.query("update plant_days set generation_wh = null where plant_id = $1 and day = '2026-03-30'", [
      id,
    ])
    try {
      const month = await statsOf('month', '2026-03')
      expect(month.costValue).toBeCloseTo((whole.costValue ?? Number.NaN) + (part.costValue ?? Number.NaN), 2)
      expect(month.savedValue).toBeCloseTo(whole.savedValue ?? Number.NaN, 2)
      const { costValue, feedInValue, withoutPlantValue } = month.savedDays ?? {}
      expect([costValue, feedInValue, withoutPlantValue]).toEqual([
        whole.costValue,
        whole.feedInValue,
        whole.withoutPlantValue,
      ])
    } finally {
      await test.db.pool.query(
        "update plant_days set generation_wh = 14400 where plant_id = $1 and day = '2026-03-30'",
        [id],
      )
    }
  })

  it('is unknown where the grid is not measured', async () => {
    await saveTariff(dayNight, samples.simple)
    expect(await statsOf('daily', '2026-03-29', samples.simple)).toMatchObject({
      costValue: null,
      // A plant that feeds in everything earns by its production: 11 kWh less those of no step.
      incomeValue: expect.closeTo(1.09, 1),
    })
  })
})

describe('the preview of a tariff', () => {
  const preview = (body: object) =>
    ask<{
      changed: { days: number; before: { income: number }; after: { income: number } } | null
      years: { year: string; after: { income: number } }[]
      lastYear: { days: number; before: { income: number }; after: { income: number; savings: number } }
    }>('POST /maintain-s/station/{id}/finance/tariff/preview', { params: params(), body })

  it('says what saving changes, and stores nothing', async () => {
    const said = await preview({ validFrom: '2026-03-29', tariff: dayNight })
    expect((await finance()).tariffs).toHaveLength(1)
    const before = (await statsOf('total')).incomeValue ?? 0
    await saveTariff(dayNight)
    const after = (await statsOf('total')).incomeValue ?? 0
    expect(said.changed?.days).toBe(2)
    expect((said.changed?.after.income ?? 0) - (said.changed?.before.income ?? 0)).toBeCloseTo(after - before, 9)
    expect(said.years).toMatchObject([{ year: '2026' }])
    // As if it had counted on all three days.
    expect(said.lastYear.days).toBe(3)
    expect(said.lastYear.after.savings).toBe(said.lastYear.after.income)
  })

  it('of a removal is the way back', async () => {
    const before = (await statsOf('total')).incomeValue ?? 0
    await saveTariff({ ...dayNight, validFrom: null })
    const said = await preview({ validFrom: null, tariff: null })
    await ask('DELETE /maintain-s/station/{id}/finance/tariff', { params: params(), body: { validFrom: null } })
    expect(said.changed?.after.income).toBeCloseTo(before, 9)
    expect((await statsOf('total')).incomeValue).toBeCloseTo(before, 9)
  })

  it('of a date to come changes no past day', async () => {
    expect((await preview({ validFrom: '2027-01-01', tariff: dayNight })).changed).toBeNull()
  })
})

describe('finances', () => {
  it('start empty, with the plain price', async () => {
    expect(await finance()).toMatchObject({
      currency: 'EUR',
      mergeElectricPrice: 0.25,
      incomeRule: 'production',
      constructionCost: null,
      financing: false,
      tariffs: [{ validFrom: null, mergeElectricPrice: 0.25 }],
      outlook: { basis: 'none', yearly: null, paybackDate: null, internalRate: null },
      daysLeft: 0,
    })
  })

  it('have one price from the start, whether the plant or its first tariff says it', async () => {
    const editStation = (price: number) =>
      call('POST /maintain-s/station/{id}', { params: params(), body: { mergeElectricPrice: price } })
    const stationPrice = async () =>
      (await ask<{ mergeElectricPrice: number }>('GET /maintain-s/station/{id}', { params: params() }))
        .mergeElectricPrice
    const plain = { ...dayNight, validFrom: null, incomeRule: 'production' as const, standingCharge: 0 }
    await saveTariff({ ...plain, mergeElectricPrice: 0.31, purchasePrices: null, feedInPrices: null })
    expect(await stationPrice()).toBe(0.31)
    expect((await finance()).tariffs).toMatchObject([{ validFrom: null, mergeElectricPrice: 0.31 }])
    const log = await ask<{ data: { detail: object }[] }>('GET /maintain-s/station/{id}/audit', { params: params() })
    expect(JSON.stringify(log.data[0]?.detail)).toContain('0.25')
    expect((await editStation(0.25)).statusCode).toBe(200)
    expect((await finance()).tariffs).toMatchObject([{ validFrom: null, mergeElectricPrice: 0.25 }])
    await saveTariff({ ...dayNight, validFrom: null })
    const refused = await editStation(0.4)
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'PARAM_ERROR'])
    expect(await stationPrice()).toBe(0.25)
  })

  it('keep cost, subsidies and a loan, and the log says what stood there before', async () => {
    const name = 'POST /maintain-s/station/{id}/finance'
    const loan = { amount: 6_000, repaymentMethod: 'annuity', term: 120, period: 1, interestRate: 6 }
    const body = { constructionCost: 12_000, constructionSubsidy: 1_000, constructionDate: '2026-03-01', loan }
    await ask(name, { params: params(), body })
    await ask(name, { params: params(), body: { constructionCost: 10_000 } })
    const found = await finance()
    expect(found).toMatchObject({ constructionCost: 10_000, financing: true, proportion: 60, term: 120 })
    // 66.61 a month; interest 1,993.48.
    expect(found.dayRefund).toBeCloseTo(66.612 / (365 / 12), 3)
    expect(found.outlook.invested).toBeCloseTo(9_000 + 1_993.48, 1)
    const log = await ask<{ data: { detail: object }[] }>('GET /maintain-s/station/{id}/audit', { params: params() })
    expect(log.data[0]?.detail).toMatchObject({ constructionCost: 10_000, 'constructionCost.before': 12_000 })
    await ask(name, { params: params(), body: { loan: null } })
    expect(await finance()).toMatchObject({ financing: false, amount: null, constructionCost: 10_000 })
  })

  it.each<[string, object]>([
    ['a cost below zero', { constructionCost: -1 }],
    ['a date that does not exist', { constructionDate: '2026-02-30' }],
    ['a link that is no page', { tariffUrl: 'javascript:alert(1)' }],
    [
      'a period that does not divide the term',
      { loan: { amount: 1, repaymentMethod: 'linear', term: 7, period: 3, interestRate: 1 } },
    ],
    ['nothing', {}],
  ])('refuse %s', async (_, body) => {
    expect((await call('POST /maintain-s/station/{id}/finance', { params: params(), body })).statusCode).toBe(400)
  })

  it.each<[string, object]>([
    ['with a gap in the week', { purchasePrices: { seasons: [{ from: '01-01', windows: [window(0, 23, 1)] }] } }],
    [
      'with two prices at once',
      { feedInPrices: { seasons: [{ from: '01-01', windows: [window(0, 24, 1), window(3, 4, 1)] }] } },
    ],
    ['that starts on no day', { validFrom: '2026-13-01' }],
    ['with a price of production below zero', { mergeElectricPrice: -0.1 }],
    [
      'with a price beyond all bounds',
      { feedInPrices: { seasons: [{ from: '01-01', windows: [window(0, 24, -2e6)] }] } },
    ],
  ])('refuse a tariff %s', async (_, wrong) => {
    const body = { ...dayNight, ...wrong }
    const reply = await call('POST /maintain-s/station/{id}/finance/tariff', { params: params(), body })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'PARAM_ERROR'])
  })

  it('give amounts without the VAT that the prices contain', async () => {
    await saveTariff({ ...dayNight, vatRate: 19 })
    const { savedValue, netOfVat } = await statsOf('daily', '2026-03-29')
    expect(netOfVat?.saved).toBeCloseTo((savedValue ?? 0) / 1.19, 9)
    expect((await finance()).tariffs.at(-1)).toMatchObject({ vatRate: 19 })
    const tooMuch = await call('POST /maintain-s/station/{id}/finance/tariff', {
      params: params(),
      body: { ...dayNight, vatRate: 51 },
    })
    expect([tooMuch.statusCode, tooMuch.json().code]).toEqual([400, 'PARAM_ERROR'])
  })

  it('take prices of the grid below zero', async () => {
    const below = { purchasePrices: { seasons: [{ from: '01-01', windows: [window(0, 24, -0.1)] }] } }
    const body = { ...dayNight, ...below, validFrom: '2026-03-03' }
    const reply = await call('POST /maintain-s/station/{id}/finance/tariff', { params: params(), body })
    expect(reply.statusCode).toBe(200)
    const { tariffs } = (await call('GET /maintain-s/station/{id}/finance', { params: params() })).json()
    expect(tariffs.at(-1).purchasePrices.seasons[0].windows[0].price).toBe(-0.1)
    const undo = { params: params(), body: { validFrom: '2026-03-03' } }
    expect((await call('DELETE /maintain-s/station/{id}/finance/tariff', undo)).statusCode).toBe(200)
  })

  it('know no tariff that was never saved', async () => {
    const body = { validFrom: '2026-01-01' }
    const reply = await call('DELETE /maintain-s/station/{id}/finance/tariff', { params: params(), body })
    expect(reply.statusCode).toBe(404)
  })
})
