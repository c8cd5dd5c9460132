import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addUp, sharesOf } from './shares.ts'

describe('sharesOf', () => {
  it.each([
    [
      [1, 1, 1],
      [33.34, 33.33, 33.33],
    ],
    [
      [8.39, 5.23, 5.02],
      [45.01, 28.06, 26.93],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [5, 0],
      [100, 0],
    ],
  ])('%j is %j', (values, expected) => expect(sharesOf(values)).toEqual(expected))

  it('always adds up to exactly 100, and is never off by a hundredth', () => {
    const amounts = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(amounts, (values) => {
        const sum = values.reduce((total, value) => total + value, 0)
        fc.pre(sum > 1e-6)
        const shares = sharesOf(values)
        expect(Math.round(shares.reduce((total, share) => total + share * 100, 0))).toBe(10_000)
        for (const [index, share] of shares.entries())
          expect(Math.abs(share - (values[index]! / sum) * 100)).toBeLessThan(0.0101)
      }),
    )
  })
})

describe('addUp', () => {
  it('displays parts that add up to the displayed whole', () => {
    // Truncated one by one they would read 8.39 + 5.22 + 5.02 = 18.63.
    const parts = addUp([8.396, 5.228, 5.021], 18.645, 2)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(18.64, 9)
    expect(parts).toEqual([8.39, 5.23, 5.02])
  })

  it('reads like the tile of the same whole, just below a hundredth, too', () => {
    expect(addUp([3.3930471, 2.0969528], 5.4899999, 2)).toEqual([3.39, 2.09])
  })

  it('loses no hundredth to binary rounding', () => {
    expect(addUp([0.29], 0.29, 2)).toEqual([0.29])
  })
})
