import { describe, expect, it } from 'vitest'
import { clockOffsetS } from './device-clock.ts'

const clock = (text: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number)
  return { year, month, day, hour, minute, second }
}

describe("a device's own clock", () => {
  it.each([
    ['2026-06-15 12:00:00', '2026-06-15T10:00:00Z', 'Europe/Berlin', 0],
    // Standard time all year is right too.
    ['2026-06-15 11:00:30', '2026-06-15T10:00:00Z', 'Europe/Berlin', 30],
    ['2026-01-15 12:00:00', '2026-01-15T10:00:00Z', 'Europe/Berlin', 3_600],
    ['2026-06-15 10:00:00', '2026-06-15T10:00:00Z', 'Europe/Berlin', -3_600],
    ['2026-01-01 00:05:00', '2025-12-31T14:00:00Z', 'Australia/Sydney', 300],
    ['2026-06-15 15:45:00', '2026-06-15T10:00:00Z', 'Asia/Kathmandu', 0],
    ['2000-01-01 00:00:00', '2026-06-15T10:00:00Z', 'UTC', -834_832_800],
  ])('%s at %s in %s is %i s ahead', (shown, at, zone, ahead) => {
    expect(clockOffsetS(clock(shown), Date.parse(at), zone)).toBe(ahead)
  })
})
