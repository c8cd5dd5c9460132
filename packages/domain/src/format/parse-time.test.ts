import { expect, it, test } from 'vitest'
import { guessTimeFormat, parseTime, toInstant } from './parse-time.ts'

test.each([
  ['2026-03-01T12:00:00Z', 'iso', { atMs: Date.parse('2026-03-01T12:00:00Z') }],
  ['2026-03-01 12:00+01:00', 'iso', { atMs: Date.parse('2026-03-01T11:00:00Z') }],
  ['2026-03-01', 'iso', { wallMs: Date.parse('2026-03-01T00:00:00Z') }],
  ['01.03.2026 24:00', 'dmy', { wallMs: Date.parse('2026-03-02T00:00:00Z') }],
  ['3/1/2026 1:05 PM', 'mdy', { wallMs: Date.parse('2026-03-01T13:05:00Z') }],
  ['1772366400', 'epochS', { atMs: 1_772_366_400_000 }],
  ['2026-02-30', 'iso', undefined],
  ['13/13/2026', 'dmy', undefined],
] as const)('%s as %s', (text, format, time) => expect(parseTime(text, format)).toEqual(time))

it('tells formats apart, and the hour that occurs twice', () => {
  expect(guessTimeFormat(['01.02.2026 10:00', '13.02.2026 10:00'])).toBe('dmy')
  expect(guessTimeFormat(['1/31/2026', '2/1/2026'])).toBe('mdy')
  expect(guessTimeFormat(['1772366400000'])).toBe('epochMs')
  const wall = Date.parse('2026-10-25T02:30:00Z')
  const first = toInstant(wall, 'Europe/Berlin', 0)
  expect(new Date(first).toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(toInstant(wall, 'Europe/Berlin', first) - first).toBe(3_600_000)
})
