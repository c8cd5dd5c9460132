import { describe, expect, it } from 'vitest'
import { languages } from '../languages.ts'
import { formatAge, formatDuration } from './age.ts'
import {
  formatDate,
  formatDayAndMonth,
  formatDayOfMonth,
  formatMonth,
  formatMonthName,
  formatWeekdayAndDate,
  formatWeekdayAndDay,
} from './date.ts'
import { formatExact, formatOffset, formatTimeOfDay, formatTimestamp } from './timestamp.ts'

const absent = [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]

it.each([
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00+02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00+01:00'],
  ['2026-06-01T12:00:00Z', 'America/St_Johns', '2026-06-01 09:30:00-02:30'],
])('%s in %s is %s in a file', (utc, zone, expected) => {
  expect(formatExact(Date.parse(utc), zone)).toBe(expected)
  expect(Date.parse(expected)).toBe(Date.parse(utc))
})

describe('formatTimestamp', () => {
  it.each([
    ['2026-07-24T11:05:00Z', 'Europe/Berlin', '2026-07-24 13:05:00', 'UTC+02:00'],
    ['2026-07-24T11:05:00.999Z', 'America/St_Johns', '2026-07-24 08:35:00', 'UTC-02:30'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00', 'UTC+02:00'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00', 'UTC+01:00'],
    ['2025-12-31T23:59:59Z', 'Asia/Kathmandu', '2026-01-01 05:44:59', 'UTC+05:45'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01 00:00:00', 'UTC+00:00'],
    ['1970-01-01T00:00:00Z', 'UTC', '1970-01-01 00:00:00', 'UTC+00:00'],
  ])('%s in %s is %s (%s)', (utc, zone, expected, offset) => {
    expect(formatTimestamp(Date.parse(utc), zone)).toBe(expected)
    expect(formatTimestamp(Date.parse(utc), zone, { offset: true })).toBe(`${expected} (${offset})`)
    expect(formatTimeOfDay(Date.parse(utc), zone)).toBe(expected.slice(11, 16))
  })

  it.each([...absent, 1e300])('%s is missing', (atMs) => {
    expect(formatTimestamp(atMs, 'UTC', { offset: true })).toBe('--')
    expect(formatTimeOfDay(atMs, 'UTC')).toBe('--')
  })

  it.each([
    ['de-DE', '24.07.2026, 13:05:09'],
    ['en-US', '07/24/2026, 01:05:09 PM'],
    ['zh-CN', '2026/07/24 13:05:09'],
  ])('is in the order of %s when preferred', (locale, expected) => {
    const atMs = Date.parse('2026-07-24T11:05:09.5Z')
    // Whether a blank may break the line differs from one Unicode release to the next.
    expect(formatTimestamp(atMs, 'Europe/Berlin', { locale }).replaceAll('\u202f', ' ')).toBe(expected)
    expect(formatTimestamp(atMs, 'Europe/Berlin', { locale, offset: true })).toMatch(/09\D* \(UTC\+02:00\)$/)
    expect(formatTimestamp(null, 'Europe/Berlin', { locale })).toBe('--')
    const minute = formatTimestamp(atMs, 'Europe/Berlin', { locale, seconds: false }).replaceAll('\u202f', ' ')
    expect(minute).toBe(expected.replace(':09', ''))
  })

  it('ends with the minute when asked to', () => {
    const atMs = Date.parse('2026-07-24T11:05:09.5Z')
    expect(formatTimestamp(atMs, 'UTC', { seconds: false })).toBe('2026-07-24 11:05')
    expect(formatTimestamp(atMs, 'UTC', { seconds: false, offset: true })).toBe('2026-07-24 11:05 (UTC+00:00)')
  })

  it('writes offsets west and of half hours', () => {
    expect([0, 60, -210, 345, 840, -44.5].map(formatOffset)).toEqual([
      'UTC+00:00',
      'UTC+01:00',
      'UTC-03:30',
      'UTC+05:45',
      'UTC+14:00',
      'UTC-00:44',
    ])
  })
})

describe('dates', () => {
  it('follow the order of the language', () => {
    expect(formatDate('2026-07-24', 'en-US')).toBe('Jul 24, 2026')
    expect(formatDate('2026-07-24', 'zh-CN')).toBe('2026年7月24日')
    expect(formatDate('2026-07-24', 'de-DE')).toBe('24. Juli 2026')
    expect(formatDayAndMonth('2026-07-24', 'en-US')).toBe('Jul 24')
    expect(formatDayOfMonth('2026-07-24', 'zh-CN')).toBe('24日')
    expect(formatDayOfMonth('2026-07-04', 'en-US')).toBe('4')
    expect(formatWeekdayAndDate('2026-07-24', 'en-US')).toBe('Fri, Jul 24, 2026')
    expect(formatWeekdayAndDate('2026-07-24', 'de-DE')).toBe('Fr., 24. Juli 2026')
    expect(formatWeekdayAndDate('2026-07-24', 'zh-CN')).toBe('2026年7月24日周五')
    expect(formatWeekdayAndDay('2026-07-24', 'en-US')).toBe('Fri 24')
    expect(formatWeekdayAndDay('2026-07-24', 'zh-CN')).toBe('24日 周五')
    expect(formatWeekdayAndDay('nonsense', 'zh-CN')).toBe('--')
    // A line never ends between the day and the month.
    expect(formatDate('2026-07-24', 'cs-CZ')).toBe('24.\u00a07.\u00a02026')
    expect(formatMonth('2026-07', 'en-US')).toBe('Jul 2026')
    expect(formatMonth('2026-07', 'zh-CN')).toBe('2026年7月')
    expect(formatMonthName('2026-07', 'zh-CN')).toBe('7月')
  })

  it.each([null, undefined, '', '2026-02-30', 'x'])('%j is missing', (date) => {
    expect(formatDate(date, 'en-US')).toBe('--')
    expect(formatMonth(date, 'en-US')).toBe('--')
  })

  it('never fall on the day before, in any zone of the process', () => {
    for (const { locale } of languages) expect(formatDayOfMonth('2026-01-01', locale)).toMatch(/^1(\D|$)/)
  })
})

describe('formatAge', () => {
  it.each([
    [0, 'en-US', 'now'],
    [999, 'en-US', 'now'],
    [14_000, 'en-US', '14 sec. ago'],
    [59_999, 'en-US', '59 sec. ago'],
    [60_000, 'en-US', '1 min. ago'],
    [3_599_999, 'en-US', '59 min. ago'],
    [7_200_000, 'en-US', '2 hr. ago'],
    [86_400_000, 'en-US', '1 day ago'],
    [86_400_000 * 400, 'en-US', '400 days ago'],
    [14_000, 'zh-CN', '14秒前'],
    [14_000, 'ja-JP', '14秒前'],
    [300_000, 'de-DE', 'vor 5 Min.'],
    [-20_000, 'en-US', 'now'],
    [-7_200_000, 'en-US', 'in 2 hr.'],
  ])('%d ms in %s: %s', (ageMs, locale, expected) => expect(formatAge(ageMs, locale)).toBe(expected))

  it.each(absent)('%s is missing', (ageMs) => expect(formatAge(ageMs, 'en-US')).toBe('--'))
})

describe('formatDuration', () => {
  it.each([
    [0, 'en-US', '0 sec'],
    [999, 'en-US', '0 sec'],
    [65_000, 'en-US', '1 min 5 sec'],
    [3_600_000, 'en-US', '1 hr'],
    [3_605_000, 'en-US', '1 hr'],
    [7_500_000, 'en-US', '2 hr 5 min'],
    [90_000_000, 'en-US', '1 day 1 hr'],
    [11_400_000, 'zh-CN', '3小时10分钟'],
    [252_000_000, 'ja-JP', '2日22時間'],
    [252_000_000, 'de-DE', '2 Tage, 22 Std.'],
    [-1, 'en-US', '--'],
  ])('%d ms in %s: %s', (durationMs, locale, expected) => expect(formatDuration(durationMs, locale)).toBe(expected))

  it.each(absent)('%s is missing', (durationMs) => expect(formatDuration(durationMs, 'en-US')).toBe('--'))
})
