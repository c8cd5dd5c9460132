import { describe, expect, it } from 'vitest'
import { judgeSigns, type SignedPowers } from './power-signs.ts'

const minutes = (powers: Partial<SignedPowers>, count = 10): readonly SignedPowers[] =>
  Array.from({ length: count }, () => ({
    pvW: null,
    gridW: null,
    batteryW: null,
    generatorW: null,
    loadW: null,
    ...powers,
  }))

describe('the balance of ten minutes', () => {
  it('fits within 5 percent of what flows', () => {
    const verdict = judgeSigns(minutes({ pvW: 3_000, gridW: -1_000, batteryW: -500, loadW: 1_450 }))
    expect(verdict).toMatchObject({ state: 'fits', turned: [] })
    expect(verdict.offBy).toBeCloseTo(0.0166, 3)
  })

  it.each([
    ['grid', { pvW: 3_000, gridW: 1_000, batteryW: -500, loadW: 1_500 }],
    ['battery', { pvW: 3_000, gridW: -1_000, batteryW: 500, loadW: 1_500 }],
    ['grid,battery', { pvW: 3_000, gridW: 1_000, batteryW: 500, loadW: 1_500 }],
  ])('finds the wrong sign of %s', (names, powers) =>
    expect(judgeSigns(minutes(powers))).toMatchObject({ state: 'turned', turned: names.split(',') }),
  )

  it('says nothing about a battery that rests', () =>
    expect(judgeSigns(minutes({ pvW: 2_000, gridW: 500, batteryW: 3, loadW: 1_500 }))).toMatchObject({
      state: 'turned',
      turned: ['grid'],
    }))

  it('says nothing where both signs fit, or none does', () => {
    expect(judgeSigns(minutes({ pvW: 1_500, gridW: 40, loadW: 1_500 })).state).toBe('open')
    expect(judgeSigns(minutes({ pvW: 3_000, gridW: -1_000, loadW: 500 })).state).toBe('open')
    // Two powers of the same size: either of them may be wrong.
    expect(judgeSigns(minutes({ pvW: 1_500, gridW: 800, batteryW: -800, loadW: 1_500 })).state).toBe('open')
  })

  it('waits for three instants', () =>
    expect(judgeSigns(minutes({ pvW: 3_000, gridW: 1_000, loadW: 2_000 }, 2)).state).toBe('open'))
})

describe('without a measured consumption', () => {
  it('a house that would give power has a wrong sign', () =>
    expect(judgeSigns(minutes({ pvW: 0, gridW: -400 }))).toEqual({ state: 'turned', turned: ['grid'], offBy: null }))

  it('either sign may be right by day', () =>
    expect(judgeSigns(minutes({ pvW: 3_000, gridW: -2_500 })).state).toBe('open'))

  it('a sign that alone is possible fits', () =>
    expect(judgeSigns(minutes({ pvW: 100, gridW: 900 }))).toEqual({ state: 'fits', turned: [], offBy: null }))
})
