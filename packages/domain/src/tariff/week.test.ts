import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findScheduleFault, slotPrices, weekdays } from './schedule.ts'
import { evenWeek, levelsOf, paintWeek, stepOf, toSchedule, toWeek, toWindows, type Week } from './week.ts'

const stroke = fc.record({
  days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
  from: fc.integer({ min: 0, max: 95 }),
  length: fc.integer({ min: 1, max: 96 }),
  level: fc.integer({ min: 0, max: 2 }),
})
const paint = (
  strokes: readonly { days: (1 | 2 | 3 | 4 | 5 | 6 | 7)[]; from: number; length: number; level: number }[],
): Week =>
  strokes.reduce<Week>(
    (week, { days, from, length, level }) =>
      paintWeek(week, { days, fromMinute: from * 15, toMinute: Math.min(1_440, (from + length) * 15), level }),
    evenWeek(0),
  )

describe('a painted week', () => {
  it('becomes windows that cover the week once, and is read back from them', () => {
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 6 }), (strokes) => {
        const week = paint(strokes)
        const prices = [0.1, 0.2, 0.3]
        const schedule = toSchedule([{ from: '01-01', week }], prices)
        expect(findScheduleFault(schedule)).toBeNull()
        const [season] = schedule.seasons
        if (!season) throw new Error('one season')
        expect(toWeek(season, prices).week).toEqual(week)
        for (const day of weekdays)
          expect([...slotPrices(season, day)]).toEqual(week[day - 1]?.map((level) => prices[level]))
      }),
      { numRuns: 30 },
    )
  })

  it('has one window per stretch, shared by the days that are alike', () => {
    const week = paintWeek(evenWeek(0), { days: [1, 2, 3, 4, 5], fromMinute: 420, toMinute: 1_320, level: 1 })
    expect(toWindows(week, [0.2, 0.4])).toEqual([
      { days: [1, 2, 3, 4, 5], fromMinute: 0, toMinute: 420, price: 0.2 },
      { days: [1, 2, 3, 4, 5], fromMinute: 420, toMinute: 1_320, price: 0.4 },
      { days: [1, 2, 3, 4, 5], fromMinute: 1_320, toMinute: 1_440, price: 0.2 },
      { days: [6, 7], fromMinute: 0, toMinute: 1_440, price: 0.2 },
    ])
    // Two levels of one price are one stretch.
    expect(toWindows(week, [0.2, 0.2])).toEqual([{ days: [...weekdays], fromMinute: 0, toMinute: 1_440, price: 0.2 }])
  })

  it('has its prices as levels, lowest first', () => {
    const schedule = toSchedule(
      [{ from: '01-01', week: paint([{ days: [1], from: 0, length: 4, level: 1 }]) }],
      [0.4, 0.1],
    )
    expect(levelsOf(schedule)).toEqual([0.1, 0.4])
  })

  it('is shown in hours unless it changes at half or quarter hours', () => {
    const from = (minute: number): Week =>
      paintWeek(evenWeek(0), { days: [3], fromMinute: minute, toMinute: 1_440, level: 1 })
    expect([stepOf([from(60)]), stepOf([from(90)]), stepOf([from(105)]), stepOf([from(60), from(30)])]).toEqual([
      60, 30, 15, 30,
    ])
  })
})
