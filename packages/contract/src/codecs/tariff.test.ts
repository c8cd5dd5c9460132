import type { Loan } from '@heliograph/domain/tariff/investment.ts'
import type { Tariff } from '@heliograph/domain/tariff/tariff.ts'
import { describe, expect, it } from 'vitest'
import { wireTariff } from '../maintain-s/finance.ts'
import { loan, tariff } from './tariff.ts'

const prices: Tariff = {
  rule: 'bill',
  pricePerKwh: null,
  benchmarkPrice: 0.4,
  subsidies: { national: 0.1, provincial: 0.02, prefectural: 0.003, county: 0 },
  purchase: {
    seasons: [
      { from: '01-01', windows: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 1_440, price: 0.31 }] },
    ],
  },
  feedIn: { series: 'Day ahead', factor: 0.9, surcharge: -0.01 },
  standingPerDay: 0.35,
  vatPercent: 19,
}

describe('a tariff on the wire', () => {
  it.each([
    ['with VAT, from a date on', { from: '2026-03-01', tariff: prices }],
    [
      'without VAT, from the start',
      { from: null, tariff: Object.fromEntries(Object.entries(prices).filter(([part]) => part !== 'vatPercent')) },
    ],
  ])('survives the way there and back, %s', (_, dated) => {
    const wire = tariff.toWire(dated as Parameters<typeof tariff.toWire>[0])
    expect(wireTariff.parse(wire)).toEqual(wire)
    expect(tariff.fromWire(wire)).toEqual(dated)
  })

  it('has a loan whose parts are all named', () => {
    const ours: Loan = { amount: 9_000, method: 'annuity', termMonths: 120, periodMonths: 3, interestPercent: 2.5 }
    expect(loan.fromWire(loan.toWire(ours))).toEqual(ours)
    expect(Object.values(loan.toWire(ours))).toEqual([9_000, 'annuity', 120, 3, 2.5])
  })
})
