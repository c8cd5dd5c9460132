import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  internalRate,
  LIFETIME_YEARS,
  type Loan,
  lifetimeIncome,
  loanByYear,
  loanInterest,
  loanPayments,
  yearsToEarn,
} from './investment.ts'

const loan: Loan = { amount: 10_000, method: 'annuity', termMonths: 120, periodMonths: 1, interestPercent: 6 }

describe('a loan', () => {
  it.each<[string, Partial<Loan>, number, number]>([
    // The annuity of 10,000 at 0.5 % a month over 120 months is 111.0205 (any loan table).
    ['an annuity', {}, 111.0205, 10_000 * 0.332246],
    ['an annuity without interest', { interestPercent: 0 }, 10_000 / 120, 0],
    // 10,000 / 10 + 6 % of 10,000; interest 600 + 540 + ... + 60 = 3,300.
    ['equal parts by the year', { method: 'linear', periodMonths: 12 }, 1_600, 3_300],
    ['interest only', { method: 'bullet', periodMonths: 12 }, 600, 6_000],
  ])('as %s has this first payment and this interest', (_, options, first, interest) => {
    expect(loanPayments({ ...loan, ...options })[0]).toBeCloseTo(first, 3)
    expect(loanInterest({ ...loan, ...options })).toBeCloseTo(interest, 0)
  })

  it('is paid off exactly by its payments', () => {
    const any = fc.record({
      amount: fc.integer({ min: 1, max: 1_000_000 }),
      method: fc.constantFrom('annuity' as const, 'linear' as const, 'bullet' as const),
      periodMonths: fc.constantFrom(1, 3, 6, 12),
      interestPercent: fc.integer({ min: 0, max: 20 }),
      years: fc.integer({ min: 1, max: 30 }),
    })
    fc.assert(
      fc.property(any, ({ years, ...given }) => {
        const one = { ...given, termMonths: years * 12 }
        const rate = (one.interestPercent / 100) * (one.periodMonths / 12)
        const owed = loanPayments(one).reduce((left, payment) => left * (1 + rate) - payment, one.amount)
        expect(Math.abs(owed)).toBeLessThan(one.amount * 1e-6)
        const byYear = loanByYear(one, 40).reduce((sum, year) => sum + year, 0)
        expect(byYear).toBeCloseTo(one.amount + loanInterest(one), 2)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the internal rate of return', () => {
  it.each<[string, readonly number[], number | null]>([
    ['of 100 that become 110 in a year', [-100, 110], 0.1],
    ['of 1,000 that return 500 three times', [-1_000, 500, 500, 500], 0.2337522],
    ['of what returns itself only', [-100, 50, 50], 0],
    ['of what is never earned back', [-100, 0, 0], null],
    ['of what costs nothing', [0, 10, 10], null],
  ])('%s', (_, flows, rate) => {
    if (rate === null) expect(internalRate(flows)).toBeNull()
    else expect(internalRate(flows)).toBeCloseTo(rate, 6)
  })
})

describe('years until an investment is earned back', () => {
  it('count income that falls by half a percent a year', () => {
    expect(yearsToEarn(0, 100)).toBe(0)
    expect(yearsToEarn(50, 100)).toBe(0.5)
    expect(yearsToEarn(199.5, 100)).toBeCloseTo(2, 10)
    // 0.5 % a year: all that a plant ever earns is 200 times its first year.
    expect([yearsToEarn(100, 0), yearsToEarn(100, -1), yearsToEarn(20_001, 100)]).toEqual([null, null, null])
    expect(lifetimeIncome(100)).toHaveLength(LIFETIME_YEARS)
    expect(lifetimeIncome(100)[24]).toBeCloseTo(88.66, 1)
  })
})
