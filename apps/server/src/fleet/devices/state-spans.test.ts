import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { describe, expect, it } from 'vitest'
import { faultSpans, stateSpans } from './state-spans.ts'

const sofar = findProfileById('sofar-2701')
const solis = findProfileById('solis-0507')

/** Records a minute apart, each holding until the next; undefined is a gap. */
const words = (...values: readonly (Values | undefined)[]) =>
  values.flatMap((value, n) => (value ? [{ fromMs: n, toMs: n + 1, values: value }] : []))

describe('the states of a device', () => {
  it('are joined while they stay the same, and not across a gap', () => {
    const found = stateSpans(
      words({ inverterState: 2 }, { inverterState: 2 }, { inverterState: 3 }, undefined, { inverterState: 3 }),
      sofar,
    )
    expect(found).toEqual([
      { fromMs: 0, toMs: 2, state: 'normal', code: 2 },
      { fromMs: 2, toMs: 3, state: 'fault', code: 3 },
      { fromMs: 4, toMs: 5, state: 'fault', code: 3 },
    ])
  })

  it('without a name are unknown, and without a word the device just reports', () => {
    expect(stateSpans(words({ inverterState: 99 }), sofar)).toMatchObject([{ state: 'unknown', code: 99 }])
    expect(stateSpans(words({ inverterState: 2 }), undefined)).toMatchObject([{ state: 'unknown', code: 2 }])
    expect(stateSpans(words({ acPowerW: 2 }), sofar)).toMatchObject([{ state: 'reporting', code: null }])
  })
})

describe('the faults of a device', () => {
  it('last from the first record that has one to the first without it', () => {
    const both = 2 ** 0 + 2 ** 9
    const found = faultSpans(words({ faultCode1: 1 }, { faultCode1: both }, { faultCode1: 2 ** 9 }, {}), sofar)
    expect(found.map(({ fromMs, toMs, code, key }) => [fromMs, toMs, code, key])).toEqual([
      [0, 2, 'ID001', 'grid-ov'],
      [1, 3, 'ID010', 'pv-string'],
    ])
  })

  it('end with the last record before a silence', () => {
    expect(faultSpans(words({ faultCode1: 1 }, undefined, undefined, { faultCode1: 1 }), sofar)).toMatchObject([
      { fromMs: 0, toMs: 1 },
      { fromMs: 3, toMs: 4 },
    ])
  })

  it('are read from a state word where the device tells them there', () => {
    expect(faultSpans(words({ inverterState: 3 }, { inverterState: 0x1015 }), solis)).toMatchObject([
      { fromMs: 1, code: '1015', key: 'no-grid', severity: 'warning' },
    ])
  })

  it('of a word that no table reads keep its code', () => {
    expect(faultSpans(words({ faultCode1: 0x2f, alertCode: 1 }), solis)).toMatchObject([
      { quantity: 'alertCode', code: '1', key: 'unknown', severity: 'warning' },
      { quantity: 'faultCode1', code: '2F', key: 'unknown', severity: 'fault' },
    ])
  })
})
