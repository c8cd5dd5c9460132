import { addDays } from '@heliograph/domain/time.ts'
import { describe, expect, it } from 'vitest'
import { type Finances, noFinances } from './finances.ts'
import { computeOutlook } from './outlook.ts'

const TODAY = '2026-07-01'
const daysBack = (count: number, income: number) =>
  Array.from({ length: count }, (_, back) => ({ date: addDays(TODAY, back - count), income }))
const even = () => 1
const outlook = (
  finances: Partial<Finances>,
  days: ReturnType<typeof daysBack>,
  weightOf: (date: string) => number = even,
) => computeOutlook({ ...noFinances, ...finances }, days, TODAY, weightOf)

describe('the outlook of an investment', () => {
  it('takes a whole year of days as it was', () => {
    expect(outlook({}, daysBack(400, 2))).toMatchObject({ basis: 'measured', days: 365, yearly: 730, earned: 800 })
    expect(outlook({}, daysBack(355, 2))).toMatchObject({ basis: 'measured', yearly: 730 })
  })

  it('weighs fewer days by their clear sky, and says so', () => {
    // Summer months have three times the light of the others: 6 of 12 x 3 + 6 x 1 = 24 parts.
    const light = (date: string) => (['04', '05', '06', '07', '08', '09'].includes(date.slice(5, 7)) ? 3 : 1)
    const { basis, yearly } = outlook({}, daysBack(91, 3), light)
    expect(basis).toBe('estimated')
    expect(yearly).toBeCloseTo((91 * 3 * (183 * 3 + 182)) / (91 * 3), 6)
  })

  it('says nothing of less than thirty days', () => {
    expect(outlook({ constructionCost: 1_000 }, daysBack(29, 3))).toMatchObject({
      basis: 'none',
      yearly: null,
      paybackOn: null,
      internalRate: null,
      earned: 87,
    })
  })

  it('is paid back on the day on which the income reaches the cost', () => {
    const paid = outlook({ constructionCost: 1_000, constructionSubsidy: 200 }, daysBack(500, 2))
    expect(paid).toMatchObject({ isPaidBack: true, invested: 800, paybackOn: addDays(TODAY, -101) })
  })

  it('is paid back later by what is left, divided by a year', () => {
    // 730 earned, 7,300 a decade less half a percent a year; 2,190 are left: some three years.
    const { paybackOn, isPaidBack } = outlook({ constructionCost: 2_920 }, daysBack(365, 2))
    expect(isPaidBack).toBe(false)
    expect(paybackOn).toMatch(/^2029-07/)
  })

  it('adds what was earned before the first record, as an estimate', () => {
    const built = { constructionCost: 5_000, constructionDate: addDays(TODAY, -730) }
    const { earned, earnedBeforeRecords } = outlook(built, daysBack(365, 2))
    expect(earnedBeforeRecords).toBeCloseTo(730 * (365 / 365.2425), 6)
    expect(earned).toBeCloseTo(730 + earnedBeforeRecords, 6)
  })

  it('counts interest as invested, and has a rate of the own part', () => {
    const loan = { amount: 5_000, method: 'linear', termMonths: 120, periodMonths: 12, interestPercent: 2 } as const
    const { invested, internalRate, ownInternalRate } = outlook({ constructionCost: 10_000, loan }, daysBack(365, 3))
    // 2 % of 5,000, 4,500, ... 500.
    expect(invested).toBeCloseTo(10_550, 6)
    // 1,095 a year on 10,000 beats 2 %, so borrowing lifts the own rate.
    expect(internalRate).toBeGreaterThan(0.08)
    expect(ownInternalRate).toBeGreaterThan(internalRate ?? 1)
  })

  it('leaves out today, which is not over', () => {
    const days = [...daysBack(365, 2), { date: TODAY, income: 99 }]
    expect(outlook({}, days).earned).toBe(730)
  })
})
