import { describe, expect, it } from 'vitest'
import { breakLines, breakSamples } from './break-lines.ts'

const minute = 60_000
const hour = 60 * minute

/** Samples from one instant on, with a fixed step. */
const every = (stepMs: number, count: number, fromMs = 0) =>
  Array.from({ length: count }, (_, n) => ({ atMs: fromMs + n * stepMs, value: n }))
const breaksOf = (points: Parameters<typeof breakSamples>[0], intervalMs = minute) =>
  breakSamples(points, intervalMs).flatMap(({ atMs, value }) => (value === null ? [atMs] : []))

describe('a day of samples', () => {
  it.each([
    ['a minute', minute],
    ['five minutes', 5 * minute],
    ['an hour', hour],
  ])('with a step of %s is one line, whatever the device sends today', (_, stepMs) => {
    expect(breaksOf(every(stepMs, 20))).toEqual([])
    expect(breaksOf(every(stepMs, 20), 5 * minute)).toEqual([])
  })

  it('whose step changes from an hour to five minutes to one is one line', () => {
    const early = every(hour, 8)
    const noon = every(5 * minute, 36, 8 * hour)
    const late = every(minute, 120, 11 * hour)
    expect(breaksOf([...early, ...noon, ...late])).toEqual([])
    // The other way round too: the step grows.
    expect(breaksOf([...every(minute, 60), ...every(5 * minute, 12, hour), ...every(hour, 6, 2 * hour)])).toEqual([])
  })

  it('breaks where a step is long for both of its sides', () => {
    const before = every(5 * minute, 24)
    const after = every(5 * minute, 24, 3 * hour)
    expect(breaksOf([...before, ...after])).toHaveLength(1)
    // An hour without minutes, after a morning of hours.
    const minutes = [...every(minute, 60, 6 * hour), ...every(minute, 60, 8 * hour)]
    expect(breaksOf([...every(hour, 6), ...minutes])).toHaveLength(1)
  })

  it('breaks a night between two days of minutes, and jitter does not', () => {
    const jitter = every(minute, 60).map(({ atMs, value }, n) => ({ atMs: atMs + (n % 3) * 9_000, value }))
    expect(breaksOf(jitter)).toEqual([])
    expect(breaksOf([...every(minute, 60), ...every(minute, 60, 9 * hour)])).toHaveLength(1)
  })

  it('with too few points goes by the interval of the device', () => {
    expect(
      breaksOf(
        [
          { atMs: 0, value: 1 },
          { atMs: hour, value: 2 },
        ],
        5 * minute,
      ),
    ).toHaveLength(1)
    expect(
      breaksOf(
        [
          { atMs: 0, value: 1 },
          { atMs: 10 * minute, value: 2 },
        ],
        5 * minute,
      ),
    ).toEqual([])
    expect(breaksOf([], minute)).toEqual([])
  })
})

it('breaks periods that have no neighbor', () => {
  const points = breakLines(
    [
      { atMs: 0, value: 1 },
      { atMs: hour, value: 2 },
      { atMs: 5 * hour, value: 3 },
    ],
    1.5 * hour,
  )
  expect(points.map(({ value }) => value)).toEqual([1, 2, null, 3])
})
