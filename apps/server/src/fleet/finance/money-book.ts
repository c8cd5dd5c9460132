import type { FlowEnergy } from '@heliograph/domain/energy-flow.ts'
import {
  billOfSavings,
  type Money,
  type MoneyPart,
  moneyOfDay,
  moneyParts,
  needsHours,
  noMoney,
  sumMoney,
  withoutVat,
} from '@heliograph/domain/tariff/day-money.ts'
import { SLOTS_PER_DAY } from '@heliograph/domain/tariff/schedule.ts'
import { seriesOf, versionOn } from '@heliograph/domain/tariff/tariff.ts'
import type { Db } from '../../platform/db/database.ts'
import { type BilledDay, readBilledDays } from './billed-days.ts'
import { type KnownPrices, readSeries } from './price-series.ts'
import { FIRST_DAY, onlyPriceOf, type PricedPlant, type Pricing, readPricing, readPricingOf } from './pricing.ts'

/** The money of a plant's days: the one source of every income, cost and saving. */
export type MoneyBook = Readonly<{
  pricing: Pricing
  /**
   * The money of a period, the sum of its days.
   * @param period YYYY-MM-DD, YYYY-MM, YYYY or 'all', within what was read
   * @param energy of the period: where every kWh earns one price it says all
   */
  of: (period: string, energy: FlowEnergy) => Money
  /** The same from the days alone. */
  sum: (period: string) => Money
  /** Days that are read; empty where one price says all. */
  days: readonly (Readonly<{ date: string }> & Money)[]
  /** Days whose hours are still to be read, by the next calls: a period with one of them has no money yet. */
  left: number
}>

/** "Always": what `readMoney` takes for all days. */
export const allDays = { from: FIRST_DAY, to: '2199-12-31' } as const

/**
 * Reads the money of days between two dates. A plant with one price of production costs one statement and no day. Others
 * cost their days, and where prices change during the day one kept row more for each.
 * @param wantsDays read the days in any case
 */
export async function readMoney(
  db: Db,
  plant: PricedPlant,
  range: Readonly<{ from: string; to: string }>,
  wantsDays = false,
): Promise<MoneyBook> {
  return openBook(db, await readPricingOf(db, plant), range, wantsDays)
}

/** The same for many plants: one statement, and those of its days for each plant that has a tariff. */
export async function readMoneyOf(
  db: Db,
  plants: readonly PricedPlant[],
  range: Readonly<{ from: string; to: string }>,
): Promise<ReadonlyMap<number, MoneyBook>> {
  const books = new Map<number, MoneyBook>()
  for (const [plantId, pricing] of await readPricing(db, plants)) books.set(plantId, await openBook(db, pricing, range))
  return books
}

/** The same with prices that need not be those of the plant. */
export async function openBook(
  db: Db,
  pricing: Pricing,
  range: Readonly<{ from: string; to: string }>,
  wantsDays = false,
): Promise<MoneyBook> {
  const price = onlyPriceOf(pricing)
  if (price !== undefined && !wantsDays)
    return {
      pricing,
      days: [],
      left: 0,
      sum: () => noMoney,
      of: (_, energy) => withoutVat(ofProduction(energy, price), pricing.versions[0]?.tariff.vatPercent),
    }
  const tariffOn = (date: string) => versionOn(pricing.versions, date)?.tariff
  const isNeeded = (date: string): boolean => {
    const tariff = tariffOn(date)
    return tariff !== undefined && needsHours(tariff, date)
  }
  const { days, left } = await readBilledDays(db, pricing, { ...range, needsHours: isNeeded })
  const prices = await readSeries(db, [{ pricing, dates: days.map(({ date }) => date) }])
  const booked = days.map((day) => ({ date: day.date, ...moneyOf(pricing, day, prices) }))
  const unread = days.filter(({ date, hours }) => left > 0 && hours === null && isNeeded(date))
  const within =
    (period: string) =>
    ({ date }: Readonly<{ date: string }>): boolean =>
      period === 'all' || date.startsWith(period)
  // Half a month's cost would read as the month's: what a missing price leaves unknown is so in the sum, too.
  const unpriced = days.flatMap((day) => {
    const parts = unpricedParts(pricing, day, prices)
    return parts.length === 0 ? [] : [{ date: day.date, parts }]
  })
  const sum = (period: string): Money => {
    if (unread.some(within(period))) return noMoney
    const unknown = unpriced.filter(within(period)).flatMap(({ parts }) => parts)
    const summed = booked.filter(within(period))
    const { withoutVat: net, ...known } = sumMoney(summed)
    const billed = unknown.length === 0 ? billOfSavings(summed) : undefined
    const none = Object.fromEntries(unknown.map((part) => [part, null]))
    return { ...known, ...none, ...(net && { withoutVat: { ...net, ...none } }), ...(billed && { billed }) }
  }
  return { pricing, days: booked, left, of: sum, sum }
}

const ofProduction = ({ generation }: FlowEnergy, price: number | null): Money => ({
  ...noMoney,
  income: generation === null || price === null ? null : (generation / 1000) * price,
})

/** Parts of a day's money that are unknown only because a price of its market is. */
function unpricedParts(pricing: Pricing, day: BilledDay, prices: KnownPrices): readonly MoneyPart[] {
  const tariff = versionOn(pricing.versions, day.date)?.tariff
  if (tariff === undefined || seriesOf(tariff).length === 0) return []
  const known = moneyOf(pricing, day, prices)
  const priced = moneyOf(pricing, day, () => () => zeros)
  return moneyParts.filter((part) => known[part] === null && priced[part] !== null)
}
const zeros: readonly number[] = new Array(SLOTS_PER_DAY).fill(0)

/** The money of a day by the prices in force on it. */
export function moneyOf(pricing: Pricing, { date, energy, hours }: BilledDay, prices: KnownPrices): Money {
  const tariff = versionOn(pricing.versions, date)?.tariff
  return tariff === undefined ? noMoney : moneyOfDay(tariff, date, pricing.zone, energy, hours, prices(pricing.plantId))
}
