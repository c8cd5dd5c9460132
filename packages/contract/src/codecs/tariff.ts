import type { Loan } from '@heliograph/domain/tariff/investment.ts'
import { followsSeries, type GridPrices, type Tariff } from '@heliograph/domain/tariff/tariff.ts'
import type { WireLoan, WireTariff } from '../maintain-s/finance.ts'
import { type Codec, fromFields, toFields } from './fields.ts'

/** The prices of a plant from a date on, YYYY-MM-DD; null: from the start. */
export type DatedTariff = Readonly<{ from: string | null; tariff: Tariff }>

const fields = {
  rule: 'incomeRule',
  pricePerKwh: 'mergeElectricPrice',
  benchmarkPrice: 'benchmarkPrice',
  standingPerDay: 'standingCharge',
} as const
const subsidyFields = {
  national: 'nationalSubsidy',
  provincial: 'provincialSubsidy',
  prefectural: 'prefecturalSubsidy',
  county: 'countySubsidy',
} as const

const toWirePrices = (prices: GridPrices | null): WireTariff['purchasePrices'] =>
  prices === null || followsSeries(prices)
    ? prices
    : {
        seasons: prices.seasons.map(({ from, windows }) => ({
          from,
          windows: windows.map((window) => ({ ...window, days: [...window.days] })),
        })),
      }

export const tariff = {
  toWire: ({ from, tariff: ours }) => ({
    validFrom: from,
    ...toFields(fields, ours),
    ...toFields(subsidyFields, ours.subsidies),
    purchasePrices: toWirePrices(ours.purchase),
    feedInPrices: toWirePrices(ours.feedIn),
    vatRate: ours.vatPercent ?? null,
  }),
  fromWire: (wire) => ({
    from: wire.validFrom,
    tariff: {
      ...fromFields(fields, wire),
      subsidies: fromFields(subsidyFields, wire),
      purchase: wire.purchasePrices,
      feedIn: wire.feedInPrices,
      ...(wire.vatRate === null ? {} : { vatPercent: wire.vatRate }),
    },
  }),
} satisfies Codec<DatedTariff, WireTariff>

const loanFields = {
  amount: 'amount',
  method: 'repaymentMethod',
  termMonths: 'term',
  periodMonths: 'period',
  interestPercent: 'interestRate',
} as const

export const loan = {
  toWire: (ours) => toFields(loanFields, ours),
  fromWire: (wire) => fromFields(loanFields, wire),
} satisfies Codec<Loan, WireLoan>
