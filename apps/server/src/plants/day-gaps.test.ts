import { describe, expect, it } from 'vitest'
import { dayGaps, dueTime } from './day-gaps.ts'

const hour = 3_600_000
const day = { fromMs: 0, toMs: 24 * hour }
const every5 = (fromHour: number, toHour: number) =>
  Array.from({ length: (toHour - fromHour) * 12 }, (_, n) => ({ atMs: fromHour * hour + n * 300_000 }))
const hours = (gaps: readonly { fromMs: number; toMs: number }[]) =>
  gaps.map(({ fromMs, toMs }) => [fromMs / hour, toMs / hour].map((one) => Math.round(one * 10) / 10))
const sun = { sunriseMs: 6 * hour, sunsetMs: 18 * hour }

describe('the gaps of a day', () => {
  it('include the night only for plants that report at night', () => {
    const points = [...every5(6, 12), ...every5(14, 18)]
    const due = (sleeps: boolean) => dueTime({ day, ...sun, sleeps, sinceMs: -1, nowMs: 48 * hour })
    expect(hours(dayGaps(points, due(true), 300_000))).toEqual([[11.9, 14]])
    expect(hours(dayGaps(points, due(false), 300_000))).toEqual([
      [0, 6],
      [11.9, 14],
      [17.9, 24],
    ])
  })

  it("lie between the plant's creation and now", () => {
    const given = { day, ...sun, sleeps: false }
    expect(dayGaps(every5(9, 12), dueTime({ ...given, sinceMs: 9 * hour, nowMs: 12 * hour }), 300_000)).toEqual([])
    const late = dueTime({ ...given, sinceMs: 9 * hour, nowMs: 13 * hour })
    expect(hours(dayGaps(every5(9, 12), late, 300_000))).toEqual([[11.9, 13]])
  })

  it('are the whole day without data, and none in a polar night', () => {
    const given = { day, ...sun, sleeps: true, sinceMs: -1, nowMs: 48 * hour }
    expect(hours(dayGaps([], dueTime(given), 300_000))).toEqual([[7.5, 16.5]])
    const polar = dueTime({ ...given, sunriseMs: null, sunsetMs: null })
    expect(dayGaps([], polar, 300_000)).toEqual([])
  })
})
