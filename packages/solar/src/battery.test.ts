import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BatteryModel,
  describeBattery,
  getChargeLimitW,
  getDischargeLimitW,
  getPackElectrics,
  stepBattery,
} from './battery.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const model: fc.Arbitrary<BatteryModel> = fc
  .record({
    capacityWh: number(500, 500_000),
    cRate: number(0.1, 2),
    roundTripEfficiency: number(0.6, 1),
    minSocPercent: number(0, 40),
    maxSocPercent: number(60, 100),
    taperFromPercent: number(40, 100),
    standbyW: number(0, 60),
  })
  .map(describeBattery)

/** A simple battery for calculations by hand: no taper, no standby, 0..100 %. */
function plain(capacityWh: number, cRate: number, roundTripEfficiency: number): BatteryModel {
  return describeBattery({
    capacityWh,
    cRate,
    roundTripEfficiency,
    minSocPercent: 0,
    maxSocPercent: 100,
    taperFromPercent: 100,
    standbyW: 0,
  })
}

describe('battery', () => {
  it('never leaves its limits, for any request', () => {
    const request = fc.record({ powerW: number(-1e6, 1e6), durationS: number(1, 7200) })
    fc.assert(
      fc.property(model, number(0, 1), fc.array(request, { minLength: 1, maxLength: 40 }), (m, share, requests) => {
        let state = { socPercent: m.minSocPercent + share * (m.maxSocPercent - m.minSocPercent) }
        for (const { powerW, durationS } of requests) {
          const step = stepBattery(m, state, powerW, durationS)
          expect(step.state.socPercent).toBeGreaterThanOrEqual(m.minSocPercent)
          expect(step.state.socPercent).toBeLessThanOrEqual(m.maxSocPercent)
          expect(step.powerW).toBeLessThanOrEqual(Math.max(0, Math.min(powerW, m.maxDischargeW)))
          expect(step.powerW).toBeGreaterThanOrEqual(Math.min(0, Math.max(powerW, -m.maxChargeW)))
          // First law: energy put in is in the cells or became heat.
          const storedWh = ((step.state.socPercent - state.socPercent) / 100) * m.capacityWh
          const balanceW = -step.powerW - step.lossW - storedWh / (durationS / 3600)
          expect(Math.abs(balanceW)).toBeLessThan(1e-6 * m.capacityWh)
          expect(step.lossW).toBeGreaterThanOrEqual(-1e-9)
          state = step.state
        }
      }),
    )
  })

  it('has the configured round-trip efficiency', () => {
    fc.assert(
      fc.property(number(0.6, 1), number(0.2, 1), (roundTripEfficiency, cRate) => {
        const m = plain(10_000, cRate, roundTripEfficiency)
        let state = { socPercent: 0 }
        let inWh = 0
        let outWh = 0
        for (let i = 0; i < 200; i++) {
          const step = stepBattery(m, state, -1500, 300)
          inWh -= step.powerW / 12
          state = step.state
        }
        expect(state.socPercent).toBeCloseTo(100, 9)
        for (let i = 0; i < 400; i++) {
          const step = stepBattery(m, state, 1500, 300)
          outWh += step.powerW / 12
          state = step.state
        }
        expect(state.socPercent).toBeCloseTo(0, 9)
        expect(outWh / inWh).toBeCloseTo(roundTripEfficiency, 6)
      }),
      { numRuns: 30 },
    )
  })

  it('tapers its charge near full and still gets there', () => {
    const m = describeBattery({ capacityWh: 10_000, cRate: 0.5, taperFromPercent: 90 })
    expect(getChargeLimitW(m, { socPercent: 50 }, 60)).toBe(5000)
    expect(getChargeLimitW(m, { socPercent: 95 }, 60)).toBeCloseTo(2500, 6)
    expect(getChargeLimitW(m, { socPercent: 100 }, 60)).toBe(0)
    let state = { socPercent: 90 }
    let minutes = 0
    while (state.socPercent < 99.9 && minutes < 600) {
      state = stepBattery(m, state, -1e5, 60).state
      minutes++
    }
    expect(minutes).toBeGreaterThan(20)
    expect(minutes).toBeLessThan(120)
  })

  it('drains by its standby load to the lower limit and sleeps there', () => {
    const m = describeBattery({ capacityWh: 5000, standbyW: 20, minSocPercent: 10 })
    const hour = stepBattery(m, { socPercent: 50 }, 0, 3600)
    expect(hour.state.socPercent).toBeCloseTo(50 - 0.4, 9)
    expect(hour.lossW).toBeCloseTo(20, 9)
    let state = hour.state
    for (let i = 0; i < 300; i++) state = stepBattery(m, state, 0, 3600).state
    expect(state.socPercent).toBe(10)
    expect(getDischargeLimitW(m, state, 60)).toBe(0)
  })

  it('recovers from outside its limits but goes no further out', () => {
    const m = describeBattery({ capacityWh: 5000, minSocPercent: 20, maxSocPercent: 90, standbyW: 10 })
    expect(stepBattery(m, { socPercent: 5 }, 1000, 60)).toMatchObject({ powerW: 0, state: { socPercent: 5 } })
    expect(stepBattery(m, { socPercent: 5 }, -1000, 60).state.socPercent).toBeGreaterThan(5)
    expect(stepBattery(m, { socPercent: 97 }, -1000, 60).powerW).toBe(-0)
    expect(stepBattery(m, { socPercent: 97 }, 1000, 60).state.socPercent).toBeLessThan(97)
  })
})

describe('pack', () => {
  const pack = { nominalV: 51.2, resistanceOhm: 0.03 }

  it('stays in the range of a 16-cell pack and rises with charge', () => {
    let previousV = 0
    for (let soc = 0; soc <= 100; soc++) {
      const { voltageV } = getPackElectrics(pack, soc, 0)
      expect(voltageV).toBeGreaterThan(previousV)
      expect(voltageV).toBeGreaterThan(48)
      expect(voltageV).toBeLessThan(57.6)
      previousV = voltageV
    }
  })

  it('sags when discharging, rises when charging, and power is voltage times current', () => {
    const rest = getPackElectrics(pack, 60, 0)
    const out = getPackElectrics(pack, 60, 3000)
    const into = getPackElectrics(pack, 60, -3000)
    expect(rest.currentA).toBe(0)
    expect(out.voltageV).toBeLessThan(rest.voltageV - 1)
    expect(into.voltageV).toBeGreaterThan(rest.voltageV + 1)
    expect(out.voltageV * out.currentA).toBeCloseTo(3000, 9)
    expect(out.voltageV + out.currentA * pack.resistanceOhm).toBeCloseTo(rest.voltageV, 9)
    expect(into.currentA).toBeLessThan(0)
  })
})
