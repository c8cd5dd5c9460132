import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Energies } from '../../../api/plant-figures.ts'
import { consumptionSplit, productionSplit } from './splits.ts'

const figures = (more: Partial<Energies>): Energies => ({
  pvWh: null,
  loadWh: null,
  exportWh: null,
  importWh: null,
  chargeWh: null,
  dischargeWh: null,
  generatorWh: null,
  pvToLoadWh: null,
  pvToBatteryWh: null,
  pvToGridWh: null,
  loadFromPvWh: null,
  loadFromGridWh: null,
  loadFromBatteryWh: null,
  loadFromGeneratorWh: null,
  pvToLoadPercent: null,
  pvToBatteryPercent: null,
  pvToGridPercent: null,
  loadFromPvPercent: null,
  loadFromBatteryPercent: null,
  loadFromGeneratorPercent: null,
  loadFromGridPercent: null,
  income: null,
  cost: null,
  feedIn: null,
  withoutPlant: null,
  savings: null,
  specificYieldH: null,
  refusedSteps: 0,
  refusedWh: 0,
  counterResets: 0,
  estimatedSamples: 0,
  estimatedWh: 0,
  estimatedOthersWh: 0,
  byPower: [] as Energies['byPower'],
  reportedWh: 0,
  derivedWh: 0,
  addedWh: 0,
  addedUseWh: 0,
  fromLifetime: [],
  isUsePlanned: false,
  ...more,
})
const hybrid = { battery: true, grid: true, generator: false }

describe('splits', () => {
  it('add up to the displayed whole', () => {
    const split = productionSplit(
      figures({ pvWh: 18645, pvToLoadWh: 8396, pvToBatteryWh: 5228, pvToGridWh: 5021 }),
      hybrid,
    )
    expect(split).toMatchObject({ unit: 'kWh', shownWhole: 18.64 })
    expect(split?.parts.map(({ id, shown }) => [id, shown])).toEqual([
      ['use', 8.39],
      ['battery', 5.23],
      ['grid', 5.02],
    ])
  })

  it('omit what the plant does not have, unless it was measured', () => {
    const off = { battery: false, grid: false, generator: false }
    const day = figures({
      loadWh: 3000,
      loadFromPvWh: 2000,
      loadFromBatteryWh: 0,
      loadFromGeneratorWh: 1000,
      loadFromGridWh: 0,
    })
    expect(consumptionSplit(day, off)?.parts.map(({ id }) => id)).toEqual(['sun', 'generator'])
  })

  it('are absent without data', () => {
    expect(productionSplit(figures({ pvWh: 5000 }), hybrid)).toBeUndefined()
    expect(consumptionSplit(figures({ loadFromPvWh: 5000 }), hybrid)).toBeUndefined()
  })

  it('always add up as displayed', () => {
    const energyWh = fc.double({ min: 0, max: 1e8, noNaN: true })
    fc.assert(
      fc.property(energyWh, energyWh, energyWh, (use, store, feed) => {
        const split = productionSplit(
          figures({ pvWh: use + store + feed, pvToLoadWh: use, pvToBatteryWh: store, pvToGridWh: feed }),
          hybrid,
        )
        const sum = split?.parts.reduce((total, { shown }) => total + Math.round(shown * 100), 0)
        expect(sum).toBe(Math.round((split?.shownWhole ?? 0) * 100))
      }),
    )
  })
})
