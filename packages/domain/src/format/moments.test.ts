import { describe, expect, it } from 'vitest'
import { getLanguage, languages } from '../languages.ts'
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
import { formatExact, formatMoment, formatOffset, formatTimeOfDay, formatTimestamp } from './timestamp.ts'

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

describe('formatMoment', () => {
  const atMs = Date.parse('2026-11-27T16:50:59Z')
  const write = (locale: string, nowMs = atMs, offset = false): string =>
    formatMoment(atMs, 'Europe/Berlin', locale, nowMs, { offset }).replace(/[\u202f\u00a0]/g, ' ')

  it.each([
    ['en-US', 'Nov 27, 17:50'],
    ['en-GB', '27 Nov, 17:50'],
    ['zh-CN', '11月27日 17:50'],
    ['de-DE', '27. Nov., 17:50'],
    ['es-ES', '27 nov, 17:50'],
    ['pt-BR', '27 de nov., 17:50'],
    ['pl-PL', '27 lis, 17:50'],
    ['nl-NL', '27 nov, 17:50'],
    ['fr-FR', '27 nov., 17:50'],
    ['ko-KR', '11월 27일 17:50'],
    ['vi-VN', '17:50 27 thg 11'],
    ['ja-JP', '11月27日 17:50'],
    ['it-IT', '27 nov, 17:50'],
    ['cs-CZ', '27. 11. 17:50'],
    ['sl-SI', '27. nov., 17:50'],
    ['tr-TR', '27 Kas 17:50'],
    ['ca-ES', '27 de nov., 17:50'],
    ['ro-RO', '27 nov., 17:50'],
    ['uk-UA', '27 лист., 17:50'],
  ])('in %s it is %s', (locale, expected) => expect(write(locale)).toBe(expected))

  it('never breaks before its offset', () => {
    expect(formatMoment(atMs, 'UTC', 'de-DE', atMs, { offset: true })).toBe('27.\u00a0Nov.,\u00a016:50 (UTC+00:00)')
  })

  it('names the year when it is not the current one, by the clock of the plant', () => {
    expect(write('en-US', Date.parse('2027-03-01T00:00:00Z'))).toBe('Nov 27, 2026, 17:50')
    const newYear = Date.parse('2026-12-31T23:30:00Z')
    expect(formatMoment(newYear, 'Europe/Berlin', 'en-US', newYear)).toBe('Jan\u00a01,\u00a000:30')
    expect(formatMoment(newYear, 'UTC', 'en-US', newYear + 3_600_000)).toBe('Dec\u00a031,\u00a02026,\u00a023:30')
  })

  it('tells two equal hours of autumn apart when asked to', () => {
    expect(write('de-DE', atMs, true)).toBe('27. Nov., 17:50 (UTC+01:00)')
    expect(formatMoment(null, 'UTC', 'de-DE', atMs)).toBe('--')
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
    [14_000, 'en-US', '14 s ago'],
    [59_999, 'en-US', '59 s ago'],
    [60_000, 'en-US', '1 min ago'],
    [3_599_999, 'en-GB', '59 min ago'],
    [7_200_000, 'en-US', '2 h ago'],
    [86_400_000, 'en-US', '1 day ago'],
    [172_800_000, 'de-DE', 'vor 2 Tagen'],
    [864_000_000, 'ja-JP', '10日前'],
    [39_600_000, 'zh-CN', '11 小时前'],
    [172_800_000, 'zh-CN', '2 天前'],
    [-3_000, 'en-US', 'now'],
    [-59_000, 'en-US', 'now'],
    [-7_200_000, 'en-US', 'in 2 h'],
    [-172_800_000, 'de-DE', 'in 2 Tagen'],
  ])('%d ms in %s: %s', (ageMs, locale, expected) => expect(formatAge(ageMs, locale)).toBe(expected))

  it.each(absent)('%s is missing', (ageMs) => expect(formatAge(ageMs, 'en-US')).toBe('--'))
})

describe('formatDuration', () => {
  it.each([
    [0, 'en-US', '0 s'],
    [999, 'en-US', '0 s'],
    [65_000, 'en-US', '1 min 5 s'],
    [3_600_000, 'en-US', '1 h'],
    [3_605_000, 'en-US', '1 h'],
    [7_500_000, 'en-GB', '2 h 5 min'],
    [90_000_000, 'en-US', '1 day 1 h'],
    [252_000_000, 'ja-JP', '2日22時間'],
    [252_000_000, 'zh-CN', '2 天 22 小时'],
    [252_000_000, 'de-DE', '2 Tage 22 h'],
    [-1, 'en-US', '--'],
  ])('%d ms in %s: %s', (durationMs, locale, expected) => expect(formatDuration(durationMs, locale)).toBe(expected))

  it.each(absent)('%s is missing', (durationMs) => expect(formatDuration(durationMs, 'en-US')).toBe('--'))

  // Each language has one form, and an age is that form with its word.
  it.each([
    ['en', '12 h 54 min', '12 h ago'],
    ['zh', '12 小时 54 分钟', '12 小时前'],
    ['de', '12 h 54 min', 'vor 12 h'],
    ['es', '12 h 54 min', 'hace 12 h'],
    ['pt', '12 h 54 min', 'há 12 h'],
    ['pl', '12 h 54 min', '12 h temu'],
    ['nl', '12 uur 54 min', '12 uur geleden'],
    ['fr', '12 h 54 min', 'il y a 12 h'],
    ['ko', '12시간 54분', '12시간 전'],
    ['vi', '12 giờ 54 phút', '12 giờ trước'],
    ['ja', '12時間54分', '12時間前'],
    ['it', '12 h 54 min', '12 h fa'],
    ['cs', '12 h 54 min', 'před 12 h'],
    ['sl', '12 h 54 min', 'pred 12 h'],
    ['tr', '12 sa 54 dk', '12 sa önce'],
    ['ca', '12 h 54 min', 'fa 12 h'],
    ['ro', '12 h 54 min', 'acum 12 h'],
    ['uk', '12 год 54 хв', '12 год тому'],
  ] as const)('in %s: %s, %s', (code, span, age) => {
    const { locale } = getLanguage(code)
    expect(formatDuration(46_440_000, locale)).toBe(span)
    expect(formatAge(46_440_000, locale)).toBe(age)
  })
})
