import type { WireTariff } from '@heliograph/contract/maintain-s/finance.ts'
import type { WhatIfReply } from '@heliograph/contract/maintain-s/what-if.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { flows } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { flatSchedule, weekdays } from '@heliograph/domain/tariff/schedule.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readMoney } from '../../fleet/finance/finance.ts'
import { getFacts } from '../../fleet/plants/plants.ts'
import { plantDays } from '../../fleet/telemetry/telemetry.ts'
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

const ZONE = 'Europe/Berlin'
/** Twenty days around the change of clocks, of which one is missing. */
const FIRST = dayBounds('2026-03-15', ZONE).fromMs
const LAST = '2026-04-03'
const MISSING = '2026-03-22'
const DAYS = 19

const counters = [
  'generationTotalWh',
  'gridImportTotalWh',
  'gridExportTotalWh',
  'batteryChargeTotalWh',
  'batteryDischargeTotalWh',
] as const

/** W by the hour of the day: eight hours of sun, 400 W of use at all times. */
type Powers = Readonly<{ pv: number; bought: number; fed: number; charge: number; discharge: number }>
const bare = (hour: number): Powers =>
  hour >= 8 && hour < 16
    ? { pv: 2_400, bought: 0, fed: 2_000, charge: 0, discharge: 0 }
    : { pv: 0, bought: 400, fed: 0, charge: 0, discharge: 0 }
/** A battery that takes 3.2 kWh in four hours of sun and gives 2.88 kWh in eight hours of night. */
const stored = (hour: number): Powers => {
  if (hour >= 8 && hour < 12) return { pv: 2_400, bought: 0, fed: 1_200, charge: 800, discharge: 0 }
  return hour >= 16 ? { pv: 0, bought: 40, fed: 0, charge: 0, discharge: 360 } : bare(hour)
}

let test: TestApp
let owner: { token: string }
let neighbor: { token: string }
let plain: number
let withStorage: number
let meterless: number

async function fill(plantId: number, powers: (hour: number) => Powers, quantities: readonly QuantityId[]) {
  const device = await addTestDevice(test.db, plantId, {
    quantities: [...quantities],
    flows: quantities.length === 1 ? ['generation'] : flows,
  })
  const totals = { pv: 1_000, bought: 1_000, fed: 1_000, charge: 1_000, discharge: 1_000 }
  const gap = dayBounds(MISSING, ZONE)
  const range = { fromMs: FIRST, toMs: dayBounds(LAST, ZONE).toMs + 2 * HOUR_MS, stepMs: 20 * MINUTE_MS }
  await appendSamples(test.db, device, range, (atMs) => {
    const values = [totals.pv, totals.bought, totals.fed, totals.charge, totals.discharge]
    // The house is off on the missing day.
    if (atMs >= gap.fromMs && atMs < gap.toMs) return undefined
    const now = powers(new Date(atMs + HOUR_MS).getUTCHours())
    for (const part of ['pv', 'bought', 'fed', 'charge', 'discharge'] as const) totals[part] += now[part] / 3
    return Object.fromEntries(
      counters.flatMap((id, at) => (quantities.includes(id) ? [[id, Math.round(values[at] ?? 0)]] : [])),
    )
  })
}

beforeAll(async () => {
  test = await createTestApp(dayBounds(LAST, ZONE).toMs + 12 * HOUR_MS)
  owner = await addTestUser(test, 'owner')
  neighbor = await addTestUser(test, 'neighbor')
  const { userId } = owner as { token: string; userId: number }
  const add = (name: string) => addTestPlant(test.db, userId, { name, capacityWp: 4_000, startedOn: '2026-03-01' })
  plain = await add('Plain')
  await fill(plain, bare, counters.slice(0, 3))
  withStorage = await add('Storage')
  await fill(withStorage, stored, counters)
  meterless = await add('Meterless')
  await fill(meterless, bare, ['generationTotalWh'])
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.pool.query('delete from tariffs')
})

type Body = Readonly<{ battery?: unknown; moreWp?: number; tariff?: WireTariff | null }>
const ask = async (id: number, body: Body = {}): Promise<WhatIfReply> => {
  const options = { params: { id }, body: { battery: null, moreWp: 0, tariff: null, ...body } }
  const reply = await inject(test.app, 'POST /maintain-s/station/{id}/what-if', options, bearer(owner.token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}

const flat = (price: number): WireTariff['purchasePrices'] => ({
  seasons: flatSchedule(price).seasons.map(({ from, windows }) => ({
    from,
    windows: windows.map((item) => ({ ...item, days: [...item.days] })),
  })),
})
const flatTariff = (purchase: number, feedIn: number): WireTariff => ({
  validFrom: null,
  incomeRule: 'bill',
  mergeElectricPrice: null,
  benchmarkPrice: null,
  nationalSubsidy: 0,
  provincialSubsidy: 0,
  prefecturalSubsidy: 0,
  countySubsidy: 0,
  purchasePrices: flat(purchase),
  feedInPrices: flat(feedIn),
  standingCharge: 0.5,
  vatRate: null,
})
const window = (fromMinute: number, toMinute: number, price: number) => ({
  days: [...weekdays],
  fromMinute,
  toMinute,
  price,
})
/** Prices change during the day, so that hours matter. */
const dayNight: WireTariff = {
  ...flatTariff(0.3, 0.08),
  purchasePrices: { seasons: [{ from: '01-01', windows: [window(0, 420, 0.21), window(420, 1_440, 0.37)] }] },
}
const save = async (id: number, tariff: WireTariff) => {
  const name = 'POST /maintain-s/station/{id}/finance/tariff'
  const reply = await inject(test.app, name, { params: { id }, body: tariff }, bearer(owner.token))
  expect(reply.statusCode).toBe(200)
}
/** Lossless in practice: what tests compute by hand. */
const size = (capacityWh: number) => ({ capacityWh, powerW: 100_000, roundTripPercent: 99, usablePercent: 100 })

describe('the unchanged year', () => {
  it.each(['plain', 'withStorage'] as const)('is the measured one to the watt-hour and the cent: %s', async (name) => {
    const id = { plain, withStorage }[name]
    await save(id, dayNight)
    const { whole, months, days, range, parts } = await ask(id)
    expect(whole.after).toEqual(whole.before)
    expect(days).toBe(DAYS)
    expect(range).toBeNull()
    expect(parts).toEqual([])
    const measured = (await plantDays(test.db, id, '2026-03-15', LAST)).filter(({ period }) => period !== MISSING)
    const sum = (flow: 'generation' | 'import' | 'export') =>
      measured.reduce((all, { energy }) => all + (energy[flow] ?? 0), 0)
    expect(whole.after.generationWh).toBeCloseTo(sum('generation'), 6)
    expect(whole.after.importWh).toBeCloseTo(sum('import'), 6)
    expect(whole.after.exportWh).toBeCloseTo(sum('export'), 6)
    const book = await readMoney(test.db, await getFacts(test.db, id), { from: '2026-03-15', to: LAST }, true)
    const april = months.find(({ month }) => month === '2026-04')
    const own = book.sum('2026-04')
    const cents = [
      [april?.after.money.income, own.income],
      [april?.after.money.cost, own.cost],
      [april?.after.money.feedIn, own.feedIn],
      [april?.after.money.withoutPlant, own.withoutPlant],
      [april?.after.money.savings, own.savings],
    ]
    for (const [replayed, counted] of cents) expect(replayed).toBeCloseTo(counted ?? Number.NaN, 9)
  })

  it('is the same in every month as in the whole', async () => {
    await save(plain, dayNight)
    const { months, whole } = await ask(plain, { battery: { way: 'added', size: size(2_000) } })
    for (const part of ['importWh', 'exportWh', 'balance'] as const)
      expect(months.reduce((sum, { after }) => sum + (after[part] ?? Number.NaN), 0)).toBeCloseTo(
        whole.after[part] ?? Number.NaN,
        6,
      )
  })
})

describe('days that cannot be replayed', () => {
  it('are left out and named', async () => {
    const { ofDays, days, leftOut } = await ask(plain)
    expect([ofDays, days]).toEqual([365, DAYS])
    expect(leftOut.reduce((sum, left) => sum + left.days, 0)).toBe(365 - DAYS)
    const spans = leftOut.flatMap(({ spans: named }) => named)
    expect(spans).toContainEqual({ from: MISSING, to: MISSING })
  })
})

describe('a battery', () => {
  it('takes the evening off the bill, by hand', async () => {
    await save(plain, flatTariff(0.3, 0.1))
    const { whole, parts, dischargedWh } = await ask(plain, { battery: { way: 'added', size: size(3_200) } })
    const moved = (whole.before.importWh ?? 0) - (whole.after.importWh ?? 0)
    // Some 3.2 kWh a day, less its own electronics and one percent; an hour at the edge of the night serves both.
    expect(moved / DAYS).toBeGreaterThan(3_000)
    expect(moved / DAYS).toBeLessThan(3_500)
    expect(dischargedWh).toBeCloseTo(moved, 3)
    const fedLess = (whole.before.exportWh ?? 0) - (whole.after.exportWh ?? 0)
    const gain = (moved / 1000) * 0.3 - (fedLess / 1000) * 0.1
    expect((whole.after.balance ?? 0) - (whole.before.balance ?? 0)).toBeCloseTo(gain, 6)
    expect(parts).toMatchObject([{ part: 'battery' }])
    expect(parts[0]?.balance).toBeCloseTo(gain, 6)
    // The house uses what it used: it would have paid the same without the plant.
    expect(whole.after.money.withoutPlant).toBeCloseTo(whole.before.money.withoutPlant ?? Number.NaN, 6)
    expect(whole.after.useWh).toBeCloseTo(whole.before.useWh ?? Number.NaN, 3)
  })

  it('that is there is taken out exactly', async () => {
    const [{ whole }, without] = [await ask(plain), await ask(withStorage, { battery: { way: 'instead', size: null } })]
    expect(without.whole.after.importWh).toBeCloseTo(whole.before.importWh ?? Number.NaN, 0)
    expect(without.whole.after.exportWh).toBeCloseTo(whole.before.exportWh ?? Number.NaN, 0)
  })

  it('in place of its equal changes little, and its model is checked against the year', async () => {
    const equal = { capacityWh: 3_040, powerW: 800, roundTripPercent: 90, usablePercent: 100 }
    const { battery, whole } = await ask(withStorage, { battery: { way: 'instead', size: equal } })
    // Half of the loss comes before the cells.
    expect(battery?.usableWh).toBeCloseTo(3_200 * Math.sqrt(0.9), -2)
    expect(battery).toMatchObject({ roundTripPercent: expect.closeTo(89.2, 1) as number })
    expect(battery?.powerW).toBeCloseTo(800, 0)
    const before = whole.before.importWh ?? Number.NaN
    expect(Math.abs((whole.after.importWh ?? 0) - before) / before).toBeLessThan(0.08)
    expect(Math.abs((battery?.modelImportWh ?? 0) - before) / before).toBeLessThan(0.08)
  })

  it('has a range by careful and by hopeful assumptions around it', async () => {
    await save(plain, flatTariff(0.3, 0.1))
    const { range, whole } = await ask(plain, {
      battery: { way: 'added', size: { capacityWh: 5_000, powerW: 1_500, roundTripPercent: 90, usablePercent: 90 } },
    })
    expect(range?.careful.balance).toBeLessThan(whole.after.balance ?? Number.NaN)
    expect(range?.hopeful.balance).toBeGreaterThan(whole.after.balance ?? Number.NaN)
  })
})

describe('more panels', () => {
  it('scale what was measured', async () => {
    const { whole } = await ask(plain, { moreWp: 2_000 })
    expect(whole.after.generationWh).toBeCloseTo(whole.before.generationWh * 1.5, 3)
    const more = whole.after.generationWh - whole.before.generationWh
    const fedMore = (whole.after.exportWh ?? 0) - (whole.before.exportWh ?? 0)
    // The sun is stronger than the house: all but the edge of the night is fed in.
    expect(fedMore / more).toBeGreaterThan(0.95)
    expect(fedMore + (whole.before.importWh ?? 0) - (whole.after.importWh ?? 0)).toBeCloseTo(more, 3)
  })

  it('charge the battery that is there, and nothing changes where nothing is added', async () => {
    const [none, some] = [await ask(withStorage), await ask(withStorage, { moreWp: 1 })]
    const off = Math.abs((some.whole.after.importWh ?? 0) - (none.whole.before.importWh ?? 0))
    expect(off).toBeLessThan(50)
  })

  it('without a meter say what they would have produced; no battery is played', async () => {
    const found = await ask(meterless, { moreWp: 4_000, battery: { way: 'added', size: size(5_000) } })
    expect(found).toMatchObject({ meter: 'none', dischargedWh: null, parts: [{ part: 'panels' }] })
    expect(found.whole.after.generationWh).toBeCloseTo(found.whole.before.generationWh * 2, 3)
    expect(found.whole.after.importWh).toBeNull()
    // 0.25 per kWh produced is the plant's plain price.
    const produced = (found.whole.after.generationWh - found.whole.before.generationWh) / 1000
    const gain = (found.whole.after.balance ?? 0) - (found.whole.before.balance ?? 0)
    expect(gain).toBeCloseTo(produced * 0.25, 6)
  })
})

describe('other prices', () => {
  it('are applied by the room that counts the money of the plant', async () => {
    await save(plain, flatTariff(0.3, 0.1))
    const { whole, parts, range } = await ask(plain, { tariff: dayNight })
    expect(range).toBeNull()
    expect(whole.after.importWh).toBe(whole.before.importWh)
    await save(plain, dayNight)
    expect((await ask(plain)).whole.before.money).toEqual(whole.after.money)
    expect(parts).toMatchObject([{ part: 'tariff', importWh: 0 }])
  })

  it('count both sides where the plant has no price of a purchase', async () => {
    const { whole, parts, isUnpriced } = await ask(plain, {
      tariff: flatTariff(0.3, 0.1),
      battery: { way: 'added', size: size(2_000) },
    })
    expect(isUnpriced).toBe(true)
    expect(parts.map(({ part }) => part)).toEqual(['battery'])
    const before =
      ((whole.before.exportWh ?? 0) / 1000) * 0.1 - ((whole.before.importWh ?? 0) / 1000) * 0.3 - DAYS * 0.5
    expect(whole.before.balance).toBeCloseTo(before, 6)
  })

  it('come first, so that a battery is judged by them', async () => {
    await save(plain, flatTariff(0.3, 0.1))
    const { parts, whole } = await ask(plain, {
      tariff: dayNight,
      moreWp: 500,
      battery: { way: 'added', size: size(2_000) },
    })
    expect(parts.map(({ part }) => part)).toEqual(['tariff', 'panels', 'battery'])
    const sum = parts.reduce((all, { balance }) => all + (balance ?? Number.NaN), 0)
    expect(sum).toBeCloseTo((whole.after.balance ?? 0) - (whole.before.balance ?? 0), 6)
  })
})

it('of a neighbor is as one that does not exist', async () => {
  const options = { params: { id: plain }, body: { battery: null, moreWp: 0, tariff: null } }
  const name = 'POST /maintain-s/station/{id}/what-if'
  const reply = await inject(test.app, name, options, bearer(neighbor.token))
  const missing = await inject(test.app, name, { ...options, params: { id: 999_999 } }, bearer(neighbor.token))
  expect(reply.statusCode).toBe(missing.statusCode)
  expect(reply.json().code).toBe(missing.json().code)
})

it('reads the year once while sizes are tried', async () => {
  await ask(plain)
  const { rows } = await test.db.pool.query('select id from devices where plant_id = $1', [plain])
  const device = rows[0]?.id as number
  // Hours that are gone were read before.
  await test.db.pool.query('delete from device_rollups where device_id = $1', [device])
  expect((await ask(plain, { moreWp: 700 })).days).toBe(DAYS)
  test.clock.nowMs += DAY_MS / 4
  expect((await ask(plain)).days).toBe(0)
  test.clock.nowMs -= DAY_MS / 4
})
