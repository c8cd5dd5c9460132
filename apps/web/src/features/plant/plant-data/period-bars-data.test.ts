import { describe, expect, it } from 'vitest'
import type { PeriodEnergies } from '../../../api/plant-figures.ts'
import { barParts, keyOfRow, keysOf, levelBelow, rowsByKey, selfUsePercent } from './period-bars-data.ts'

const row = (more: Partial<PeriodEnergies>): PeriodEnergies =>
  ({ year: 2026, month: 0, day: 0, pvToLoadWh: null, ...more }) as PeriodEnergies
const all = { grid: true, load: true, battery: true, generator: false, ups: false }

describe('keysOf', () => {
  it('has every day of a month and every month of a year', () => {
    expect(keysOf('month', '2028-02', [], '2028-02-10')).toHaveLength(29)
    expect(keysOf('month', '2026-09', [], '2026-09-12').at(-1)).toBe('2026-09-30')
    expect(keysOf('year', '2026', [], '2026-09-12')).toHaveLength(12)
  })

  it('has all years from the first with data to this one', () => {
    expect(keysOf('total', '', [row({ year: 2023 }), row({ year: 2026 })], '2026-09-12')).toEqual([
      '2023',
      '2024',
      '2025',
      '2026',
    ])
    expect(keysOf('total', '', [], '2026-09-12')).toEqual(['2026'])
  })
})

it('finds the row of each key', () => {
  expect(keyOfRow('month', row({ month: 3, day: 7 }))).toBe('2026-03-07')
  expect(keyOfRow('year', row({ month: 11 }))).toBe('2026-11')
  const rows = rowsByKey('year', ['2026-01', '2026-02'], [row({ month: 2 })])
  expect(rows.map((item) => item?.month)).toEqual([undefined, 2])
})

it('splits the bars only where consumption is known', () => {
  expect(barParts(all, [row({})]).map(({ id }) => id)).toEqual(['production'])
  expect(barParts(all, [row({ pvToLoadWh: 1000 })]).map(({ id }) => id)).toEqual([
    'use',
    'store',
    'feed',
    'sun',
    'release',
    'buy',
  ])
  expect(barParts({ ...all, load: false }, [row({ pvToLoadWh: 1000 })])).toHaveLength(1)
})

it('tells feed-in from purchase without color', () => {
  const parts = barParts(all, [row({ pvToLoadWh: 1000 })]).filter(({ color }) => color === 'grid')
  expect(parts.map(({ id, pattern }) => [id, pattern])).toEqual([
    ['feed', 'stripes'],
    ['buy', 'dots'],
  ])
})

it('computes the share that was self-consumed', () => {
  expect(selfUsePercent(row({ pvWh: 10000, pvToLoadWh: 2000, pvToBatteryWh: 3000 }))).toBe(50)
  expect(selfUsePercent(row({ pvWh: 10000, pvToLoadWh: 2000, pvToBatteryWh: null }))).toBe(20)
  expect(selfUsePercent(row({ pvWh: 0, pvToLoadWh: 0 }))).toBeNull()
})

it('opens the next smaller period', () => {
  expect(levelBelow('total', '2026')).toEqual({ view: 'year', date: '2026-01-01' })
  expect(levelBelow('year', '2026-09')).toEqual({ view: 'month', date: '2026-09-01' })
  expect(levelBelow('month', '2026-09-12')).toEqual({ view: 'day', date: '2026-09-12' })
})
