import { expect, it } from 'vitest'
import { toPaths } from './sparkline-paths.ts'

it('draws from foot to top and leaves gaps open', () => {
  expect(toPaths([0, 10, null, 5, 0], 40, 24)).toEqual(['0.0,22.0 10.0,2.0', '30.0,12.0 40.0,22.0'])
})

it('puts zero between what is above and below it', () => {
  expect(toPaths([-10, 10], 10, 24)).toEqual(['0.0,22.0 10.0,2.0'])
  expect(toPaths([-5, 0, 5], 10, 24)[0]).toContain('5.0,12.0')
})

it('has nothing to draw for nothing', () => {
  expect(toPaths([], 10, 24)).toEqual([])
  expect(toPaths([null, null], 10, 24)).toEqual([])
  expect(toPaths([0, 0], 10, 24)).toEqual(['0.0,22.0 10.0,22.0'])
})
