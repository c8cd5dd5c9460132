import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getFaimanCellC, getSapmCellC, getSapmModuleC, type SapmMount } from './cell-temperature.ts'
import { getPvwattsAcW, getPvwattsDcW, getPvwattsLossFraction } from './pvwatts.ts'

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')) as T
}

const pvwatts = read<{
  dc: readonly Readonly<{
    poa_effective: number
    temp_cell: number
    pdc0: number
    gamma_pdc: number
    expected_pdc: number
  }>[]
  inverter: readonly Readonly<{ pac_rated: number; eta_nom: number; pdc: number; expected_pac: number }>[]
  losses: readonly Readonly<{ expected_percent: number }>[]
}>('pvwatts')

describe('PVWatts', () => {
  it('gives the DC power of the reference', () => {
    expect(pvwatts.dc.length).toBe(56)
    for (const row of pvwatts.dc) {
      const dcW = getPvwattsDcW(row.poa_effective, row.temp_cell, row.pdc0, row.gamma_pdc)
      expect(Math.abs(dcW - row.expected_pdc)).toBeLessThanOrEqual(1e-6 * row.expected_pdc + 1e-9)
    }
  })

  it('gives the AC power of the reference', () => {
    expect(pvwatts.inverter.length).toBe(30)
    for (const row of pvwatts.inverter) {
      const acW = getPvwattsAcW(row.pdc, row.pac_rated, row.eta_nom)
      // The table is rounded to 0.0001 W.
      expect(Math.abs(acW - row.expected_pac)).toBeLessThanOrEqual(5.1e-5)
    }
  })

  it('keeps AC between zero and the rating, for any input', () => {
    const watts = fc.double({ min: -1e6, max: 1e7 })
    fc.assert(
      fc.property(watts, fc.double({ min: 1, max: 1e6, noNaN: true }), (dcW, ratedW) => {
        const acW = getPvwattsAcW(dcW, ratedW)
        expect(acW).toBeGreaterThanOrEqual(0)
        expect(acW).toBeLessThanOrEqual(ratedW)
      }),
    )
    expect(getPvwattsAcW(100, 0)).toBe(0)
    expect(getPvwattsAcW(25, 5000)).toBe(0)
  })

  it('multiplies losses', () => {
    expect(getPvwattsLossFraction() * 100).toBeCloseTo(pvwatts.losses[0]!.expected_percent, 6)
    const other = getPvwattsLossFraction({
      soiling: 5,
      shading: 0,
      snow: 1,
      mismatch: 1,
      wiring: 1.5,
      connections: 0.5,
      lightInduced: 2,
      nameplate: 0,
      age: 4,
      availability: 1,
    })
    expect(other * 100).toBeCloseTo(pvwatts.losses[1]!.expected_percent, 6)
    expect(getPvwattsLossFraction({ snow: 100 })).toBe(1)
  })
})

const temperature = read<{
  cases: readonly Readonly<{
    id: string
    poa_global: number
    temp_air: number
    wind_speed: number
    expected: Readonly<{
      faiman_25_684: number
      faiman_u0_20_u1_5: number
      sapm_cell: Readonly<Record<string, number>>
      sapm_module: Readonly<Record<string, number>>
    }>
  }>[]
}>('cell_temperature')

const mountNames: Readonly<Record<SapmMount, string>> = {
  'open-rack-glass-glass': 'open_rack_glass_glass',
  'close-roof-glass-glass': 'close_mount_glass_glass',
  'open-rack-glass-polymer': 'open_rack_glass_polymer',
  'insulated-back-glass-polymer': 'insulated_back_glass_polymer',
}

it.each(temperature.cases)('cell temperature of $id', ({ poa_global, temp_air, wind_speed, expected }) => {
  expect(getFaimanCellC(poa_global, temp_air, wind_speed)).toBeCloseTo(expected.faiman_25_684, 5)
  const warm = getFaimanCellC(poa_global, temp_air, wind_speed, { u0: 20, u1: 5 })
  expect(warm).toBeCloseTo(expected.faiman_u0_20_u1_5, 5)
  for (const [mount, name] of Object.entries(mountNames) as [SapmMount, string][]) {
    expect(getSapmCellC(poa_global, temp_air, wind_speed, mount)).toBeCloseTo(expected.sapm_cell[name]!, 5)
    expect(getSapmModuleC(poa_global, temp_air, wind_speed, mount)).toBeCloseTo(expected.sapm_module[name]!, 5)
  }
})
