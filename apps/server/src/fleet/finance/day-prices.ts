import { needsHours } from '@heliograph/domain/tariff/day-money.ts'
import { type DayPriceFigures, figuresOfPrices, pricesByHour } from '@heliograph/domain/tariff/day-prices.ts'
import { versionOn } from '@heliograph/domain/tariff/tariff.ts'
import type { Db } from '../../platform/db/database.ts'
import { readBilledDays } from './billed-days.ts'
import { readSeries } from './price-series.ts'
import { type PricedPlant, readPricingOf } from './pricing.ts'

/** null: the tariff has no such price. */
type DayPrices = Readonly<{ purchase: DayPriceFigures | null; feedIn: DayPriceFigures | null }>

/** The prices by which the money of a plant's day is counted. @param date YYYY-MM-DD at the plant */
export async function readDayPrices(db: Db, plant: PricedPlant, date: string): Promise<DayPrices> {
  const pricing = await readPricingOf(db, plant)
  const tariff = versionOn(pricing.versions, date)?.tariff
  if (tariff === undefined || (tariff.purchase === null && tariff.feedIn === null))
    return { purchase: null, feedIn: null }
  const wanted = { from: date, to: date, needsHours: (day: string) => needsHours(tariff, day) }
  const { days } = await readBilledDays(db, pricing, wanted)
  const prices = await readSeries(db, [{ pricing, dates: [date] }])
  const hours = days[0]?.hours ?? null
  const figures = (part: 'purchase' | 'feedIn'): DayPriceFigures | null => {
    const own = tariff[part]
    if (own === null) return null
    const byHour = pricesByHour(own, date, pricing.zone, prices(pricing.plantId))
    return figuresOfPrices(byHour, part === 'purchase' ? 'import' : 'export', hours)
  }
  return { purchase: figures('purchase'), feedIn: figures('feedIn') }
}
