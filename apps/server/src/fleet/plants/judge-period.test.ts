import { describe, expect, it } from 'vitest'
import { judgePeriod, type PeriodFacts } from './judge-period.ts'

const week = { with: 'week', from: '2026-06-05', to: '2026-06-11' } as const
const month = { with: 'month', from: '2026-05-15', to: '2026-06-11' } as const
const usual: PeriodFacts = {
  capacityWp: 10_000,
  generationWh: 42_000,
  clearSkyWh: 70_000,
  before: { ...week, generationWh: 287_000, clearSkyWh: 490_000 },
  useWh: 10_000,
  usualUse: { ...month, days: 28, wh: 10_500 },
  missing: { amount: 0, unit: 'h' },
}
const codes = (facts: Partial<PeriodFacts>) => judgePeriod({ ...usual, ...facts }).map(({ code }) => code)

describe('judgePeriod', () => {
  it('says what is usual, with both shares', () => {
    const [first] = judgePeriod(usual)
    expect(first).toMatchObject({ code: 'productionUsual', unit: '%', compared: week })
    expect([first?.value, first?.usual].map((item) => Math.round(item ?? 0))).toEqual([60, 59])
  })

  it.each([
    ['productionLow', { generationWh: 30_000 }],
    ['productionHigh', { generationWh: 54_000 }],
    ['clearSky', { generationWh: 58_000 }],
    ['useUp', { useWh: 14_000 }],
    ['outage', { missing: { amount: 3.5, unit: 'h' } }],
  ] as const)('tells %s first', (code, facts) => expect(codes(facts)[0]).toBe(code))

  it('tells of silence before production, and of both', () => {
    expect(codes({ missing: { amount: 2, unit: 'd' }, generationWh: 20_000, useWh: 5_000 })).toEqual([
      'outage',
      'productionLow',
      'useDown',
    ])
  })

  it('says nothing of production before the sun could deliver', () => {
    expect(codes({ clearSkyWh: 4_000, useWh: null })).toEqual(['tooEarly'])
    expect(codes({ clearSkyWh: null, useWh: null })).toEqual(['tooEarly'])
  })

  it('says nothing of consumption without enough days, or of crumbs', () => {
    expect(codes({ useWh: 20_000, usualUse: { ...month, days: 6, wh: 10_000 } })).toEqual(['productionUsual'])
    expect(codes({ useWh: 800, usualUse: { ...month, days: 28, wh: 400 } })).toEqual(['productionUsual'])
  })

  it('knows a plant without data', () => {
    expect(codes({ generationWh: null, useWh: null, clearSkyWh: null, missing: { amount: 14, unit: 'h' } })).toEqual([
      'noData',
    ])
  })
})
