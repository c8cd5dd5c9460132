import { describe, expect, it } from 'vitest'
import { boundsOf, hurdleOf, readReferences, toggled, toReference } from './explorer-address.ts'

describe('references', () => {
  it('reads what exists, each once, and leaves the rest out', () => {
    expect(readReferences('d12:acPowerW,p3:pvPowerW,d12:acPowerW,x1:acPowerW,d0:acPowerW,d5:nonsense,')).toEqual([
      'd12:acPowerW',
      'p3:pvPowerW',
    ])
    expect(readReferences(null)).toEqual([])
  })

  it('keeps at most twelve, of at most three units', () => {
    const many = Array.from({ length: 20 }, (_, at) => `d${at + 1}:acPowerW`)
    expect(readReferences(many.join())).toHaveLength(12)
    const units = ['d1:acPowerW', 'd1:batterySocPercent', 'd1:pv1VoltageV', 'd1:pv1CurrentA', 'd2:acPowerW']
    expect(readReferences(units.join())).toEqual([...units.slice(0, 3), 'd2:acPowerW'])
    expect(hurdleOf('pv1CurrentA', units.slice(0, 3))).toBe('units')
    expect(hurdleOf('pvPowerW', units.slice(0, 3))).toBeUndefined()
    expect(hurdleOf('pvPowerW', readReferences(many.join()))).toBe('count')
  })

  it('names plants and devices, and adds at the end', () => {
    expect(toReference({ plantId: 3, deviceId: null }, 'pvPowerW')).toBe('p3:pvPowerW')
    expect(toggled(['p3:pvPowerW'], 'd1:acPowerW')).toBe('p3:pvPowerW,d1:acPowerW')
    expect(toggled(['p3:pvPowerW', 'd1:acPowerW'], 'p3:pvPowerW')).toBe('d1:acPowerW')
  })
})

describe('bounds', () => {
  const none = new URLSearchParams()
  it.each([
    ['day', '2026-03-05', '2026-03-05', '2026-03-05'],
    ['week', '2026-03-05', '2026-03-02', '2026-03-08'],
    ['month', '2026-02-10', '2026-02-01', '2026-02-28'],
    ['year', '2026-02-10', '2026-01-01', '2026-12-31'],
  ] as const)('of a %s', (span, date, from, to) => expect(boundsOf(span, date, none, date)).toEqual({ from, to }))

  it('of all time are open', () => {
    expect(boundsOf('total', '2026-02-10', none, '2026-02-10')).toEqual({ from: undefined, to: undefined })
  })

  it('of any days are those of the address, in their order', () => {
    const of = (text: string) => boundsOf('range', '', new URLSearchParams(text), '2026-03-10')
    expect(of('from=2026-02-01&to=2026-02-20')).toEqual({ from: '2026-02-01', to: '2026-02-20' })
    expect(of('from=2026-02-20&to=2026-02-01')).toEqual({ from: '2026-02-01', to: '2026-02-20' })
    expect(of('from=nonsense')).toEqual({ from: '2026-03-04', to: '2026-03-10' })
  })
})
