import type { DeviceType } from '@heliograph/domain/device.ts'
import type { GridType } from '@heliograph/domain/plant.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { describe, expect, it } from 'vitest'
import { sumPower } from './plant-power.ts'
import { choosePowerSources } from './power-sources.ts'

type Values = Partial<Record<QuantityId, number | null>>
/** Devices written as their readings; null: in the device's list, but without a fresh value. */
function powerOf(devices: readonly (readonly [DeviceType, Values])[], gridType: GridType = 'BATTERY_BACKUP') {
  const described = devices.map(([type, values], index) => ({
    deviceId: index + 1,
    type,
    serial: `S${index + 1}`,
    quantities: Object.keys(values) as QuantityId[],
  }))
  const sources = choosePowerSources(described, gridType)
  const read = (deviceId: number, quantity: QuantityId) => {
    const value = devices[deviceId - 1]?.[1][quantity]
    return value == null ? undefined : { value }
  }
  return { ...sumPower(sources, read), sources }
}

const hybrid: Values = {
  pvPowerW: 3000,
  acPowerW: 900,
  batteryPowerW: -1500,
  batterySocPercent: 60,
  gridPowerW: -400,
  loadPowerW: 1050,
  generationTotalWh: 1,
}
const string: Values = { acPowerW: 1900, pvPowerW: 2000, generationTotalWh: 1 }

describe('powers of a plant', () => {
  it('reads a hybrid on its DC side and states what its readings leave open', () => {
    const power = powerOf([['INVERTER', hybrid]])
    expect(power).toMatchObject({ pvW: 3000, gridW: -400, batteryW: -1500, loadW: 1050, socPercent: 60 })
    expect(power).toMatchObject({ loadIsDerived: false, unaccountedW: 50 })
  })

  it('reads a string inverter on its AC side without consumption', () => {
    expect(powerOf([['INVERTER', string]])).toMatchObject({ pvW: 1900, gridW: null, loadW: null, unaccountedW: null })
  })

  it('prefers the first meter and derives consumption from the balance', () => {
    const power = powerOf([
      ['INVERTER', { ...string, gridPowerW: -999 }],
      ['METER', { gridPowerW: -700 }],
      ['METER', { gridPowerW: -650 }],
    ])
    expect(power).toMatchObject({ pvW: 1900, gridW: -700, loadW: 1200, loadIsDerived: true, unaccountedW: null })
    expect(power.sources.gridIsMetered).toBe(true)
  })

  it("does not use a hybrid's totals beside another inverter that feeds in", () => {
    const power = powerOf([
      ['INVERTER', hybrid],
      ['INVERTER', string],
      ['METER', { gridPowerW: -2000 }],
    ])
    // 3000 + 1900 - 2000 - 1500
    expect(power).toMatchObject({ pvW: 4900, loadW: 1400, loadIsDerived: true })
  })

  it('counts a battery once that its inverter and its own management report', () => {
    const managed: Values = { batteryPowerW: -1480, batterySocPercent: 62 }
    const both = powerOf([
      ['INVERTER', hybrid],
      ['BATTERY', managed],
    ])
    expect(both.batteryW).toBe(-1500)
    expect(powerOf([['BATTERY', managed]]).batteryW).toBe(-1480)
    expect(powerOf([['PCS', managed]]).batteryW).toBe(-1480)
  })

  it('takes what an appliance measures as a part of the load, never as all of it', () => {
    const power = powerOf([
      ['INVERTER', string],
      ['SOCKET', { loadPowerW: 800 }],
      ['SMART_LOAD', { smartLoadPowerW: 300, loadPowerW: 300 }],
    ])
    expect(power).toMatchObject({ pvW: 1900, loadW: null })
    expect(power.sources.smartLoad).toEqual([
      { deviceId: 3, quantity: 'smartLoadPowerW' },
      { deviceId: 2, quantity: 'loadPowerW' },
    ])
  })

  it('computes no balance with a part missing', () => {
    const silent: Values = { ...string, acPowerW: null }
    const power = powerOf([
      ['INVERTER', string],
      ['INVERTER', silent],
      ['METER', { gridPowerW: -100 }],
    ])
    expect(power).toMatchObject({ pvW: 1900, gridW: -100, loadW: null })
    const noMeter = powerOf([
      ['INVERTER', string],
      ['METER', { gridPowerW: null }],
    ])
    expect(noMeter).toMatchObject({ gridW: null, loadW: null })
  })

  it('computes no balance beside an inverter with energy but no power', () => {
    const mute: Values = { generationTotalWh: 1, batteryPowerW: 100, batterySocPercent: 5, gridPowerW: 500 }
    expect(powerOf([['INVERTER', mute]])).toMatchObject({ pvW: null, gridW: 500, batteryW: 100, loadW: null })
  })

  it('derives consumption without a grid only off-grid', () => {
    const devices = [['INVERTER', { pvPowerW: 800, batteryPowerW: -300, batterySocPercent: 40 }]] as const
    expect(powerOf(devices).loadW).toBeNull()
    expect(powerOf(devices, 'PV_BTR_USE')).toMatchObject({ loadW: 500, loadIsDerived: true })
  })

  it('sums strings and micro-inverters, averages charge, never goes below zero', () => {
    const power = powerOf([
      ['MICRO_INVERTER', { acPowerW: 300 }],
      ['MICRO_INVERTER', { pv1PowerW: 100, pv2PowerW: 110 }],
      ['INVERTER', { acPowerW: -8 }],
      ['BATTERY', { batterySocPercent: 40 }],
      ['BATTERY', { batterySocPercent: 60 }],
      ['GENERATOR', { generatorPowerW: 900 }],
    ])
    expect(power).toMatchObject({ microW: 510, inverterW: 0, pvW: 502, socPercent: 50, generatorW: 900 })
  })

  it('leaves out what the grid type excludes, unless it is measured', () => {
    const empty: Values = { ...hybrid, batteryPowerW: 0, batterySocPercent: 0 }
    expect(powerOf([['INVERTER', empty]], 'EXCESS')).toMatchObject({ batteryW: null, socPercent: null, gridW: -400 })
    expect(powerOf([['INVERTER', { ...hybrid, batteryChargeTotalWh: 1 }]], 'EXCESS')).toMatchObject({ batteryW: -1500 })
    expect(powerOf([['INVERTER', { ...hybrid, gridPowerW: 0 }]], 'PV_BTR_USE')).toMatchObject({
      gridW: null,
      batteryW: -1500,
    })
  })
})
