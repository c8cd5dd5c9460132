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
  it('shows the whole of a percent axis beside a power axis, line on line', () => {
    const [watts, share] = planAxes([power(0, 7600), percent], 5)
    expect(share).toEqual({ min: 0, max: 100, step: 25 })
    expect(watts).toEqual({ min: 0, max: 8000, step: 2000 })
  })

  it('does not run past 100 % where it need not', () => {
    const [watts, share] = planAxes([power(0, 6600), percent], 6)
    expect(share?.max).toBe(100)
    expect(watts?.max).toBe(7500)
  })

  it('keeps one zero line when power goes below it', () => {
    const plans = planAxes([power(-3000, 5000), percent], 6)
    const [watts, share] = plans
    expect((watts?.min ?? 0) / (watts?.step ?? 1)).toBe((share?.min ?? 0) / (share?.step ?? 1))
    expect(watts?.min).toBeLessThanOrEqual(-3000)
    expect(share?.max).toBeGreaterThanOrEqual(100)
  })

  it('lets a voltage axis follow its values', () => {
    const [volts] = planAxes([{ min: 228.4, max: 236.1, fromZero: false }], 5)
    expect(volts?.min).toBeGreaterThan(200)
    expect(volts?.min).toBeLessThanOrEqual(228.4)
    expect(volts?.max).toBeGreaterThanOrEqual(236.1)
  })

  it('has an axis for values that never change, and for none', () => {
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

  it('always holds every value, with the same number of steps on each axis', () => {
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

it('puts zero on zero and not beside it', () => {
  expect(ticksOf({ min: -0.45, max: 0.45, step: 0.15 })).toEqual([-0.45, -0.3, -0.15, 0, 0.15, 0.3, 0.45])
})

it('gives steps the decimals they need', () => {
  expect([2000, 2.5, 0.25, 0.05, 0.125].map(decimalsOf)).toEqual([0, 1, 2, 2, 2])
})
