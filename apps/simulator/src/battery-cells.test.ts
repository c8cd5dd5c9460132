import { getQuantity } from '@heliograph/domain/quantities.ts'
import { describe, expect, it } from 'vitest'
import { readBattery } from './battery-cells.ts'
import { fleet } from './fleet.ts'
import { advance, createPlantModel, newPlantState } from './plant-model.ts'
import { computeMoment } from './readings.ts'

const HOUR = 3_600_000
const start = Date.UTC(2026, 2, 20)

describe.each(fleet.filter(({ batteryModules }) => batteryModules !== undefined))('the cells of $name', (spec) => {
  it('stay in range, in the steps of a real system, and drift apart', () => {
    const model = createPlantModel(spec, [], 5)
    const state = newPlantState(model, start)
    const spreads: number[] = []
    for (let hour = 1; hour <= 34; hour += 3) {
      const atMs = start + hour * HOUR
      const reading = readBattery(
        model,
        computeMoment(model, advance(model, state, atMs), atMs),
        spec.batteryModules ?? 0,
      )
      if (reading === undefined) throw new Error('no battery')
      expect(reading.modules).toHaveLength(spec.batteryModules ?? 0)
      for (const values of [reading.battery, ...reading.modules])
        for (const [id, value] of Object.entries(values)) {
          const { min, max } = getQuantity(id)
          expect(value >= min && value <= max, `${id} ${value}`).toBe(true)
        }
      const { batteryCellMaxVoltageV: high = 0, batteryCellMinVoltageV: low = 0, batterySohPercent } = reading.battery
      expect([high, low].map((volts) => Math.round(volts * 1000) / 1000)).toEqual([high, low])
      expect(Number.isInteger(batterySohPercent)).toBe(true)
      expect(low).toBeGreaterThan(2.5)
      expect(high).toBeLessThan(3.65)
      spreads.push(1000 * (high - low))
    }
    expect(Math.min(...spreads)).toBeLessThan(40)
    expect(Math.max(...spreads)).toBeGreaterThan(Math.min(...spreads))
  })
})
