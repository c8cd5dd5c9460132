import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AxisNeed, decimalsOf, niceCeil, planAxes, ticksOf } from './axis-plan.ts'

const power = (min: number, max: number): AxisNeed => ({ min, max, fromZero: true })
const percent: AxisNeed = { min: 10, max: 90, fromZero: true, full: 100 }

describe('niceCeil', () => {
  it.each([
    [1, 1],
    [0.7, 0.8],
    [1.01, 1.2],
    [4200, 5000],
    [9.5, 10],
    [0.0031, 0.004],
  ])('%d becomes %d', (value, expected) => expect(niceCeil(value)).toBe(expected))
})

describe('planAxes', () => {
  it('shows a whole percent axis beside a power axis, on the same lines', () => {
    const [watts, share] = planAxes([power(0, 7600), percent], 5)
    expect(share).toEqual({ min: 0, max: 100, step: 25 })
    expect(watts).toEqual({ min: 0, max: 8000, step: 2000 })
  })

  it('does not exceed 100 % needlessly', () => {
    const [watts, share] = planAxes([power(0, 6600), percent], 6)
    expect(share?.max).toBe(100)
    expect(watts?.max).toBe(7500)
  })

  it('keeps one zero line when power is negative', () => {
    const plans = planAxes([power(-3000, 5000), percent], 6)
    const [watts, share] = plans
    expect((watts?.min ?? 0) / (watts?.step ?? 1)).toBe((share?.min ?? 0) / (share?.step ?? 1))
    expect(watts?.min).toBeLessThanOrEqual(-3000)
    expect(share?.max).toBeGreaterThanOrEqual(100)
  })

  it('fits a voltage axis to its values', () => {
    const [volts] = planAxes([{ min: 228.4, max: 236.1, fromZero: false }], 5)
    expect(volts?.min).toBeGreaterThan(200)
    expect(volts?.min).toBeLessThanOrEqual(228.4)
    expect(volts?.max).toBeGreaterThanOrEqual(236.1)
  })

  it('has an axis for constant values, and for none', () => {
    const [flat, empty] = planAxes(
      [
        { min: 50, max: 50, fromZero: false },
        { min: null, max: null, fromZero: true },
      ],
      4,
    )
    expect(flat?.min).toBeLessThan(50)
    expect(flat?.max).toBeGreaterThan(50)
    expect(empty?.max).toBeGreaterThan(0)
  })

  it('always contains every value, with equally many steps on each axis', () => {
    const pair = fc
      .tuple(
        fc.double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true }),
        fc.double({ min: 0.01, max: 1e9, noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
      )
      .map(([min, span, fromZero]): AxisNeed => ({ min, max: min + span, fromZero }))
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 3 }), fc.integer({ min: 2, max: 8 }), (needs, most) => {
        const plans = planAxes(needs, most)
        const counts = plans.map((plan) => ticksOf(plan).length)
        expect(new Set(counts).size).toBe(1)
        plans.forEach((plan, index) => {
          const need = needs[index]!
          const slack = plan.step * 1e-6 + Math.abs(need.min!) * 1e-12
          expect(plan.min).toBeLessThanOrEqual(need.min! + slack)
          expect(plan.max).toBeGreaterThanOrEqual(need.max! - slack)
          if (need.fromZero) expect(ticksOf(plan)).toContain(0)
        })
      }),
    )
  })
})

it('aligns the zeros', () => {
  expect(ticksOf({ min: -0.45, max: 0.45, step: 0.15 })).toEqual([-0.45, -0.3, -0.15, 0, 0.15, 0.3, 0.45])
})

it('gives steps the decimals they need', () => {
  expect([2000, 2.5, 0.25, 0.05, 0.125].map(decimalsOf)).toEqual([0, 1, 2, 2, 2])
})
