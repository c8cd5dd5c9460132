import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampDate,
  isCurrentPeriod,
  periodKey,
  periodRange,
  periodStart,
  periods,
  shiftPeriod,
  toAddress,
  weekStart,
} from './period.ts'

const dates = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

it('starts weeks on Monday', () => {
  expect(weekStart('2026-09-12')).toBe('2026-09-07')
  expect(weekStart('2026-09-07')).toBe('2026-09-07')
  expect(weekStart('2026-01-01')).toBe('2025-12-29')
})

describe('shiftPeriod', () => {
  it.each([
    ['day', '2026-03-01', -1, '2026-02-28'],
    ['week', '2026-09-12', 1, '2026-09-14'],
    ['month', '2026-03-31', -1, '2026-02-01'],
    ['year', '2026-02-28', 1, '2027-01-01'],
    ['total', '2026-02-28', 1, '2026-02-28'],
  ] as const)('%s %s by %d is %s', (period, date, by, expected) => expect(shiftPeriod(period, date, by)).toBe(expected))

  it('always reaches the next period, and returns to the same one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...periods.filter((period) => period !== 'total')), dates, (period, date) => {
        const next = shiftPeriod(period, date, 1)
        expect(periodKey(period, next) > periodKey(period, date)).toBe(true)
        expect(periodKey(period, shiftPeriod(period, next, -1))).toBe(periodKey(period, date))
        expect(periodKey(period, periodStart(period, date))).toBe(periodKey(period, date))
      }),
    )
  })
})

it('knows the present and never shows the future', () => {
  expect(isCurrentPeriod('month', '2026-09-01', '2026-09-12')).toBe(true)
  expect(isCurrentPeriod('day', '2026-09-11', '2026-09-12')).toBe(false)
  expect(clampDate('2026-09-20', '2026-09-12')).toBe('2026-09-12')
  expect(clampDate('nonsense', '2026-09-12')).toBe('2026-09-12')
  expect(clampDate('2019-01-01', '2026-09-12', '2024-05-01')).toBe('2024-05-01')
  expect(toAddress('month', '2026-09-01', '2026-09-12')).toBeNull()
  expect(toAddress('day', '2026-09-01', '2026-09-12')).toBe('2026-09-01')
})

it("bounds periods by the plant's clock", () => {
  const hours = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => (toMs - fromMs) / 3_600_000
  expect(hours(periodRange('day', '2026-03-29', 'Europe/Berlin'))).toBe(23)
  expect(hours(periodRange('week', '2026-03-25', 'Europe/Berlin'))).toBe(167)
  expect(hours(periodRange('month', '2026-02-10', 'Asia/Kolkata'))).toBe(28 * 24)
  expect(hours(periodRange('year', '2026-02-10', 'Asia/Kolkata'))).toBe(365 * 24)
})
