import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import reference from './fixtures/timezone_offsets.json' with { type: 'json' }
import {
  addDays,
  addMonths,
  dayBounds,
  daysBetween,
  hourStarts,
  isDate,
  isDaylightSaving,
  isZone,
  localDate,
  monthBounds,
  offsetMinutes,
  yearBounds,
} from './time.ts'

const HOUR_MS = 3_600_000
const hours = (date: string, zone: string): number => {
  const { fromMs, toMs } = dayBounds(date, zone)
  return (toMs - fromMs) / HOUR_MS
}
const iso = (atMs: number): string => new Date(atMs).toISOString()

describe('offsetMinutes and localDate', () => {
  it('agree with every row of the reference table', () => {
    expect(reference.cases.length).toBeGreaterThan(100)
    for (const row of reference.cases) {
      const atMs = Date.parse(row.utc)
      expect([row.zone, row.utc, offsetMinutes(atMs, row.zone)]).toEqual([row.zone, row.utc, row.offset_minutes])
      expect(localDate(atMs, row.zone)).toBe(row.local.slice(0, 10))
    }
  })

  it('agree with Intl at any instant in any zone, in any order', () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Kolkata', 'Europe/Kyiv']
    const formats = new Map<string, Intl.DateTimeFormat>()
    const local = (atMs: number, timeZone: string): string => {
      const known =
        formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
      formats.set(timeZone, known)
      return known.format(atMs)
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.parse('1975-01-01'), max: Date.parse('2060-01-01') }),
        (zone, atMs) => {
          const wall = new Date(atMs + offsetMinutes(atMs, zone) * 60_000).toISOString().slice(0, 19).replace('T', ' ')
          expect(wall).toBe(local(atMs, zone))
          expect(localDate(atMs, zone)).toBe(wall.slice(0, 10))
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('keep the seconds of a zone on local mean time', () => {
    expect(offsetMinutes(0, 'Africa/Monrovia')).toBe(-44.5)
    expect(localDate(44 * 60_000, 'Africa/Monrovia')).toBe('1969-12-31')
    expect(localDate(45 * 60_000, 'Africa/Monrovia')).toBe('1970-01-01')
  })

  it('change at the exact millisecond', () => {
    const changeMs = Date.parse('2026-03-29T01:00:00Z')
    expect(offsetMinutes(changeMs - 1, 'Europe/Berlin')).toBe(60)
    expect(offsetMinutes(changeMs, 'Europe/Berlin')).toBe(120)
  })

  it('refuse invalid zones and instants', () => {
    expect(() => offsetMinutes(0, 'Mars/Olympus')).toThrow(RangeError)
    expect(() => localDate(Number.NaN, 'UTC')).toThrow(RangeError)
    expect(() => localDate(0, '')).toThrow(RangeError)
  })
})

describe('isZone', () => {
  it.each([
    'Europe/Berlin',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'Europe/Kiev',
    'Europe/Kyiv',
    'UTC',
    'GMT',
    'Etc/GMT+5',
    'America/Argentina/San_Juan',
  ])('accepts %s', (zone) => {
    expect(isZone(zone)).toBe(true)
  })
  it.each([
    '',
    'Berlin',
    '+02:00',
    'UTC+2',
    'Europe/Berlin ',
    'Europe/Nowhere',
    '../etc/passwd',
    'A'.repeat(5000),
    "UTC'; drop table",
  ])('refuses %s', (zone) => {
    expect(isZone(zone)).toBe(false)
  })
  it('treats aliases alike', () => {
    const atMs = Date.parse('2026-07-01T00:00:00Z')
    expect(offsetMinutes(atMs, 'Asia/Calcutta')).toBe(330)
    expect(offsetMinutes(atMs, 'Europe/Kiev')).toBe(offsetMinutes(atMs, 'Europe/Kyiv'))
  })
})

describe('dayBounds', () => {
  it.each([
    ['2026-07-24', 'Europe/Berlin', '2026-07-23T22:00:00.000Z', 24],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 24.5],
    ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00.000Z', 23.5],
    // Clocks went forward at midnight: the day began at 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    // Clocks went back at midnight: 23:00 to 24:00 of the 17th came twice.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', 25],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', 23],
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00.000Z', 24],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 24],
    ['2026-07-24', 'Asia/Kathmandu', '2026-07-23T18:15:00.000Z', 24],
    ['2016-12-31', 'UTC', '2016-12-31T00:00:00.000Z', 24],
  ])('%s in %s begins at %s and has %d hours', (date, zone, fromIso, length) => {
    expect(iso(dayBounds(date, zone).fromMs)).toBe(fromIso)
    expect(hours(date, zone)).toBe(length)
  })

  it('assigns every instant to exactly one day, its own date', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.parse('2012-01-01'), max: Date.parse('2040-01-01') }),
        (zone, atMs) => {
          const date = localDate(atMs, zone)
          const { fromMs, toMs } = dayBounds(date, zone)
          expect(toMs).toBe(dayBounds(addDays(date, 1), zone).fromMs)
          expect(fromMs).toBeLessThanOrEqual(atMs)
          expect(atMs).toBeLessThan(toMs)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('leaves no gap or overlap where clocks went back a minute after midnight', () => {
    const before = dayBounds('2010-11-06', 'America/St_Johns')
    const after = dayBounds('2010-11-07', 'America/St_Johns')
    expect(before.toMs).toBe(after.fromMs)
    expect([hours('2010-11-06', 'America/St_Johns'), hours('2010-11-07', 'America/St_Johns')]).toEqual([24, 25])
  })

  it.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '', '2026-01-01T00:00', 'yesterday'])(
    'refuses %j',
    (date) => {
      expect(isDate(date)).toBe(false)
      expect(() => dayBounds(date, 'UTC')).toThrow(RangeError)
    },
  )
})

describe('hourStarts', () => {
  it.each([
    ['2026-07-24', 'Europe/Berlin', 24],
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-04-05', 'Australia/Lord_Howe', 24],
    ['2026-10-04', 'Australia/Lord_Howe', 24],
    ['2018-11-04', 'America/Sao_Paulo', 23],
    ['2018-02-17', 'America/Sao_Paulo', 25],
    ['2026-07-24', 'Asia/Kathmandu', 24],
    ['2011-12-30', 'Pacific/Apia', 0],
    // Two hours at once, the only zone that does so.
    ['2026-03-29', 'Antarctica/Troll', 22],
    ['2026-10-25', 'Antarctica/Troll', 26],
  ])('%s in %s: %d', (date, zone, count) => {
    expect(hourStarts(date, zone)).toHaveLength(count)
  })

  it('makes one hour of 90 minutes and one of 30 on Lord Howe', () => {
    const minutes = (date: string) => {
      const starts = [...hourStarts(date, 'Australia/Lord_Howe'), dayBounds(date, 'Australia/Lord_Howe').toMs]
      return starts.slice(1).map((start, n) => (start - starts[n]!) / 60_000)
    }
    expect(minutes('2026-04-05').slice(0, 4)).toEqual([60, 90, 60, 60])
    expect(minutes('2026-10-04').slice(0, 4)).toEqual([60, 60, 30, 60])
  })

  it('starts with the day, rises, and stays within it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.integer({ min: 0, max: 20_000 }),
        (zone, n) => {
          const date = addDays('1980-01-01', n)
          const { fromMs, toMs } = dayBounds(date, zone)
          const starts = hourStarts(date, zone)
          if (fromMs === toMs) return expect(starts).toEqual([])
          expect(starts[0]).toBe(fromMs)
          for (const [index, start] of starts.entries()) {
            const next = starts[index + 1] ?? toMs
            expect(next).toBeGreaterThan(start)
            expect(next - start).toBeLessThanOrEqual(1.5 * HOUR_MS)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('months and years', () => {
  it('are the sum of their days', () => {
    const march = monthBounds('2026-03', 'Europe/Berlin')
    expect((march.toMs - march.fromMs) / HOUR_MS).toBe(31 * 24 - 1)
    expect(march.fromMs).toBe(dayBounds('2026-03-01', 'Europe/Berlin').fromMs)
    expect(march.toMs).toBe(dayBounds('2026-04-01', 'Europe/Berlin').fromMs)
    const year = yearBounds('2028', 'America/New_York')
    expect((year.toMs - year.fromMs) / HOUR_MS).toBe(366 * 24)
    expect(yearBounds('2011', 'Pacific/Apia').toMs - yearBounds('2011', 'Pacific/Apia').fromMs).toBe(364 * 24 * HOUR_MS)
    expect(() => monthBounds('2026-13', 'UTC')).toThrow(RangeError)
    expect(() => yearBounds('26', 'UTC')).toThrow(RangeError)
  })

  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-29', 365, '2027-03-29'],
  ])('addDays(%s, %d) is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
    expect(daysBetween(date, expected)).toBe(days)
  })

  it.each([
    ['2026-01', -1, '2025-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-07', 30, '2029-01'],
  ])('addMonths(%s, %d) is %s', (month, months, expected) => {
    expect(addMonths(month, months)).toBe(expected)
  })
})

describe('isDaylightSaving', () => {
  it('agrees with the reference of the IANA database', () => {
    for (const { zone, utc, dst } of reference.cases)
      expect([zone, utc, isDaylightSaving(Date.parse(utc), zone)]).toEqual([zone, utc, dst])
  })

  it('counts the summer of Ireland and not the Ramadan of Morocco', () => {
    expect(isDaylightSaving(Date.parse('2026-07-01T00:00:00Z'), 'Europe/Dublin')).toBe(true)
    expect(isDaylightSaving(Date.parse('2026-03-01T00:00:00Z'), 'Africa/Casablanca')).toBe(false)
  })
})
