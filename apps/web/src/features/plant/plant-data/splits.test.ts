import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Energies } from '../../../api/plant-figures.ts'
import { consumptionSplit, productionSplit } from './splits.ts'

const figures = (more: Partial<Energies>): Energies => ({
  pvKwh: null,
  loadKwh: null,
  exportKwh: null,
  importKwh: null,
  chargeKwh: null,
  dischargeKwh: null,
  generatorKwh: null,
  pvToLoadKwh: null,
  pvToBatteryKwh: null,
  pvToGridKwh: null,
  loadFromPvKwh: null,
  loadFromGridKwh: null,
  loadFromBatteryKwh: null,
  loadFromGeneratorKwh: null,
  income: null,
  cost: null,
  feedInIncome: null,
  withoutPlant: null,
  saved: null,
  specificYieldH: null,
  refusedSteps: 0,
  refusedKwh: 0,
  counterResets: 0,
  estimatedSamples: 0,
  estimatedKwh: 0,
  estimatedOthersKwh: 0,
  byPower: [] as Energies['byPower'],
  reportedKwh: 0,
  derivedKwh: 0,
  addedKwh: 0,
  addedUseKwh: 0,
  isFromLifetime: false,
  isUsePlanned: false,
  ...more,
})
const hybrid = { battery: true, grid: true, generator: false }

describe('splits', () => {
  it('add up to the displayed whole', () => {
    const split = productionSplit(
      figures({ pvKwh: 18.645, pvToLoadKwh: 8.396, pvToBatteryKwh: 5.228, pvToGridKwh: 5.021 }),
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
      loadKwh: 3,
      loadFromPvKwh: 2,
      loadFromBatteryKwh: 0,
      loadFromGeneratorKwh: 1,
      loadFromGridKwh: 0,
    })
    expect(consumptionSplit(day, off)?.parts.map(({ id }) => id)).toEqual(['sun', 'generator'])
  })

  it('are absent without data', () => {
    expect(productionSplit(figures({ pvKwh: 5 }), hybrid)).toBeUndefined()
    expect(consumptionSplit(figures({ loadFromPvKwh: 5 }), hybrid)).toBeUndefined()
  })

  it('always add up as displayed', () => {
    const kwh = fc.double({ min: 0, max: 1e5, noNaN: true })
    fc.assert(
      fc.property(kwh, kwh, kwh, (use, store, feed) => {
        const split = productionSplit(
          figures({ pvKwh: use + store + feed, pvToLoadKwh: use, pvToBatteryKwh: store, pvToGridKwh: feed }),
          hybrid,
        )
        const sum = split?.parts.reduce((total, { shown }) => total + Math.round(shown * 100), 0)
        expect(sum).toBe(Math.round((split?.shownWhole ?? 0) * 100))
      }),
    )
  })
})
