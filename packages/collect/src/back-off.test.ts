import { expect, it } from 'vitest'
import { backOffMs, nextDueMs } from './back-off.ts'

it('doubles from one second to five minutes', () => {
  expect([1, 2, 3, 9, 10, 500].map((failures) => backOffMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
  ])
  expect(backOffMs(10, 0)).toBe(150_000)
})

it('skips the rounds that a slow one missed', () => {
  expect(nextDueMs(1_000, 10_000, 1_500)).toBe(11_000)
  expect(nextDueMs(1_000, 10_000, 11_000)).toBe(21_000)
  expect(nextDueMs(1_000, 10_000, 47_000)).toBe(51_000)
})
