import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getQuantity, quantityIds } from '../quantities.ts'
import { faultOfUserRule, type UserRule } from './user-rule.ts'

const rule: UserRule = {
  name: 'Battery low',
  quantity: 'batterySocPercent',
  comparison: 'below',
  threshold: 15,
  hysteresis: 2,
  forMs: 900_000,
  sunAboveDeg: null,
  powerAboveW: null,
  level: 1,
  influence: 0,
}

describe('a rule that cannot work is refused by the part that is wrong', () => {
  it.each<[string, Partial<UserRule>, keyof UserRule | null]>([
    ['a low battery', {}, null],
    ['a threshold that is no number', { threshold: Number.NaN }, 'threshold'],
    ['an endless threshold', { threshold: Number.NEGATIVE_INFINITY }, 'threshold'],
    ['a charge below zero, which never comes', { threshold: 0 }, 'threshold'],
    ['a charge below more than full, which is always so', { threshold: 101 }, 'threshold'],
    ['a charge above full, which never comes', { comparison: 'above', threshold: 100 }, 'threshold'],
    ['a charge above less than empty, which is always so', { comparison: 'above', threshold: -1 }, 'threshold'],
    ['a battery that is not full', { threshold: 100, hysteresis: 0 }, null],
    ['a battery that is not empty', { comparison: 'above', threshold: 0, hysteresis: 0 }, null],
    ['an end above full, which never comes', { threshold: 99, hysteresis: 2 }, 'hysteresis'],
    ['an end below empty, which never comes', { comparison: 'above', threshold: 1, hysteresis: 2 }, 'hysteresis'],
    ['a hysteresis below zero', { hysteresis: -1 }, 'hysteresis'],
    ['a hysteresis that is no number', { hysteresis: Number.NaN }, 'hysteresis'],
    ['a time below zero', { forMs: -60_000 }, 'forMs'],
    ['a time that is no number', { forMs: Number.NaN }, 'forMs'],
    ['a time of months', { forMs: 90 * 86_400_000 }, 'forMs'],
    ['a sun that stands nowhere so high', { sunAboveDeg: 91 }, 'sunAboveDeg'],
    ['a power below zero', { powerAboveW: -1 }, 'powerAboveW'],
    ['a quantity that is none', { quantity: 'moonlight' as UserRule['quantity'] }, 'quantity'],
    ['no name', { name: ' ' }, 'name'],
  ])('%s', (_, change, fault) => {
    expect(faultOfUserRule({ ...rule, ...change })).toBe(fault)
  })

  it('what is accepted can begin and end within the range of its quantity', () => {
    const anyRule = fc.record({
      quantity: fc.constantFrom(...quantityIds),
      comparison: fc.constantFrom('above' as const, 'below' as const),
      threshold: fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -200, max: 200 })),
      hysteresis: fc.double({ min: 0, max: 200, noNaN: true }),
    })
    fc.assert(
      fc.property(anyRule, (some) => {
        if (faultOfUserRule({ ...rule, ...some }) !== null) return
        const { min, max } = getQuantity(some.quantity)
        const sign = some.comparison === 'above' ? 1 : -1
        const isBad = (value: number) => sign * (value - some.threshold) > 0
        const isGood = (value: number) => sign * (value - some.threshold) <= -some.hysteresis
        expect([min, max].some(isBad) && [min, max].some(isGood)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
