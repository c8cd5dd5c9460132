import type { CallName, CallReply } from '@heliograph/contract/calls.ts'
import type { WireTariff } from '@heliograph/contract/maintain-s/finance.ts'
import type { PeriodStats } from '@heliograph/contract/maintain-s/history.ts'
import { flatSchedule } from '@heliograph/domain/tariff/schedule.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addTestPlant, addTestUser, bearer, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { createSamplePlants, type SamplePlants } from '../../testing/sample-plants.ts'

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
  await test.db.pool.query('delete from price_series')
})

const call = (name: CallName, parts: CallParts, token = samples.owner.token) =>
  inject(test.app, name, parts, bearer(token))
const ask = async <T>(name: CallName, parts: CallParts): Promise<T> => {
  const reply = await call(name, parts)
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const params = () => ({ id })
const PRICES = 'POST /maintain-s/station/{id}/finance/prices'
const FILE = 'POST /maintain-s/station/{id}/finance/prices/file'
type DayPrices = CallReply<'GET /maintain-s/station/{id}/finance/day'>
type Series = CallReply<'GET /maintain-s/station/{id}/finance/prices'>['data'][number]
const pricesOfDay = (date = '2026-03-29') =>
  ask<DayPrices>('GET /maintain-s/station/{id}/finance/day', { params: params(), query: { date } })
const list = async () =>
  (await ask<{ data: Series[] }>('GET /maintain-s/station/{id}/finance/prices', { params: params() })).data

const tariff = (purchase: WireTariff['purchasePrices'], feedIn: WireTariff['feedInPrices'] = null): WireTariff => ({
  validFrom: null,
  incomeRule: 'bill',
  mergeElectricPrice: null,
  benchmarkPrice: null,
  nationalSubsidy: 0,
  provincialSubsidy: 0,
  prefecturalSubsidy: 0,
  countySubsidy: 0,
  purchasePrices: purchase,
  feedInPrices: feedIn,
  standingCharge: 0,
  vatRate: null,
})
const save = (body: WireTariff) => ask('POST /maintain-s/station/{id}/finance/tariff', { params: params(), body })
/** The day of 23 hours: midnight is at 23:00 UTC of the day before. */
const midnightMs = Date.parse('2026-03-28T23:00:00Z')
const statsOf = async () => {
  const parts = { params: { id, type: 'daily' }, query: { date: '2026-03-29' } }
  return (await ask<PeriodStats>('GET /maintain-s/history/power/{id}/stats/{type}', parts)).statistics
}
/** As drawn by chance, below zero at times. */
const priceAt = (slot: number): number => Math.round(Math.sin(slot * 12.9898) * 437.5453) / 1000
const quarters = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ fromMs: midnightMs + (first + i) * 900_000, price: priceAt(first + i) }))
const hourPrice = (hour: number): number => [0, 1, 2, 3].reduce((sum, part) => sum + priceAt(hour * 4 + part), 0) / 4

/**
 * Nine to fifteen hours after midnight the sun shines: 1.08 kWh an hour of own use and 0.72 fed in, else 0.36 and 0.12
 * bought. A counter that is read on the hour, every five minutes, counts there what it rose by.
 */
function expectedOf(purchase: (hour: number) => number, feedIn: (hour: number) => number) {
  let [cost, own, fed] = [0, 0, 0]
  for (let minute = 5; minute <= 23 * 60; minute += 5) {
    const hour = Math.min(22, Math.floor(minute / 60))
    const isSunny = minute > 9 * 60 && minute <= 15 * 60
    cost += isSunny ? 0 : (0.12 / 12) * purchase(hour)
    own += ((isSunny ? 1.08 : 0.36) / 12) * purchase(hour)
    fed += isSunny ? (0.72 / 12) * feedIn(hour) : 0
  }
  return { cost, fed, without: cost + own, saved: own + fed }
}

it('quarter-hour prices, some below zero, make the bill of a day of 23 hours', async () => {
  await ask(PRICES, { params: params(), body: { name: 'Day ahead', minutes: 15, prices: quarters(0, 92) } })
  const market = { series: 'Day ahead', factor: 1.19, surcharge: 0.07 }
  await save(tariff(market, { series: 'Day ahead', factor: 1, surcharge: -0.01 }))
  const found = await statsOf()
  const right = expectedOf(
    (hour) => hourPrice(hour) * 1.19 + 0.07,
    (hour) => hourPrice(hour) - 0.01,
  )
  expect(found.costValue).toBeCloseTo(right.cost, 2)
  expect(found.feedInValue).toBeCloseTo(right.fed, 2)
  expect(found.withoutPlantValue).toBeCloseTo(right.without, 2)
  expect(found.savedValue).toBeCloseTo(right.saved, 2)
  // The same prices explain the day: what was paid is their mean by energy.
  const { purchase, feedIn } = await pricesOfDay()
  const starts = Array.from({ length: 23 }, (_, hour) => midnightMs + hour * 3_600_000)
  expect(purchase?.hours.map(({ atMs }) => atMs)).toEqual(starts)
  expect(feedIn?.hours.map(({ atMs }) => atMs)).toEqual(starts)
  for (const hour of starts.keys()) {
    expect(purchase?.hours[hour]?.price).toBeCloseTo(hourPrice(hour) * 1.19 + 0.07, 9)
    expect(feedIn?.hours[hour]?.price).toBeCloseTo(hourPrice(hour) - 0.01, 9)
  }
  const all = feedIn?.hours.map(({ price }) => price ?? 0) ?? []
  expect(feedIn?.min).toBeLessThan(0)
  expect([feedIn?.min, feedIn?.max, feedIn?.isUnpriced]).toEqual([Math.min(...all), Math.max(...all), false])
  expect(feedIn?.mean).toBeCloseTo(all.reduce((sum, value) => sum + value, 0) / 23, 9)
  expect(feedIn?.weighted).toBeCloseTo((found.feedInValue ?? 0) / (found.gridValue ?? 0), 9)
  expect(purchase?.weighted).toBeCloseTo((found.costValue ?? 0) / (found.buyValue ?? 0), 9)
})

it('an hour without a price leaves its money unknown until the price comes', async () => {
  const market = { series: 'Day ahead', factor: 1, surcharge: 0 }
  const all = quarters(0, 92)
  await ask(PRICES, {
    params: params(),
    body: { name: 'Day ahead', minutes: 15, prices: all.filter((_, slot) => slot !== 6) },
  })
  await save(tariff(market))
  expect((await statsOf()).costValue).toBeNull()
  const month = { params: { id, type: 'month' }, query: { date: '2026-03' } }
  const ofMonth = await ask<PeriodStats>('GET /maintain-s/history/power/{id}/stats/{type}', month)
  expect([ofMonth.statistics.costValue, ofMonth.statistics.feedInValue]).toEqual([null, null])
  const slotMs = midnightMs + 6 * 900_000
  expect((await list())[0]).toMatchObject({
    missing: 1,
    gapCount: 1,
    usedFrom: [null],
    gaps: [{ fromMs: slotMs, toMs: slotMs + 900_000 }],
  })
  const { purchase, feedIn } = await pricesOfDay()
  expect(purchase?.hours.flatMap(({ price }, hour) => (price === null ? [hour] : []))).toEqual([1])
  expect(purchase).toMatchObject({ isUnpriced: true, weighted: null })
  expect(feedIn).toBeNull()
  await ask(PRICES, { params: params(), body: { name: 'Day ahead', minutes: 15, prices: all.slice(6, 7) } })
  expect((await statsOf()).costValue).toBeCloseTo(expectedOf(hourPrice, () => 0).cost, 2)
  expect((await pricesOfDay()).purchase?.isUnpriced).toBe(false)
  expect((await list())[0]).toMatchObject({
    missing: 0,
    gapCount: 0,
    gaps: [],
    fromMs: midnightMs,
    toMs: midnightMs + 92 * 900_000,
  })
})

it('the newest ten gaps of a series are listed, the others counted', async () => {
  const dayMs = 86_400_000
  const hours = Array.from({ length: 14 * 24 }, (_, hour) => hour).filter((hour) => hour % 24 !== 5 && hour !== 30)
  const body = {
    name: 'A',
    minutes: 60,
    prices: hours.map((hour) => ({ fromMs: midnightMs + hour * 3_600_000, price: 0.1 })),
  }
  await ask(PRICES, { params: params(), body })
  await ask(PRICES, { params: params(), body: { name: 'Empty', minutes: 60, prices: [] } })
  const [found, empty] = await list()
  expect(found).toMatchObject({ missing: 15 * 4, gapCount: 14, fromMs: midnightMs, toMs: midnightMs + 14 * dayMs })
  expect(found?.gaps).toEqual(
    Array.from({ length: 10 }, (_, back) => {
      const fromMs = midnightMs + (13 - back) * dayMs + 5 * 3_600_000
      return { fromMs, toMs: fromMs + 3_600_000 }
    }),
  )
  expect(empty).toMatchObject({ fromMs: null, toMs: null, missing: 0, gapCount: 0, gaps: [] })
  // A whole day between two others is one gap.
  const later = [{ fromMs: midnightMs + 16 * dayMs, price: 0.2 }]
  await ask(PRICES, { params: params(), body: { name: 'A', minutes: 60, prices: later } })
  const [first] = (await list())[0]?.gaps ?? []
  expect(first).toEqual({ fromMs: midnightMs + 14 * dayMs, toMs: midnightMs + 16 * dayMs })
})

it('the prices of a day are those of its tariff, one price all day long too', async () => {
  expect(await pricesOfDay()).toMatchObject({ purchase: null, feedIn: null })
  await save(tariff(flat))
  expect(await pricesOfDay()).toMatchObject({
    purchase: { min: 0.3, max: 0.3, isUnpriced: false },
    feedIn: null,
  })
  // Nothing was measured then.
  expect((await pricesOfDay('2031-01-01')).purchase).toMatchObject({ mean: 0.3, weighted: null })
  const wrong = { params: params(), query: { date: '2026-02-30' } }
  expect((await call('GET /maintain-s/station/{id}/finance/day', wrong)).statusCode).toBe(400)
})

it('the same again changes nothing, another price of a time replaces it', async () => {
  const one = (price: number) => ({ name: 'A', minutes: 60, prices: [{ fromMs: midnightMs, price }] })
  for (const price of [0.1, 0.1, -0.2]) await ask(PRICES, { params: params(), body: one(price) })
  const { prices: found } = await ask<{ prices: object[] }>('GET /maintain-s/station/{id}/finance/prices/day', {
    params: params(),
    query: { name: 'A', date: '2026-03-29' },
  })
  expect(found).toEqual([0, 1, 2, 3].map((part) => ({ atMs: midnightMs + part * 900_000, price: -0.2 })))
})

it('a file in local time has its hour twice in autumn, and cents per kWh', async () => {
  const hours = ['00:00', '01:00', '02:00', '02:00', '03:00']
  const rows = hours.map((hour, at) => `26.10.2025 ${hour};${at},5`)
  const content = Buffer.from(['Zeit;Preis', ...rows].join('\n')).toString('base64')
  await ask(FILE, { params: params(), body: { name: 'Börse', unit: 'centsPerKwh', content } })
  expect(await list()).toMatchObject([{ name: 'Börse', fromMs: Date.parse('2025-10-25T22:00:00Z'), missing: 0 }])
  const { prices: found } = await ask<{ prices: { atMs: number; price: number }[] }>(
    'GET /maintain-s/station/{id}/finance/prices/day',
    { params: params(), query: { name: 'Börse', date: '2025-10-26' } },
  )
  expect(found.filter((_, slot) => slot % 4 === 0).map(({ price }) => price)).toEqual([
    0.005, 0.015, 0.025, 0.035, 0.045,
  ])
})

it.each([
  ['no times', 'a,b\nx,1\ny,2\n', 'IMPORT_UNREADABLE'],
  ['a hole among the prices', 'time,price\n2026-01-01T00:00:00Z,1\n2026-01-01T01:00:00Z,\n', 'IMPORT_UNREADABLE'],
  ['a step of ten minutes', 'time,price\n2026-01-01T00:00:00Z,1\n2026-01-01T00:10:00Z,2\n', 'PARAM_ERROR'],
])('a file with %s is refused whole', async (_, text, code) => {
  const content = Buffer.from(text).toString('base64')
  const reply = await call(FILE, { params: params(), body: { name: 'A', unit: 'perKwh', content } })
  expect([reply.statusCode, reply.json().code]).toEqual([400, code])
  expect(await list()).toEqual([])
})

it.each([
  ['beside its step', { minutes: 60, prices: [{ fromMs: midnightMs + 900_000, price: 1 }] }],
  ['beyond all bounds', { minutes: 60, prices: [{ fromMs: midnightMs, price: 2e6 }] }],
  ['of ten minutes', { minutes: 10, prices: [] }],
  ['before 2000', { minutes: 60, prices: [{ fromMs: 3_600_000, price: 1 }] }],
  ['of no year', { minutes: 60, prices: [{ fromMs: 9e18, price: 1 }] }],
  ['far in the future', { minutes: 60, prices: [{ fromMs: midnightMs + 400 * 86_400_000, price: 1 }] }],
  ['without a name', { name: ' ', minutes: 60, prices: [] }],
])('a price %s is refused', async (_, wrong) => {
  const reply = await call(PRICES, { params: params(), body: { name: 'A', ...wrong } })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'PARAM_ERROR'])
})

it('a tariff follows only a series of its plant, which stays while it does', async () => {
  const body = tariff({ series: 'Elsewhere', factor: 1, surcharge: 0 })
  const unknown = await call('POST /maintain-s/station/{id}/finance/tariff', { params: params(), body })
  expect([unknown.statusCode, unknown.json().code]).toEqual([400, 'PARAM_ERROR'])
  await ask(PRICES, { params: params(), body: { name: 'Elsewhere', minutes: 60, prices: [] } })
  await save(body)
  const remove = () =>
    call('DELETE /maintain-s/station/{id}/finance/prices', { params: params(), body: { name: 'Elsewhere' } })
  expect((await remove()).json()).toMatchObject({ code: 'PRICES_IN_USE' })
  await save(tariff(flat))
  expect((await remove()).statusCode).toBe(200)
  expect((await remove()).statusCode).toBe(404)
})

it('nobody delivers, sees or removes the prices of a neighbor', async () => {
  await ask(PRICES, { params: params(), body: { name: 'Mine', minutes: 60, prices: [] } })
  const neighbor = await addTestUser(test, 'neighbor@example.org')
  const own = await addTestPlant(test.db, neighbor.userId)
  for (const [name, more] of [
    [PRICES, { body: { name: 'Mine', minutes: 60, prices: [] } }],
    [FILE, { body: { name: 'Mine', unit: 'perKwh', content: 'YQ==' } }],
    ['GET /maintain-s/station/{id}/finance/prices', {}],
    ['GET /maintain-s/station/{id}/finance/day', { query: { date: '2026-03-29' } }],
    ['GET /maintain-s/station/{id}/finance/prices/day', { query: { name: 'Mine', date: '2026-03-29' } }],
    ['DELETE /maintain-s/station/{id}/finance/prices', { body: { name: 'Mine' } }],
  ] as const)
    expect((await call(name, { params: params(), ...more }, neighbor.token)).statusCode, name).toBe(404)
  const body = tariff({ series: 'Mine', factor: 1, surcharge: 0 })
  const parts = { params: { id: own }, body }
  expect((await call('POST /maintain-s/station/{id}/finance/tariff', parts, neighbor.token)).statusCode).toBe(400)
})

const flat: WireTariff['purchasePrices'] = {
  seasons: flatSchedule(0.3).seasons.map(({ from, windows }) => ({
    from,
    windows: windows.map((window) => ({ ...window, days: [...window.days] })),
  })),
}
