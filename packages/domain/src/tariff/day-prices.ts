import { type FindDayPrices, seriesHours } from './price-series.ts'
import { hourPrices } from './schedule.ts'
import { followsSeries, type GridPrices } from './tariff.ts'

/** The same by hours of the plant's day, in the order of `hourStarts`; they add up to the day. */
export type BilledHours = Readonly<Record<'import' | 'export' | 'own', readonly number[]>>

/** The prices by which a day's energy in one direction is counted, per kWh. null: unknown. */
export type DayPriceFigures = Readonly<{
  /** In the order of `hourStarts`. */
  hours: readonly (number | null)[]
  /** Of the hours whose price is known. */
  min: number | null
  mean: number | null
  max: number | null
  /** Of a kWh of this day: the hours weighted by their energy. null, too, without energy. */
  weighted: number | null
  /** An hour has energy and no price, so the day's money is unknown. */
  isUnpriced: boolean
}>

/**
 * The price of each hour of a plant's day, in the order of `hourStarts`; null: a price of that hour is unknown.
 * @throws RangeError for an invalid date or an unknown zone
 */
export const pricesByHour = (
  prices: GridPrices,
  date: string,
  zone: string,
  find: FindDayPrices,
): readonly (number | null)[] =>
  followsSeries(prices) ? seriesHours(prices, date, zone, find) : hourPrices(prices, date, zone)

/** Wh by hours times a price per kWh by hours; null: energy of an hour without a known price. */
export function sumPriced(hoursWh: readonly number[], prices: readonly (number | null)[]): number | null {
  let sum = 0
  for (const [hour, wh] of hoursWh.entries()) {
    const price = prices[hour] ?? null
    if (price !== null) sum += (wh / 1000) * price
    else if (wh !== 0) return null
  }
  return sum
}

/**
 * The figures of a day's prices in one direction.
 * @param hours as from `pricesByHour`
 * @param energies of the day; null: unknown
 */
export function figuresOfPrices(
  hours: readonly (number | null)[],
  part: 'import' | 'export',
  energies: BilledHours | null,
): DayPriceFigures {
  const known = hours.filter((price) => price !== null)
  const amount = energies && sumPriced(energies[part], hours)
  const kwh = (energies?.[part] ?? []).reduce((sum, wh) => sum + wh / 1000, 0)
  const isKnown = known.length > 0
  return {
    hours,
    min: isKnown ? Math.min(...known) : null,
    mean: isKnown ? known.reduce((sum, price) => sum + price, 0) / known.length : null,
    max: isKnown ? Math.max(...known) : null,
    weighted: amount !== null && kwh > 0 ? amount / kwh : null,
    isUnpriced: energies !== null && amount === null,
  }
}
