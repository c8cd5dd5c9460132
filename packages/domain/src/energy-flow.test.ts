import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargeFromGrid, splitEnergy } from './energy-flow.ts'

const none = {
  generation: null,
  import: null,
  export: null,
  charge: null,
  discharge: null,
  generator: null,
  load: null,
}

describe('a charge comes from the grid', () => {
  it('as far as the production left on site does not cover it', () => {
    expect(chargeFromGrid({ generation: 0, import: 1_500, export: 0, charge: 1_000 })).toBe(1_000)
    expect(chargeFromGrid({ generation: 3_000, import: 500, export: 1_000, charge: 2_500 })).toBe(500)
    expect(chargeFromGrid({ generation: 3_000, import: 500, export: 0, charge: 2_500 })).toBe(0)
  })

  it('and never more of it than was purchased', () => {
    expect(chargeFromGrid({ generation: 0, import: 200, export: 0, charge: 1_000 })).toBe(200)
    expect(chargeFromGrid({ generation: 500, import: 0, export: 700, charge: 300 })).toBe(0)
  })
})

describe('the split of a period', () => {
  const day = { ...none, generation: 22_253, import: 10_235, export: 11_578, charge: 8_746, discharge: 2_100 }

  it('takes what the grid charged out of the battery side', () => {
    expect(splitEnergy(day)).toMatchObject({ toUseWh: 1_929, toBatteryWh: 8_746, fromGridWh: 10_235 })
    expect(splitEnergy(day, false, 2_000)).toMatchObject({
      toUseWh: 3_929,
      toBatteryWh: 6_746,
      toGridWh: 11_578,
      fromPvWh: 3_929,
      fromBatteryWh: 2_100,
      fromGridWh: 8_235,
    })
  })

  it('adds up on both sides for any charge from the grid', () => {
    const wh = fc.double({ min: 0, max: 1e7, noNaN: true })
    const energy = fc.record({ generation: wh, import: wh, export: wh, charge: wh, discharge: wh })
    fc.assert(
      fc.property(energy, (known) => {
        const split = splitEnergy({ ...none, ...known }, false, chargeFromGrid(known))
        if (split === null) throw new Error('all are measured')
        const { toUseWh, toBatteryWh, toGridWh, fromPvWh, fromBatteryWh, fromGridWh, fromGeneratorWh } = split
        expect(toUseWh + toBatteryWh + toGridWh).toBeCloseTo(split.generationWh, 3)
        expect(fromPvWh + fromBatteryWh + fromGridWh + fromGeneratorWh).toBeCloseTo(split.useWh, 3)
        expect(Math.min(toUseWh, toBatteryWh, toGridWh, fromGridWh)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
