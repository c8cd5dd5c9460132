import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatApparentPower,
  formatEnergy,
  formatMass,
  formatPeakPower,
  formatPower,
  formatReactivePower,
  scaleOf,
} from './scaled.ts'

const factors: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, G: 1e9 }

describe('formatPower', () => {
  it.each([
    [0, '0 W'],
    [-0, '0 W'],
    [999.999, '999 W'],
    [1000, '1,000 W'],
    [1000.01, '1.00 kW'],
    [1009.99, '1.00 kW'],
    [1010, '1.01 kW'],
    [1150, '1.15 kW'],
    [4567.89, '4.56 kW'],
    [290_000, '290.00 kW'],
    [1e6, '1,000.00 kW'],
    [1_000_001, '1.00 MW'],
    [1_999_999, '1.99 MW'],
    [1e9, '1,000.00 MW'],
    [1.5e9, '1.50 GW'],
    [1.2345e13, '12,345.00 GW'],
    [-999, '-999 W'],
    [-1000, '-1,000 W'],
    [-4567.89, '-4.56 kW'],
    [-0.001, '0 W'],
  ])('%d W is %s', (value, expected) => expect(formatPower(value, 'en-US').text).toBe(expected))
})

describe('formatEnergy', () => {
  it('returns number and unit separately', () => {
    expect(formatEnergy(12_345_678, 'de-DE')).toEqual({ value: '12,34', unit: 'MWh', text: '12,34 MWh' })
    expect(formatEnergy(500, 'en-US')).toEqual({ value: '500', unit: 'Wh', text: '500 Wh' })
  })

  it.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])('%s is missing and never 0', (value) => {
    expect(formatEnergy(value, 'en-US')).toEqual({ value: '--', unit: '', text: '--' })
  })

  it('never shows more than the value, nor less by its last digit', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e15, max: 1e15, noNaN: true }), (energyWh) => {
        const { value, unit } = formatEnergy(energyWh, 'en-US')
        const factor = factors[unit.replace('Wh', '')]!
        const shown = Number(value.replaceAll(',', ''))
        const truth = Math.abs(energyWh / factor)
        expect(Math.abs(shown)).toBeLessThanOrEqual(truth)
        expect(truth - Math.abs(shown)).toBeLessThan((factor === 1 ? 1 : 0.01) + truth * 1e-15)
        expect(factor === 1 || Math.abs(energyWh) > factor).toBe(true)
        expect(value).not.toMatch(/^-0(\.00)?$/)
      }),
    )
  })
})

it('formats the other powers by the same rule', () => {
  expect(formatReactivePower(-1500, 'en-US').text).toBe('-1.50 kvar')
  expect(formatApparentPower(2500, 'en-US').text).toBe('2.50 kVA')
  expect(formatPeakPower(9_860, 'en-US').text).toBe('9.86 kWp')
})

it('gives an axis one scale', () => {
  expect(scaleOf(1000)).toEqual({ prefix: '', factor: 1 })
  expect(scaleOf(-1e6 - 1).prefix).toBe('M')
})

it.each([
  [null, '--'],
  [0, '0 kg'],
  [0.46, '0.4 kg'],
  [9.99, '9.9 kg'],
  [412.7, '412 kg'],
  [999.9, '999 kg'],
  [1000, '1.00 t'],
  [61_417, '61.41 t'],
])('%s kg saved is %s', (massKg, expected) => expect(formatMass(massKg, 'en-US').text).toBe(expected))
