import { afterEach, expect, it, vi } from 'vitest'
import { LOAD_TIMEOUT_MS, withPatience } from './lazy-part.ts'

afterEach(() => vi.useRealTimers())

it('gives a part two minutes to arrive', async () => {
  vi.useFakeTimers()
  const never = withPatience(new Promise(() => undefined))
  const said = expect(never).rejects.toThrow('120000 ms')
  await vi.advanceTimersByTimeAsync(LOAD_TIMEOUT_MS)
  await said
})

it('waits no longer than the part takes', async () => {
  vi.useFakeTimers()
  expect(await withPatience(Promise.resolve(7))).toBe(7)
  expect(vi.getTimerCount()).toBe(0)
})
