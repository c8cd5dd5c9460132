import { createDaylightDue } from '@heliograph/solar/due-time.ts'
import { describe, expect, it } from 'vitest'
import { dayGaps, dueTime } from './day-gaps.ts'

const HOUR = 3_600_000
const day = { fromMs: 0, toMs: 24 * HOUR }
const every5 = (fromHour: number, toHour: number) =>
  Array.from({ length: (toHour - fromHour) * 12 }, (_, n) => ({ atMs: fromHour * HOUR + n * 300_000 }))
const hours = (gaps: readonly { fromMs: number; toMs: number }[]) =>
  gaps.map(({ fromMs, toMs }) => [fromMs / HOUR, toMs / HOUR].map((value) => Math.round(value * 10) / 10))
/** Daylight as the hours when data is due. */
const daylight = (...plan: readonly (readonly [number, number])[]) => ({
  windows: (fromMs: number, toMs: number) =>
    plan
      .map(([from, to]) => ({ fromMs: Math.max(fromMs, from * HOUR), toMs: Math.min(toMs, to * HOUR) }))
      .filter((window) => window.fromMs < window.toMs),
})
const sun = { daylight: daylight([7.5, 16.5]) }

describe('the gaps of a day', () => {
  it('include the night only for plants that report at night', () => {
    const points = [...every5(6, 12), ...every5(14, 18)]
    const due = (sleeps: boolean) => dueTime({ day, ...sun, sleeps, sinceMs: -1, nowMs: 48 * HOUR })
    expect(hours(dayGaps(points, due(true), 300_000))).toEqual([[11.9, 14]])
    expect(hours(dayGaps(points, due(false), 300_000))).toEqual([
      [0, 6],
      [11.9, 14],
      [17.9, 24],
    ])
  })

  it("lie between the plant's creation and now", () => {
    const options = { day, ...sun, sleeps: false }
    expect(dayGaps(every5(9, 12), dueTime({ ...options, sinceMs: 9 * HOUR, nowMs: 12 * HOUR }), 300_000)).toEqual([])
    const late = dueTime({ ...options, sinceMs: 9 * HOUR, nowMs: 13 * HOUR })
    expect(hours(dayGaps(every5(9, 12), late, 300_000))).toEqual([[11.9, 13]])
  })

  it('are the whole day without data, and none in a polar night', () => {
    const options = { day, ...sun, sleeps: true, sinceMs: -1, nowMs: 48 * HOUR }
    expect(hours(dayGaps([], dueTime(options), 300_000))).toEqual([[7.5, 16.5]])
    const polar = dueTime({ ...options, daylight: daylight() })
    expect(dayGaps([], polar, 300_000)).toEqual([])
  })

  it('takes silence of less than an hour after dawn and before dusk for sleep', () => {
    const due = dueTime({ day, ...sun, sleeps: true, sinceMs: -1, nowMs: 48 * HOUR })
    expect(dayGaps(every5(8, 16), due, 300_000)).toEqual([])
    expect(hours(dayGaps(every5(9, 15), due, 300_000))).toEqual([
      [7.5, 9],
      [14.9, 16.5],
    ])
    const soFar = dueTime({ day, ...sun, sleeps: true, sinceMs: -1, nowMs: 16 * HOUR })
    expect(hours(dayGaps(every5(8, 15.5), soFar, 300_000))).toEqual([[15.4, 16]])
  })

  it('counts a polar day whole, and each end of a day that begins at noon', () => {
    const options = { day, sleeps: true, sinceMs: -1, nowMs: 48 * HOUR }
    const svalbard = createDaylightDue(78.2, 15.6, { wakeDeg: null, dozeDeg: null })
    const fromMs = Date.parse('2026-06-20T22:00:00Z')
    const june = { fromMs, toMs: fromMs + 24 * HOUR }
    const due = dueTime({ ...options, day: june, daylight: svalbard, nowMs: june.toMs })
    expect(due.reduce((sum, window) => sum + window.toMs - window.fromMs, 0) / HOUR).toBeCloseTo(24, 1)
    const split = dueTime({ ...options, daylight: daylight([0, 4], [20, 24]) })
    expect(hours(dayGaps(every5(0, 2), split, 300_000))).toEqual([
      [1.9, 4],
      [20, 24],
    ])
  })
})
