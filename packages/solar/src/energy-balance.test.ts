import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeBattery } from './battery.ts'
import { balanceEnergy, type EnergyDemand, type EnergyState, type EnergySystem } from './energy-balance.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const battery = fc
  .record({ capacityWh: number(1000, 50_000), cRate: number(0.2, 1), roundTripEfficiency: number(0.8, 1) })
  .map(describeBattery)
const generator = fc.record({
  maxW: number(500, 20_000),
  startSocPercent: number(10, 30),
  stopSocPercent: number(40, 90),
})
const system: fc.Arbitrary<EnergySystem> = fc.record({
  battery: fc.option(battery),
  generator: fc.option(generator),
  exportLimitW: fc.option(number(0, 10_000)),
})
const demand: fc.Arbitrary<EnergyDemand> = fc.record({
  pvW: number(-10, 20_000),
  loadW: number(0, 20_000),
  offGrid: fc.boolean(),
  durationS: fc.constantFrom(5, 60, 300, 3600),
})

describe('energy balance', () => {
  it('holds at every step of every plant, without negative flow or exceeded limit', () => {
    fc.assert(
      fc.property(system, number(10, 100), fc.array(demand, { minLength: 1, maxLength: 30 }), (s, soc, demands) => {
        let state: EnergyState = { battery: s.battery === null ? null : { socPercent: soc }, generatorRunning: false }
        for (const d of demands) {
          const { flows, state: next } = balanceEnergy(s, state, d)
          const sources = d.pvW - flows.curtailedW + flows.importW + flows.dischargeW + flows.generatorW
          const sinks = d.loadW - flows.unservedW + flows.chargeW + flows.exportW
          expect(Math.abs(sources - sinks)).toBeLessThan(1e-6)
          for (const powerW of Object.values(flows)) expect(powerW).toBeGreaterThanOrEqual(0)
          expect(flows.exportW).toBeLessThanOrEqual(s.exportLimitW ?? Number.POSITIVE_INFINITY)
          expect(flows.generatorW).toBeLessThanOrEqual(s.generator?.maxW ?? 0)
          expect(flows.chargeW).toBeLessThanOrEqual(s.battery?.maxChargeW ?? 0)
          expect(flows.dischargeW).toBeLessThanOrEqual(s.battery?.maxDischargeW ?? 0)
          expect(flows.chargeW * flows.dischargeW).toBe(0)
          expect(flows.importW * flows.exportW).toBe(0)
          if (d.offGrid) expect(flows.importW + flows.exportW).toBe(0)
          else expect(flows.unservedW + flows.generatorW).toBe(0)
          if (next.battery !== null) {
            expect(next.battery.socPercent).toBeGreaterThanOrEqual(10)
            expect(next.battery.socPercent).toBeLessThanOrEqual(100)
          }
          state = next
        }
      }),
      { numRuns: 300 },
    )
  })

  it('serves the load first, then the battery, then the grid, then curtails', () => {
    const plant: EnergySystem = {
      battery: describeBattery({ capacityWh: 10_000, cRate: 0.2, standbyW: 0 }),
      generator: null,
      exportLimitW: 1000,
    }
    const state: EnergyState = { battery: { socPercent: 50 }, generatorRunning: false }
    const sunny = balanceEnergy(plant, state, { pvW: 6000, loadW: 800, offGrid: false, durationS: 60 })
    expect(sunny.flows).toMatchObject({ chargeW: 2000, exportW: 1000, curtailedW: 2200, importW: 0 })
    const evening = balanceEnergy(plant, state, { pvW: 100, loadW: 3000, offGrid: false, durationS: 60 })
    expect(evening.flows).toMatchObject({ dischargeW: 2000, importW: 900, exportW: 0 })
    const outage = balanceEnergy(plant, state, { pvW: 100, loadW: 3000, offGrid: true, durationS: 60 })
    expect(outage.flows).toMatchObject({ dischargeW: 2000, importW: 0, unservedW: 900 })
  })

  it('starts a generator at a low battery, charges from it and stops at its mark', () => {
    const plant: EnergySystem = {
      battery: describeBattery({ capacityWh: 10_000, cRate: 0.5, standbyW: 0 }),
      generator: { maxW: 4000, startSocPercent: 20, stopSocPercent: 60 },
      exportLimitW: null,
    }
    const quiet: EnergyDemand = { pvW: 0, loadW: 1000, offGrid: true, durationS: 60 }
    let state: EnergyState = { battery: { socPercent: 30 }, generatorRunning: false }
    let startedAt: number | null = null
    let stoppedAt: number | null = null
    for (let minute = 0; minute < 600 && stoppedAt === null; minute++) {
      const before = state
      const { flows, state: next } = balanceEnergy(plant, state, quiet)
      if (next.generatorRunning && !before.generatorRunning) startedAt = before.battery!.socPercent
      if (!next.generatorRunning && before.generatorRunning) stoppedAt = before.battery!.socPercent
      if (next.generatorRunning) expect(flows).toMatchObject({ generatorW: 4000, chargeW: 3000, unservedW: 0 })
      else expect(flows).toMatchObject({ generatorW: 0, dischargeW: 1000 })
      state = next
    }
    expect(startedAt).toBeLessThanOrEqual(20)
    expect(startedAt).toBeGreaterThan(19.7)
    expect(stoppedAt).toBeGreaterThanOrEqual(60)
    expect(stoppedAt).toBeLessThan(60.6)
    const onGrid = balanceEnergy(plant, { ...state, generatorRunning: true }, { ...quiet, offGrid: false })
    expect(onGrid.state.generatorRunning).toBe(false)
  })
})

type Year = Readonly<{
  pvKwp: number
  batteryKwh: number
  batteryKw: number
  withoutBattery: Readonly<{ importKwh: number; exportKwh: number }>
  withBattery: Readonly<Record<'importKwh' | 'exportKwh' | 'chargeKwh' | 'dischargeKwh', number>> &
    Readonly<{ selfConsumption: number; selfSufficiency: number }>
  loadHundredthsOfWh: readonly number[]
  pvPerKwHundredthsOfW: readonly number[]
}>

describe('a measured home over a year', () => {
  const year = JSON.parse(readFileSync(new URL('./fixtures/household_1_year.json', import.meta.url), 'utf8')) as Year

  function run(withBattery: boolean) {
    const plant: EnergySystem = {
      battery: withBattery
        ? describeBattery({
            capacityWh: year.batteryKwh * 1000,
            cRate: year.batteryKw / year.batteryKwh,
            roundTripEfficiency: 0.9,
            minSocPercent: 0,
            taperFromPercent: 100,
            standbyW: 0,
          })
        : null,
      generator: null,
      exportLimitW: null,
    }
    let state: EnergyState = { battery: withBattery ? { socPercent: 0 } : null, generatorRunning: false }
    const sum = { importKwh: 0, exportKwh: 0, chargeKwh: 0, dischargeKwh: 0, loadKwh: 0, pvKwh: 0 }
    year.loadHundredthsOfWh.forEach((load, hour) => {
      const pvW = (year.pvPerKwHundredthsOfW[hour]! / 100) * year.pvKwp
      const loadW = load / 100
      const { flows, state: next } = balanceEnergy(plant, state, { pvW, loadW, offGrid: false, durationS: 3600 })
      sum.importKwh += flows.importW / 1000
      sum.exportKwh += flows.exportW / 1000
      sum.chargeKwh += flows.chargeW / 1000
      sum.dischargeKwh += flows.dischargeW / 1000
      sum.loadKwh += loadW / 1000
      sum.pvKwh += pvW / 1000
      state = next
    })
    return sum
  }

  it('imports and exports the calculated energy without a battery', () => {
    const sum = run(false)
    expect(sum.importKwh).toBeCloseTo(year.withoutBattery.importKwh, 1)
    expect(sum.exportKwh).toBeCloseTo(year.withoutBattery.exportKwh, 1)
  })

  it('imports and exports the calculated energy with a battery', () => {
    const sum = run(true)
    const expected = year.withBattery
    expect(sum.importKwh).toBeCloseTo(expected.importKwh, 1)
    expect(sum.exportKwh).toBeCloseTo(expected.exportKwh, 1)
    expect(sum.chargeKwh).toBeCloseTo(expected.chargeKwh, 1)
    expect(sum.dischargeKwh).toBeCloseTo(expected.dischargeKwh, 1)
    expect((sum.pvKwh - sum.exportKwh) / sum.pvKwh).toBeCloseTo(expected.selfConsumption, 3)
    expect(1 - sum.importKwh / sum.loadKwh).toBeCloseTo(expected.selfSufficiency, 3)
  })
})
