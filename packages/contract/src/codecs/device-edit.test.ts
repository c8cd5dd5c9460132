import { counterMeanings } from '@heliograph/domain/counter-meaning.ts'
import { meterRoles } from '@heliograph/domain/meter-role.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deviceCalls } from '../maintain-s/device.ts'
import { meterCalls, meterSpec } from '../maintain-s/meter.ts'
import { announcedDevice, deviceEdit, meterReading, meterWiring } from './device-edit.ts'

const edit = deviceCalls['POST /maintain-s/power/system/{id}/device/{did}'].body
const announced = deviceCalls['POST /maintain-s/power/system/{id}/device'].body
const config = meterCalls['POST /maintain-s/power/system/{id}/meter/{mid}/config'].body
const strictReading = meterSpec.shape.readings.element.strict()

it('an edit of a device reads the same after both ways, without what it leaves out', () => {
  const parts = fc.record(
    {
      name: fc.constant('South'),
      ratedW: fc.option(fc.integer({ min: 1, max: 1e6 })),
      warrantyUntil: fc.constantFrom('2031-05-01', null),
      loggerId: fc.integer({ min: 1 }),
      counterMeaning: fc.option(fc.constantFrom(...counterMeanings)),
    },
    { requiredKeys: ['name'] },
  )
  fc.assert(
    fc.property(parts, (ours) => {
      expect(deviceEdit.fromWire(edit.parse(deviceEdit.toWire(ours)))).toEqual(ours)
    }),
  )
  const device = { serial: 'INV-1', type: 'INVERTER', loggerId: 3, name: 'South' } as const
  expect(announcedDevice.fromWire(announced.parse(announcedDevice.toWire(device)))).toEqual(device)
})

it('a meter reads the same after both ways', () => {
  const wiring = fc.record(
    {
      role: fc.option(fc.constantFrom(...meterRoles)),
      ratio: fc.integer({ min: 1, max: 100 }),
      isReversed: fc.boolean(),
    },
    { requiredKeys: ['role'] },
  )
  fc.assert(
    fc.property(wiring, (ours) => {
      expect(meterWiring.fromWire(config.parse(meterWiring.toWire(ours)))).toEqual(ours)
    }),
  )
  const reading = { quantity: 'gridPowerW', key: 'P', unit: 'W', value: 7, countsAs: 'grid', countedValue: 7 }
  for (const atMs of [null, 1_780_000_000_000])
    expect(meterReading.fromWire(strictReading.parse(meterReading.toWire({ ...reading, atMs })))).toEqual({
      ...reading,
      atMs,
    })
})
