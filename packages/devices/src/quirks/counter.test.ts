import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CounterQuirks, type DeviceQuirks, lastResets, registersAt, registersOf } from './counter.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MIDNIGHT = Date.UTC(2026, 2, 12)

/** 2 kW from 7 to 17 h UTC, every day since the epoch of the test; 0 before it. */
const DAY_WH = 20_000
const energyAt = (atMs: number): number => {
  if (atMs <= MIDNIGHT) return 0
  const days = Math.floor((atMs - MIDNIGHT) / DAY)
  const hour = ((atMs - MIDNIGHT) % DAY) / HOUR
  return days * DAY_WH + 2_000 * Math.min(10, Math.max(0, hour - 7))
}

const solis: DeviceQuirks = {
  counter: { totalStepWh: 1000, todayStepWh: 100, startWh: 640 },
  clock: { offsetMinutes: 0, aheadS: 0 },
  todayResets: 'midnight',
}

const quirks: fc.Arbitrary<CounterQuirks> = fc.record({
  totalStepWh: fc.constantFrom(10, 100, 1000),
  todayStepWh: fc.constantFrom(10, 100),
  startWh: fc.double({ min: 0, max: 5e7, noNaN: true }),
})
const energy = fc.double({ min: 0, max: 1e8, noNaN: true })

describe('total', () => {
  it('shows whole steps from any start', () => {
    const shown = [0, 300, 360, 1300, 1360].map((wh) => registersOf(truth(wh), solis.counter).totalWh)
    expect(shown).toEqual([0, 0, 1000, 1000, 2000])
  })

  it('follows the truth within one step', () => {
    fc.assert(
      fc.property(quirks, energy, energy, (drawn, from, rise) => {
        const before = registersOf(truth(from), drawn).totalWh
        const after = registersOf(truth(from + rise), drawn).totalWh
        expect(before % drawn.totalStepWh).toBe(0)
        expect(Math.abs(after - before - rise)).toBeLessThanOrEqual(drawn.totalStepWh * (1 + 1e-6))
      }),
    )
  })

  it('wraps around at the end of its register', () => {
    const wrapping = { ...solis.counter, startWh: 0, wrapsAtWh: 65_536_000 }
    expect(registersOf(truth(65_535_900), wrapping).totalWh).toBe(65_535_000)
    expect(registersOf(truth(65_537_000), wrapping).totalWh).toBe(1000)
  })

  it('loses no step to the rounding of a long sum', () => {
    const parts = Array.from({ length: 10_000 }, () => 0.1).reduce((sum, wh) => sum + wh, 0)
    expect(parts).not.toBe(1000)
    expect(registersOf(truth(parts), { ...solis.counter, startWh: 0 }).totalWh).toBe(1000)
  })
})

describe('today', () => {
  it('is the energy since its reset, cut to its own step', () => {
    fc.assert(
      fc.property(quirks, energy, (drawn, wh) => {
        const { todayWh } = registersOf({ totalWh: wh, sinceResetWh: wh, beforeResetWh: 0 }, drawn)
        expect(todayWh % drawn.todayStepWh).toBe(0)
        expect(wh - todayWh).toBeGreaterThanOrEqual(-1e-6 * drawn.todayStepWh)
        expect(wh - todayWh).toBeLessThan(drawn.todayStepWh)
      }),
    )
  })

  it('restarts at midnight of a clock that is wrong', () => {
    const late = { ...solis, clock: { offsetMinutes: 60, aheadS: -600 } }
    const [lastMs, beforeMs] = lastResets(late, MIDNIGHT + 12 * HOUR)
    expect([lastMs, beforeMs]).toEqual([MIDNIGHT - HOUR + 600_000, MIDNIGHT - 25 * HOUR + 600_000])
  })

  it("keeps yesterday's value until the device wakes up", () => {
    const sleeper: DeviceQuirks = { ...solis, todayResets: 'wake-up' }
    const wakes = [7, 31, 55].map((hour) => MIDNIGHT + hour * HOUR)
    const shown = (hour: number) => registersAt(energyAt, sleeper, MIDNIGHT + hour * HOUR, wakes)
    expect(shown(20)).toMatchObject({ todayWh: 20_000, yesterdayWh: 0 })
    expect(shown(30.9)).toMatchObject({ todayWh: 20_000, yesterdayWh: 0 })
    expect(shown(31)).toMatchObject({ todayWh: 0, yesterdayWh: 20_000 })
    expect(shown(32.5)).toMatchObject({ todayWh: 3_000, yesterdayWh: 20_000 })
  })

  it('is not reset by a second wake-up on one day', () => {
    const sleeper = { ...solis, todayResets: 'wake-up' } as const
    const wakes = [7, 12].map((hour) => MIDNIGHT + hour * HOUR)
    expect(lastResets(sleeper, MIDNIGHT + 13 * HOUR, wakes)[0]).toBe(wakes[0])
  })

  it('adds up to the total over days, losing at most one step a day', () => {
    const clock = fc.record({
      offsetMinutes: fc.integer({ min: -240, max: 300 }),
      aheadS: fc.integer({ min: -600, max: 600 }),
    })
    fc.assert(
      fc.property(quirks, clock, fc.constantFrom('midnight', 'wake-up'), (counter, own, todayResets) => {
        const wakes = Array.from({ length: 9 }, (_, day) => MIDNIGHT + day * DAY + 7 * HOUR)
        const device: DeviceQuirks = { counter, clock: own, todayResets }
        let sum = 0
        let last = 0
        for (let atMs = MIDNIGHT; atMs <= MIDNIGHT + 8 * DAY; atMs += 300_000) {
          const { todayWh } = registersAt(energyAt, device, atMs, wakes)
          if (todayWh < last) sum += last
          last = todayWh
        }
        const counted = sum + last
        expect(8 * DAY_WH - counted).toBeGreaterThanOrEqual(-1e-6)
        expect(8 * DAY_WH - counted).toBeLessThanOrEqual(9 * counter.todayStepWh)
      }),
      { numRuns: 30 },
    )
  })
})

const truth = (totalWh: number) => ({ totalWh, sinceResetWh: 0, beforeResetWh: 0 })
