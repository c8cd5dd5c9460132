/** The money of a plant in our words: prices over time, cost and financing, what follows from them. */
import { money } from '@heliograph/contract/codecs/money.ts'
import { type DatedTariff, loan, tariff } from '@heliograph/contract/codecs/tariff.ts'
import type {
  DayPriceFigures,
  PriceSeries,
  TariffPreview,
  WireFinance,
} from '@heliograph/contract/maintain-s/finance.ts'
import type { Money } from '@heliograph/domain/tariff/day-money.ts'
import type { Loan } from '@heliograph/domain/tariff/investment.ts'
import type { PriceUnit } from '@heliograph/domain/tariff/price-series.ts'
import type { Tariff } from '@heliograph/domain/tariff/tariff.ts'
import { call } from './call.ts'

export type { DatedTariff, DayPriceFigures, Loan, Money, PriceSeries, Tariff, TariffPreview }

export type Costs = Readonly<{
  cost: number | null
  subsidy: number | null
  /** YYYY-MM-DD. */
  paidOn: string | null
  coalPrice: number | null
  /** Where the prices can be read; '': nowhere. */
  link: string
  loan: Loan | null
}>

/** Past and future income of an investment. Rates in % per year. null: unknown. */
export type Outlook = Readonly<{
  basis: WireFinance['outlook']['basis']
  days: number
  yearly: number | null
  invested: number | null
  earned: number | null
  /** Estimated, of the time before the first record. */
  earnedUnrecorded: number
  paybackOn: string | null
  isPaidBack: boolean
  rate: number | null
  ownRate: number | null
  /** Assumed for the rates. */
  assumedYears: number
  degradation: number
}>
export type SpanMoney = Readonly<{ from: string; to: string; days: number; money: Money }>
export type Finance = Readonly<{
  currency: string
  /** Ascending. isStored false: the plain price of the plant's record. */
  tariffs: readonly (DatedTariff & Readonly<{ isStored: boolean }>)[]
  costs: Costs
  lastYear: SpanMoney
  outlook: Outlook
  /** Days whose hours the server still reads: ask again. */
  unreadDays: number
}>

export async function fetchFinance(plantId: number, signal?: AbortSignal): Promise<Finance> {
  const wire = await call('GET /maintain-s/station/{id}/finance', { params: { id: plantId } }, { signal })
  const { from, to, days } = wire.lastYear
  return {
    currency: wire.currency,
    tariffs: wire.tariffs.map(({ stored, ...row }) => ({ ...tariff.fromWire(row), isStored: stored })),
    costs: {
      cost: wire.constructionCost,
      subsidy: wire.constructionSubsidy,
      paidOn: wire.constructionDate,
      coalPrice: wire.desulfurizationPrice,
      link: wire.tariffUrl,
      loan: toLoan(wire),
    },
    lastYear: { from, to, days, money: money.fromWire(wire.lastYear) },
    outlook: toOutlook(wire.outlook),
    unreadDays: wire.daysLeft,
  }
}

const toOutlook = (wire: WireFinance['outlook']): Outlook => ({
  basis: wire.basis,
  days: wire.days,
  yearly: wire.yearly,
  invested: wire.invested,
  earned: wire.earned,
  earnedUnrecorded: wire.earnedBeforeRecords,
  paybackOn: wire.paybackDate,
  isPaidBack: wire.paidBack,
  rate: wire.internalRate,
  ownRate: wire.ownInternalRate,
  assumedYears: wire.lifetimeYears,
  degradation: wire.degradation,
})

function toLoan({ amount, repaymentMethod, term, period, interestRate }: WireFinance): Loan | null {
  if (amount === null || repaymentMethod === null || term === null || period === null || interestRate === null)
    return null
  return loan.fromWire({ amount, repaymentMethod, term, period, interestRate })
}

export async function editCosts(plantId: number, costs: Costs): Promise<void> {
  const body = {
    constructionCost: costs.cost,
    constructionSubsidy: costs.subsidy,
    constructionDate: costs.paidOn,
    desulfurizationPrice: costs.coalPrice,
    tariffUrl: costs.link,
    loan: costs.loan && { ...loan.toWire(costs.loan), period: costs.loan.periodMonths as 1 | 3 | 6 | 12 },
  }
  await call('POST /maintain-s/station/{id}/finance', { params: { id: plantId }, body })
}

export const saveTariff = (plantId: number, dated: DatedTariff): Promise<unknown> =>
  call('POST /maintain-s/station/{id}/finance/tariff', { params: { id: plantId }, body: tariff.toWire(dated) })

export const removeTariff = (plantId: number, from: string | null): Promise<unknown> =>
  call('DELETE /maintain-s/station/{id}/finance/tariff', { params: { id: plantId }, body: { validFrom: from } })

/** @param prices null: those of this date are removed */
export function previewTariff(plantId: number, from: string | null, prices: Tariff | null, signal?: AbortSignal) {
  const body = { validFrom: from, tariff: prices && tariff.toWire({ from, tariff: prices }) }
  return call('POST /maintain-s/station/{id}/finance/tariff/preview', { params: { id: plantId }, body }, { signal })
}

export { type PriceUnit, priceUnits } from '@heliograph/domain/tariff/price-series.ts'

export async function fetchPriceSeries(plantId: number, signal?: AbortSignal): Promise<readonly PriceSeries[]> {
  return (await call('GET /maintain-s/station/{id}/finance/prices', { params: { id: plantId } }, { signal })).data
}

/** @returns how many prices the file had */
export async function savePriceFile(
  plantId: number,
  file: Readonly<{ name: string; unit: PriceUnit; content: string }>,
): Promise<number> {
  const options = { params: { id: plantId }, body: file }
  return (await call('POST /maintain-s/station/{id}/finance/prices/file', options)).prices
}

export const removePriceSeries = (plantId: number, name: string): Promise<unknown> =>
  call('DELETE /maintain-s/station/{id}/finance/prices', { params: { id: plantId }, body: { name } })

/** The prices by which the money of a day is counted. @param date `YYYY-MM-DD` */
export const fetchDayPrices = (plantId: number, date: string, signal?: AbortSignal) =>
  call('GET /maintain-s/station/{id}/finance/day', { params: { id: plantId }, query: { date } }, { signal })
