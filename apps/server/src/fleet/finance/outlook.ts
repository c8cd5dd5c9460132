import {
  internalRate,
  lifetimeIncome,
  loanByYear,
  loanInterest,
  yearsToEarn,
} from '@heliograph/domain/tariff/investment.ts'
import { addDays, daysBetween } from '@heliograph/domain/time.ts'
import type { Finances } from './finances.ts'

/** Past and future income of an investment, in the plant's currency. null: unknown. */
export type Outlook = Readonly<{
  /** Where `yearly` comes from: a whole year of days, or fewer days weighed by their share of a year's clear sky. */
  basis: 'measured' | 'estimated' | 'none'
  /** Days with a known income among the last 365. */
  days: number
  yearly: number | null
  /** Cost - subsidy + interest of the loan. */
  invested: number | null
  /** Income so far, and the part of it that lies before the first record and is estimated. */
  earned: number | null
  earnedBeforeRecords: number
  /** When the income reaches what was invested; null: unknown, or never. */
  paybackOn: string | null
  isPaidBack: boolean
  /** Per year, 0.07: 7 %: of the whole cost, and of the part that no loan paid. */
  internalRate: number | null
  ownInternalRate: number | null
}>

/** A year of which nearly all days are known; its sum is brought to 365 days. */
const LEAST_OF_YEAR = 350
/** Fewer days say too little of a year. */
const LEAST_DAYS = 30
const YEAR_DAYS = 365.2425

type DayIncome = Readonly<{ date: string; income: number | null }>

/**
 * @param days ascending, all that are known
 * @param weightOf energy of a date under a clear sky: how much of a year's production it usually stands for
 */
export function computeOutlook(
  finances: Finances,
  days: readonly DayIncome[],
  today: string,
  weightOf: (date: string) => number,
): Outlook {
  // Today is not over.
  const known = days.flatMap(({ date, income }) => (income === null || date >= today ? [] : [{ date, income }]))
  const year = findYear(known, today, weightOf)
  const { constructionCost, constructionSubsidy, constructionDate, loan } = finances
  const cost = constructionCost === null ? null : Math.max(0, constructionCost - (constructionSubsidy ?? 0))
  const invested = cost === null ? null : cost + (loan ? loanInterest(loan) : 0)
  const first = known[0]?.date
  const since = constructionDate !== null && first !== undefined ? Math.max(0, daysBetween(constructionDate, first)) : 0
  const before = year.yearly === null ? 0 : (year.yearly * since) / YEAR_DAYS
  // Income before the first record is unknown as long as a year's income is.
  const isKnown = known.length > 0 && (since === 0 || year.yearly !== null)
  const earned = isKnown ? before + known.reduce((sum, { income }) => sum + income, 0) : null
  const isPaidBack = invested !== null && earned !== null && earned >= invested
  const flows = year.yearly === null ? [] : lifetimeIncome(year.yearly)
  const own = cost === null ? null : cost - (loan?.amount ?? 0)
  const repaid = loan ? loanByYear(loan, flows.length) : []
  return {
    ...year,
    invested,
    earned,
    earnedBeforeRecords: before,
    paybackOn: isPaidBack
      ? findPayback(known, before, invested)
      : invested === null || earned === null || year.yearly === null
        ? null
        : addYears(today, yearsToEarn(invested - earned, year.yearly)),
    isPaidBack,
    internalRate: cost === null || flows.length === 0 ? null : internalRate([-cost, ...flows]),
    ownInternalRate:
      loan === null || own === null || own <= 0 || flows.length === 0
        ? null
        : internalRate([-own, ...flows.map((income, at) => income - (repaid[at] ?? 0))]),
  }
}

function findYear(
  known: readonly Readonly<{ date: string; income: number }>[],
  today: string,
  weightOf: (date: string) => number,
): Pick<Outlook, 'basis' | 'days' | 'yearly'> {
  const last = known.filter(({ date }) => date >= addDays(today, -365))
  const sum = last.reduce((all, { income }) => all + income, 0)
  if (last.length >= LEAST_OF_YEAR) return { basis: 'measured', days: last.length, yearly: (sum * 365) / last.length }
  if (last.length < LEAST_DAYS) return { basis: 'none', days: last.length, yearly: null }
  const weight = last.reduce((all, { date }) => all + weightOf(date), 0)
  const whole = Array.from({ length: 365 }, (_, back) => weightOf(addDays(today, -1 - back))).reduce((a, b) => a + b, 0)
  return weight > 0
    ? { basis: 'estimated', days: last.length, yearly: (sum * whole) / weight }
    : { basis: 'none', days: last.length, yearly: null }
}

/** The day on which the income reached what was invested; null: before the first record. */
function findPayback(
  known: readonly Readonly<{ date: string; income: number }>[],
  before: number,
  invested: number,
): string | null {
  let sum = before
  if (sum >= invested) return null
  for (const { date, income } of known) {
    sum += income
    if (sum >= invested) return date
  }
  return null
}

const addYears = (date: string, years: number | null): string | null =>
  years === null ? null : addDays(date, Math.ceil(years * YEAR_DAYS))
