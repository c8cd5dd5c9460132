import { DAY_MS } from '@heliograph/domain/duration.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds } from '@heliograph/domain/time.ts'
import { describe, expect, it } from 'vitest'
import { alignLine, besideBounds, figuresOf } from './explorer-beside.ts'
import type { ExplorerLine } from './explorer-lines.ts'

const ZONE = 'Europe/Berlin'
const june = { from: '2026-06-01', to: '2026-06-30' }
const may = { from: '2026-05-01', to: '2026-05-31' }
/** A line of daily energies, kWh. */
const line = (
  id: string,
  from: string,
  kwh: readonly (number | null)[],
  ratedKw: number | null = 10,
  quantity: QuantityId = 'generationTotalWh',
): ExplorerLine => ({
  id,
  name: id,
  color: 'chart-1',
  stroke: 'solid',
  axis: 'Wh',
  unit: 'Wh',
  quantity: getQuantity(quantity),
  points: kwh.map((value, day) => ({
    atMs: dayBounds(from, ZONE).fromMs + day * DAY_MS,
    value: value === null ? null : value * 1_000,
  })),
  source: { kind: 'increment', step: 'day', divisorKw: null, ratedKw } as ExplorerLine['source'],
})
/** A line of daily means, °C. */
const warmth = (id: string, degC: readonly number[]): ExplorerLine => {
  const energies = line(id, june.from, degC, null, 'inverterTemperatureC')
  return { ...energies, axis: '°C', unit: '°C', source: { ...energies.source, kind: 'reading' } }
}

describe('the other period', () => {
  it('is the one before, or the same a year before', () => {
    expect(besideBounds('before', 'month', '2026-06-01', june)).toEqual(may)
    expect(besideBounds('year', 'month', '2026-06-01', june)).toEqual({ from: '2025-06-01', to: '2025-06-30' })
    expect(besideBounds('year', 'day', '2024-02-29', { from: '2024-02-29', to: '2024-02-29' })).toEqual({
      from: '2023-02-28',
      to: '2023-02-28',
    })
    expect(besideBounds('before', 'year', '2026-03-04', { from: '2026-01-01', to: '2026-12-31' })).toEqual({
      from: '2025-01-01',
      to: '2025-12-31',
    })
    expect(besideBounds('before', 'range', '2026-06-01', { from: '2026-06-05', to: '2026-06-07' })).toEqual({
      from: '2026-06-02',
      to: '2026-06-04',
    })
    expect(besideBounds('before', 'total', '2026-06-01', june)).toBeUndefined()
  })

  it('stands on the days of the chosen one by the clock of the plant, and ends with it', () => {
    const options = { zone: ZONE, name: 'May', isByMonth: false, nowMs: dayBounds('2027-01-01', ZONE).fromMs }
    const aligned = alignLine(line('a', may.from, Array(31).fill(1)), june, may, options)
    expect(aligned.points).toHaveLength(30)
    expect(aligned.points[0]?.atMs).toBe(dayBounds('2026-06-01', ZONE).fromMs)
    // October has a day of 25 hours.
    const october = { from: '2026-10-01', to: '2026-10-31' }
    const september = { from: '2026-09-01', to: '2026-09-30' }
    const late = alignLine(line('a', september.from, Array(30).fill(1)), october, september, options)
    expect(late.points.at(-1)?.atMs).toBe(dayBounds('2026-10-30', ZONE).fromMs)
  })

  it('goes as far as a period that still runs', () => {
    const options = { zone: ZONE, name: 'May', isByMonth: false, nowMs: dayBounds('2026-06-10', ZONE).fromMs + 1 }
    expect(alignLine(line('a', may.from, Array(31).fill(1)), june, may, options).points).toHaveLength(10)
  })
})

describe('figures', () => {
  it('are sums, per kWp, and the difference to the first', () => {
    const [own, other] = figuresOf([line('a', june.from, [10, 20, 30]), line('b', june.from, [10, 10, 10], 5)])
    expect(own).toMatchObject({ kind: 'sum', amount: 60_000, perKw: 6_000, change: null })
    expect(other).toMatchObject({ amount: 30_000, perKw: 6_000, change: -50 })
  })

  it('are unknown without values or a rating, and no difference is drawn from a part', () => {
    const [own, empty, unrated, part] = figuresOf([
      line('a', june.from, [10, 20, 30]),
      line('b', june.from, [null, null]),
      line('c', june.from, [10, 20, 30], null),
      line('d', june.from, [10, null, null]),
    ])
    expect(own?.amount).toBe(60_000)
    expect(empty).toMatchObject({ amount: null, perKw: null, change: null })
    expect(unrated).toMatchObject({ amount: 60_000, perKw: null, change: 0 })
    expect(part).toMatchObject({ amount: 10_000, change: null })
  })

  it('differ from the same line in the other period, whichever stands first', () => {
    const options = { zone: ZONE, name: 'May', isByMonth: false, nowMs: dayBounds('2027-01-01', ZONE).fromMs }
    const own = [line('made', june.from, [40]), line('used', june.from, [10], null, 'loadTotalWh')]
    const before = [line('made', may.from, [20]), line('used', may.from, [15], null, 'loadTotalWh')]
    const aligned = before.map((other) => alignLine(other, june, may, options))
    expect(figuresOf([...own, ...aligned]).map(({ change }) => change)).toEqual([null, null, -50, 50])
  })

  it('have no share of a temperature, or of a base below zero', () => {
    expect(figuresOf([warmth('a', [5, 5]), warmth('b', [10, 10])]).map(({ change }) => change)).toEqual([null, null])
    const signed = [line('a', june.from, [-10, -10]), line('b', june.from, [10, 10])]
    expect(figuresOf(signed).map(({ change }) => change)).toEqual([null, null])
  })
})
