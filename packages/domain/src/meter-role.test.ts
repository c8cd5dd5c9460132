import { describe, expect, it } from 'vitest'
import { countsAs, isPlain, meterPower, plainWiring } from './meter-role.ts'
import { hasCounter } from './power-energy.ts'
import type { QuantityId } from './quantities.ts'

const grid: readonly QuantityId[] = ['gridPowerW', 'gridImportTotalWh', 'gridExportTodayWh']

describe('what the counters of a meter add to', () => {
  it.each([
    [null, false, { import: 'import', export: 'export' }],
    ['grid', true, { import: 'export', export: 'import' }],
    ['load', false, { import: 'load' }],
    ['load', true, { export: 'load' }],
    ['generation', false, { export: 'generation' }],
    ['generation', true, { import: 'generation' }],
  ] as const)('as %s, reversed %s', (role, isReversed, expected) => {
    expect(countsAs({ role, isReversed, ratio: 1 }, grid)).toEqual(expected)
  })

  it('prefers the counter that is named after the role', () => {
    const both: readonly QuantityId[] = [...grid, 'generationTotalWh']
    expect(countsAs({ role: 'generation', isReversed: true, ratio: 1 }, both)).toEqual({ generation: 'generation' })
  })

  it('are replaced by its power where it has none', () => {
    const wiring = { role: 'load', isReversed: false, ratio: 1 } as const
    expect(countsAs(wiring, ['gridPowerW'])).toEqual({ import: 'load' })
    expect(countsAs(wiring, ['gridPowerW'], hasCounter)).toEqual({})
    expect(countsAs(wiring, ['loadPowerW', 'gridImportTotalWh'])).toEqual({ import: 'load' })
    expect(countsAs({ ...wiring, role: 'generation' }, ['acPowerW', 'gridPowerW'])).toEqual({ export: 'generation' })
  })
})

describe('the power of a meter', () => {
  it.each([
    ['grid', false, 40],
    ['grid', true, -40],
    ['load', false, 40],
    ['generation', false, -40],
    ['generation', true, 40],
  ] as const)('as %s, reversed %s, behind a transformer', (role, isReversed, factor) => {
    expect(meterPower({ role, isReversed, ratio: 40 }, grid)).toEqual({ quantity: 'gridPowerW', factor })
  })

  it('is missing where it reports none, and its own load needs no sign', () => {
    expect(meterPower(plainWiring, ['gridImportTotalWh'])).toBeUndefined()
    const own = meterPower({ role: 'load', isReversed: true, ratio: 2 }, ['gridPowerW', 'loadPowerW'])
    expect(own).toEqual({ quantity: 'loadPowerW', factor: 2 })
  })
})

it('is plain until somebody says something', () => {
  expect(isPlain(plainWiring)).toBe(true)
  expect(isPlain({ ...plainWiring, ratio: 5 })).toBe(false)
})
