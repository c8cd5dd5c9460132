import type { EnergyFigures } from '@heliograph/contract/maintain-s/system.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { consumptionSplit, productionSplit } from './splits.ts'

const figures = (more: Partial<EnergyFigures>): EnergyFigures => ({
  generationValue: null,
  useValue: null,
  gridValue: null,
  buyValue: null,
  chargeValue: null,
  dischargeValue: null,
  generatorValue: null,
  genForUse: null,
  genForCharge: null,
  genForGrid: null,
  useFromGen: null,
  useFromBuy: null,
  useFromDischarge: null,
  useFromGenerator: null,
  generationRatio: null,
  gridRatio: null,
  chargeRatio: null,
  useRatio: null,
  buyRatio: null,
  useDischargeRatio: null,
  useGeneratorRatio: null,
  incomeValue: null,
  fullPowerHoursDay: null,
  quarantined: 0,
  refusedValue: 0,
  resets: 0,
  estimated: 0,
  ...more,
})
const hybrid = { battery: true, grid: true, generator: false }

describe('splits', () => {
  it('make their whole as it is written', () => {
    const split = productionSplit(
      figures({ generationValue: 18.645, genForUse: 8.396, genForCharge: 5.228, genForGrid: 5.021 }),
      hybrid,
    )
    expect(split).toMatchObject({ unit: 'kWh', shownWhole: 18.64 })
    expect(split?.parts.map(({ id, shown }) => [id, shown])).toEqual([
      ['use', 8.39],
      ['battery', 5.23],
      ['grid', 5.02],
    ])
  })

  it('leave out what the plant does not have, but not what it measured all the same', () => {
    const off = { battery: false, grid: false, generator: false }
    const day = figures({ useValue: 3, useFromGen: 2, useFromDischarge: 0, useFromGenerator: 1, useFromBuy: 0 })
    expect(consumptionSplit(day, off)?.parts.map(({ id }) => id)).toEqual(['sun', 'generator'])
  })

  it('are not told where nothing is known', () => {
    expect(productionSplit(figures({ generationValue: 5 }), hybrid)).toBeUndefined()
    expect(consumptionSplit(figures({ useFromGen: 5 }), hybrid)).toBeUndefined()
  })

  it('always add up on screen', () => {
    const kwh = fc.double({ min: 0, max: 1e5, noNaN: true })
    fc.assert(
      fc.property(kwh, kwh, kwh, (use, store, feed) => {
        const split = productionSplit(
          figures({ generationValue: use + store + feed, genForUse: use, genForCharge: store, genForGrid: feed }),
          hybrid,
        )
        const sum = split?.parts.reduce((total, { shown }) => total + Math.round(shown * 100), 0)
        expect(sum).toBe(Math.round((split?.shownWhole ?? 0) * 100))
      }),
    )
  })
})
