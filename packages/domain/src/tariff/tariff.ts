import type { SeriesPrices } from './price-series.ts'
import type { PriceSchedule } from './schedule.ts'

/**
 * How income is counted.
 * - production: every kWh produced earns one price and all subsidies, fed in or not;
 * - fullFeedIn: every kWh produced earns the benchmark price and the subsidies of province, city and county;
 * - bill: what the meter saves and earns (purchases avoided, feed-in paid) and all subsidies.
 * Source of the first two: the field's income rule (screens.md 2.5).
 */
export const incomeRules = ['production', 'fullFeedIn', 'bill'] as const
export type IncomeRule = (typeof incomeRules)[number]

/** Per kWh produced, in the plant's currency, each >= 0. */
export const subsidyLevels = ['national', 'provincial', 'prefectural', 'county'] as const
export type SubsidyLevel = (typeof subsidyLevels)[number]
export type Subsidies = Readonly<Record<SubsidyLevel, number>>

/** Prices of energy from or to the grid: by the clock, or those of a market. */
export type GridPrices = PriceSchedule | SeriesPrices

/** Whether prices are those of a series, not of the clock. */
export const followsSeries = (prices: GridPrices): prices is SeriesPrices => 'series' in prices

/** The names of the series that a tariff follows. */
export const seriesOf = ({ purchase, feedIn }: Pick<Tariff, 'purchase' | 'feedIn'>): readonly string[] =>
  [purchase, feedIn].flatMap((prices) => (prices !== null && followsSeries(prices) ? [prices.series] : []))

/** The prices of a plant from a date on, in its currency. null: no such price. */
export type Tariff = Readonly<{
  rule: IncomeRule
  /** Income of a kWh produced by the rule `production`. */
  pricePerKwh: number | null
  /** Income of a kWh produced by the rule `fullFeedIn`. */
  benchmarkPrice: number | null
  subsidies: Subsidies
  /** Prices of energy from the grid. */
  purchase: GridPrices | null
  /** Prices of energy fed in. */
  feedIn: GridPrices | null
  /** Cost of the connection per day, used or not. */
  standingPerDay: number
  /** Contained in all prices above, %; null, or missing in older ones: not stated. */
  vatPercent?: number | null
}>

export const MOST_VAT_PERCENT = 50

/** @param from the first date, YYYY-MM-DD, that the tariff counts for; it counts until the next version */
export type TariffVersion = Readonly<{ from: string; tariff: Tariff }>

export const noSubsidies: Subsidies = { national: 0, provincial: 0, prefectural: 0, county: 0 }

/** A plain price of production: what a plant has before its first version. */
export const plainTariff = (pricePerKwh: number | null): Tariff => ({
  rule: 'production',
  pricePerKwh,
  benchmarkPrice: null,
  subsidies: noSubsidies,
  purchase: null,
  feedIn: null,
  standingPerDay: 0,
})

/** Whether a tariff says no more than a plain price of production, or that there is none. */
export const isPlain = ({
  rule,
  benchmarkPrice,
  subsidies,
  purchase,
  feedIn,
  standingPerDay,
  vatPercent = null,
}: Tariff): boolean =>
  rule === 'production' &&
  benchmarkPrice === null &&
  purchase === null &&
  feedIn === null &&
  standingPerDay === 0 &&
  vatPercent === null &&
  subsidyLevels.every((level) => subsidies[level] === 0)

/** The version in force on a date, or undefined before the first. @param versions ascending by date */
export const versionOn = (versions: readonly TariffVersion[], date: string): TariffVersion | undefined =>
  versions.findLast(({ from }) => from <= date)

/**
 * Income of one kWh produced at any time, or null where the rule has no such price: `bill` depends on how the kWh was
 * used, and a rule without its price earns nothing that is known.
 */
export function priceOfProduction({ rule, pricePerKwh, benchmarkPrice, subsidies }: Tariff): number | null {
  const { national, provincial, prefectural, county } = subsidies
  if (rule === 'production')
    return pricePerKwh === null ? null : pricePerKwh + national + provincial + prefectural + county
  if (rule === 'fullFeedIn') return benchmarkPrice === null ? null : benchmarkPrice + provincial + prefectural + county
  return null
}

/** All subsidies of one kWh produced. */
export const subsidyPerKwh = ({ subsidies }: Tariff): number =>
  subsidyLevels.reduce((sum, level) => sum + subsidies[level], 0)
