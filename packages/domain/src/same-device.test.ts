import { describe, expect, it } from 'vitest'
import { apartCuts, isApartOn, likenessOf, type PowerPair, partDays } from './same-device.ts'

describe('days of one device with two sources', () => {
  it('count once, whichever was there first', () => {
    const older = partDays('2026-01-01', '2026-06-15')
    const newer = partDays('2026-06-15', '2026-01-01')
    for (const { counts, second } of [older, newer])
      for (const day of ['2025-12-31', '2026-01-01', '2026-06-14', '2026-06-15', '2026-06-16', '2030-01-01'])
        expect(isApartOn(counts, day) !== isApartOn(second, day), day).toBe(true)
    expect(isApartOn(newer.second, '2026-06-15')).toBe(false)
    expect(apartCuts(newer.second)).toEqual(['2026-06-16'])
    expect(apartCuts(newer.counts)).toEqual(['1900-01-01', '2026-06-16'])
  })
})

describe('the likeness of two powers', () => {
  const day = (other: (watts: number, slot: number) => number | null): readonly PowerPair[] =>
    Array.from({ length: 120 }, (_, slot) => {
      const watts = 3_000 * Math.sin((slot * Math.PI) / 120) * (slot % 7 === 0 ? 0.6 : 1)
      return [watts, other(watts, slot)]
    })

  it('is near 1 for one device read at other instants', () =>
    expect(likenessOf(day((watts, slot) => watts * (slot % 2 ? 0.98 : 1.01)))).toBeGreaterThan(0.99))

  it.each<[string, (watts: number, slot: number) => number | null]>([
    ['a larger inverter of the same roof', (watts) => watts * 1.3],
    ['an inverter of another roof', (_, slot) => 3_000 * Math.sin(((slot - 25) * Math.PI) / 120)],
    ['a device that is silent', () => null],
    ['a power that never changes', () => 1_500],
    ['a power of the other sign', (watts) => -watts],
  ])('is none for %s', (_, other) => expect(likenessOf(day(other))).toBeUndefined())

  it('waits for three hours with power', () => expect(likenessOf(day((watts) => watts).slice(40, 70))).toBeUndefined())
})
