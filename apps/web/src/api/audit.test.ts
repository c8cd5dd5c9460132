import { namedEndpoints } from '@heliograph/contract/calls.ts'
import { isWrite } from '@heliograph/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { toAction, toDetail } from './audit.ts'

describe('a row of the log', () => {
  it('knows every contract write with a right on a plant', () => {
    const writes = namedEndpoints.filter(
      ([name, entry]) =>
        isWrite(name.split(' ')[0] ?? '', entry) && ['plant', 'device', 'owner'].includes(entry.right.kind),
    )
    expect(writes.length).toBeGreaterThan(8)
    const unknown = writes.map(([name]) => name).filter((name) => toAction(name) === undefined)
    expect(unknown).toEqual([])
    expect(toAction('toString')).toBeUndefined()
  })

  it('names fields in our words, with their previous values', () => {
    const wire = {
      id: 7,
      installedCapacity: 12,
      expiresAt: 1_800_000_000,
      'installedCapacity.before': 9.84,
      bid: 9,
      authOpen: '1',
      toString: 'x',
    }
    expect(toDetail(wire as unknown as Parameters<typeof toDetail>[0])).toEqual({
      id: 7,
      capacityWp: 12_000,
      expiresAtMs: 1_800_000_000_000,
      'capacityWp.before': 9840,
      organizationId: 9,
      supportOpen: '1',
      toString: 'x',
    })
  })
})
