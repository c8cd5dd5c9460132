import { describe, expect, it } from 'vitest'
import type { Energies, PlantFigures } from '../../../api/plant-figures.ts'
import { totalsOf } from './totals.ts'

/** Totals in kWh. */
const system = (sum: number | null, counterTotal: number | null, more: Partial<Energies> = {}) =>
  ({
    total: { pvWh: sum === null ? null : sum * 1000, refusedSteps: 0, refusedWh: 0, counterResets: 0, ...more },
    countersWh: counterTotal === null ? null : counterTotal * 1000,
  }) as PlantFigures

describe('totalsOf', () => {
  it("treats a difference within the counter's step as agreement", () => {
    expect(totalsOf(system(24_443.6, 24_445)).reason).toBeUndefined()
    // B8: how much they differ is known all the same.
    expect(totalsOf(system(100_000, 100_090))).toMatchObject({ differenceWh: 90000, reason: undefined })
  })

  it.each([
    ['counters that ran before', system(1000, 5000), 4000, 'plant-data.totals.because.before'],
    [
      'refused steps',
      system(24_457, 127e6, { refusedSteps: 1, refusedWh: 126900000000 }),
      127e6 - 24_457,
      'plant-data.totals.because.refused',
    ],
    [
      'a refused step that explains little',
      system(1000, 5000, { refusedSteps: 1, refusedWh: 3000 }),
      4000,
      'plant-data.totals.because.before',
    ],
    ['a counter that began again', system(5000, 40, { counterResets: 1 }), -4960, 'plant-data.totals.because.reset'],
    ['a device that is gone', system(5000, 900), -4100, 'plant-data.totals.because.replaced'],
  ])('reports %s', (_, options, difference, reason) => {
    expect(totalsOf(options)).toMatchObject({ differenceWh: difference * 1000, reason })
  })

  it('compares nothing with unknown values', () => {
    expect(totalsOf(system(null, 5)).differenceWh).toBeNull()
    expect(totalsOf(system(5, null)).reason).toBeUndefined()
  })
})
