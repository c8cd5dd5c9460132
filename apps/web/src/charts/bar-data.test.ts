import { describe, expect, it } from 'vitest'
import { type BarPart, type BarSet, hasValues, isOutermost, reachOf, sideSum, stepCategory } from './bar-data.ts'

const part = (id: string, side: BarPart['side'], ...values: readonly (number | null)[]): BarPart => ({
  id,
  name: id,
  color: 'solar',
  side,
  values,
})
const set: BarSet = {
  unit: 'Wh',
  categories: ['1', '2', '3'].map((key) => ({ key, label: key, title: key })),
  parts: [part('use', 'above', 4, null, 0), part('feed', 'above', 3, null, 2), part('buy', 'below', 5, null, null)],
}

it('sums the sides and leaves unmeasured values empty', () => {
  expect([0, 1, 2].map((index) => sideSum(set.parts, 'above', index))).toEqual([7, null, 2])
  expect(sideSum(set.parts, 'below', 2)).toBeNull()
  expect(reachOf(set)).toEqual({ min: -5, max: 7 })
  expect(reachOf({ ...set, parts: [] })).toEqual({ min: null, max: null })
})

it('knows whether there is anything to draw', () => {
  expect(hasValues(set)).toBe(true)
  expect(hasValues({ ...set, parts: [part('use', 'above', null, null, null)] })).toBe(false)
})

it('rounds the end of a stack, wherever it is', () => {
  const [use, feed] = set.parts
  expect(isOutermost(set.parts, feed!, 0)).toBe(true)
  expect(isOutermost(set.parts, use!, 0)).toBe(false)
  expect(isOutermost([use!, part('feed', 'above', 0, 0, 0)], use!, 0)).toBe(true)
})

describe('stepCategory', () => {
  it('moves from bar to bar', () => {
    expect(stepCategory(set, undefined, 1)).toBe(0)
    expect(stepCategory(set, 0, 1)).toBe(2)
    expect(stepCategory(set, 2, 1)).toBe(2)
    expect(stepCategory(set, undefined, -1)).toBe(2)
    expect(stepCategory({ ...set, parts: [] }, undefined, 1)).toBeUndefined()
  })
})
