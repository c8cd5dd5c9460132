import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlowEnergy } from '../energy-flow.ts'
import { hourStarts } from '../time.ts'
import {
  balanceOf,
  billedEnergy,
  billOfSavings,
  type Money,
  moneyOfDay,
  moneyParts,
  needsHours,
  noMoney,
  sumBills,
  sumMoney,
  withoutVat,
} from './day-money.ts'
import type { BilledHours } from './day-prices.ts'
import { flatSchedule, type PriceSchedule, weekdays } from './schedule.ts'
import { noSubsidies, plainTariff, priceOfProduction, type Tariff, versionOn } from './tariff.ts'

const none: FlowEnergy = {
  generation: null,
  import: null,
  export: null,
  charge: null,
  discharge: null,
  generator: null,
  load: null,
}
const ZONE = 'Europe/Berlin'
const subsidies = { national: 0.01, provincial: 0.02, prefectural: 0.03, county: 0.04 }
/** 0.20 until 07:00, 0.40 until 22:00, 0.20 until midnight, on every day. */
const dayNight: PriceSchedule = {
  seasons: [
    {
      from: '01-01',
      windows: [
        { days: weekdays, fromMinute: 0, toMinute: 420, price: 0.2 },
        { days: weekdays, fromMinute: 420, toMinute: 1320, price: 0.4 },
        { days: weekdays, fromMinute: 1320, toMinute: 1440, price: 0.2 },
      ],
    },
  ],
}
const bill: Tariff = {
  ...plainTariff(null),
  rule: 'bill',
  purchase: dayNight,
  feedIn: flatSchedule(0.08),
  standingPerDay: 0.5,
}
const at = (hours: Readonly<Record<number, number>>, count = 24): number[] =>
  Array.from({ length: count }, (_, hour) => hours[hour] ?? 0)
const money = (tariff: Tariff, energy: Partial<FlowEnergy>, hours: BilledHours | null, feedsAll = false): Money =>
  moneyOfDay(tariff, '2026-06-01', ZONE, billedEnergy({ ...none, ...energy }, feedsAll), hours)

describe('the income of a day', () => {
  // By hand: 10 kWh produced.
  it.each<[string, Partial<Tariff>, number | null]>([
    ['the price of production', { pricePerKwh: 0.25 }, 2.5],
    ['the price and all subsidies', { pricePerKwh: 0.25, subsidies }, 3.5],
    ['benchmark, province, city and county', { rule: 'fullFeedIn', benchmarkPrice: 0.4, subsidies }, 4.9],
    ['nothing known without a price', { subsidies }, null],
    ['nothing known without a benchmark', { rule: 'fullFeedIn', pricePerKwh: 0.25 }, null],
  ])('is %s', (_, options, income) => {
    const result = money({ ...plainTariff(null), ...options }, { generation: 10_000 }, null).income
    if (income === null) expect(result).toBeNull()
    else expect(result).toBeCloseTo(income, 10)
  })

  it('counts a price below zero: feeding in costs, and purchases pay', () => {
    const energy = { generation: 10_000, export: 6_000, import: 5_000 }
    const prices = { purchase: flatSchedule(-0.1), feedIn: flatSchedule(-0.02), standingPerDay: 0 }
    const result = money({ ...bill, ...prices }, energy, null)
    // Used 4 kWh that would have been paid for: -0.4. Fed in 6 kWh: -0.12.
    expect(result.cost).toBeCloseTo(-0.5, 10)
    expect(result.feedIn).toBeCloseTo(-0.12, 10)
    expect(result.income).toBeCloseTo(-0.52, 10)
  })

  it('by the bill is what was not purchased, what was fed in, and the subsidies', () => {
    // Produced 12 kWh: 7 fed in, 2 used at noon, 3 into the battery, of which 2 came back at 23:00. Purchased 1 + 4.
    const energy = { generation: 12_000, export: 7_000, import: 5_000, charge: 3_000, discharge: 2_000 }
    const hours = {
      import: at({ 6: 1_000, 20: 4_000 }),
      export: at({ 12: 7_000 }),
      own: at({ 12: 2_000, 23: 2_000 }),
    }
    const result = money({ ...bill, subsidies }, energy, hours)
    expect(result.cost).toBeCloseTo(1 * 0.2 + 4 * 0.4 + 0.5, 10)
    expect(result.feedIn).toBeCloseTo(7 * 0.08, 10)
    expect(result.savings).toBeCloseTo(2 * 0.4 + 2 * 0.2 + 7 * 0.08, 10)
    expect(result.withoutPlant).toBeCloseTo(3.5, 10)
    expect(result.income).toBeCloseTo(1.76 + 12 * 0.1, 10)
  })

  it('by the bill pays for a battery that is charged from the grid at night', () => {
    // 5 kWh purchased and stored at 0.20, 5 kWh given back at 0.40: the day earns 1.
    const hours = { import: at({ 2: 5_000 }), export: at({}), own: at({ 2: -5_000, 19: 5_000 }) }
    const energy = { generation: 0, import: 5_000, export: 0, charge: 5_000, discharge: 5_000 }
    expect(money(bill, energy, hours).savings).toBeCloseTo(1, 10)
  })

  it('is unknown by the bill where the grid is not measured, or hours are missing', () => {
    expect(money(bill, { generation: 10_000, load: 4_000 }, null)).toEqual({
      income: null,
      cost: null,
      feedIn: null,
      withoutPlant: null,
      savings: null,
    })
    const energy = { generation: 12_000, export: 7_000, import: 5_000 }
    expect(money(bill, energy, null)).toMatchObject({ income: null, cost: null, feedIn: 0.56 })
  })

  it('is all production where the plant feeds in everything, without a meter', () => {
    const result = money({ ...bill, purchase: null }, { generation: 10_000 }, null, true)
    expect(result).toMatchObject({ income: 0.8, feedIn: 0.8, savings: 0.8, cost: null })
  })

  it('is nothing for energy fed in without a price', () => {
    const energy = { generation: 10_000, export: 10_000, import: 0 }
    const result = money({ ...bill, purchase: flatSchedule(0.3), feedIn: null }, energy, null)
    expect(result).toMatchObject({ income: 0, savings: 0, feedIn: null, cost: 0.5 })
  })
})

describe('a day', () => {
  it('needs its hours only where the price changes during it', () => {
    expect(needsHours(bill, '2026-06-01')).toBe(true)
    expect(needsHours({ ...bill, purchase: flatSchedule(0.3) }, '2026-06-01')).toBe(false)
    expect(needsHours(plainTariff(0.2), '2026-06-01')).toBe(false)
  })

  it('of 23 or 25 hours is priced by the wall clock', () => {
    for (const [date, count, cost] of [
      ['2026-03-29', 23, 8 * 0.2 + 15 * 0.4],
      ['2026-10-25', 25, 10 * 0.2 + 15 * 0.4],
    ] as const) {
      const even = Array(count).fill(1_000)
      expect(hourStarts(date, ZONE)).toHaveLength(count)
      const energy = billedEnergy({ ...none, generation: 0, import: count * 1_000, export: 0 }, false)
      const hours = { import: even, export: at({}, count), own: at({}, count) }
      expect(moneyOfDay({ ...bill, standingPerDay: 0 }, date, ZONE, energy, hours).cost).toBeCloseTo(cost, 10)
    }
  })

  it('costs what its parts cost, and saves what the two bills differ by', () => {
    const wh = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 24, maxLength: 24 })
    fc.assert(
      fc.property(wh, wh, wh, fc.integer({ min: 1, max: 23 }), (bought, fed, own, cut) => {
        const part = (from: number, to: number): Money => {
          const only = (hours: readonly number[]): number[] => hours.map((hour, i) => (i >= from && i < to ? hour : 0))
          const sum = (hours: readonly number[]): number => only(hours).reduce((all, value) => all + value, 0)
          const hours = { import: only(bought), export: only(fed), own: only(own) }
          const energy = { generation: sum(own) + sum(fed), import: sum(bought), export: sum(fed), own: sum(own) }
          return moneyOfDay({ ...bill, standingPerDay: 0 }, '2026-06-01', ZONE, energy, hours)
        }
        const whole = part(0, 24)
        const parts = sumMoney([part(0, cut), part(cut, 24)])
        for (const one of moneyParts) expect(parts[one]).toBeCloseTo(whole[one] ?? Number.NaN, 8)
        expect(whole.savings).toBeCloseTo((whole.withoutPlant ?? 0) - (whole.cost ?? 0) + (whole.feedIn ?? 0), 8)
      }),
      { numRuns: 40 },
    )
  })

  it('has a sum of the days that are known, and none if no day is', () => {
    const unknown: Money = { income: null, cost: null, feedIn: null, withoutPlant: null, savings: null }
    expect(sumMoney([])).toEqual(unknown)
    expect(sumMoney([unknown, { ...unknown, income: 2 }, { ...unknown, income: 3 }])).toEqual({ ...unknown, income: 5 })
  })
})

describe('versions', () => {
  it('count from their date until the next one', () => {
    const [first, second] = [0.1, 0.2].map((price) => plainTariff(price))
    const versions =
      first && second
        ? [
            { from: '2025-01-01', tariff: first },
            { from: '2026-06-01', tariff: second },
          ]
        : []
    const priceOn = (date: string) => versionOn(versions, date)?.tariff.pricePerKwh
    expect(['2024-12-31', '2025-01-01', '2026-05-31', '2026-06-01'].map(priceOn)).toEqual([undefined, 0.1, 0.1, 0.2])
  })

  it('by the bill have no price of production', () => {
    expect(priceOfProduction(bill)).toBeNull()
    expect(priceOfProduction({ ...plainTariff(0.2), subsidies: noSubsidies })).toBe(0.2)
  })
})

describe('the bill of several days', () => {
  it('sets what was paid against what would have been on the same days', () => {
    const whole: Money = { income: 1, cost: 2, feedIn: -0.5, withoutPlant: 4, savings: 1.5 }
    // A price of its hours is missing: nobody knows what its own use would have cost.
    const part: Money = { income: null, cost: 9, feedIn: null, withoutPlant: null, savings: null }
    const sum = sumBills([whole, part, whole, { ...part, income: 3 }])
    expect(sum).toEqual({ income: 5, cost: 4, feedIn: -1, withoutPlant: 8, savings: 3 })
    expect((sum.withoutPlant ?? 0) - (sum.cost ?? 0) + (sum.feedIn ?? 0)).toBe(sum.savings)
    expect(sumBills([part])).toEqual(part)
    const net = sumBills([withoutVat(whole, 19), withoutVat({ ...part, income: 3 }, 19)]).withoutVat
    expect([net?.income, net?.cost]).toEqual([expect.closeTo(4 / 1.19, 9), expect.closeTo(2 / 1.19, 9)])
  })

  it('stands beside a sum only where that is of other days', () => {
    const whole: Money = { income: 1, cost: 2, feedIn: 0.5, withoutPlant: 4, savings: 2.5 }
    const bought: Money = { income: null, cost: 9, feedIn: 0.25, withoutPlant: null, savings: null }
    expect(billOfSavings([whole, bought, whole])).toEqual({ cost: 4, feedIn: 1, withoutPlant: 8 })
    expect(billOfSavings([whole, whole])).toBeUndefined()
    expect(billOfSavings([bought])).toBeUndefined()
    expect(billOfSavings([])).toBeUndefined()
  })
})

describe('money without VAT', () => {
  const money: Money = { income: 11.9, cost: 23.8, feedIn: null, withoutPlant: 35.7, savings: 11.9 }

  it('is what is left of each known part', () => {
    expect(withoutVat(money, null)).toEqual(money)
    const { income, cost, feedIn } = withoutVat(money, 19).withoutVat ?? noMoney
    expect([income, cost, feedIn]).toEqual([expect.closeTo(10, 9), expect.closeTo(20, 9), null])
  })

  it('is summed over rates, and unknown as soon as a day with money states none', () => {
    const sum = sumMoney([withoutVat(money, 19), withoutVat({ ...noMoney, income: 10.7 }, 7), noMoney])
    expect(sum.withoutVat?.income).toBeCloseTo(20, 9)
    expect(sumMoney([withoutVat(money, 19), money])).not.toHaveProperty('withoutVat')
  })
})

describe('the balance of a day', () => {
  const energy = { generation: 10_000, export: 6_000, import: 5_000 }
  const prices = { purchase: flatSchedule(0.3), feedIn: flatSchedule(0.08), standingPerDay: 0.5 }
  const balance = (options: Partial<Tariff>, wh: Partial<FlowEnergy> = energy, feedsAll = false): number | null => {
    const tariff = { ...plainTariff(null), ...options }
    return balanceOf(tariff, money(tariff, wh, null, feedsAll), feedsAll)
  }

  it('by the bill is feed-in and subsidies less purchases', () => {
    expect(balance({ ...prices, rule: 'bill', subsidies })).toBeCloseTo(6 * 0.08 + 10 * 0.1 - 5 * 0.3 - 0.5, 10)
  })

  it('by other rules is the income less purchases', () => {
    expect(balance({ ...prices, pricePerKwh: 0.25 })).toBeCloseTo(2.5 - 2, 10)
    expect(balance({ pricePerKwh: 0.25 })).toBeCloseTo(2.5, 10)
    expect(balance(prices)).toBeCloseTo(6 * 0.08 - 2, 10)
  })

  it('is that of the feed-in where all production goes to the grid', () => {
    expect(balance({ ...prices, rule: 'bill', purchase: null }, { generation: 10_000 }, true)).toBeCloseTo(0.8, 10)
  })

  it('is unknown where purchases have no price, or nothing has', () => {
    expect(balance({ rule: 'bill', feedIn: flatSchedule(0.08) })).toBeNull()
    expect(balance({})).toBeNull()
  })
})
