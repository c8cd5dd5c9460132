import { describe, expect, it } from 'vitest'
import { type DayPrices, seriesHours, slotOf, toDayPrices } from './price-series.ts'

const HOUR = 3_600_000
const prices = { series: 'A', factor: 2, surcharge: 0.5 }

describe('prices of a market', () => {
  it('are kept by UTC day and quarter hour', () => {
    const days = toDayPrices(
      [
        { atMs: Date.parse('2026-01-01T23:30:00Z'), price: 3 },
        { atMs: Date.parse('2026-01-02T00:00:00Z'), price: -1 },
      ],
      30,
    )
    expect([...days.keys()]).toEqual(['2026-01-01', '2026-01-02'])
    expect(days.get('2026-01-01')?.slice(92)).toEqual([null, null, 3, 3])
    expect(days.get('2026-01-02')?.slice(0, 3)).toEqual([-1, -1, null])
  })

  it.each([
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-06-01', 'Asia/Kathmandu', 24],
  ])('give each hour of %s in %s the mean of its own quarter hours', (date, zone, count) => {
    const startMs = Date.parse(`${date}T00:00:00Z`) - 24 * HOUR
    const points = Array.from({ length: 72 * 4 }, (_, i) => ({ atMs: startMs + i * 900_000, price: i }))
    const days = toDayPrices(points, 15)
    const hours = seriesHours(prices, date, zone, (name, day) => (name === 'A' ? days.get(day) : undefined))
    expect(hours).toHaveLength(count)
    expect(hours.slice(1).every((price, i) => price === (hours[i] ?? 0) + 2 * 4)).toBe(true)
  })

  it('are unknown for an hour of which a quarter hour is', () => {
    const { day, slot } = slotOf(Date.parse('2026-01-01T10:15:00Z'))
    const known: (number | null)[] = new Array(96).fill(1)
    known[slot] = null
    const find = (_: string, asked: string): DayPrices | undefined => (asked === day ? known : undefined)
    const hours = seriesHours(prices, '2026-01-01', 'UTC', find)
    expect(hours.map((price, at) => (price === null ? at : -1)).filter((at) => at >= 0)).toEqual([10])
    expect(hours[0]).toBe(2.5)
  })
})
