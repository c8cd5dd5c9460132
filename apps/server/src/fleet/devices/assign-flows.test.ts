import { type DeviceType, deviceKinds, deviceTypes } from '@heliograph/domain/device.ts'
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import type { MeterRole } from '@heliograph/domain/meter-role.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignFlows, estimates, type FlowCandidate } from './assign-flows.ts'

const device = (id: number, type: DeviceType, ...counted: Flow[]): FlowCandidate => ({
  id,
  type,
  serial: `S${id}`,
  quantities: ['acPowerW', ...counted.map((flow) => flowCounters[flow].total)],
})

const wired = (one: FlowCandidate, role: MeterRole): FlowCandidate => ({
  ...one,
  wiring: { role, ratio: 1, isReversed: false },
})

const clamp = (id: number): FlowCandidate => ({ id, type: 'METER', serial: `S${id}`, quantities: ['gridPowerW'] })

const cases: readonly [string, readonly FlowCandidate[], Record<number, readonly Flow[]>][] = [
  ['a lone inverter', [device(1, 'INVERTER', 'generation')], { 1: ['generation'] }],
  [
    'two inverters',
    [device(1, 'INVERTER', 'generation'), device(2, 'MICRO_INVERTER', 'generation')],
    { 1: ['generation'], 2: ['generation'] },
  ],
  [
    'a hybrid alone measures everything',
    [device(1, 'INVERTER', ...flows)],
    { 1: ['generation', 'import', 'export', 'charge', 'discharge', 'generator', 'load'] },
  ],
  [
    'a meter takes import and export from the hybrid, whatever the order of arrival',
    [device(7, 'METER', 'import', 'export'), device(1, 'INVERTER', 'generation', 'import', 'export', 'charge')],
    { 1: ['generation', 'charge'], 7: ['import', 'export'] },
  ],
  [
    'a battery that counts by itself does not double its inverter',
    [device(1, 'INVERTER', 'generation', 'charge', 'discharge'), device(2, 'BATTERY', 'charge', 'discharge')],
    { 1: ['generation', 'charge', 'discharge'], 2: [] },
  ],
  [
    'a battery counts where no converter does',
    [device(1, 'INVERTER', 'generation'), device(2, 'BATTERY', 'charge', 'discharge')],
    { 1: ['generation'], 2: ['charge', 'discharge'] },
  ],
  [
    'a meter that counts production does not double the inverter',
    [device(1, 'INVERTER', 'generation'), device(2, 'METER', 'generation', 'import')],
    { 1: ['generation'], 2: ['import'] },
  ],
  [
    'of two meters the first',
    [device(3, 'SMART_METER', 'import', 'export'), device(2, 'METER', 'import', 'export')],
    { 2: ['import', 'export'], 3: [] },
  ],
  [
    'a meter without counters is none',
    [device(1, 'METER'), device(2, 'INVERTER', 'generation', 'import')],
    { 1: [], 2: ['generation', 'import'] },
  ],
  ['an inverter without a counter goes by its power', [device(1, 'MICRO_INVERTER')], { 1: ['generation'] }],
  [
    'an inverter without a counter adds to one that counts',
    [device(1, 'INVERTER', 'generation'), device(2, 'MICRO_INVERTER')],
    { 1: ['generation'], 2: ['generation'] },
  ],
  ['a clamp goes by its power', [clamp(1)], { 1: ['import', 'export'] }],
  [
    'counters of a hybrid come before a clamp, flow by flow',
    [clamp(1), device(2, 'INVERTER', 'generation', 'import')],
    { 1: ['export'], 2: ['generation', 'import'] },
  ],
  [
    'of a clamp and a meter the meter',
    [clamp(1), device(2, 'METER', 'import', 'export')],
    { 1: [], 2: ['import', 'export'] },
  ],
  [
    'a clamp that is said to measure the production has no counter, and inverters have',
    [device(1, 'INVERTER', 'generation'), wired(clamp(2), 'generation')],
    { 1: ['generation'], 2: [] },
  ],
  ['a clamp that is said to measure the consumption', [wired(clamp(1), 'load')], { 1: ['load'] }],
  [
    'a meter whose owner says that it counts production takes it from the inverters',
    [device(1, 'INVERTER', 'generation'), wired(device(2, 'METER', 'import', 'export'), 'generation')],
    { 1: [], 2: ['generation'] },
  ],
  [
    'a meter of consumption leaves the grid to the next meter',
    [wired(device(1, 'METER', 'import'), 'load'), device(2, 'METER', 'import', 'export')],
    { 1: ['load'], 2: ['import', 'export'] },
  ],
  [
    'all meters that are said to be at the grid measure it',
    [
      device(1, 'METER', 'import'),
      wired(device(2, 'METER', 'import'), 'grid'),
      wired(device(3, 'METER', 'import', 'export'), 'grid'),
    ],
    { 1: [], 2: ['import'], 3: ['import', 'export'] },
  ],
  [
    'a meter of production without a counter takes nothing from the inverters',
    [device(1, 'INVERTER', 'generation'), wired(device(2, 'METER'), 'generation')],
    { 1: ['generation'], 2: [] },
  ],
  ['a generator', [device(1, 'GENERATOR', 'generator')], { 1: ['generator'] }],
]

describe('assignFlows', () => {
  test.each(deviceTypes.filter((type) => deviceKinds[type].isInverter))('%s counts generation', (type) => {
    expect(assignFlows([device(1, type, 'generation')]).get(1)).toEqual(['generation'])
  })

  test.each(cases)('%s', (_, devices, expected) => {
    expect(Object.fromEntries(assignFlows(devices))).toEqual(expected)
  })

  test('a counter of today alone counts as a counter', () => {
    const only: FlowCandidate = { id: 1, type: 'INVERTER', serial: 'S1', quantities: ['generationTodayWh'] }
    expect(assignFlows([only]).get(1)).toEqual(['generation'])
  })

  test('no device gets a flow that it does not measure, in any order of devices', () => {
    const types = fc.constantFrom<DeviceType>('INVERTER', 'METER', 'BATTERY', 'SMART_METER', 'MICRO_INVERTER')
    const plant = fc
      .array(fc.tuple(types, fc.subarray([...flows])), { maxLength: 8 })
      .map((rows) => rows.map(([type, counted], index) => device(index + 1, type, ...counted)))
    fc.assert(
      fc.property(plant, (devices) => {
        const assigned = assignFlows(devices)
        expect(assigned).toEqual(assignFlows([...devices].reverse()))
        for (const one of devices)
          for (const flow of assigned.get(one.id) ?? [])
            if (!estimates(one, flow)) expect(one.quantities).toContain(flowCounters[flow].total)
        for (const flow of ['import', 'export'] as const) {
          const meters = devices.filter(({ id, type }) => assigned.get(id)?.includes(flow) && /METER/.test(type))
          expect(meters.length).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
