import { deviceStates, deviceTypes } from '@heliograph/domain/device.ts'
import { unreadReasons } from '@heliograph/domain/unread.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { categoryTags, deviceDetail as wireDetail } from '../device-s/device.ts'
import { deviceDetail } from './device.ts'

const wh = fc.option(fc.integer({ min: 0, max: 1e12 }).map((tenths) => tenths / 1e4))
const instant = fc.option(fc.nat().map((second) => second * 1_000))
const text = fc.string({ maxLength: 8 })
const drawn = fc.record({
  device: fc.record({
    deviceId: fc.nat(),
    serial: text,
    name: text,
    type: fc.constantFrom(...deviceTypes),
    state: fc.constantFrom(...Object.values(deviceStates)),
    status: fc.constantFrom('well' as const, 'silent', 'fault'),
    reason: fc.constant(null),
    model: text,
    profileId: text,
    loggerSerial: fc.option(text),
    signalPercent: fc.option(fc.nat(100)),
    powerW: wh,
    todayWh: wh,
    yesterdayWh: wh,
    totalWh: wh,
    socPercent: fc.option(fc.nat(100)),
    heardAtMs: instant,
    intervalS: fc.nat(),
  }),
  plantId: fc.nat(),
  zone: fc.constant('Europe/Berlin'),
  heardAtMs: instant,
  experimental: fc.boolean(),
  unread: fc.array(
    fc.record({
      reason: fc.constantFrom(...unreadReasons),
      kinds: fc.array(text),
      count: fc.integer({ min: 1, max: 99 }),
    }),
    { maxLength: 1 },
  ),
  counter: fc.constant(null),
  groups: fc.array(
    fc.record({
      tag: fc.constantFrom(...categoryTags),
      values: fc.array(fc.record({ key: text, quantity: text, text, unit: fc.option(text), raw: wh, atMs: instant }), {
        maxLength: 3,
      }),
    }),
    { maxLength: 3 },
  ),
})

const strictDetail = wireDetail.strict()

it('a device with its values survives the way to the wire and back', () => {
  fc.assert(
    fc.property(drawn, (ours) => {
      const wire = deviceDetail.toWire(ours)
      expect(strictDetail.parse(wire)).toEqual(wire)
      expect(deviceDetail.fromWire(wire)).toEqual(ours)
    }),
  )
})
