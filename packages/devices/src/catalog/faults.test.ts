import type { Values } from '@heliograph/domain/reading.ts'
import { describe, expect, it } from 'vitest'
import { findFault } from '../faults/find-fault.ts'
import { requireRecord } from '../reads/v5-record/require-record.ts'
import { activeFaults, stateName } from './faults.ts'
import type { Profile } from './profile.ts'
import { findProfileById, profiles } from './registry.ts'

const profileOf = (id: string): Profile => {
  const found = findProfileById(id)
  if (!found) throw new Error(id)
  return found
}
const faultsOf = (id: string, values: Values) => activeFaults(profileOf(id), values).map(({ code }) => code)

describe('active faults', () => {
  it('are none where the device reports none', () => {
    for (const profile of profiles) expect(activeFaults(profile, {})).toEqual([])
  })

  it('are the set bits of the fault words of a Sofar inverter', () => {
    expect(faultsOf('sofar-2701', { faultCode1: 2 ** 31 + 2 ** 29 + 1, faultCode2: 2 ** 7 })).toEqual([
      'ID001',
      'ID030',
      'bit 31',
      'ID056',
    ])
    expect(activeFaults(profileOf('sofar-2701'), { faultCode2: 2 ** 7 })).toEqual([
      { code: 'ID056', key: 'insulation', severity: 'fault' },
    ])
    expect(faultsOf('sofar-2701', { faultCode2: 2 ** 28 })).toEqual(['ID077'])
  })

  it('are the events of SunSpec; those of a maker keep their number', () => {
    expect(activeFaults(profileOf('sunspec-inverter'), { faultCode1: 0x10_0005, faultCode2: 2 ** 31 })).toEqual([
      { code: 'Evt1 bit 0', key: 'leak', severity: 'fault' },
      { code: 'Evt1 bit 2', key: 'no-grid', severity: 'warning' },
      { code: 'Evt1 bit 20', key: 'unknown', severity: 'warning' },
      { code: 'EvtVnd1 bit 31', key: 'unknown', severity: 'warning' },
    ])
    expect(faultsOf('sunspec-battery', { faultCode1: 2 ** 20 })).toEqual(['Evt1 bit 20'])
    expect(faultsOf('sunspec-meter', { faultCode1: 1 })).toEqual([])
    const named = (profileId: string, code: string) => findFault({ maker: 'SMA', profileId, code })?.name
    expect(named('sunspec-hybrid', 'Evt1 bit 0')).toBe('Ground fault')
    expect(named('sunspec-battery', 'Evt1 bit 20')).toBe('Battery contactor error')
    expect(named('sunspec-inverter', 'EvtVnd1 bit 31')).toBeUndefined()
  })

  it('are in the status word of a Solis inverter', () => {
    expect(faultsOf('solis-0507', { inverterState: 3 })).toEqual([])
    expect(activeFaults(profileOf('solis-0507'), { inverterState: 0x1015 })).toEqual([
      { code: '1015', key: 'no-grid', severity: 'warning' },
    ])
    expect(activeFaults(profileOf('solis-0503'), { inverterState: 0x10ff })).toEqual([
      { code: '10FF', key: 'unknown', severity: 'fault' },
    ])
  })
})

describe('state', () => {
  it('is unknown without a code, or with a code without a name', () => {
    expect(stateName(profileOf('deye-5408'), { inverterState: 2 })).toBeUndefined()
    expect(stateName(profileOf('sofar-2701'), {})).toBeUndefined()
    expect(stateName(profileOf('sofar-2703'), { inverterState: 4 })).toBeUndefined()
  })

  it.each([
    ['sofar-2701', 2, 'normal'],
    ['sofar-2701', 3, 'fault'],
    ['sofar-2703', 6, 'fault'],
    ['solis-0507', 0, 'waiting'],
    ['solis-0507', 2, 'checking'],
    ['solis-0507', 3, 'normal'],
    ['solis-0507', 0x1015, 'fault'],
    ['solis-0507', 0x1000, 'standby'],
    ['solis-0507', 0x1fff, 'fault'],
  ])('of %s with %i is %s', (id, inverterState, name) => {
    expect(stateName(profileOf(id), { inverterState })).toBe(name)
  })
})

it.each(profiles)('$id names its faults by code, kind and severity', (profile) => {
  const registers = requireRecord(profile).fields.map(({ quantity }) => quantity)
  for (const { quantity, by, faults } of profile.faults) {
    expect(registers).toContain(quantity)
    expect(Object.keys(faults).length).toBeGreaterThan(0)
    for (const [row, { code, key }] of Object.entries(faults)) {
      expect([code, key]).toEqual([expect.stringMatching(/^[A-Z0-9]+$/), expect.stringMatching(/^[a-z-]+$/)])
      if (by === 'bit') expect(Number(row)).toBeLessThan(32)
    }
  }
})
