import { describe, expect, it } from 'vitest'
import { toPoints, writeValue } from './device-points.ts'

describe('values of a device', () => {
  it('are texts in the unit of the wire', () => {
    expect(writeValue('generationTotalWh', 1_234_567)).toBe('1234.57')
    expect(writeValue('acFrequencyHz', 50)).toBe('50.00')
    expect(writeValue('batterySocPercent', 61.04)).toBe('61.0')
  })

  it('are above 0 for what is fed in or charged, and 0 has no sign', () => {
    expect([writeValue('gridPowerW', 1200), writeValue('gridPowerW', -1200)]).toEqual(['-1200.0', '1200.0'])
    expect([writeValue('batteryPowerW', -500), writeValue('batteryPowerW', 0)]).toEqual(['500.0', '0.0'])
    expect(writeValue('gridPowerW', 0.01)).toBe('0.0')
  })

  it('stand under each key that clients know', () => {
    const keysOf = (id: Parameters<typeof toPoints>[0], type: 'INVERTER' | 'BATTERY') =>
      toPoints(id, 1, { type, name: 'x' }).map(({ key }) => key)
    expect(keysOf('gridExportTotalWh', 'INVERTER')).toEqual(['E_S_TO', 't_gc1'])
    expect(keysOf('batteryVoltageV', 'INVERTER')).toEqual(['B_V1'])
    expect(keysOf('batteryVoltageV', 'BATTERY')).toEqual(['B_V1', 'V_BAP1'])
    expect(keysOf('radiatorTemperatureC', 'INVERTER')).toEqual(['AC_RDT_T1', 'T_RDT1', 'T_RDT2'])
    expect(keysOf('ambientTemperatureC', 'INVERTER')).toEqual(['ENV_T1', 'SPAT'])
    expect(keysOf('insulationPv1Ohm', 'INVERTER')).toEqual(['INS_PV1', 'IPV'])
  })

  it('have a unit where there is one, and a state its text', () => {
    expect(toPoints('inverterState', 3, { type: 'INVERTER', name: 'State', shown: 'Normal' })).toEqual([
      { key: 'INV_ST1', value: 'Normal', unit: null, name: 'State' },
    ])
    expect(toPoints('loadTodayWh', 1500, { type: 'INVERTER', name: 'x' })[0]).toMatchObject({
      value: '1.50',
      unit: 'kWh',
    })
  })
})
