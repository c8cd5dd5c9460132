import { describe, expect, it } from 'vitest'
import {
  type BatteryHour,
  batteryEfficiency,
  cellSpreadMv,
  estimateCapacity,
  fullCycles,
  hoursLeft,
  spreadLookOf,
} from './battery.ts'

const HOUR = 3_600_000

/** Nights in which a battery of a capacity delivers a power, its level in whole percent as devices send it. */
function nights(capacityWh: number, count: number, powerW: number): BatteryHour[] {
  return Array.from({ length: count }, (_, night) =>
    Array.from({ length: 8 }, (_, h) => ({
      atMs: (night * 24 + h) * HOUR,
      powerW,
      socPercent: Math.round(90 - (100 * (h + 0.5) * powerW) / capacityWh),
    })),
  ).flat()
}

describe('the spread of cells', () => {
  it('is their difference in whole tenths of a millivolt', () => {
    expect(cellSpreadMv(3.342, 3.312)).toBe(30)
    expect(cellSpreadMv(3.3, 3.3)).toBe(0)
    expect([cellSpreadMv(null, 3), cellSpreadMv(3, undefined), cellSpreadMv(3, 3.1)]).toEqual([null, null, null])
  })

  it('has bands from 50, 100 and 200 mV', () => {
    expect([0, 49.9, 50, 99, 100, 199, 200, 900].map(spreadLookOf)).toEqual([
      'even',
      'even',
      'watch',
      'watch',
      'uneven',
      'uneven',
      'serious',
      'serious',
    ])
  })
})

describe('the usable capacity', () => {
  it('follows from how far the level falls', () => {
    const found = estimateCapacity(nights(10_000, 5, 700))
    expect(found?.hours).toBe(35)
    expect(Math.abs((found?.wh ?? 0) - 10_000)).toBeLessThan(300)
  })

  it('is unknown from a single evening, from charging and across gaps', () => {
    expect(estimateCapacity(nights(10_000, 1, 700))).toBeUndefined()
    expect(estimateCapacity(nights(10_000, 9, 700).map((night) => ({ ...night, powerW: -700 })))).toBeUndefined()
    expect(
      estimateCapacity(nights(10_000, 9, 700).map((night) => ({ ...night, atMs: night.atMs * 2 }))),
    ).toBeUndefined()
  })
})

describe('the efficiency', () => {
  const month = {
    days: 30,
    chargedWh: 100_000,
    dischargedWh: 85_000,
    socFromPercent: 20,
    socToPercent: 70,
    capacityWh: 10_000,
  }

  it('counts what the battery holds more at the end', () => {
    expect(batteryEfficiency(month)).toEqual({ percent: 90, missing: null })
    expect(batteryEfficiency({ ...month, socToPercent: 20 })).toEqual({ percent: 85, missing: null })
  })

  it('is missing, with the reason, where it cannot be told', () => {
    const missing = (change: Partial<typeof month> | Record<string, null>) =>
      batteryEfficiency({ ...month, ...change }).missing
    expect(missing({ days: 29 })).toBe('days')
    expect(missing({ chargedWh: 0 })).toBe('energy')
    expect(missing({ dischargedWh: null })).toBe('energy')
    expect(missing({ capacityWh: null })).toBe('charge')
    expect(missing({ socToPercent: null })).toBe('charge')
    expect(missing({ dischargedWh: 120_000 })).toBe('implausible')
    expect(missing({ dischargedWh: 10_000 })).toBe('implausible')
  })
})

describe('full cycles and hours left', () => {
  it('divide energies by capacity and load', () => {
    expect(fullCycles(2_500_000, 10_000)).toBe(250)
    expect(hoursLeft(50, 10_000, 500)).toBe(10)
  })

  it('are unknown without one of them', () => {
    expect([fullCycles(null, 1), fullCycles(1, null), fullCycles(1, 0)]).toEqual([null, null, null])
    expect([hoursLeft(null, 1, 1), hoursLeft(1, null, 1), hoursLeft(1, 1, null), hoursLeft(1, 1, 0)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
