import { describe, expect, it } from 'vitest'
import { getQuantity, quantityIds } from '../quantities.ts'
import { formatQuantity } from './quantity.ts'
import { formatTemperature, toTemperatureUnit } from './temperature.ts'

describe('formatTemperature', () => {
  it.each([
    [23.5, 'C', '23.5 °C'],
    [23.5, 'F', '74.3 °F'],
    [20.1, 'F', '68.1 °F'],
    [-40, 'F', '-40 °F'],
    [0, 'F', '32 °F'],
    [-0.001, 'C', '0 °C'],
    [25.999, 'C', '25.9 °C'],
    [null, 'F', '--'],
    [Number.NaN, 'C', '--'],
  ] as const)('%s to %s is %s', (degC, unit, expected) =>
    expect(formatTemperature(degC, unit, 'en-US').text).toBe(expected),
  )

  it('treats every saved word except F as C', () => {
    expect(['F', 'C', 'f', '', 'K', null, undefined].map(toTemperatureUnit)).toEqual([
      'F',
      'C',
      'C',
      'C',
      'C',
      'C',
      'C',
    ])
  })
})

describe('formatQuantity', () => {
  it.each([
    ['pvPowerW', 4567.8, '4.56 kW'],
    ['generationTotalWh', 12_345_678, '12.34 MWh'],
    ['acReactivePowerVar', -1500, '-1.50 kvar'],
    ['pv1VoltageV', 380.239, '380.2 V'],
    ['batterySocPercent', 57, '57%'],
    ['batteryTemperatureC', 20, '68 °F'],
    ['insulationPv1Ohm', 2_500_000, '2.50 MΩ'],
    ['ac1VoltageV', 230, '230 V'],
    ['batteryVoltageV', 49.3, '49.3 V'],
    ['batteryCurrentA', -12.349, '-12.34 A'],
    ['batterySohPercent', 97.55, '97.5%'],
    ['cell7VoltageV', 3.3015, '3.301 V'],
    ['cell7VoltageV', 3.44, '3.440 V'],
    ['pvPowerW', 420.7, '420 W'],
    ['gridPowerW', 0.4, '0 W'],
    ['acFrequencyHz', 49.98, '49.98 Hz'],
    ['powerFactor', 0.999, '0.99'],
    ['batteryCycles', 1234, '1,234'],
    ['inverterState', 4098, '4098'],
    ['irradianceWm2', 1000.5, '1,000.5 W/m²'],
  ])('%s %d is %s', (id, value, expected) => {
    expect(formatQuantity(getQuantity(id), value, 'en-US', 'F').text).toBe(expected)
  })

  it('never shows a missing value of any quantity as a number', () => {
    for (const id of quantityIds) {
      for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(formatQuantity(getQuantity(id), value, 'en-US').text).toBe('--')
      }
      expect(formatQuantity(getQuantity(id), 0, 'en-US').text).toMatch(/^0/)
    }
  })
})
