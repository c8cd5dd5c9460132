import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { expect, it } from 'vitest'
import { isAllowed, stepFor } from './choose-step.ts'
import { keepLast, putTogether, slotFor } from './put-together.ts'

const minutes = (values: readonly number[]) => values.map((value, at) => ({ atMs: at * MINUTE_MS, value }))

it('keeps the mean, the least and the greatest of a slot', () => {
  expect(putTogether(minutes([1, 2, 6, 4, 100]), 2 * MINUTE_MS)).toEqual([
    { atMs: 0, value: 1.5, min: 1, max: 2, n: 2 },
    { atMs: 2 * MINUTE_MS, value: 5, min: 4, max: 6, n: 2 },
    { atMs: 4 * MINUTE_MS, value: 100, min: 100, max: 100, n: 1 },
  ])
})

it('does not fill empty slots, and marks those with an estimated instant', () => {
  const points = [
    { atMs: 0, value: 1 },
    { atMs: HOUR_MS, value: 3, estimated: true as const },
  ]
  expect(putTogether(points, 5 * MINUTE_MS).map(({ atMs, estimated }) => [atMs, estimated])).toEqual([
    [0, undefined],
    [HOUR_MS, true],
  ])
})

it('takes the last reading of a counter or a code', () => {
  expect(keepLast(minutes([1, 2, 3, 4, 5]), 2 * MINUTE_MS).map(({ value }) => value)).toEqual([2, 4, 5])
})

it('finds the smallest slot that fits', () => {
  expect(slotFor(DAY_MS, 1440)).toBe(MINUTE_MS)
  expect(slotFor(8 * DAY_MS, 2000)).toBe(10 * MINUTE_MS)
})

it('chooses readings for days, hours for weeks, days for years, months for more', () => {
  expect([1, 8, 9, 70, 71, 1830, 1831].map((days) => stepFor(days * DAY_MS))).toEqual([
    'sample',
    'sample',
    'hour',
    'hour',
    'day',
    'day',
    'month',
  ])
})

it('refuses steps with more points than an answer has', () => {
  expect(isAllowed('hour', 366 * DAY_MS, 2, 24_000)).toBe(true)
  expect(isAllowed('hour', 366 * DAY_MS, 3, 24_000)).toBe(false)
  expect(isAllowed('sample', 33 * DAY_MS, 1, 24_000)).toBe(false)
})
