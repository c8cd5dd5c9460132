import { findProblem } from '@heliograph/domain/module-layout/check-layout.ts'
import { describe, expect, it } from 'vitest'
import { drawLayout } from './draw-layout.ts'
import { fleet } from './fleet.ts'
import { readOptimizers } from './optimizers.ts'
import { createPlantModel, getPowers, newPlantState } from './plant-model.ts'

const drawn = fleet.filter((spec) => spec.drawn !== undefined)

describe('layouts of the fleet', () => {
  it('exist for micro-inverters, optimizers and strings', () => {
    expect(drawn.map((spec) => spec.drawn).sort()).toEqual(['micro', 'optimizer', 'string'])
    for (const spec of drawn) {
      const layout = drawLayout(spec)
      expect(layout && findProblem(layout)).toBeUndefined()
      expect(layout?.modules.every(({ serial, string }) => serial !== null || string !== null)).toBe(true)
    }
  })

  it("have optimizers that divide their inverter's power; one is soiled, one broken", () => {
    const spec = drawn.find((item) => item.drawn === 'optimizer')
    if (spec === undefined) throw new Error('no optimizers')
    const noonMs = Date.parse('2026-06-15T11:00:00Z')
    const model = createPlantModel(spec, [], 1)
    const { powers } = getPowers(model, noonMs, newPlantState(model, noonMs).energy, 300)
    const values = readOptimizers(model, { powers }, 15) ?? []
    const watts = values.map(({ pvPowerW }) => pvPowerW ?? 0)
    expect(watts.reduce((sum, watt) => sum + watt, 0)).toBeCloseTo(powers.inverters[0]?.dcW ?? 0, -1)
    const sorted = [...watts].sort((a, b) => a - b)
    expect([watts.indexOf(sorted[0] ?? -1), watts.indexOf(sorted[1] ?? -1)]).toEqual([11, 5])
    const midnightMs = Date.parse('2026-06-15T23:00:00Z')
    const night = getPowers(model, midnightMs, newPlantState(model, midnightMs).energy, 300)
    expect(readOptimizers(model, night, 15)).toBeUndefined()
  })
})
