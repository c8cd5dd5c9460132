import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../duration.ts'
import { findDeadModules } from './module-days.ts'

const dayOf = (day: number, ...watts: readonly (number | undefined)[]) => ({
  startMs: day * DAY_MS,
  meanW: new Map(watts.flatMap((w, i) => (w === undefined ? [] : [[i + 1, w] as const]))),
})

describe('devices behind single modules', () => {
  it('are dead after three days of nothing beside their siblings, since the first', () => {
    const days = [dayOf(1, 60, 58, 61), dayOf(2, 60, 58, 0), dayOf(3, 20, 19, 0.2), dayOf(4, 60, 58, 0)]
    expect(findDeadModules(days)).toEqual([{ deviceId: 3, sinceMs: 2 * DAY_MS }])
    expect(findDeadModules(days.toReversed())).toEqual(findDeadModules(days))
    expect(findDeadModules(days.slice(0, 3))).toEqual([])
    expect(findDeadModules([...days, dayOf(5, 60, 58, 57)])).toEqual([])
  })

  it('are not judged in the dark, alone, or unheard, and a shaded one lives', () => {
    const run = (...watts: readonly (number | undefined)[]) =>
      findDeadModules([1, 2, 3, 4].map((day) => dayOf(day, ...watts)))
    expect(run(3, 3, 0)).toEqual([])
    expect(run(60, 0)).toEqual([])
    expect(run(60, 58, undefined)).toEqual([])
    expect(run(60, 58, 6)).toEqual([])
  })

  it('keep a run over days that tell nothing', () => {
    const days = [dayOf(1, 60, 58, 0), dayOf(2, 2, 2, 0), dayOf(3, 60, 58, 0), dayOf(4, 60, 58, undefined)]
    expect(findDeadModules([...days, dayOf(5, 60, 58, 0)])).toEqual([{ deviceId: 3, sinceMs: DAY_MS }])
  })
})
