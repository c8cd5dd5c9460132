import { describe, expect, it } from 'vitest'
import { breakLines, breakSamples } from './break-lines.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Samples from one instant on, with a fixed step. */
const every = (stepMs: number, count: number, fromMs = 0) =>
  Array.from({ length: count }, (_, n) => ({ atMs: fromMs + n * stepMs, value: n }))
const breaksOf = (points: Parameters<typeof breakSamples>[0], intervalMs = MINUTE) =>
  breakSamples(points, intervalMs).flatMap(({ atMs, value }) => (value === null ? [atMs] : []))

describe('a day of samples', () => {
  it.each([
    ['a minute', MINUTE],
    ['five minutes', 5 * MINUTE],
    ['an hour', HOUR],
  ])('with a step of %s is one line, whatever the device sends today', (_, stepMs) => {
    expect(breaksOf(every(stepMs, 20))).toEqual([])
    expect(breaksOf(every(stepMs, 20), 5 * MINUTE)).toEqual([])
  })

  it('whose step changes from an hour to five minutes to one is one line', () => {
    const early = every(HOUR, 8)
    const noon = every(5 * MINUTE, 36, 8 * HOUR)
    const late = every(MINUTE, 120, 11 * HOUR)
    expect(breaksOf([...early, ...noon, ...late])).toEqual([])
    // The other way round too: the step grows.
    expect(breaksOf([...every(MINUTE, 60), ...every(5 * MINUTE, 12, HOUR), ...every(HOUR, 6, 2 * HOUR)])).toEqual([])
  })

  it('breaks where a step is long for both of its sides', () => {
    const before = every(5 * MINUTE, 24)
    const after = every(5 * MINUTE, 24, 3 * HOUR)
    expect(breaksOf([...before, ...after])).toHaveLength(1)
    // An hour without minutes, after a morning of hours.
    const minutes = [...every(MINUTE, 60, 6 * HOUR), ...every(MINUTE, 60, 8 * HOUR)]
    expect(breaksOf([...every(HOUR, 6), ...minutes])).toHaveLength(1)
  })

  it('breaks a night between two days of minutes, and jitter does not', () => {
    const jitter = every(MINUTE, 60).map(({ atMs, value }, n) => ({ atMs: atMs + (n % 3) * 9_000, value }))
    expect(breaksOf(jitter)).toEqual([])
    expect(breaksOf([...every(MINUTE, 60), ...every(MINUTE, 60, 9 * HOUR)])).toHaveLength(1)
  })

  it('with too few points goes by the interval of the device', () => {
    expect(
      breaksOf(
        [
          { atMs: 0, value: 1 },
          { atMs: HOUR, value: 2 },
        ],
        5 * MINUTE,
      ),
    ).toHaveLength(1)
    expect(
      breaksOf(
        [
          { atMs: 0, value: 1 },
          { atMs: 10 * MINUTE, value: 2 },
        ],
        5 * MINUTE,
      ),
    ).toEqual([])
    expect(breaksOf([], MINUTE)).toEqual([])
  })
})

it('breaks periods that have no neighbor', () => {
  const points = breakLines(
    [
      { atMs: 0, value: 1 },
      { atMs: HOUR, value: 2 },
      { atMs: 5 * HOUR, value: 3 },
    ],
    1.5 * HOUR,
  )
  expect(points.map(({ value }) => value)).toEqual([1, 2, null, 3])
})
