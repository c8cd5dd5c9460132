import { dayBounds, monthBounds, yearBounds } from '@heliograph/domain/time.ts'
import { describe, expect, it } from 'vitest'
import { nameInstant, timeTicks } from './time-ticks.ts'

const BERLIN = 'Europe/Berlin'
const labels = (
  range: { fromMs: number; toMs: number },
  most: number,
  resolution: 'instant' | 'day' | 'month' | 'year',
) => timeTicks(range, BERLIN, 'en-US', most, resolution).map(({ label }) => label)

describe('timeTicks', () => {
  it("marks a day by the plant's hours", () => {
    expect(labels(dayBounds('2026-09-12', BERLIN), 7, 'instant')).toEqual([
      '00:00',
      '04:00',
      '08:00',
      '12:00',
      '16:00',
      '20:00',
      '00:00',
    ])
  })

  it('follows the wall clock on days of 23 and 25 hours', () => {
    for (const date of ['2026-03-29', '2026-10-25']) {
      const range = dayBounds(date, BERLIN)
      expect(range.toMs - range.fromMs).not.toBe(86_400_000)
      expect(labels(range, 5, 'instant')).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00'])
    }
  })

  it('tells the two hours apart that a zone has twice', () => {
    const night = { fromMs: Date.UTC(2026, 9, 24, 22), toMs: Date.UTC(2026, 9, 25, 4) }
    const found = timeTicks(night, BERLIN, 'en-GB', 12, 'instant').map(({ label }) => label)
    expect(new Set(found).size).toBe(found.length)
    expect(found.filter((label) => label.startsWith('02:00'))).toEqual(['02:00 CEST', '02:00 CET'])
    expect(nameInstant(Date.UTC(2026, 9, 25, 1, 30), BERLIN, 'en-GB', 'instant', false)).toBe('02:30 CET')
    // Half an hour on Lord Howe; none of it in spring.
    expect(nameInstant(Date.UTC(2026, 3, 4, 14, 45), 'Australia/Lord_Howe', 'en-US', 'instant', false)).toMatch(
      /^01:45 .+/,
    )
    expect(nameInstant(Date.UTC(2026, 2, 29, 1), BERLIN, 'en-GB', 'instant', false)).toBe('03:00')
  })

  it('starts with the first whole day where a range starts half a day early', () => {
    const { fromMs, toMs } = monthBounds('2026-10', BERLIN)
    const half = 12 * 3_600_000
    expect(labels({ fromMs: fromMs - half, toMs: toMs - half }, 11, 'day').slice(0, 3)).toEqual(['1', '4', '7'])
  })

  it('marks minutes when zoomed, also in a zone 45 minutes off', () => {
    const fromMs = Date.UTC(2026, 8, 12, 10, 3)
    const ticks = timeTicks({ fromMs, toMs: fromMs + 40 * 60_000 }, 'Asia/Kathmandu', 'en-US', 5, 'instant')
    expect(ticks.map(({ label }) => label)).toEqual(['15:50', '16:00', '16:10', '16:20'])
  })

  it('marks weeks, months and years', () => {
    const week = { fromMs: dayBounds('2026-09-07', BERLIN).fromMs, toMs: dayBounds('2026-09-13', BERLIN).toMs }
    expect(labels(week, 8, 'instant')[0]).toBe('Mon 7')
    expect(labels(monthBounds('2026-02', BERLIN), 15, 'day').slice(0, 3)).toEqual(['1', '3', '5'])
    expect(labels(yearBounds('2026', BERLIN), 12, 'month')).toHaveLength(12)
    expect(labels(yearBounds('2026', BERLIN), 6, 'month')).toEqual(['Jan', 'Mar', 'May', 'Jul', 'Sep', 'Nov'])
    const years = { fromMs: yearBounds('2019', BERLIN).fromMs, toMs: yearBounds('2026', BERLIN).toMs }
    expect(labels(years, 4, 'year')).toEqual(['2019', '2021', '2023', '2025'])
  })

  it('has at most one mark more than requested', () => {
    for (let most = 3; most < 30; most++)
      expect(labels(dayBounds('2026-09-12', BERLIN), most, 'instant').length).toBeLessThanOrEqual(most + 1)
  })
})

describe('nameInstant', () => {
  const atMs = Date.UTC(2026, 6, 24, 22, 5)
  it.each([
    ['instant', '00:05'],
    ['day', 'Jul 25, 2026'],
    ['month', 'Jul 2026'],
    ['year', '2026'],
  ] as const)("names a %s by the plant's clock", (resolution, expected) =>
    expect(nameInstant(atMs, BERLIN, 'en-US', resolution, false)).toBe(expected),
  )
})
