import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { expect, it } from 'vitest'
import { judgeHours, usualCount } from './heard-hours.ts'

const hours = [0, 1, 2, 3].map((hour) => hour * HOUR_MS)
const heard = (counts: readonly number[]) =>
  new Map(counts.flatMap((n, at) => (n > 0 ? [[at * HOUR_MS, n] as const] : [])))
const day = [{ fromMs: 0, toMs: 4 * HOUR_MS }]
const shares = (...args: Parameters<typeof judgeHours>) => judgeHours(...args).map(({ share }) => share)

it('takes the usual number of readings from the hours that have some', () => {
  expect(usualCount(heard([12, 0, 12, 3, 12]))).toBe(12)
  expect(usualCount(heard([]))).toBeUndefined()
})

it('has the share of each hour, 0 where nothing came', () => {
  expect(shares(hours, [heard([12, 6, 0, 12])], day)).toEqual([1, 0.5, 0, 1])
})

it('has the mean of the devices, each from its first reading on', () => {
  expect(shares(hours, [heard([12, 12, 12, 12]), heard([0, 4, 0, 4])], day)).toEqual([1, 1, 0.5, 1])
})

it('misses nothing where nothing was due', () => {
  const morning = [{ fromMs: HOUR_MS, toMs: 2.5 * HOUR_MS }]
  // Half of an hour was due, and half of the usual readings came.
  expect(shares(hours, [heard([0, 12, 6, 0])], morning)).toEqual([null, 1, 1, null])
  expect(shares(hours, [heard([2, 12, 12, 0])], morning)).toEqual([1, 1, 1, null])
})

it('knows nothing of a plant that never sent', () => {
  expect(judgeHours(hours, [], day)[0]).toEqual({ atMs: 0, due: 0, share: null })
})
