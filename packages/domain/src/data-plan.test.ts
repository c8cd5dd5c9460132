import { describe, expect, it } from 'vitest'
import { extendPlan, planStatusOf } from './data-plan.ts'

const TODAY = '2026-06-15'

describe('planStatusOf', () => {
  it.each([
    ['valid', '2026-07-15', {}],
    ['expiring', '2026-07-14', {}],
    ['expiring', '2026-06-15', {}],
    ['expired', '2026-06-14', {}],
    ['unknown', null, {}],
    ['renewing', '2026-06-14', { hasOpenOrder: true }],
    ['disabled', '2026-07-15', { isDisabled: true, hasOpenOrder: true }],
  ])('is %s for an end on %s', (status, expiresOn, changes) => {
    expect(planStatusOf({ expiresOn, isDisabled: false, hasOpenOrder: false, ...changes }, TODAY)).toBe(status)
  })
})

describe('extendPlan', () => {
  it.each([
    ['2026-08-31', 1, '2026-09-30'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2026-06-01', 12, '2027-06-15'],
    [null, 12, '2027-06-15'],
  ])('from %s by %i months leads to %s', (expiresOn, months, end) => {
    expect(extendPlan(expiresOn, months, TODAY)).toBe(end)
  })
})
