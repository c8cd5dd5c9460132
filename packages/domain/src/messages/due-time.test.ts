import { describe, expect, it } from 'vitest'
import { digestTime, dueTime, promisedDate } from './due-time.ts'

const night = { fromMinute: 22 * 60, toMinute: 7 * 60, faultsPass: false }
const at = (text: string) => Date.parse(text)
const due = (nowMs: number, quiet: typeof night | null = night, level = 1, zone = 'Europe/Berlin', groupMinutes = 0) =>
  new Date(dueTime({ quiet, groupMinutes: groupMinutes as 0 | 5 }, { nowMs, zone, level })).toISOString()

describe('the time at which a message leaves', () => {
  it('is after the time of collecting', () => {
    expect(due(at('2026-06-01T10:00Z'), null, 1, 'Europe/Berlin', 5)).toBe('2026-06-01T10:05:00.000Z')
  })

  it('waits for the end of quiet hours by the clock of the plant', () => {
    expect(due(at('2026-06-01T20:30Z'))).toBe('2026-06-02T05:00:00.000Z')
    expect(due(at('2026-06-01T19:59Z'))).toBe('2026-06-01T19:59:00.000Z')
    expect(due(at('2026-06-02T04:59Z'))).toBe('2026-06-02T05:00:00.000Z')
    expect(due(at('2026-06-02T05:00Z'))).toBe('2026-06-02T05:00:00.000Z')
    expect(due(at('2026-06-01T20:30Z'), night, 1, 'America/New_York')).toBe('2026-06-01T20:30:00.000Z')
    expect(due(at('2026-06-01T21:30Z'), night, 1, 'Asia/Kolkata')).toBe('2026-06-02T01:30:00.000Z')
  })

  it('counts a message that is collected into quiet hours as quiet', () => {
    expect(due(at('2026-06-01T19:57Z'), night, 1, 'Europe/Berlin', 5)).toBe('2026-06-02T05:00:00.000Z')
  })

  it('lets faults pass where the person chose so', () => {
    const open = { ...night, faultsPass: true }
    expect(due(at('2026-06-01T20:30Z'), open, 2)).toBe('2026-06-01T20:30:00.000Z')
    expect(due(at('2026-06-01T20:30Z'), open, 1)).toBe('2026-06-02T05:00:00.000Z')
  })

  it('ends at the same clock time when the clocks change', () => {
    expect(due(at('2026-03-28T22:30Z'))).toBe('2026-03-29T05:00:00.000Z')
    expect(due(at('2026-10-24T21:30Z'))).toBe('2026-10-25T06:00:00.000Z')
  })

  it('takes quiet hours within a day', () => {
    const noon = { fromMinute: 12 * 60, toMinute: 14 * 60, faultsPass: false }
    expect(due(at('2026-06-01T10:30Z'), noon)).toBe('2026-06-01T12:00:00.000Z')
    expect(due(at('2026-06-01T12:00Z'), noon)).toBe('2026-06-01T12:00:00.000Z')
  })

  it('is past an end that the clocks skip', () => {
    const early = { fromMinute: 60, toMinute: 2 * 60 + 30, faultsPass: false }
    const end = dueTime(
      { quiet: early, groupMinutes: 0 },
      { nowMs: at('2026-03-29T00:30Z'), zone: 'Europe/Berlin', level: 0 },
    )
    expect(end).toBeGreaterThanOrEqual(at('2026-03-29T00:30Z'))
    expect(end).toBeLessThanOrEqual(at('2026-03-29T01:30Z'))
  })
})

describe('the time of a digest', () => {
  it('is the next morning, or the next Monday', () => {
    const next = (digest: 'daily' | 'weekly', text: string) =>
      new Date(digestTime(digest, at(text), 'Europe/Berlin')).toISOString()
    expect(next('daily', '2026-06-01T04:59Z')).toBe('2026-06-01T05:00:00.000Z')
    expect(next('daily', '2026-06-01T05:00Z')).toBe('2026-06-02T05:00:00.000Z')
    expect(next('weekly', '2026-06-02T05:00Z')).toBe('2026-06-08T05:00:00.000Z')
    expect(next('daily', '2026-10-24T12:00Z')).toBe('2026-10-25T06:00:00.000Z')
  })
})

describe('a daily promise', () => {
  const dateOf = (text: string, minute = 8 * 60) =>
    promisedDate({ minute, channel: 'email' }, Date.parse(text), 'Europe/Berlin')

  it('is due for an hour from its minute on, by the clock of the person', () => {
    expect(dateOf('2026-06-01T05:59:59Z')).toBeNull()
    expect(dateOf('2026-06-01T06:00Z')).toBe('2026-06-01')
    expect(dateOf('2026-06-01T06:59:59Z')).toBe('2026-06-01')
    expect(dateOf('2026-06-01T07:00Z')).toBeNull()
  })

  it('follows daylight-saving time, and is due once on its days', () => {
    expect([dateOf('2026-12-01T06:30Z'), dateOf('2026-12-01T07:30Z')]).toEqual([null, '2026-12-01'])
    // 2:30 is skipped on 29 March and comes twice on 25 October.
    expect(dateOf('2026-03-29T01:30Z', 150)).toBe('2026-03-29')
    const october = [0, 30, 60, 90, 120, 150].map((minutes) =>
      dateOf(new Date(Date.parse('2026-10-25T00:00Z') + minutes * 60_000).toISOString(), 150),
    )
    expect(october.filter((date) => date !== null).length).toBe(2)
  })

  it('shortly before midnight is still that of its day', () => {
    expect(dateOf('2026-06-01T22:10Z', 23 * 60 + 50)).toBe('2026-06-01')
  })
})
