import { describe, expect, it } from 'vitest'
import { usualStepMs } from './plant-day.ts'

const MINUTE = 60_000
const curve = (minutes: readonly number[]) => [
  { quantity: 'acPowerW' as const, points: minutes.map((m) => ({ atMs: m * MINUTE, value: 1, coverage: 1 })) },
]
const every = (step: number, count: number) => Array.from({ length: count }, (_, i) => i * step)

describe('the usual step of a curve', () => {
  it('is the most frequent distance, so half-hourly days are not full of gaps', () => {
    expect(usualStepMs(curve(every(30, 24)), 5 * MINUTE)).toBe(30 * MINUTE)
    expect(usualStepMs(curve(every(5, 200)), 5 * MINUTE)).toBe(5 * MINUTE)
  })

  it('is not stretched by real gaps', () => {
    const withGaps = every(5, 200).filter((m) => m < 200 || m > 500)
    expect(usualStepMs(curve(withGaps), 5 * MINUTE)).toBe(5 * MINUTE)
  })

  it('is unknown for a handful of points', () => {
    expect(usualStepMs(curve(every(60, 5)), 5 * MINUTE)).toBe(5 * MINUTE)
    expect(usualStepMs([], 5 * MINUTE)).toBe(5 * MINUTE)
  })
})
