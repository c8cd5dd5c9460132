import { deviceStates } from '@heliograph/domain/device.ts'
import { array, assert, constant, constantFrom, double, integer, oneof, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batteryRow } from '../maintain-s/battery.ts'
import { battery } from './battery.ts'

const value = oneof(constant(null), double({ min: -1e6, max: 1e6, noNaN: true }))
const instant = integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1_000)
const reason = {
  kind: 'silent',
  count: 1,
  total: 1,
  group: 'battery',
  sinceMs: 9_000,
  devices: [],
  code: null,
} as const
const drawn = record({
  deviceId: integer({ min: 1, max: 1e6 }),
  serial: constant('B7'),
  name: constantFrom('Cellar', ''),
  state: constantFrom(...Object.values(deviceStates)),
  isVirtual: constantFrom(true, false),
  isModule: constantFrom(true, false),
  parent: constantFrom(null, { deviceId: 3, serial: 'I3', name: 'Inverter' }),
  status: constantFrom('well', 'silent'),
  reason: constantFrom(null, reason),
  atMs: oneof(constant(null), instant),
  socPercent: value,
  sohPercent: value,
  voltageV: value,
  currentA: value,
  powerW: value,
  cycles: value,
  capacityAh: value,
  temperatureC: value,
  cellMaxV: value,
  cellMinV: value,
  cellMaxC: value,
  cellMinC: value,
  spreadMv: value,
  cells: array(record({ number: integer({ min: 1, max: 400 }), voltageV: value, temperatureC: value }), {
    maxLength: 3,
  }),
})

const strictRow = batteryRow.strict()

describe('a battery on the wire', () => {
  it('survives the way there and back, in the shape of the contract', () => {
    assert(
      property(drawn, (ours) => {
        const wire = battery.toWire(ours)
        expect(strictRow.parse(wire)).toEqual(wire)
        expect(battery.fromWire(wire)).toEqual(ours)
      }),
    )
  })

  it('says in numbers whether it is connected and whether it reports a fault', () => {
    assert(
      property(drawn, (ours) => {
        const { netState, alertState } = battery.toWire(ours)
        expect(netState).toBe(ours.state === deviceStates.offline ? 0 : 1)
        expect(alertState).toBe(ours.state === deviceStates.alarm ? 1 : 0)
      }),
    )
  })
})
