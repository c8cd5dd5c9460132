/** How a loan is paid back: equal payments, equal parts of the amount, or interest only and all at the end. */
export const repaymentMethods = ['annuity', 'linear', 'bullet'] as const
export type RepaymentMethod = (typeof repaymentMethods)[number]

export type Loan = Readonly<{
  amount: number
  method: RepaymentMethod
  /** Months until it is paid back. */
  termMonths: number
  /** Months between two payments; divides the term. */
  periodMonths: number
  /** Percent per year, nominal. */
  interestPercent: number
}>

/** The payments of a loan, one per period, in its currency, unrounded. They repay the amount and all interest exactly. */
export function loanPayments({ amount, method, termMonths, periodMonths, interestPercent }: Loan): readonly number[] {
  const count = Math.max(1, Math.round(termMonths / periodMonths))
  const rate = (interestPercent / 100) * (periodMonths / 12)
  const every = (pay: (period: number) => number) => Array.from({ length: count }, (_, period) => pay(period))
  if (method === 'bullet') return every((period) => amount * rate + (period === count - 1 ? amount : 0))
  if (method === 'linear') return every((period) => amount / count + amount * (1 - period / count) * rate)
  if (rate === 0) return every(() => amount / count)
  return every(() => (amount * rate) / (1 - (1 + rate) ** -count))
}

/** All interest that a loan costs. */
export const loanInterest = (loan: Loan): number =>
  loanPayments(loan).reduce((sum, payment) => sum + payment, 0) - loan.amount

/** Cost of a loan in each year from its start, at most `years` of them. */
export function loanByYear(loan: Loan, years: number): readonly number[] {
  const byYear = Array.from({ length: years }, () => 0)
  loanPayments(loan).forEach((payment, period) => {
    const year = Math.ceil(((period + 1) * loan.periodMonths) / 12) - 1
    if (year < years) byYear[year] = (byYear[year] ?? 0) + payment
  })
  return byYear
}

/** Modules lose about half a percent a year (Jordan and Kurtz, NREL 2013: median 0.5 %). */
export const DEGRADATION_PER_YEAR = 0.005
/** The usual warranty of modules. */
export const LIFETIME_YEARS = 25

/** The income of each year of a plant's life, from that of a year now. @returns LIFETIME_YEARS amounts */
export const lifetimeIncome = (yearly: number): readonly number[] =>
  Array.from({ length: LIFETIME_YEARS }, (_, year) => yearly * (1 - DEGRADATION_PER_YEAR) ** year)

const presentValue = (flows: readonly number[], rate: number): number =>
  flows.reduceRight((later, flow) => flow + later / (1 + rate), 0)

/**
 * The internal rate of return of yearly cash flows, the first one now: the rate at which they are worth nothing today.
 * @returns per year (0.07: 7 %), or null if the flows never change sign or the rate is beyond -99 % to 1000 %
 */
export function internalRate(flows: readonly number[]): number | null {
  let [low, high] = [-0.99, 10]
  const atLow = presentValue(flows, low)
  if (!(atLow * presentValue(flows, high) < 0)) return null
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (presentValue(flows, middle) * atLow > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * Years until income reaches an investment, counting from now; 0 if it did already, null if it never will within 100.
 * @param left what is not yet earned back @param yearly income of the next year; it falls by the degradation
 */
export function yearsToEarn(left: number, yearly: number): number | null {
  if (left <= 0) return 0
  if (!(yearly > 0)) return null
  let rest = left
  for (let year = 0; year < 100; year++) {
    const income = yearly * (1 - DEGRADATION_PER_YEAR) ** year
    if (income >= rest) return year + rest / income
    rest -= income
  }
  return null
}
