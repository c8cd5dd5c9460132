import { describe, expect, it } from 'vitest'
import { listMeasured, measuredNames } from './measured.ts'

describe('the facts behind an alarm', () => {
  it('are told in one order, whatever order the rule kept them in', () => {
    expect(listMeasured({ limitV: 258, phase: 2, voltageV: 264.3 })).toEqual([
      { name: 'voltage', value: 264.3, unit: 'V' },
      { name: 'phase', text: 'L2' },
      { name: 'limit', value: 258, unit: 'V' },
    ])
  })

  it('tell a clock by its direction', () => {
    expect(listMeasured({ aheadS: -700 })).toEqual([{ name: 'clockBehind', value: 700, unit: 's' }])
    expect(listMeasured({ minutes: 60 })).toEqual([{ name: 'clockAhead', value: 3_600, unit: 's' }])
  })

  it('have the unit of the quantity that a person’s own rule looks at', () => {
    const parameters = { value: 61.5, threshold: 60, name: 'Warm', quantity: 'inverterTemperatureC' }
    expect(listMeasured(parameters)).toEqual([
      { name: 'value', value: 61.5, unit: '°C', quantity: 'inverterTemperatureC' },
      { name: 'limit', value: 60, unit: '°C', quantity: 'inverterTemperatureC' },
    ])
  })

  it('name a lost sensor, an address and a day as texts', () => {
    expect(listMeasured({ quantity: 'moduleTemperatureC' })).toEqual([
      { name: 'sensor', text: 'moduleTemperatureC', quantity: 'moduleTemperatureC' },
    ])
    expect(listMeasured({ usual: '192.0.2.1', address: '198.51.100.7' }).map(({ name }) => name)).toEqual([
      'address',
      'usualAddress',
    ])
    expect(listMeasured({ day: '2027-01-31' })).toEqual([{ name: 'end', text: '2027-01-31' }])
  })

  it('leave out what was not known and what is told elsewhere', () => {
    expect(listMeasured({ powerW: null, code: '17', lostWh: 900, string: 2, isMute: 1, kind: 'disk' })).toEqual([])
  })

  it('have one name each', () => {
    expect(new Set(measuredNames).size).toBe(measuredNames.length)
  })
})
