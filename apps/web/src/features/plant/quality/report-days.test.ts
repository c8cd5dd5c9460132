import { describe, expect, it } from 'vitest'
import type { LoggerDay, ReportedLogger } from '../../../api/communication.ts'
import { byShare, daysWithTrouble, joinGaps, listDates, lookOfShare, shareOf, sumOf } from './report-days.ts'

const day = (date: string, expected: number, received: number, more: Partial<LoggerDay> = {}): LoggerDay => ({
  day: date,
  intervalS: 300,
  expected,
  received,
  gapCount: 0,
  gaps: [],
  restarts: 0,
  signal: null,
  delay: null,
  buffered: 0,
  firmware: '',
  deviceCount: 1,
  missing: [],
  ...more,
})
const logger = (serial: string, days: LoggerDay[]): ReportedLogger => ({
  loggerId: 1,
  wire: 'solarman-v5',
  serial,
  name: '',
  online: true,
  lastSeenMs: null,
  firmware: '',
  intervalS: 300,
  days,
})

describe('a communication report', () => {
  it('puts the worst logger first and one without expectations last', () => {
    const loggers = [
      logger('good', [day('2026-06-01', 100, 100)]),
      logger('idle', [day('2026-06-01', 0, 0)]),
      logger('bad', [day('2026-06-01', 100, 100), day('2026-06-02', 100, 20)]),
    ]
    expect(byShare(loggers).map(({ serial }) => serial)).toEqual(['bad', 'good', 'idle'])
    expect(sumOf(loggers[2]?.days ?? [])).toEqual({ expected: 200, received: 120 })
    expect(shareOf({ expected: 0, received: 0 })).toBeNull()
  })

  it('lists every date, also those without a count', () => {
    expect(listDates('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(listDates('2026-03-02', '2026-03-01')).toEqual([])
  })

  it('never calls a day full that lacks a record in a hundred', () => {
    expect([null, 100, 99.7, 99, 95, 80, 75, 10, 0].map(lookOfShare)).toEqual([
      'idle',
      'full',
      'full',
      'good',
      'good',
      'fair',
      'fair',
      'poor',
      'none',
    ])
  })

  it('names the days with a gap, a restart or a missing device, the latest first', () => {
    const days = [
      day('2026-06-01', 9, 9),
      day('2026-06-02', 9, 8, { gapCount: 1 }),
      day('2026-06-03', 9, 9, { restarts: 1 }),
      day('2026-06-04', 9, 9, { missing: [{ id: 1, name: 'A' }] }),
    ]
    expect(daysWithTrouble(logger('a', days)).map((item) => item.day)).toEqual([
      '2026-06-04',
      '2026-06-03',
      '2026-06-02',
    ])
  })

  it('tells gaps in a row as one, and those of another cause or device apart', () => {
    const gap = (fromMs: number, toMs: number, deviceName: string | null = null) =>
      ({ fromMs, toMs, records: 4, cause: 'unknown', deviceId: null, deviceName }) as const
    const joined = joinGaps([gap(20, 30), gap(0, 10), gap(10, 20), gap(50, 60), gap(60, 70, 'Barn')])
    expect(joined.map(({ fromMs, toMs, count }) => [fromMs, toMs, count])).toEqual([
      [0, 30, 3],
      [50, 60, 1],
      [60, 70, 1],
    ])
  })
})
