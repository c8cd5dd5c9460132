import type { FlowEnergy } from '../energy-flow.ts'
import { type BilledHours, pricesByHour, sumPriced } from './day-prices.ts'
import type { FindDayPrices } from './price-series.ts'
import { wholeDayPrice } from './schedule.ts'
import { followsSeries, type GridPrices, priceOfProduction, subsidyPerKwh, type Tariff } from './tariff.ts'

/**
 * A day's energies as a bill sees them, Wh. null: not measured.
 * `own` is what the house used from its roof and battery, energy that was not purchased: production + discharge - export
 * - charge. It is below zero on a day (or in an hour) on which the battery took more from the grid than it gave back.
 */
export type BilledEnergy = Readonly<{
  generation: number | null
  import: number | null
  export: number | null
  own: number | null
}>

/** Money of a day or longer, in the plant's currency, unrounded. null: unknown. */
export type Money = Readonly<{
  /** By the tariff's rule. */
  income: number | null
  /** Energy purchased, and the standing charge. */
  cost: number | null
  /** Paid for energy fed in. */
  feedIn: number | null
  /** Cost of the same house without the plant. */
  withoutPlant: number | null
  /** withoutPlant - cost + feedIn. */
  savings: number | null
  /** The same without the VAT that the prices contain; absent: no rate is stated for a day of them. */
  withoutVat?: MoneyWithoutVat | undefined
  /** Of those days alone whose savings are known; absent where cost, feedIn and withoutPlant above are of the same days. */
  billed?: Bill | undefined
}>
/** Parts of savings. */
export type Bill = Readonly<Pick<Money, 'cost' | 'feedIn' | 'withoutPlant'>>
export type MoneyWithoutVat = Readonly<Record<MoneyPart, number | null>>

export const moneyParts = ['income', 'cost', 'feedIn', 'withoutPlant', 'savings'] as const
export type MoneyPart = (typeof moneyParts)[number]
export const noMoney: Money = { income: null, cost: null, feedIn: null, withoutPlant: null, savings: null }

/**
 * The energies that a bill needs. A plant whose connection takes all of its production, and has no grid meter, feeds in
 * what it produces. Without a measured grid the purchase is unknown.
 * @param energy of one day, Wh
 * @param feedsAll all production goes to the grid
 */
export function billedEnergy(energy: FlowEnergy, feedsAll: boolean): BilledEnergy {
  const { generation } = energy
  const isMeasured = energy.import !== null || energy.export !== null
  if (!isMeasured && feedsAll)
    return { generation, import: null, export: generation, own: generation === null ? null : 0 }
  if (!isMeasured || generation === null) return { generation, import: energy.import, export: energy.export, own: null }
  const own = generation + (energy.discharge ?? 0) - (energy.export ?? 0) - (energy.charge ?? 0)
  return { generation, import: energy.import ?? 0, export: energy.export ?? 0, own }
}

/** Whether the prices of a date change during the day, so that its hours must be known. */
export const needsHours = ({ purchase, feedIn }: Tariff, date: string): boolean =>
  [purchase, feedIn].some(
    (prices) => prices !== null && (followsSeries(prices) || wholeDayPrice(prices, date) === null),
  )

/**
 * The money of one day. Purchases, feed-in and own use are priced hour by hour where the price changes during the day;
 * an hour with two prices takes their mean by time.
 * @param date YYYY-MM-DD at the plant
 * @param hours null: unknown, and then every part that needs them is null
 * @param findPrices of the series that the tariff follows
 * @throws RangeError for an invalid date or an unknown zone
 */
export function moneyOfDay(
  tariff: Tariff,
  date: string,
  zone: string,
  energy: BilledEnergy,
  hours: BilledHours | null,
  findPrices: FindDayPrices = () => undefined,
): Money {
  const amount = (prices: GridPrices | null, part: 'import' | 'export' | 'own'): number | null => {
    const wh = energy[part]
    if (prices === null || wh === null) return null
    const price = followsSeries(prices) ? null : wholeDayPrice(prices, date)
    if (price !== null) return (wh / 1000) * price
    return hours && sumPriced(hours[part], pricesByHour(prices, date, zone, findPrices))
  }
  const { purchase, feedIn, standingPerDay } = tariff
  const bought = amount(purchase, 'import')
  const avoided = amount(purchase, 'own')
  // Without a feed-in price the feed-in is unpaid: a known zero, if its energy is known.
  const paid = feedIn === null ? (energy.export === null ? null : 0) : amount(feedIn, 'export')
  const feedsAll = energy.own === 0 && energy.import === null
  const isBilled = purchase !== null || feedsAll
  const savings = isBilled ? add(feedsAll ? 0 : avoided, paid) : null
  const cost = bought === null ? null : bought + standingPerDay
  return withoutVat(
    {
      income: incomeOf(tariff, energy.generation, savings),
      cost,
      feedIn: feedIn === null ? null : paid,
      withoutPlant: add(cost, avoided),
      savings,
    },
    tariff.vatPercent,
  )
}

/** Adds what is left without the VAT. @param percent contained in the money; null: not stated */
export function withoutVat(money: Money, percent: number | null | undefined): Money {
  if (percent === null || percent === undefined) return money
  const part = (item: MoneyPart): number | null => {
    const amount = money[item]
    return amount === null ? null : amount / (1 + percent / 100)
  }
  return { ...money, withoutVat: toParts(part) }
}

const toParts = (part: (one: MoneyPart) => number | null): Record<MoneyPart, number | null> =>
  Object.fromEntries(moneyParts.map((moneyPart) => [moneyPart, part(moneyPart)])) as Record<MoneyPart, number | null>

function incomeOf(tariff: Tariff, generationWh: number | null, savings: number | null): number | null {
  if (generationWh === null) return null
  if (tariff.rule === 'bill') return add(savings, (generationWh / 1000) * subsidyPerKwh(tariff))
  const price = priceOfProduction(tariff)
  return price === null ? null : (generationWh / 1000) * price
}

/**
 * The balance of a day: all that was earned less all that was purchased. By the bill feed-in and subsidies are earned, by
 * other rules the income. null: a purchase has no price, or nothing has one.
 * @param money of the day by this tariff @param feedsAll all production goes to the grid, so nothing is purchased
 */
export function balanceOf(tariff: Tariff, money: Money, feedsAll: boolean): number | null {
  const { rule, purchase } = tariff
  const { income, savings, feedIn, cost } = money
  if (tariff.feedIn !== null && feedIn === null) return null
  if (rule === 'bill') {
    if (cost === null && !feedsAll) return null
    const subsidies = income !== null && savings !== null ? income - savings : 0
    return feedIn === null && cost === null ? null : (feedIn ?? 0) + subsidies - (cost ?? 0)
  }
  if (purchase !== null && cost === null && !feedsAll) return null
  return income === null && cost === null ? null : (income ?? feedIn ?? 0) - (cost ?? 0)
}

const add = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)

/**
 * Sums of several days; a part is null if no day knows it. The rest without VAT is known where each day with money
 * states its rate.
 */
export function sumMoney(days: readonly Money[]): Money {
  const counted = days.filter((day) => moneyParts.some((part) => day[part] !== null))
  const net = counted.flatMap((day) => day.withoutVat ?? [])
  const sum = sumParts(counted)
  return net.length > 0 && net.length === counted.length ? { ...sum, withoutVat: sumParts(net) } : sum
}

/**
 * The same, for a sentence that sets what was paid against what would have been: cost, feed-in and savings are of the same
 * days, those whose savings are known.
 */
export function sumBills(days: readonly Money[]): Money {
  const billed = days.filter(({ savings }) => savings !== null)
  const { withoutVat: net, income } = sumMoney(days)
  const bill = sumMoney(billed.length > 0 ? billed : days)
  return {
    ...bill,
    income,
    ...(bill.withoutVat === undefined ? {} : { withoutVat: { ...bill.withoutVat, income: net?.income ?? null } }),
  }
}

/**
 * The bill of those days whose savings are known, for a sentence that sets it against the savings of a sum.
 * @param days of the sum @returns undefined where the sum itself is of the same days
 */
export function billOfSavings(days: readonly Money[]): Bill | undefined {
  const [all, bill] = [sumMoney(days), sumBills(days)]
  const { cost, feedIn, withoutPlant } = bill
  const isSame = billParts.every((part) => all[part] === bill[part])
  return isSame ? undefined : { cost, feedIn, withoutPlant }
}
const billParts = ['cost', 'feedIn', 'withoutPlant'] as const

const sumParts = (days: readonly MoneyWithoutVat[]): Record<MoneyPart, number | null> =>
  toParts((part) => {
    const known = days.flatMap((day) => (day[part] === null ? [] : [day[part]]))
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  })
