import { noMoney } from '@heliograph/domain/tariff/day-money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeShares, figuresOf } from './energy-figures.ts'
import { savingsOf } from './energy-saved.ts'

const plant = { capacityWp: 12_000 }
const money = { ...noMoney, income: 2 }
const none = {
  generation: null,
  import: null,
  export: null,
  charge: null,
  discharge: null,
  generator: null,
  load: null,
}
const measured = (energy: Partial<Record<keyof typeof none, number>>) => ({
  energy: { ...none, ...energy },
  refusedWh: 0,
  quarantined: 0,
  resets: 0,
  estimated: 0,
  generationEstimatedWh: 0,
  othersEstimatedWh: 0,
  reportedWh: 0,
  derivedWh: 0,
})
const energyWh = fc.double({ min: 0, max: 1e9, noNaN: true })

describe('figures of a period', () => {
  it('split production and consumption', () => {
    const energy = { generation: 10_000, import: 2_000, export: 4_000, charge: 3_000, discharge: 1_000 }
    const figures = figuresOf(measured(energy), plant, money)
    expect(figures.useWh).toBe(6_000)
    expect(figures.generationShares).toEqual({ toUse: 30, toGrid: 40, toBattery: 30 })
    expect(figures.useShares).toEqual({ fromPv: 50, fromGrid: 33.33, fromBattery: 16.67, fromGenerator: 0 })
    expect(figures.money).toBe(money)
    // screens.md 2.1: 76.2 kWh on 12 kWp are 6.35 h.
    expect(figuresOf(measured({ generation: 76_200 }), plant, money).fullPowerHours).toBeCloseTo(6.35)
  })

  it('are unknown where nothing is measured', () => {
    const figures = figuresOf(measured({ generation: 5_000 }), plant, noMoney)
    expect(figures).toMatchObject({ useWh: null, split: null, generationShares: null, useShares: null })
    expect(figuresOf(undefined, plant, noMoney)).toMatchObject({ energy: none, money: noMoney, fullPowerHours: null })
    const dark = figuresOf(measured({ generation: 0, import: 0, export: 0 }), plant, money)
    expect(dark).toMatchObject({ generationShares: null, useShares: null, fullPowerHours: 0 })
  })

  it('name the energies that a power tells, and the consumption that follows from one', () => {
    const integrated = (...flows: (keyof typeof none)[]) => ({
      ...measured({ generation: 10_000, import: 2_000, export: 4_000 }),
      fromPower: { ...none, ...Object.fromEntries(flows.map((flow) => [flow, 0])) },
    })
    expect(figuresOf(measured({ generation: 1 }), plant, money).fromPower).toEqual([])
    expect(figuresOf(integrated('import', 'export'), plant, money).fromPower).toEqual(['import', 'export', 'load'])
    expect(
      figuresOf({ ...integrated('generation'), energy: { ...none, generation: 1, load: 1 } }, plant, money).fromPower,
    ).toEqual(['generation'])
    expect(figuresOf({ ...integrated('load'), energy: { ...none, load: 1 } }, plant, money).fromPower).toEqual(['load'])
  })

  it('have shares that sum to exactly 100.00, close to the true ones', () => {
    fc.assert(
      fc.property(fc.array(energyWh, { minLength: 1, maxLength: 5 }), (parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0)
        const shares = computeShares(parts)
        if (!(whole > 0)) {
          expect(shares).toBeNull()
          return
        }
        const hundredths = (shares ?? []).map((share) => Math.round(share * 100))
        expect(hundredths.reduce((sum, share) => sum + share, 0)).toBe(10_000)
        parts.forEach((part, index) => {
          expect(Math.abs((part / whole) * 100 - (shares?.[index] ?? 0))).toBeLessThan(0.01001)
        })
      }),
    )
  })

  it('add up on both sides for any meter readings', () => {
    const flows = fc.record({
      generation: energyWh,
      import: energyWh,
      export: energyWh,
      charge: energyWh,
      discharge: energyWh,
      generator: energyWh,
    })
    fc.assert(
      fc.property(flows, (energy) => {
        const { split } = figuresOf(measured(energy), plant, money)
        if (split === null) throw new Error('measured on all sides')
        expect(split.toUseWh + split.toGridWh + split.toBatteryWh).toBeCloseTo(split.generationWh, 3)
        expect(split.fromPvWh + split.fromGridWh + split.fromBatteryWh + split.fromGeneratorWh).toBeCloseTo(
          split.useWh,
          3,
        )
      }),
    )
  })
})

it('computes coal, CO2 and trees with the usual factors', () => {
  // 24,457 kWh: 7.459 t of coal, 19.394 t of CO2, 1,332 trees.
  const { coalT, co2T, trees } = savingsOf(24_457_000)
  expect(coalT).toBeCloseTo(7.459385, 6)
  expect(co2T).toBeCloseTo(19.394401, 6)
  expect(trees).toBeCloseTo((24_457 * 0.997) / 18.3, 9)
})
