import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../duration.ts'
import { toDaySteps } from './day-steps.ts'

const at = (minute: number, value: number) => ({ atMs: minute * MINUTE_MS, value })

describe("a day's powers", () => {
  it('stand until the next reading, and never beyond twenty minutes', () => {
    const { powersW } = toDaySteps([at(2, 100), at(16, 200), at(50, 300)], 0, 12)
    //                        0    5    10   15   20   25   30   35    40    45    50   55
    expect(powersW).toEqual([100, 100, 100, 200, 200, 200, 200, 200, null, null, 300, 300])
  })

  it('become energy; a gap of more than half an hour is known by nobody', () => {
    const { energyWh, knownMs } = toDaySteps([at(0, 100), at(15, 200), at(60, 200), at(75, 0)], 0, 0)
    expect(energyWh).toBeCloseTo(150 / 4 + 100 / 4, 9)
    expect(knownMs).toBe(30 * MINUTE_MS)
  })

  it('are nothing without readings', () => {
    expect(toDaySteps([], 0, 2)).toEqual({ powersW: [null, null], energyWh: null, knownMs: 0 })
    expect(toDaySteps([at(1, 5)], 0, 1)).toMatchObject({ powersW: [5], energyWh: null })
  })
})
