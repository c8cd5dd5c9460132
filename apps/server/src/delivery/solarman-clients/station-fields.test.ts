import { describe, expect, it } from 'vitest'
import { leaveOutUnknown, toPlantId, toStationId } from './scales.ts'
import { toPowers } from './station-fields.ts'

const unknown = { pvW: null, gridW: null, batteryW: null, generatorW: null, loadW: null, socPercent: null }

describe('powers of a station', () => {
  it('have a field for each direction, never below 0', () => {
    expect(toPowers({ ...unknown, gridW: -1500.04, batteryW: 800 })).toMatchObject({
      gridPower: 1500,
      purchasePower: 0,
      wirePower: -1500,
      chargePower: 0,
      dischargePower: 800,
      batteryPower: 800,
    })
  })

  it('that are not known are left out, and none becomes 0', () => {
    expect(leaveOutUnknown(toPowers({ ...unknown, pvW: 0 }))).toEqual({ generationPower: 0 })
  })
})

it('the id of a station has six digits and leads back to its plant', () => {
  expect(toStationId(1)).toBe(100_001)
  expect([toPlantId(100_001), toPlantId(100_000), toPlantId(5)]).toEqual([1, undefined, undefined])
})
