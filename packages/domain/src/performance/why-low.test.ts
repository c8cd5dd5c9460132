import { describe, expect, it } from 'vitest'
import { explainLowDay, type LowDay } from './why-low.ts'

const usual = (date: string): LowDay => ({
  date,
  source: 'weather',
  potentialWh: 20_000,
  producedWh: 18_000,
  losses: [{ kind: 'unexplained', energyWh: 2_000 }],
})
const before = ['01', '02', '03', '04', '05', '06'].map((day) => usual(`2026-06-${day}`))
const low = (options: Partial<LowDay>): LowDay => ({ ...usual('2026-06-07'), ...options })
const partsOf = (day: LowDay) =>
  Object.fromEntries((explainLowDay(day, before)?.parts ?? []).map((p) => [p.kind, p.energyWh]))

describe('why a day was low', () => {
  it('is the sky where the light was less', () => {
    expect(partsOf(low({ potentialWh: 8_000, producedWh: 7_200, losses: [] }))).toEqual({ sky: 10_800 })
  })

  it('names an outage beside the sky, and adds up to what is missing', () => {
    const day = low({ potentialWh: 15_000, producedWh: 8_000, losses: [{ kind: 'outage', energyWh: 4_000 }] })
    expect(partsOf(day)).toEqual({ sky: 5_000, outage: 4_000, unexplained: 1_000 })
    const found = explainLowDay(day, before)
    expect(found?.parts.reduce((sum, { energyWh }) => sum + energyWh, 0)).toBe((found?.usualWh ?? 0) - 8_000)
  })

  it('takes a clear sky’s missing light from the loss that bears its name', () => {
    const day = low({ source: 'clear-sky', producedWh: 6_000, losses: [{ kind: 'sky', energyWh: 14_000 }] })
    expect(partsOf(day)).toEqual({ sky: 12_000 })
  })

  it.each([
    ['an ordinary day', low({ producedWh: 17_000 }), before],
    ['a day that nobody measured', low({ producedWh: null }), before],
    ['a new plant', low({ producedWh: 1_000 }), before.slice(0, 3)],
    ['a plant in the polar night', low({ producedWh: 0 }), before.map((item) => ({ ...item, producedWh: 0 }))],
  ])('has no answer for %s', (_, day, days) => {
    expect(explainLowDay(day, days)).toBeNull()
  })
})
