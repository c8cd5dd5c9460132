import { expect, it } from 'vitest'
import { firstWeekday, monthSheet } from './calendar-grid.ts'

it('covers a month in whole weeks', () => {
  const sheet = monthSheet('2026-09', 1)
  expect(sheet[0]?.[0]).toBe('2026-08-31')
  expect(sheet.at(-1)?.at(-1)).toBe('2026-10-04')
  expect(sheet).toHaveLength(5)
  expect(monthSheet('2026-09', 7)[0]?.[0]).toBe('2026-08-30')
  // February 2027 begins on a Monday and fills four weeks exactly.
  expect(monthSheet('2027-02', 1)).toHaveLength(4)
  for (const week of monthSheet('2026-03', 1)) expect(week).toHaveLength(7)
})

it('starts the week as usual in the language', () => {
  expect(firstWeekday('de-DE')).toBe(1)
  expect([1, 7]).toContain(firstWeekday('en-US'))
})
