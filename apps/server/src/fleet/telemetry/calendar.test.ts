import { describe, expect, it } from 'vitest'
import { periodOf } from './calendar.ts'

const HOUR = 3_600_000
const at = (iso: string): number => Date.parse(iso)

function hoursOfDay(iso: string, zone: string): number[] {
  const { dayStartMs, dayEndMs } = periodOf(at(iso), zone)
  const lengths: number[] = []
  for (let t = dayStartMs; t < dayEndMs; ) {
    const period = periodOf(t, zone)
    expect(period.dayStartMs).toBe(dayStartMs)
    expect(period.hourStartMs).toBe(t)
    expect(periodOf(period.hourEndMs - 1, zone)).toEqual(period)
    lengths.push((period.hourEndMs - period.hourStartMs) / HOUR)
    t = period.hourEndMs
  }
  return lengths
}

describe('periods of a plant', () => {
  it('has 24 hours on a regular day, also in a half-hour zone', () => {
    expect(hoursOfDay('2026-06-10T12:00Z', 'Europe/Berlin')).toEqual(Array(24).fill(1))
    expect(hoursOfDay('2026-06-10T12:00Z', 'Asia/Kolkata')).toEqual(Array(24).fill(1))
    expect(periodOf(at('2026-06-10T12:10Z'), 'Asia/Kolkata').hourStartMs).toBe(at('2026-06-10T11:30Z'))
  })

  it('has 23 and 25 hours when the clocks change', () => {
    expect(hoursOfDay('2026-03-29T12:00Z', 'Europe/Berlin')).toEqual(Array(23).fill(1))
    expect(hoursOfDay('2026-10-25T12:00Z', 'Europe/Berlin')).toEqual(Array(25).fill(1))
  })

  it('covers the half-hour change of Lord Howe without a gap', () => {
    for (const [iso, hours] of [
      ['2026-04-05T00:00Z', 24.5],
      ['2026-10-04T00:00Z', 23.5],
    ] as const) {
      expect(hoursOfDay(iso, 'Australia/Lord_Howe').reduce((a, b) => a + b)).toBe(hours)
    }
  })

  it('derives month and year from the local date', () => {
    const period = periodOf(at('2025-12-31T23:30Z'), 'Europe/Berlin')
    expect(period.date).toBe('2026-01-01')
    expect(period.monthStartMs).toBe(at('2025-12-31T23:00Z'))
    expect(period.yearStartMs).toBe(at('2025-12-31T23:00Z'))
  })
})
