import { describe, expect, it } from 'vitest'
import { usualStepMs } from './plant-day.ts'

const minute = 60_000
const curve = (minutes: readonly number[]) => [
  { quantity: 'acPowerW' as const, points: minutes.map((m) => ({ atMs: m * minute, value: 1, coverage: 1 })) },
]
const every = (step: number, count: number) => Array.from({ length: count }, (_, i) => i * step)

describe('the usual step of a curve', () => {
  it('is the most frequent distance, so half-hourly days are not full of gaps', () => {
    expect(usualStepMs(curve(every(30, 24)), 5 * minute)).toBe(30 * minute)
    expect(usualStepMs(curve(every(5, 200)), 5 * minute)).toBe(5 * minute)
  })

  it('is not stretched by real gaps', () => {
    const withGaps = every(5, 200).filter((m) => m < 200 || m > 500)
    expect(usualStepMs(curve(withGaps), 5 * minute)).toBe(5 * minute)
  })

  it('is unknown for a handful of points', () => {
    expect(usualStepMs(curve(every(60, 5)), 5 * minute)).toBe(5 * minute)
    expect(usualStepMs([], 5 * minute)).toBe(5 * minute)
  })
})
