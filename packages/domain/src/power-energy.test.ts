import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { HOUR_MS } from './duration.ts'
import { energyBetween, estimableFlows, powerBetween, powersOf } from './power-energy.ts'

const at = (minutes: number, powerW: number) => ({ atMs: minutes * 60_000, powerW })

test.each([
  ['an even power', at(0, 600), at(10, 600), 1, 100],
  ['a rising power', at(0, 0), at(10, 600), 1, 50],
  ['a power of the other sign', at(0, -600), at(10, -600), 1, 0],
  ['the other sign of it', at(0, -600), at(10, -600), -1, 100],
  ['a power that turns: a triangle', at(0, 600), at(10, -600), 1, 25],
  ['the triangle of the other sign', at(0, 600), at(10, -600), -1, 25],
  ['a power that turns late', at(0, 900), at(10, -300), 1, 56.25],
  ['two instants that are one', at(3, 600), at(3, 600), 1, 0],
] as const)('the energy of %s is exact', (_, from, to, sign, wh) => {
  expect(energyBetween(from, to, sign)).toBeCloseTo(wh, 9)
})

it('parts of an interval add up, and both signs to the mean power', () => {
  const power = fc.integer({ min: -20_000, max: 20_000 })
  fc.assert(
    fc.property(
      power,
      power,
      fc.integer({ min: 2, max: 900_000 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (a, b, ms, share) => {
        const [from, to] = [
          { atMs: 0, powerW: a },
          { atMs: ms, powerW: b },
        ]
        const midMs = ms * share
        const mid = { atMs: midMs, powerW: powerBetween(from, to, midMs) }
        for (const sign of [1, -1] as const)
          expect(energyBetween(from, mid, sign) + energyBetween(mid, to, sign)).toBeCloseTo(
            energyBetween(from, to, sign),
            6,
          )
        const net = energyBetween(from, to, 1) - energyBetween(from, to, -1)
        expect(net).toBeCloseTo((((a + b) / 2) * ms) / HOUR_MS, 6)
      },
    ),
    { seed: 24, numRuns: 300 },
  )
})

describe('what a power alone measures', () => {
  it('is every flow without a counter of its own', () => {
    expect(estimableFlows(['gridPowerW'])).toEqual(['import', 'export'])
    expect(estimableFlows(['gridPowerW', 'gridImportTotalWh'])).toEqual(['export'])
    expect(estimableFlows(['acPowerW', 'generationTodayWh'])).toEqual([])
    expect(estimableFlows(['acPowerW', 'batteryPowerW', 'loadPowerW'])).toEqual(['charge', 'discharge', 'load'])
  })

  it('is the production by the cells of a hybrid, else the AC side or the strings', () => {
    expect(powersOf('generation', ['acPowerW', 'pvPowerW'])?.quantities).toEqual(['acPowerW'])
    expect(powersOf('generation', ['acPowerW', 'pvPowerW', 'batterySocPercent'])?.quantities).toEqual(['pvPowerW'])
    expect(powersOf('generation', ['pv1PowerW', 'pv2PowerW'])?.quantities).toEqual(['pv1PowerW', 'pv2PowerW'])
    expect(powersOf('generation', ['gridPowerW'])).toBeUndefined()
  })
})
