import { balanceOf, type Money } from '@heliograph/domain/tariff/day-money.ts'
import { type Tariff, versionOn } from '@heliograph/domain/tariff/tariff.ts'
import type { Db } from '../../platform/db/database.ts'
import type { BilledDay } from './billed-days.ts'
import { moneyOf } from './money-book.ts'
import { readSeries } from './price-series.ts'
import { FIRST_DAY, type Pricing } from './pricing.ts'

/** Money of any day, measured or not, by the prices of a plant; `balance` as in domain/tariff. */
export type PriceDay = (day: BilledDay) => Readonly<{ money: Money; balance: number | null }>

/** The prices of some days, ready to be applied. @param dates ascending */
export async function openPrices(db: Db, pricing: Pricing, dates: readonly string[]): Promise<PriceDay> {
  const prices = await readSeries(db, [{ pricing, dates }])
  return (day) => {
    const money = moneyOf(pricing, day, prices)
    const tariff = versionOn(pricing.versions, day.date)?.tariff
    return { money, balance: tariff === undefined ? null : balanceOf(tariff, money, pricing.feedsAll) }
  }
}

/** The same plant, as if one tariff had always counted. */
export const withTariff = (pricing: Pricing, tariff: Tariff): Pricing => ({
  ...pricing,
  versions: [{ from: FIRST_DAY, tariff }],
})
