export { type BilledDay, energyOf, hoursOf } from './billed-days.ts'
export { readDayPrices } from './day-prices.ts'
export { editFinances, type Finances, readFinances } from './finances.ts'
export { incomeToday } from './income-today.ts'
export { moneyOfLoss, type TariffAt, tariffAt } from './loss-price.ts'
export { allDays, type MoneyBook, readMoney, readMoneyOf } from './money-book.ts'
export { computeOutlook, type Outlook } from './outlook.ts'
export { previewVersion } from './preview.ts'
export {
  listSeries,
  readPrices,
  removeSeries,
  savePrices,
} from './price-series.ts'
export { openPrices, type PriceDay, withTariff } from './priced-days.ts'
export { currentPrice, FIRST_DAY, type Pricing, readPricingOf, statesVat } from './pricing.ts'
export { readPriceTable } from './read-price-file.ts'
export { hasFirstVersion, removeVersion, saveVersion } from './tariff-versions.ts'
