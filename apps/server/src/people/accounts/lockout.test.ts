import { expect, it } from 'vitest'
import { createLockout } from './lockout.ts'

const MINUTE = 60_000

it('locks at the last allowed failure and unlocks after the window', () => {
  const lockout = createLockout({ failures: 3, windowMs: 15 * MINUTE, maxKeys: 10 })
  lockout.addFailure('a', 0)
  lockout.addFailure('a', 5 * MINUTE)
  expect(lockout.minutesLeft('a', 5 * MINUTE)).toBe(0)
  lockout.addFailure('a', 6 * MINUTE)
  expect(lockout.minutesLeft('a', 6 * MINUTE)).toBe(9)
  expect(lockout.minutesLeft('b', 6 * MINUTE)).toBe(0)
  expect(lockout.minutesLeft('a', 15 * MINUTE - 1)).toBe(1)
  expect(lockout.minutesLeft('a', 15 * MINUTE)).toBe(0)
})

it('forgets on success', () => {
  const lockout = createLockout({ failures: 1, windowMs: MINUTE, maxKeys: 10 })
  lockout.addFailure('a', 0)
  lockout.forget('a')
  expect(lockout.minutesLeft('a', 0)).toBe(0)
})

it('keeps a bounded number of keys and drops the oldest', () => {
  const lockout = createLockout({ failures: 1, windowMs: MINUTE, maxKeys: 3 })
  for (const key of ['a', 'b', 'c', 'a', 'd']) lockout.addFailure(key, 0)
  expect(lockout.size()).toBe(3)
  expect(['a', 'b', 'c', 'd'].map((key) => lockout.minutesLeft(key, 0) > 0)).toEqual([true, false, true, true])
})
