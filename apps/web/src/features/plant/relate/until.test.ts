import { expect, it } from 'vitest'
import { findSpan, lastDayOf, toEndMs, toLastDay } from './until.ts'

it('a share ends with its last day at the plant, also on a day of a clock change', () => {
  expect(toEndMs('2026-06-15', 'Europe/Berlin')).toBe(Date.parse('2026-06-15T22:00:00Z'))
  expect(toEndMs('2026-10-25', 'Europe/Berlin')).toBe(Date.parse('2026-10-25T23:00:00Z'))
  expect(toEndMs('', 'Europe/Berlin')).toBeNull()
})

it('the last day is shown again', () => {
  for (const zone of ['Europe/Berlin', 'Asia/Shanghai', 'America/Los_Angeles'])
    for (const day of ['2026-03-29', '2026-10-25', '2027-01-01']) expect(toLastDay(toEndMs(day, zone), zone)).toBe(day)
  expect(toLastDay(null, 'Europe/Berlin')).toBe('')
})

it('a span ends with the same day of tomorrow or next week, or not at all', () => {
  expect(lastDayOf('day', '2026-02-28')).toBe('2026-03-01')
  expect(lastDayOf('week', '2026-12-28')).toBe('2027-01-04')
  expect(lastDayOf('open', '2026-12-28')).toBe('')
  expect(findSpan('2027-01-04', '2026-12-28')).toBe('week')
  expect(findSpan('', '2026-12-28')).toBe('open')
  expect(findSpan('2027-01-05', '2026-12-28')).toBeUndefined()
})
