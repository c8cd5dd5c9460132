import { describe, expect, it } from 'vitest'
import { deviceKinds, deviceTypes } from './device.ts'

const typesWith = (kind: keyof (typeof deviceKinds)['INVERTER']) =>
  deviceTypes.filter((type) => deviceKinds[type][kind])

describe('kinds of devices', () => {
  it('names every inverter, off-grid ones included', () => {
    expect(typesWith('isInverter')).toEqual([
      'MICRO_INVERTER',
      'INVERTER',
      'TYPE_OFF_GRID_INVERTER',
      'MICRO_STORAGE_IN_ONE',
    ])
    expect(typesWith('isMicroInverter')).toEqual(['MICRO_INVERTER'])
  })

  it('does not treat a meter as an inverter', () => {
    expect(typesWith('isMeter')).toEqual(['METER', 'SMART_METER'])
  })

  it('counts what a storage converter delivers as no generation', () => {
    expect(deviceKinds.PCS.isInverter).toBe(false)
  })

  it('lets only devices powered by the panels sleep at night', () => {
    const asleep = ['DTU', 'MICRO_INVERTER', 'INVERTER', 'COMBINER_BOX', 'OPTIMIZER_CONCENTRATOR', 'OPTIMIZER']
    expect(typesWith('isPoweredByPanels')).toEqual(asleep)
  })
})
