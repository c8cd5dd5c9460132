import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extentOf, isIsolated, type LineSeries, nearestPoint, snapInstant, stepInstant, withGaps } from './line-data.ts'

const at = (...pairs: readonly (readonly [number, number | null])[]) => pairs.map(([atMs, value]) => ({ atMs, value }))
const line = (points: LineSeries['points'], more: Partial<LineSeries> = {}): LineSeries => ({
  id: 'a',
  name: 'A',
  color: 'solar',
  axis: 'w',
  points,
  ...more,
})

describe('withGaps', () => {
  it('breaks the line only where data was missing for long', () => {
    expect(withGaps(at([0, 1], [5, 2], [30, 3], [35, 4]), 15).map(({ value }) => value)).toEqual([1, 2, null, 3, 4])
    expect(withGaps(at([0, 1], [5, null], [30, 3]), 15)).toHaveLength(3)
  })

  it('keeps every point', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 30 }), (instants) => {
        const points = [...new Set(instants)].sort((a, b) => a - b).map((atMs) => ({ atMs, value: atMs }))
        expect(withGaps(points, 20).filter(({ value }) => value !== null)).toEqual(points)
      }),
    )
  })
})

it('finds isolated points', () => {
  const points = at([0, 1], [1, null], [2, 5], [3, null], [4, 1], [5, 1])
  expect(points.map((_, index) => isIsolated(points, index))).toEqual([true, false, true, false, false, false])
})

describe('the cursor', () => {
  const points = at([0, 10], [10, null], [20, 30], [30, 40])
  it('finds the nearest measured point', () => {
    expect(nearestPoint(points, 12, 15)?.atMs).toBe(20)
    expect(nearestPoint(points, 8, 15)?.atMs).toBe(0)
    expect(nearestPoint(points, 100, 15)).toBeUndefined()
    expect(nearestPoint([], 0, 15)).toBeUndefined()
  })

  it('agrees with a search through all points', () => {
    const arbitrary = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.option(fc.integer())), { maxLength: 40 })
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: -20, max: 320 }), (pairs, wanted) => {
        const unique = [...new Map(pairs).entries()].sort(([a], [b]) => a - b)
        const distances = unique.filter(([, value]) => value !== null).map(([time]) => Math.abs(time - wanted))
        const least = Math.min(...distances, Number.POSITIVE_INFINITY)
        const found = nearestPoint(at(...unique), wanted, 50)
        expect(found ? Math.abs(found.atMs - wanted) : undefined).toBe(least <= 50 ? least : undefined)
      }),
    )
  })

  it('snaps to measured points, never to the comparison', () => {
    const series = [line(points), line(at([12, 1]), { ghost: true })]
    expect(snapInstant(series, 12, 15)).toBe(20)
  })

  it('moves from point to point across gaps and stops at the ends', () => {
    const series = [line(points)]
    const range = { fromMs: 0, toMs: 30 }
    expect(stepInstant(series, range, undefined, 1)).toBe(0)
    expect(stepInstant(series, range, 0, 1)).toBe(20)
    expect(stepInstant(series, range, 30, 1)).toBe(30)
    expect(stepInstant(series, range, undefined, -1)).toBe(30)
    expect(stepInstant(series, range, 20, -1)).toBe(0)
  })
})

it('fits an axis to its bands, in the range and one point beyond', () => {
  const points = [
    { atMs: 0, value: 100 },
    { atMs: 10, value: 5, min: 2, max: 9 },
    { atMs: 20, value: 6 },
    { atMs: 30, value: 50 },
    { atMs: 40, value: 999 },
  ]
  expect(extentOf([line(points)], 'w', { fromMs: 5, toMs: 25 })).toEqual({ min: 2, max: 100 })
  expect(extentOf([line(points)], 'w', { fromMs: 11, toMs: 25 })).toEqual({ min: 2, max: 50 })
  expect(extentOf([line(points)], 'other', { fromMs: 0, toMs: 25 })).toEqual({ min: null, max: null })
})
