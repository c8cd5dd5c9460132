import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import { hourStarts } from '../time.ts'
import { SLOT_MINUTES, SLOTS_PER_DAY } from './schedule.ts'

/** Prices of a market that a tariff follows: per kWh `price * factor + surcharge`, below zero too. */
export type SeriesPrices = Readonly<{
  /** The name of a series of the plant. */
  series: string
  factor: number
  /** Per kWh, in the plant's currency. */
  surcharge: number
}>

/** The prices of a UTC day, per kWh, by quarter hours: 96 of them. null: unknown. */
export type DayPrices = readonly (number | null)[]

/** @param name of a series @param day UTC, YYYY-MM-DD @returns undefined: no price of that day is known */
export type FindDayPrices = (name: string, day: string) => DayPrices | undefined

/** How long a price may count, minutes. */
export const priceSteps = [15, 30, 60] as const
export type PriceStep = (typeof priceSteps)[number]

export const priceUnits = ['perKwh', 'perMwh', 'centsPerKwh'] as const
export type PriceUnit = (typeof priceUnits)[number]

const SLOT_MS = SLOT_MINUTES * MINUTE_MS

/** The UTC day of an instant, and its quarter hour in it. */
export function slotOf(atMs: number): Readonly<{ day: string; slot: number }> {
  const day = new Date(atMs).toISOString().slice(0, 10)
  return { day, slot: Math.floor((((atMs % DAY_MS) + DAY_MS) % DAY_MS) / SLOT_MS) }
}

/**
 * Price of a kWh in each hour of a plant's day, in the order of `hourStarts`. An hour of several prices has their mean;
 * null: a price of that hour is unknown.
 * @throws RangeError for an invalid date or an unknown zone
 */
export function seriesHours(
  { series, factor, surcharge }: SeriesPrices,
  date: string,
  zone: string,
  find: FindDayPrices,
): readonly (number | null)[] {
  return hourStarts(date, zone).map((startMs) => {
    let sum = 0
    for (let atMs = startMs; atMs < startMs + HOUR_MS; atMs += SLOT_MS) {
      const { day, slot } = slotOf(atMs)
      const price = find(series, day)?.[slot] ?? null
      if (price === null) return null
      sum += price
    }
    return (sum / (HOUR_MS / SLOT_MS)) * factor + surcharge
  })
}

/** A price from an instant on, per kWh. */
export type PricePoint = Readonly<{ atMs: number; price: number }>

/**
 * Prices by UTC day and quarter hour; of two for one quarter hour the later one in the list counts.
 * @param points each at a multiple of its step
 */
export function toDayPrices(points: readonly PricePoint[], step: PriceStep): ReadonlyMap<string, DayPrices> {
  const days = new Map<string, (number | null)[]>()
  for (const { atMs, price } of points)
    for (let part = 0; part < step / SLOT_MINUTES; part++) {
      const { day, slot } = slotOf(atMs + part * SLOT_MS)
      const prices = days.get(day) ?? new Array<number | null>(SLOTS_PER_DAY).fill(null)
      prices[slot] = price
      days.set(day, prices)
    }
  return days
}
