import { money } from '@heliograph/contract/codecs/money.ts'
import { loan as loanCodec, tariff } from '@heliograph/contract/codecs/tariff.ts'
import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { WireFinance } from '@heliograph/contract/maintain-s/finance.ts'
import { DEGRADATION_PER_YEAR, LIFETIME_YEARS, type Loan, loanPayments } from '@heliograph/domain/tariff/investment.ts'
import { flatPriceOf } from '@heliograph/domain/tariff/schedule.ts'
import {
  followsSeries,
  type GridPrices,
  subsidyPerKwh,
  type Tariff,
  versionOn,
} from '@heliograph/domain/tariff/tariff.ts'
import { FIRST_DAY, type Finances } from '../../fleet/finance/finance.ts'
import type { PlantFinance } from '../../fleet/plants/plants.ts'

export const toDate = (validFrom: string | null): string => validFrom ?? FIRST_DAY

const fromStart = (from: string): string | null => (from === FIRST_DAY ? null : from)

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
    tariffs: pricing.versions.map((item, at) => ({
      ...tariff.toWire({ from: fromStart(item.from), tariff: item.tariff }),
      stored: at > 0 || !pricing.startsPlain,
    })),
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
    ...loanCodec.toWire(loan),
    proportion: cost === null || cost === 0 ? null : (loan.amount / cost) * 100,
    dayRefund: payment / ((loan.periodMonths * 365) / 12),
  }
}

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
export function describeTariff(from: string, prices: Tariff | null): string | null {
  if (prices === null) return null
  const range = (grid: GridPrices): string => {
    if (followsSeries(grid)) return `${grid.series} * ${grid.factor} + ${grid.surcharge}`
    const prices = grid.seasons.flatMap(({ windows }) => windows.map(({ price }) => price))
    return [...new Set([Math.min(...prices), Math.max(...prices)])].join('..')
  }
  const { rule, pricePerKwh, benchmarkPrice, purchase, feedIn, standingPerDay, vatPercent = null } = prices
  const price = rule === 'production' ? pricePerKwh : rule === 'fullFeedIn' ? benchmarkPrice : null
  return [
    from,
    rule,
    ...(price === null ? [] : [price]),
    ...(purchase ? [`purchase ${range(purchase)}`] : []),
    ...(feedIn ? [`feedIn ${range(feedIn)}`] : []),
    ...(vatPercent === null ? [] : [`VAT ${vatPercent}`]),
    ...(standingPerDay > 0 ? [`standing ${standingPerDay}`] : []),
    ...(subsidyPerKwh(prices) > 0 ? [`subsidies ${subsidyPerKwh(prices)}`] : []),
  ].join(' ')
}
