import { describe, expect, it } from 'vitest'
import { retryTime } from './retry-time.ts'

const options = { tries: 1, nowMs: 1_000, chance: 0 }

describe('the next try of a sending', () => {
  it('comes later each time, until it is given up', () => {
    const all = Array.from({ length: 10 }, (_, index) => retryTime({ ...options, tries: index + 1, nowMs: 0 }))
    expect(all.slice(0, 3)).toEqual([5_000, 300_000, 1_800_000])
    expect(all[8]).toBe(86_400_000)
    expect(all[9]).toBeUndefined()
  })

  it('keeps what the other side asked for, up to a day', () => {
    expect(retryTime({ ...options, retryAfterMs: 120_000 })).toBe(121_000)
    expect(retryTime({ ...options, retryAfterMs: 1_000 })).toBe(6_000)
    expect(retryTime({ ...options, retryAfterMs: 9e12 })).toBe(86_401_000)
  })

  it('is spread by a tenth at most', () => {
    expect(retryTime({ ...options, chance: 1 })).toBe(6_500)
  })
})
