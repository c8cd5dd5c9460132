import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../duration.ts'
import { findWeakStrings, type StringDay, usualShares } from './string-days.ts'

const daysOf = (count: number, pick: (day: number) => readonly number[]): readonly StringDay[] =>
  Array.from({ length: count }, (_, day) => ({ startMs: day * DAY_MS, meanW: pick(day) }))

describe('strings by day', () => {
  it('have their usual share, and inputs without modules have none', () => {
    expect(
      usualShares(
        daysOf(10, () => [600, 400, 0]),
        [1, 2, 3],
      ),
    ).toEqual([
      { number: 1, share: 0.6 },
      { number: 2, share: 0.4 },
    ])
    expect(
      usualShares(
        daysOf(5, () => [600, 400]),
        [1, 2],
      ),
    ).toEqual([])
  })

  it('are weak after three days, since the first', () => {
    const days = daysOf(14, (day) => [600, day < 11 ? 400 : 200])
    expect(findWeakStrings(days, [1, 2])).toEqual([{ number: 2, sinceMs: 11 * DAY_MS, sharePercent: 50 }])
    expect(findWeakStrings(days.slice(0, 13), [1, 2])).toEqual([])
  })

  it('are not weak on dark days, or all together', () => {
    expect(
      findWeakStrings(
        daysOf(14, (day) => (day < 11 ? [600, 400] : [12, 3])),
        [1, 2],
      ),
    ).toEqual([])
    expect(
      findWeakStrings(
        daysOf(14, (day) => (day < 11 ? [600, 400] : [60, 40])),
        [1, 2],
      ),
    ).toEqual([])
  })
})
