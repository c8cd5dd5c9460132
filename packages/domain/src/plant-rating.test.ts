import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsPlant, RATING_MARGIN } from './plant-rating.ts'

test('the first inverter fits, however large', () => {
  expect(fitsPlant(5_000, [], 1_000_000)).toBe(true)
})

test('inverters fit up to one and a half times the panels', () => {
  expect(fitsPlant(10_000, [10_000], 5_000)).toBe(true)
  expect(fitsPlant(10_000, [10_000], 5_001)).toBe(false)
  expect(fitsPlant(10_000, [3_000, 3_000, 3_000], 50_000)).toBe(false)
})

test('inverters no larger than their panels all fit, in any number', () => {
  const array = fc.record({
    wp: fc.integer({ min: 300, max: 100_000 }),
    ratio: fc.double({ min: 0.4, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(array, { minLength: 1, maxLength: 40 }), (arrays) => {
      const capacityWp = arrays.reduce((sum, { wp }) => sum + wp, 0)
      const ratings = arrays.map(({ wp, ratio }) => wp * ratio)
      return ratings.every((own, i) => fitsPlant(capacityWp, ratings.slice(0, i), own))
    }),
  )
})

test('what is counted besides the first never exceeds the margin', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 300, max: 50_000 }),
      fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 80 }),
      (capacityWp, wanted) => {
        const counted: number[] = []
        for (const own of wanted) if (fitsPlant(capacityWp, counted, own)) counted.push(own)
        const sum = counted.reduce((total, value) => total + value, 0)
        return sum <= Math.max(counted[0] ?? 0, RATING_MARGIN * capacityWp)
      },
    ),
  )
})
