import { money } from '@heliograph/contract/codecs/money.ts'
import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { WireFinance, TariffPreview as WirePreview, WireTariff } from '@heliograph/contract/maintain-s/finance.ts'
import { DEGRADATION_PER_YEAR, LIFETIME_YEARS, type Loan, loanPayments } from '@heliograph/domain/tariff/investment.ts'
import { flatPriceOf } from '@heliograph/domain/tariff/schedule.ts'
import {
  followsSeries,
  type GridPrices,
  subsidyPerKwh,
  type Tariff,
  type TariffVersion,
  versionOn,
} from '@heliograph/domain/tariff/tariff.ts'
import { FIRST_DAY, type Finances, type Preview } from '../../fleet/finance/finance.ts'
import type { PlantFinance } from '../../fleet/plants/plants.ts'

export const toDate = (validFrom: string | null): string => validFrom ?? FIRST_DAY

export const toTariff = (wire: WireTariff): Tariff => ({
  rule: wire.incomeRule,
  pricePerKwh: wire.mergeElectricPrice,
  benchmarkPrice: wire.benchmarkPrice,
  subsidies: {
    national: wire.nationalSubsidy,
    provincial: wire.provincialSubsidy,
    prefectural: wire.prefecturalSubsidy,
    county: wire.countySubsidy,
  },
  purchase: wire.purchasePrices,
  feedIn: wire.feedInPrices,
  standingPerDay: wire.standingCharge,
  ...(wire.vatRate === null ? {} : { vatPercent: wire.vatRate }),
})

const toWirePrices = (prices: GridPrices | null): WireTariff['purchasePrices'] =>
  prices === null || followsSeries(prices)
    ? prices
    : {
        seasons: prices.seasons.map(({ from, windows }) => ({
          from,
          windows: windows.map((window) => ({ ...window, days: [...window.days] })),
        })),
      }

const toWireTariff = ({ from, tariff }: TariffVersion): WireTariff => ({
  validFrom: from === FIRST_DAY ? null : from,
  incomeRule: tariff.rule,
  mergeElectricPrice: tariff.pricePerKwh,
  benchmarkPrice: tariff.benchmarkPrice,
  nationalSubsidy: tariff.subsidies.national,
  provincialSubsidy: tariff.subsidies.provincial,
  prefecturalSubsidy: tariff.subsidies.prefectural,
  countySubsidy: tariff.subsidies.county,
  purchasePrices: toWirePrices(tariff.purchase),
  feedInPrices: toWirePrices(tariff.feedIn),
  standingCharge: tariff.standingPerDay,
  vatRate: tariff.vatPercent ?? null,
})

const toPercent = (share: number | null): number | null => (share === null ? null : share * 100)

export function toWireFinance({ facts, today, pricing, finances, outlook, lastYear, left }: PlantFinance): WireFinance {
  const { loan, ...costs } = finances
  const { internalRate, ownInternalRate, paybackOn, isPaidBack, ...known } = outlook
  const version = versionOn(pricing.versions, today) ?? pricing.versions[0]
  if (version === undefined) throw new RangeError('A pricing has at least one version')
  const { rule, pricePerKwh, benchmarkPrice, subsidies, purchase } = version.tariff
  return {
    currency: facts.currency,
    ...costs,
    incomeRule: rule,
    mergeElectricPrice: pricePerKwh,
    benchmarkPrice,
    consumptionPrice: purchase === null || followsSeries(purchase) ? null : flatPriceOf(purchase),
    nationalSubsidy: subsidies.national,
    provincialSubsidy: subsidies.provincial,
    prefecturalSubsidy: subsidies.prefectural,
    countySubsidy: subsidies.county,
    subsidyUnitAmount: subsidyPerKwh(version.tariff),
    ...toWireLoan(loan, finances.constructionCost),
    tariffs: pricing.versions.map((item, at) => ({ ...toWireTariff(item), stored: at > 0 || !pricing.startsPlain })),
    lastYear: { from: lastYear.from, to: lastYear.to, days: lastYear.days, ...money.toWire(lastYear.money) },
    outlook: {
      ...known,
      paybackDate: paybackOn,
      paidBack: isPaidBack,
      internalRate: toPercent(internalRate),
      ownInternalRate: toPercent(ownInternalRate),
      lifetimeYears: LIFETIME_YEARS,
      degradation: DEGRADATION_PER_YEAR * 100,
    },
    daysLeft: left,
  }
}

function toWireLoan(loan: Loan | null, cost: number | null) {
  if (loan === null)
    return {
      financing: false,
      amount: null,
      proportion: null,
      repaymentMethod: null,
      term: null,
      period: null,
      interestRate: null,
      dayRefund: null,
    }
  const [payment = 0] = loanPayments(loan)
  return {
    financing: true,
    amount: loan.amount,
    proportion: cost === null || cost === 0 ? null : (loan.amount / cost) * 100,
    repaymentMethod: loan.method,
    term: loan.termMonths,
    period: loan.periodMonths,
    interestRate: loan.interestPercent,
    dayRefund: payment / ((loan.periodMonths * 365) / 12),
  }
}

type WireLoan = Readonly<{
  amount: number
  repaymentMethod: Loan['method']
  term: number
  period: number
  interestRate: number
}>

export const toLoan = (wire: WireLoan): Loan => ({
  amount: wire.amount,
  method: wire.repaymentMethod,
  termMonths: wire.term,
  periodMonths: wire.period,
  interestPercent: wire.interestRate,
})

const costFields = [
  'constructionCost',
  'constructionSubsidy',
  'constructionDate',
  'desulfurizationPrice',
  'tariffUrl',
] as const

export function toFinanceChanges(before: Finances, after: Finances): Changes {
  const [was, is] = [toWireLoan(before.loan, null), toWireLoan(after.loan, null)]
  const loanParts = {
    amount: 'loan.amount',
    repaymentMethod: 'loan.method',
    term: 'loan.term',
    period: 'loan.period',
    interestRate: 'loan.interest',
  } as const
  const loanNames = Object.keys(loanParts) as (keyof typeof loanParts)[]
  return [
    ...costFields.map((field) => ({ field, before: before[field], after: after[field] })),
    ...loanNames.map((part) => ({ field: loanParts[part], before: was[part], after: is[part] })),
  ].filter((change) => change.before !== change.after)
}

/** A tariff in a line of the log: rule, prices from lowest to highest, standing charge. */
export function describeTariff(from: string, tariff: Tariff | null): string | null {
  if (tariff === null) return null
  const range = (grid: GridPrices): string => {
    if (followsSeries(grid)) return `${grid.series} * ${grid.factor} + ${grid.surcharge}`
    const prices = grid.seasons.flatMap(({ windows }) => windows.map(({ price }) => price))
    return [...new Set([Math.min(...prices), Math.max(...prices)])].join('..')
  }
  const { rule, pricePerKwh, benchmarkPrice, purchase, feedIn, standingPerDay, vatPercent = null } = tariff
  const price = rule === 'production' ? pricePerKwh : rule === 'fullFeedIn' ? benchmarkPrice : null
  return [
    from,
    rule,
    ...(price === null ? [] : [price]),
    ...(purchase ? [`purchase ${range(purchase)}`] : []),
    ...(feedIn ? [`feedIn ${range(feedIn)}`] : []),
    ...(vatPercent === null ? [] : [`VAT ${vatPercent}`]),
    ...(standingPerDay > 0 ? [`standing ${standingPerDay}`] : []),
    ...(subsidyPerKwh(tariff) > 0 ? [`subsidies ${subsidyPerKwh(tariff)}`] : []),
  ].join(' ')
}

export const toWirePreview = ({ changed, years, lastYear, left }: Preview): WirePreview => ({
  changed: changed && { ...changed, before: money.toWire(changed.before), after: money.toWire(changed.after) },
  years: years.map(({ year, before, after }) => ({ year, before: money.toWire(before), after: money.toWire(after) })),
  lastYear: { ...lastYear, before: money.toWire(lastYear.before), after: money.toWire(lastYear.after) },
  daysLeft: left,
})
