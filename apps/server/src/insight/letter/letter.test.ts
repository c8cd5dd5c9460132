import type { CallReply } from '@heliograph/contract/calls.ts'
import type { WireTariff } from '@heliograph/contract/maintain-s/finance.ts'
import type { WireBill } from '@heliograph/contract/maintain-s/letter.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { billLimits } from '@heliograph/domain/letter/utility-bill.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { noMoney } from '@heliograph/domain/tariff/day-money.ts'
import { flatSchedule } from '@heliograph/domain/tariff/schedule.ts'
import { addDays, dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { comparePeriods } from '../../fleet/plants/plants.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { readLetter } from './letter.ts'

const ZONE = 'Europe/Berlin'
const TODAY = '2026-04-10'
const nowMs = dayBounds(TODAY, ZONE).fromMs + 9 * HOUR_MS
/** A day whose values never came, and that no counter tells of: the house was off. */
const GAP = '2026-02-10'
const counters = ['generationTotalWh', 'gridImportTotalWh', 'gridExportTotalWh'] as const

let test: TestApp
let owner: Readonly<{ token: string; userId: number }>
let neighbor: Readonly<{ token: string; userId: number }>
/** A full year and more with a grid meter. */
let metered: number
/** Production alone. */
let meterless: number
/** A grid meter, on the roof of a plant that began within a month. */
let late: number
/** Purchase alone is measured. */
let oneWay: number

/** Eight hours of sun, 400 W of use at all times: 3.2 of 19.2 kWh are used, 16 fed in, 6.4 purchased. */
async function fill(
  plantId: number,
  range: Readonly<{ from: string; to: string; step: number }>,
  ids: readonly QuantityId[],
) {
  const device = await addTestDevice(test.db, plantId, {
    quantities: [...ids],
    flows: ids.length === 1 ? ['generation'] : ['generation', 'import', 'export'],
  })
  const totals = { generationTotalWh: 1_000, gridImportTotalWh: 1_000, gridExportTotalWh: 1_000 }
  const span = {
    fromMs: dayBounds(range.from, ZONE).fromMs,
    toMs: dayBounds(range.to, ZONE).toMs + HOUR_MS,
    stepMs: range.step,
  }
  const gap = dayBounds(GAP, ZONE)
  await appendSamples(test.db, device, span, (atMs) => {
    if (atMs >= gap.fromMs && atMs < gap.toMs) return undefined
    const hours = atMs === gap.toMs ? 0 : range.step / HOUR_MS
    const hour = new Date(atMs + HOUR_MS).getUTCHours()
    const isSunny = hour >= 8 && hour < 16
    totals.generationTotalWh += isSunny ? 2_400 * hours : 0
    totals.gridExportTotalWh += isSunny ? 2_000 * hours : 0
    totals.gridImportTotalWh += isSunny ? 0 : 400 * hours
    return Object.fromEntries(ids.map((id) => [id, Math.round(totals[id as keyof typeof totals])]))
  })
}

beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  neighbor = await addTestUser(test, 'neighbor')
  const add = (name: string) =>
    addTestPlant(test.db, owner.userId, { name, capacityWp: 4_000, startedOn: '2025-03-01', pricePerKwh: null })
  metered = await add('Metered')
  await fill(metered, { from: '2025-03-01', to: addDays(TODAY, -1), step: HOUR_MS }, counters)
  meterless = await add('Meterless')
  late = await add('Late')
  await fill(late, { from: '2026-03-20', to: addDays(TODAY, -1), step: HOUR_MS }, counters)
  oneWay = await add('One way')
  await fill(oneWay, { from: '2026-03-01', to: addDays(TODAY, -1), step: HOUR_MS }, [
    'generationTotalWh',
    'gridImportTotalWh',
  ])
  await fill(meterless, { from: '2026-03-12', to: addDays(TODAY, -1), step: 20 * MINUTE_MS }, ['generationTotalWh'])
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.pool.query('delete from utility_bills')
  await test.db.pool.query('delete from tariffs')
})

const letterOf = async (id: number, month?: string): Promise<CallReply<'GET /maintain-s/station/{id}/letter'>> => {
  const options = { params: { id }, query: month === undefined ? {} : { month } }
  const reply = await inject(test.app, 'GET /maintain-s/station/{id}/letter', options, bearer(owner.token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const figuresOf = async (id: number, date: string) => {
  const options = { params: { id, type: 'month' as const }, query: { date } }
  const reply = await inject(test.app, 'GET /maintain-s/history/power/{id}/stats/{type}', options, bearer(owner.token))
  return reply.json()
}

const flat = (price: number): WireTariff['purchasePrices'] => ({
  seasons: flatSchedule(price).seasons.map(({ from, windows }) => ({
    from,
    windows: windows.map((item) => ({ ...item, days: [...item.days] })),
  })),
})
const tariff: WireTariff = {
  validFrom: null,
  incomeRule: 'bill',
  mergeElectricPrice: null,
  benchmarkPrice: null,
  nationalSubsidy: 0,
  provincialSubsidy: 0,
  prefecturalSubsidy: 0,
  countySubsidy: 0,
  purchasePrices: flat(0.3),
  feedInPrices: flat(0.08),
  standingCharge: 0.5,
  vatRate: null,
}
const setTariff = (id: number) =>
  inject(
    test.app,
    'POST /maintain-s/station/{id}/finance/tariff',
    { params: { id }, body: tariff },
    bearer(owner.token),
  )

describe('the letter of a month', () => {
  it.each(['2026-03', '2025-10', '2026-01'])('has the figures of the pages of %s', async (month) => {
    await setTariff(metered)
    const [letter, { statistics }] = [await letterOf(metered, month), await figuresOf(metered, month)]
    expect(letter).toMatchObject({ month, from: `${month}-01`, isRunning: false, meter: 'grid', hasPrices: true })
    expect(statistics.generationValue).toBeGreaterThan(500)
    expect(letter.energies.producedWh).toBeCloseTo(statistics.generationValue * 1000, 0)
    expect(letter.energies.purchasedWh).toBeCloseTo(statistics.buyValue * 1000, 0)
    expect(letter.energies.fedInWh).toBeCloseTo(statistics.gridValue * 1000, 0)
    const { from, to } = letter
    const [whole] = (await comparePeriods(test.db, metered, { from, to, others: [] }, nowMs)).ranges
    const { income, cost, feedIn, withoutPlant, savings } = whole?.whole.money ?? noMoney
    for (const [part, amount] of Object.entries({ income, cost, feedIn, withoutPlant, savings }))
      expect(letter.money[part as 'income'], part).toBeCloseTo(amount ?? Number.NaN, 6)
    expect(letter.money.savings).toBeGreaterThan(0)
    // The days of the change of clocks have 23 and 25 hours: 400 W outside of eight hours.
    const hours = { '2026-03': 31 * 24 - 1, '2025-10': 31 * 24 + 1, '2026-01': 31 * 24 }[month] ?? 0
    expect(letter.energies.purchasedWh).toBeCloseTo((hours - 31 * 8) * 400, -3)
  })

  it('is of the last whole month, unless another is asked for', async () => {
    expect(await letterOf(metered)).toMatchObject({ month: '2026-03', to: '2026-03-31', isRunning: false })
    expect(await letterOf(metered, '2026-04')).toMatchObject({ to: TODAY, isRunning: true, before: null })
  })

  it('is compared with the same month of the year before', async () => {
    const letter = await letterOf(metered, '2026-03')
    expect(letter.before).toMatchObject({ month: '2025-03', days: 31, ofDays: 31 })
    expect(letter.before?.producedWh).toBeCloseTo(31 * 19_200, -4)
    expect((await letterOf(metered, '2026-02')).before).toBeNull()
  })

  it('names the days without values, from the first day of the plant on', async () => {
    expect((await letterOf(metered, '2026-02')).missing).toEqual({ production: [GAP], grid: [GAP] })
    expect((await letterOf(metered, '2026-03')).missing).toEqual({ production: [], grid: [] })
    expect((await letterOf(meterless, '2026-03')).missing).toEqual({ production: [], grid: [] })
    expect((await letterOf(meterless, '2025-01')).energies.producedWh).toBeNull()
  })

  it('begins the number of a first month at the first day with values', async () => {
    const first = await letterOf(late, '2026-03')
    expect(first).toMatchObject({ month: '2026-03', from: '2026-03-20', to: '2026-03-31', missing: { grid: [] } })
    const reply = await post(billOf(first.from, first.to, first.energies.purchasedWh), { id: late })
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await listOf(late)).bills[0]?.comparison.purchased).toMatchObject({ verdict: 'equal', knownDays: 12 })
    expect((await letterOf(late, '2026-04')).from).toBe('2026-04-01')
    expect((await letterOf(late, '2026-02')).from).toBe('2026-02-01')
  })

  it('sets cost and savings of the same days against each other', async () => {
    await setTariff(metered)
    // The inverter's value of a day is lost; the meter's stays.
    await test.db.pool.query(`update plant_days set generation_wh = null where plant_id = $1 and day = '2025-12-15'`, [
      metered,
    ])
    const { money: amounts } = await letterOf(metered, '2025-12')
    const { cost, feedIn, withoutPlant, savings } = amounts
    expect(cost).toBeCloseTo(30 * (0.5 + 6.4 * 0.3), 4)
    expect(savings).toBeCloseTo(30 * (3.2 * 0.3 + 16 * 0.08), 4)
    expect((withoutPlant ?? 0) - (cost ?? 0) + (feedIn ?? 0)).toBeCloseTo(savings ?? Number.NaN, 6)
  })

  it('knows neither purchase nor money without meter and prices', async () => {
    const letter = await letterOf(meterless, '2026-03')
    expect(letter).toMatchObject({ meter: 'none', hasPrices: false })
    expect(letter.energies).toMatchObject({ purchasedWh: null, fedInWh: null })
    expect(Object.values(letter.money)).toEqual([null, null, null, null, null])
    await setTariff(meterless)
    expect(await letterOf(meterless, '2026-03')).toMatchObject({ hasPrices: true })
  })

  it('has the alarms of the month for those who may see them', async () => {
    await test.db.pool.query(
      `insert into alarms (plant_id, rule, level, influence, opened_at, found_at, last_seen_at, closed_at, lost_wh)
       values ($1, 'plantSilent', 2, 1, '2026-02-10T01:00:00Z', '2026-02-10T02:00:00Z', '2026-02-10T02:00:00Z', '2026-02-11T00:30:00Z', 19000),
        ($1, 'stringDead', 1, 1, '2026-02-20T09:00:00Z', '2026-02-20T09:00:00Z', '2026-02-20T09:00:00Z', null, 100)`,
      [metered],
    )
    const { alarms } = await letterOf(metered, '2026-02')
    expect(alarms).toMatchObject({ count: 2, open: 1 })
    expect(alarms?.worst.map(({ name, place, from, to }) => [name, place, from, to])).toEqual([
      [expect.stringMatching(/string/i), 'Whole plant', '2026-02-20', null],
      [expect.stringMatching(/\w/), 'Whole plant', GAP, '2026-02-11'],
    ])
    const wanted = { month: '2026-02', hasAlarms: false, language: 'en', nowMs }
    expect((await readLetter(test.db, metered, wanted)).alarms).toBeNull()
    await test.db.pool.query('delete from alarms')
  })

  it('names what is still open before any number of ended alarms', async () => {
    await test.db.pool.query(
      `insert into alarms (plant_id, rule, level, influence, opened_at, found_at, last_seen_at, closed_at, lost_wh)
       select $1::bigint, 'gridOutage', 1, 1, at, at, at, at + interval '1 hour', 500
         from generate_series('2026-02-01T09:00:00Z'::timestamptz, '2026-02-25T09:00:00Z', interval '1 day') at
       union all select $1, 'stringDead', 1, 1, at, at, at, null::timestamptz, null::double precision from (select '2026-02-26T09:00:00Z'::timestamptz at) a`,
      [metered],
    )
    const { alarms } = await letterOf(metered, '2026-02')
    expect(alarms).toMatchObject({ count: 26, open: 1, worst: [{ from: '2026-02-26', to: null }, {}, {}, {}] })
    await test.db.pool.query('delete from alarms')
  })

  it('is refused of a month that has not begun, and to a neighbor', async () => {
    for (const month of ['2026-05', '2026-13', '1969-12', 'x']) {
      const options = { params: { id: metered }, query: { month } }
      const reply = await inject(test.app, 'GET /maintain-s/station/{id}/letter', options, bearer(owner.token))
      expect([month, reply.statusCode]).toEqual([month, 400])
    }
    const options = { params: { id: metered }, query: {} }
    const reply = await inject(test.app, 'GET /maintain-s/station/{id}/letter', options, bearer(neighbor.token))
    expect(reply.statusCode).toBe(404)
  })
})

const none = { energyWh: null, readings: null }
const billOf = (from: string, to: string, purchasedWh: number | null, fedInWh: number | null = null): WireBill => ({
  from,
  to,
  purchased: { energyWh: purchasedWh, readings: null },
  fedIn: { energyWh: fedInWh, readings: null },
  amount: null,
})
const post = (body: WireBill, { id = metered, token = owner.token } = {}) =>
  inject(test.app, 'POST /maintain-s/station/{id}/bills', { params: { id }, body }, bearer(token))
const listOf = async (id = metered): Promise<CallReply<'GET /maintain-s/station/{id}/bills'>> =>
  (await inject(test.app, 'GET /maintain-s/station/{id}/bills', { params: { id } }, bearer(owner.token))).json()
const kindsOf = (comparison: { reasons: { kind: string }[] } | null | undefined) =>
  comparison?.reasons.map(({ kind }) => kind)

describe('a bill', () => {
  it('of the same days agrees with the letter', async () => {
    const { energies } = await letterOf(metered, '2026-03')
    const reply = await post(billOf('2026-03-01', '2026-03-31', energies.purchasedWh, energies.fedInWh))
    expect(reply.statusCode, reply.body).toBe(200)
    const { currency, bills } = await listOf()
    expect([currency, bills.length, bills[0]?.id]).toEqual(['EUR', 1, reply.json().id])
    for (const direction of ['purchased', 'fedIn'] as const)
      expect(bills[0]?.comparison[direction]).toMatchObject({ verdict: 'equal', knownDays: 31 })
    const { comparison } = bills[0] ?? {}
    expect(comparison?.purchased?.meteredWh).toBeCloseTo(energies.purchasedWh ?? 0, 3)
  })

  it('of other dates, swapped directions, missing days, or unexplained says so', async () => {
    const marchWh = (await letterOf(metered, '2026-03')).energies.purchasedWh ?? 0
    const fedWh = (await letterOf(metered, '2026-03')).energies.fedInWh ?? 0
    const first = async (body: WireBill) => {
      await test.db.pool.query('delete from utility_bills')
      await post(body)
      return (await listOf()).bills[0]?.comparison
    }
    const shifted = await first(billOf('2026-03-01', '2026-03-31', Math.round(marchWh + 6_400)))
    expect(shifted?.purchased?.reasons[0]).toMatchObject({ kind: 'shifted', from: '2026-03-01', to: '2026-04-01' })
    const swapped = await first(billOf('2026-03-01', '2026-03-31', Math.round(fedWh), Math.round(marchWh)))
    expect([kindsOf(swapped?.purchased)?.[0], kindsOf(swapped?.fedIn)?.[0]]).toEqual(['swapped', 'swapped'])
    const gap = await first(billOf('2026-02-01', '2026-02-28', 28 * 6_400))
    expect(gap?.purchased).toMatchObject({ knownDays: 27, verdict: 'explained' })
    expect(kindsOf(gap?.purchased)).toContain('missing')
    const strange = await first(billOf('2026-03-01', '2026-03-31', Math.round(marchWh * 1.37)))
    expect(strange?.purchased).toMatchObject({ verdict: 'unexplained', reasons: [] })
    expect(strange?.purchased?.unexplainedWh).toBeCloseTo(Math.round(marchWh * 1.37) - marchWh, 3)
  })

  it('is explained by the other bills that differ alike', async () => {
    for (const month of ['2025-07', '2025-08', '2025-09']) {
      const { energies, from, to } = await letterOf(metered, month)
      await post(billOf(from, to, Math.round((energies.purchasedWh ?? 0) * 1.12)))
    }
    const { bills } = await listOf()
    expect(bills.map(({ from }) => from)).toEqual(['2025-09-01', '2025-08-01', '2025-07-01'])
    for (const { comparison } of bills) expect(kindsOf(comparison.purchased)?.[0]).toBe('steady')
  })

  it('has its cost by the plant’s prices beside the amount', async () => {
    await setTariff(metered)
    const bill = billOf('2026-03-15', '2026-04-02', 122_000)
    await post(bill)
    expect((await listOf()).bills[0]).toMatchObject({ amount: null, cost: null })
    await post({ ...bill, amount: 51.2 })
    const [found, ...others] = (await listOf()).bills
    expect([others, found?.amount, found?.days]).toEqual([[], 51.2, 19])
    const metersWh = found?.comparison.purchased?.meteredWh ?? 0
    expect(found?.cost).toBeCloseTo(19 * 0.5 + (metersWh / 1000) * 0.3, 6)
  })

  it('of a direction that nothing measures is not judged', async () => {
    await post(billOf('2026-03-15', '2026-03-31', 100_000, 50_000), { id: oneWay })
    const { purchased, fedIn } = (await listOf(oneWay)).bills[0]?.comparison ?? {}
    expect(purchased?.meteredWh).toBeCloseTo((17 * 24 - 1 - 17 * 8) * 400, -3)
    expect(fedIn).toMatchObject({ meteredWh: null, differenceWh: null, verdict: 'unmeasured' })
  })

  it('of a plant without meter is kept and not judged', async () => {
    await post(billOf('2026-03-15', '2026-03-31', 100_000), { id: meterless })
    expect((await listOf(meterless)).bills[0]?.comparison.purchased).toMatchObject({
      meteredWh: null,
      verdict: 'unmeasured',
      unexplainedWh: 0,
    })
  })

  it.each([
    ['ends today', billOf('2026-04-01', TODAY, 5)],
    ['ends before it begins', billOf('2026-03-02', '2026-03-01', 5)],
    ['is longer than two years', billOf('2023-01-01', '2026-01-01', 5)],
    ['says nothing', billOf('2026-03-01', '2026-03-31', null)],
    [
      'has half of its readings',
      { ...billOf('2026-03-01', '2026-03-31', 5), purchased: { energyWh: 5, readings: { startWh: 5 } } },
    ],
    [
      'is read backwards',
      { ...billOf('2026-03-01', '2026-03-31', 5), fedIn: { energyWh: 5, readings: { startWh: 9, endWh: 5 } } },
    ],
    ['has less than no energy', billOf('2026-03-01', '2026-03-31', -1)],
    ['has more energy than any', billOf('2026-03-01', '2026-03-31', 1e14)],
    ['has a day that is none', billOf('2026-02-30', '2026-03-31', 5)],
  ])('that %s is refused', async (_name, body) => {
    const reply = await post(body as WireBill)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'PARAM_ERROR'])
    expect((await listOf()).bills).toEqual([])
  })

  it('is one of a limited number', async () => {
    await test.db.pool.query(
      `insert into utility_bills (plant_id, from_day, to_day, purchased_wh, saved_at)
       select $1, '2015-01-01'::date + n, '2015-01-31'::date + n, 5, now() from generate_series(1, $2::int) n`,
      [metered, billLimits.bills],
    )
    const reply = await post(billOf('2026-03-01', '2026-03-31', 5))
    expect(reply.json()).toMatchObject({ code: 'TOO_MANY', detail: { most: billLimits.bills } })
    expect((await post(billOf('2015-01-02', '2015-02-01', 7))).statusCode).toBe(200)
    expect((await listOf()).bills).toHaveLength(billLimits.bills)
  })

  it('is deleted by its editors, never by a neighbor or through another plant', async () => {
    const { id } = (await post(billOf('2026-03-01', '2026-03-31', 5))).json()
    const remove = (plantId: number, token: string) =>
      inject(
        test.app,
        'DELETE /maintain-s/station/{id}/bills/{billId}',
        { params: { id: plantId, billId: id } },
        bearer(token),
      )
    expect((await post(billOf('2026-03-01', '2026-03-31', 6), { token: neighbor.token })).statusCode).toBe(404)
    expect((await remove(metered, neighbor.token)).statusCode).toBe(404)
    expect((await remove(meterless, owner.token)).statusCode).toBe(404)
    const foreign = await addTestPlant(test.db, neighbor.userId, { name: 'Foreign' })
    expect((await remove(foreign, neighbor.token)).statusCode).toBe(404)
    expect((await listOf()).bills).toHaveLength(1)
    expect((await remove(metered, owner.token)).statusCode).toBe(200)
    expect((await remove(metered, owner.token)).statusCode).toBe(404)
    expect((await listOf()).bills).toEqual([])
  })

  it('needs at least one figure, and readings are enough', async () => {
    const purchased = { energyWh: null, readings: { startWh: 1_000_000, endWh: 1_200_000 } }
    expect((await post({ ...billOf('2026-03-01', '2026-03-31', null), purchased, fedIn: none })).statusCode).toBe(200)
    expect((await listOf()).bills[0]).toMatchObject({
      purchased,
      comparison: { purchased: { billedWh: 200_000 }, fedIn: null },
    })
  })
})
