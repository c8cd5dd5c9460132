import type { CounterHistory } from '@heliograph/collect/way.ts'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { describe, expect, it } from 'vitest'
import { estimateCapacityWp } from './estimate-capacity.ts'

const startMs = Date.parse('2025-06-01T00:00:00Z')
/** A counter that rises by `bestWh` in the hour before noon of each day, and by half of it in the next one. */
const source = (
  days: number,
  bestWh: number,
  quantity: 'generationTotalWh' | 'gridImportTotalWh' = 'generationTotalWh',
) => {
  let totalWh = 5_000
  const rows: [number, number | null][] = []
  for (let day = 0; day < days; day += 1)
    for (let hour = 10; hour < 14; hour += 1) {
      totalWh += hour === 12 ? bestWh : hour === 13 ? bestWh / 2 : 0
      rows.push([startMs + day * DAY_MS + hour * HOUR_MS, totalWh])
    }
  return { key: 'solar 1', quantities: [quantity], rows } satisfies CounterHistory
}

describe('the size of a plant by its best hour', () => {
  it('counts sources of one hour together, and no other counter', () => {
    const sources = [source(320, 4_000), source(320, 1_600), source(320, 9_000, 'gridImportTotalWh')]
    expect(estimateCapacityWp(sources, 10_000)).toBe(7_000)
  })

  it('is not made smaller by a history without a summer', () => {
    expect(estimateCapacityWp([source(60, 800)], 10_000)).toBe(10_000)
    expect(estimateCapacityWp([source(60, 16_000)], 10_000)).toBe(20_000)
  })

  it('takes no step over a gap, down, or of nothing', () => {
    const rows: [number, number | null][] = [
      [startMs, 1_000],
      [startMs + HOUR_MS, null],
      [startMs + 2 * HOUR_MS, 90_000],
      [startMs + 3 * HOUR_MS, 0],
      [startMs + 4 * HOUR_MS, 0],
    ]
    expect(estimateCapacityWp([{ key: 'solar 1', quantities: ['generationTotalWh'], rows }], 10_000)).toBeUndefined()
    expect(estimateCapacityWp([], 10_000)).toBeUndefined()
  })
})
