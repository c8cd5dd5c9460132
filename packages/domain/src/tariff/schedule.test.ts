import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../duration.ts'
import { addDays, dayBounds, hourStarts } from '../time.ts'
import {
  findScheduleFault,
  flatPriceOf,
  flatSchedule,
  hourPrices,
  meanPrice,
  type PriceSchedule,
  type PriceWindow,
  seasonOf,
  type Weekday,
  weekdayOf,
  weekdays,
  wholeDayPrice,
} from './schedule.ts'

const window = (days: readonly Weekday[], from: number, to: number, price: number): PriceWindow => ({
  days,
  fromMinute: from * 60,
  toMinute: to * 60,
  price,
})
/** Day 07-22 on weekdays, night otherwise. */
const dayNight: PriceSchedule = {
  seasons: [
    {
      from: '01-01',
      windows: [
        window([1, 2, 3, 4, 5], 7, 22, 0.4),
        window([1, 2, 3, 4, 5], 0, 7, 0.2),
        window([1, 2, 3, 4, 5], 22, 24, 0.2),
        window([6, 7], 0, 24, 0.2),
      ],
    },
  ],
}

/** Any week that is cut at quarter hours, the same on some days. */
const anyWeek = fc
  .array(
    fc.record({
      cuts: fc.uniqueArray(fc.integer({ min: 1, max: 95 }), { maxLength: 5 }),
      price: fc.integer({ min: 0, max: 100 }),
    }),
    { minLength: 7, maxLength: 7 },
  )
  .map((days) =>
    days.flatMap(({ cuts, price }, index) => {
      const bounds = [0, ...[...cuts].sort((a, b) => a - b), 96]
      return bounds.slice(1).map((to, i) => ({
        days: [weekdays[index] ?? 1] as const,
        fromMinute: (bounds[i] ?? 0) * 15,
        toMinute: to * 15,
        price: (price + i * 7) / 100,
      }))
    }),
  )
const anySchedule: fc.Arbitrary<PriceSchedule> = fc
  .uniqueArray(fc.constantFrom('01-01', '03-15', '04-01', '10-01', '12-24'), { minLength: 1, maxLength: 3 })
  .chain((starts) =>
    fc.tuple(...starts.map((from) => anyWeek.map((windows) => ({ from, windows })))).map((seasons) => ({ seasons })),
  )

describe('a schedule', () => {
  it('without gap or overlap has no fault', () => {
    expect(findScheduleFault(dayNight)).toBeNull()
    expect(findScheduleFault(flatSchedule(0.3))).toBeNull()
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        expect(findScheduleFault(schedule)).toBeNull()
      }),
      { numRuns: 30 },
    )
  })

  it('that loses any one window has a gap, and with one twice an overlap', () => {
    fc.assert(
      fc.property(anyWeek, fc.nat(), (windows, pick) => {
        const at = pick % windows.length
        const lost = { seasons: [{ from: '01-01', windows: windows.filter((_, i) => i !== at) }] }
        expect(findScheduleFault(lost)).toMatchObject({ kind: 'gap', minute: windows[at]?.fromMinute })
        const twice = { seasons: [{ from: '01-01', windows: [...windows, ...windows.slice(at, at + 1)] }] }
        expect(findScheduleFault(twice)).toMatchObject({ kind: 'overlap', weekday: windows[at]?.days[0] })
      }),
      { numRuns: 30 },
    )
  })

  it.each<[string, PriceSchedule, string]>([
    ['no season', { seasons: [] }, 'season'],
    ['a season on February 29', { seasons: [{ ...flatSchedule(1), from: '02-29', windows: [] }] }, 'season'],
    ['a price far below zero', flatSchedule(-1_000_001), 'window'],
    ['a price that is no number', flatSchedule(Number.NaN), 'window'],
    ['a window of ten minutes', { seasons: [{ from: '01-01', windows: [window([1], 0, 1 / 6, 1)] }] }, 'window'],
    ['a window without days', { seasons: [{ from: '01-01', windows: [window([], 0, 24, 1)] }] }, 'window'],
    ['a window beyond midnight', { seasons: [{ from: '01-01', windows: [window(weekdays, 22, 30, 1)] }] }, 'window'],
  ])('with %s is refused', (_, schedule, kind) => {
    expect(findScheduleFault(schedule)).toMatchObject({ kind, season: 0 })
  })

  it('with two seasons on one day is refused', () => {
    const [season] = flatSchedule(1).seasons
    expect(findScheduleFault({ seasons: season ? [season, season] : [] })).toEqual({ kind: 'season', season: 1 })
  })

  it('knows when its price is the same at all times, or all day', () => {
    expect([flatPriceOf(flatSchedule(0.3)), flatPriceOf(dayNight)]).toEqual([0.3, null])
    // 2026-11-22 is a Sunday.
    expect([wholeDayPrice(dayNight, '2026-11-22'), wholeDayPrice(dayNight, '2026-11-23')]).toEqual([0.2, null])
  })

  it('begins the year with the season that starts last', () => {
    const [winter, summer] = ['10-01', '04-01'].map((from) => ({ from, windows: [] }))
    const seasons = winter && summer ? [winter, summer] : []
    const starts = ['2026-01-01', '2026-03-31', '2026-04-01', '2026-09-30', '2026-10-01']
    expect(starts.map((date) => seasonOf({ seasons }, date).from)).toEqual([
      '10-01',
      '10-01',
      '04-01',
      '04-01',
      '10-01',
    ])
  })
})

describe('weekdays', () => {
  it.each([
    ['1969-12-31', 3],
    ['1970-01-01', 4],
    ['2024-02-29', 4],
    ['2026-11-22', 7],
  ])('%s is day %i of its week', (date, weekday) => {
    expect(weekdayOf(date)).toBe(weekday)
  })
})

describe('the prices of the hours of a day', () => {
  it('are those of the wall clock', () => {
    const prices = hourPrices(dayNight, '2026-11-23', 'Europe/Berlin')
    expect(prices).toHaveLength(24)
    expect([prices[6], prices[7], prices[21], prices[22]]).toEqual([0.2, 0.4, 0.4, 0.2])
  })

  it('skip an hour in spring and repeat one in autumn', () => {
    const at2 = {
      seasons: [
        { from: '01-01', windows: [window(weekdays, 0, 2, 1), window(weekdays, 2, 3, 5), window(weekdays, 3, 24, 2)] },
      ],
    }
    expect(hourPrices(at2, '2026-03-29', 'Europe/Berlin')).toEqual([1, 1, ...Array(21).fill(2)])
    expect(hourPrices(at2, '2026-10-25', 'Europe/Berlin')).toEqual([1, 1, 5, 5, ...Array(21).fill(2)])
  })

  it('weigh the two prices of an hour by time', () => {
    const half = { seasons: [{ from: '01-01', windows: [window(weekdays, 0, 0.5, 1), window(weekdays, 0.5, 24, 3)] }] }
    expect(hourPrices(half, '2026-06-01', 'UTC').slice(0, 2)).toEqual([2, 3])
  })

  it('agree with the mean of their quarter hours in any zone, also where clocks move', () => {
    const zones = ['Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu']
    fc.assert(
      fc.property(anySchedule, fc.constantFrom(...zones), fc.integer({ min: 0, max: 364 }), (schedule, zone, day) => {
        const date = addDays('2026-01-01', day)
        const { toMs } = dayBounds(date, zone)
        const starts = hourStarts(date, zone)
        const prices = hourPrices(schedule, date, zone)
        expect(prices).toHaveLength(starts.length)
        starts.forEach((fromMs, hour) => {
          const endMs = starts[hour + 1] ?? toMs
          let sum = 0
          for (let atMs = fromMs; atMs < endMs; atMs += 15 * MINUTE_MS)
            sum += meanPrice(schedule, date, atMs, atMs + 15 * MINUTE_MS, zone) * 15 * MINUTE_MS
          expect(prices[hour]).toBeCloseTo(sum / (endMs - fromMs), 9)
        })
      }),
      { numRuns: 25 },
    )
  })

  it('of any span weigh like its parts', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 1, max: 23 * 60 }), (schedule, minutes) => {
        const { fromMs } = dayBounds('2026-10-25', 'Europe/Berlin')
        const [cut, end] = [fromMs + minutes * MINUTE_MS, fromMs + 24 * HOUR_MS]
        const mean = (from: number, to: number): number =>
          meanPrice(schedule, '2026-10-25', from, to, 'Europe/Berlin') * (to - from)
        expect(mean(fromMs, cut) + mean(cut, end)).toBeCloseTo(mean(fromMs, end), 3)
      }),
      { numRuns: 30 },
    )
  })
})
