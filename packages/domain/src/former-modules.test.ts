import { describe, expect, it } from 'vitest'
import { changeModules, type DatedModules, largestWp, modulesOn, removeModules, versionsOf } from './former-modules.ts'
import type { ModulesOfPlant } from './module-plane.ts'

const of = (capacityWp: number): ModulesOfPlant => ({ capacityWp, azimuthDeg: 180, tiltDeg: 30, planes: [] })
const alone = (capacityWp: number): DatedModules => ({ ...of(capacityWp), formerModules: [] })
const told = (plant: DatedModules) => versionsOf(plant).map(({ from, modules }) => [from, modules.capacityWp])

describe('changeModules', () => {
  const grown = changeModules(alone(5000), of(10_000), '2026-03-10')

  it('keeps the days before and changes those from the day on', () => {
    expect(told(grown)).toEqual([
      [null, 5000],
      ['2026-03-10', 10_000],
    ])
    const on = (day: string) => modulesOn(grown, day).capacityWp
    expect(['2026-03-09', '2026-03-10', '2026-02', '2026-03', '2025', '2026'].map(on)).toEqual([
      ...[5000, 10_000, 5000, 10_000, 5000, 10_000],
    ])
    expect(largestWp(changeModules(grown, of(8000), '2026-04-01'))).toBe(10_000)
  })

  it('puts a third one between or behind, and the same day again in its place', () => {
    expect(told(changeModules(grown, of(8000), '2026-03-10'))).toEqual([
      [null, 5000],
      ['2026-03-10', 8000],
    ])
    expect(told(changeModules(grown, of(12_000), '2026-05-01'))).toEqual([
      [null, 5000],
      ['2026-03-10', 10_000],
      ['2026-05-01', 12_000],
    ])
    // Whoever names an earlier day says what was since then.
    expect(told(changeModules(grown, of(10_000), '2025-01-01'))).toEqual([
      [null, 5000],
      ['2025-01-01', 10_000],
    ])
  })

  it('forgets a change that was taken back, and all of them when it was always so', () => {
    expect(told(changeModules(grown, of(5000), '2026-03-10'))).toEqual([[null, 5000]])
    expect(told(changeModules(grown, of(9000), null))).toEqual([[null, 9000]])
  })
})

describe('removeModules', () => {
  const plant = changeModules(changeModules(alone(5000), of(10_000), '2026-03-10'), of(12_000), '2026-05-01')

  it('lets what was before count on', () => {
    const without = (from: string) => told(removeModules(plant, from) ?? alone(0))
    expect(without('2026-03-10')).toEqual([
      [null, 5000],
      ['2026-05-01', 12_000],
    ])
    expect(without('2026-05-01')).toEqual([
      [null, 5000],
      ['2026-03-10', 10_000],
    ])
    expect(removeModules(plant, '2026-03-11')).toBeUndefined()
  })

  it('joins two of the same size', () => {
    const back = changeModules(changeModules(alone(5000), of(9000), '2026-03-10'), of(5000), '2026-05-01')
    expect(told(removeModules(back, '2026-03-10') ?? alone(0))).toEqual([[null, 5000]])
  })
})
