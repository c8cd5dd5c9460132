import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'
import type { MeterRule } from './meter.ts'
import { countMeter, type Shown } from './testing/count-meter.ts'
import { type Metered, type MeteredDevice, meterDays } from './testing/metered-days.ts'

/** As a poster states nothing: any step may be. */
const free = (ratedW: number): MeterRule => ({ ratedW, totalStepWh: 1, todayStepWh: 1, maxStepWh: 1_000 })
const stated = ({ ratedW, totalStepWh, todayStepWh }: MeteredDevice): MeterRule => ({
  ratedW,
  totalStepWh,
  todayStepWh: todayStepWh ?? totalStepWh,
  maxStepWh: Math.max(totalStepWh, 1_000),
})

const plain: MeteredDevice = {
  ratedW: 6_000,
  intervalMs: 5 * MINUTE_MS,
  totalStepWh: 100,
  todayStepWh: null,
  hasTotal: true,
  phase: 0.4,
  resetsAt: 'wake-up',
  startWh: 15_000_000,
  days: 4,
  seed: 5,
}

const trueDay = (readings: readonly Metered[], day: number): number => {
  const upTo = (ms: number): number => readings.findLast(({ atMs }) => atMs < ms)?.trueWh ?? readings[0]?.trueWh ?? 0
  return upTo((day + 1) * DAY_MS) - upTo(day * DAY_MS)
}
const shown = ({ days }: { days: ReadonlyMap<number, number> }, day: number): number => days.get(day) ?? 0
const hourOf = (atMs: number): number => (atMs % DAY_MS) / HOUR_MS
const seeds = fc.integer({ min: 1, max: 1e9 })
const nothingRefused = { refused: 0, resets: 0 }

describe('a lifetime counter that shows 0', () => {
  const dark = fc.record({
    seed: seeds,
    from: fc.integer({ min: 19, max: 22 }),
    until: fc.double({ min: 4, max: 8, noNaN: true }),
    minutes: fc.constantFrom(1, 5, 15, 60),
    totalStepWh: fc.constantFrom(1, 100, 1_000),
    todayStepWh: fc.constantFrom(null, 10, 100),
  })

  it('at night, or at its start, has no reset, and nothing is refused', () => {
    fc.assert(
      fc.property(dark, ({ seed, from, until, minutes, totalStepWh, todayStepWh }) => {
        const one = { ...plain, seed, intervalMs: minutes * MINUTE_MS, totalStepWh, todayStepWh }
        const readings = meterDays(one)
        const zeroed = readings.map((reading) =>
          hourOf(reading.atMs) >= from || hourOf(reading.atMs) < until ? { ...reading, totalWh: 0 } : reading,
        )
        const counted = countMeter(zeroed, stated(one))
        expect(counted).toMatchObject(nothingRefused)
        // A total that is silent after sunrise is told.
        if (until <= 6) expect(counted.disagreements).toEqual([])
        for (const day of [1, 2, 3])
          expect(Math.abs(shown(counted, day) - trueDay(readings, day))).toBeLessThanOrEqual(
            1.1 * totalStepWh + (todayStepWh ?? 0),
          )
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  it('for days while it sleeps goes on where it was', () => {
    const readings = meterDays(plain)
    const zeroed = readings.map((reading) =>
      reading.atMs >= 1.8 * DAY_MS && reading.atMs < 3.4 * DAY_MS ? { ...reading, totalWh: 0 } : reading,
    )
    const counted = countMeter(zeroed, stated(plain))
    expect(counted).toMatchObject(nothingRefused)
    expect(Math.abs(counted.sumWh - (readings.at(-1)?.trueWh ?? 0))).toBeLessThanOrEqual(100)
  })

  it('and then rises from there has begun anew', () => {
    const readings = meterDays(plain)
    const at = readings.findLast(({ atMs }) => atMs < 2 * DAY_MS)?.trueWh ?? 0
    const begun = readings.map((reading) =>
      reading.atMs < 2 * DAY_MS ? reading : { ...reading, totalWh: Math.floor((reading.trueWh - at) / 100) * 100 },
    )
    const counted = countMeter(begun, stated(plain))
    expect(counted).toMatchObject({ refused: 0, resets: 1 })
    expect(Math.abs(counted.sumWh - (readings.at(-1)?.trueWh ?? 0))).toBeLessThanOrEqual(200)
  })
})

describe('a lifetime counter that trembles', () => {
  it('by a unit, or by what its format can hold, has no reset and nothing refused', () => {
    const trembling = fc.record({
      seed: seeds,
      minutes: fc.constantFrom(1, 5, 15, 60),
      // As a poster's: whole Wh, a number of 32 bits in kWh, whole kWh.
      format: fc.constantFrom('Wh', 'float', 'kWh'),
      often: fc.integer({ min: 2, max: 9 }),
      startWh: fc.integer({ min: 1_000_000, max: 90_000_000 }),
    })
    fc.assert(
      fc.property(trembling, ({ seed, minutes, format, often, startWh }) => {
        const totalStepWh = format === 'kWh' ? 1_000 : 1
        const one = { ...plain, seed, startWh, intervalMs: minutes * MINUTE_MS, totalStepWh }
        const readings = meterDays(one)
        const unitWh = format === 'float' ? 2 ** Math.floor(Math.log2(startWh / 1_000) - 23) * 1_000 : totalStepWh
        const shaken = readings.map((reading, i) => {
          const totalWh = (reading.totalWh as number) - (i > 0 && i % often === 0 ? unitWh : 0)
          return { ...reading, totalWh: format === 'float' ? Math.fround(totalWh / 1_000) * 1_000 : totalWh }
        })
        const counted = countMeter(shaken, free(one.ratedW))
        expect(counted).toMatchObject(nothingRefused)
        expect(Math.abs(counted.sumWh - (readings.at(-1)?.trueWh ?? 0))).toBeLessThanOrEqual(totalStepWh + 4 * unitWh)
      }),
      { numRuns: 100 },
    )
  }, 60_000)
})

describe('a daily counter alone', () => {
  const dawn = fc.record({
    seed: seeds,
    minutes: fc.constantFrom(1, 5, 15),
    // Nothing is heard from the evening on until the morning, when it still shows the day before for a while.
    lastHour: fc.double({ min: 13, max: 20, noNaN: true }),
    firstHour: fc.double({ min: 4, max: 7, noNaN: true }),
    staleMinutes: fc.integer({ min: 1, max: 90 }),
    todayStepWh: fc.constantFrom(10, 100),
  })

  it('that still shows yesterday at dawn counts only what rises', () => {
    fc.assert(
      fc.property(dawn, ({ seed, minutes, lastHour, firstHour, staleMinutes, todayStepWh }) => {
        const one = { ...plain, seed, intervalMs: minutes * MINUTE_MS, todayStepWh, hasTotal: false, resetsAt: 0 }
        const readings = meterDays(one)
        const wakesAt = firstHour + staleMinutes / 60
        const said: Shown[] = readings.flatMap((reading) => {
          const { atMs } = reading
          const hour = hourOf(atMs)
          if (hour > lastHour || hour < firstHour) return []
          if (hour >= wakesAt || atMs < DAY_MS) return [reading]
          const before = readings.findLast((earlier) => earlier.atMs < Math.floor(atMs / DAY_MS) * DAY_MS)
          return [{ ...reading, todayWh: before?.todayWh ?? 0 }]
        })
        const counted = countMeter(said, free(one.ratedW))
        expect(counted.refused).toBe(0)
        for (const day of [1, 2, 3]) {
          const last = readings.findLast(({ atMs }) => Math.floor(atMs / DAY_MS) === day && hourOf(atMs) <= lastHour)
          const upTo = (last?.todayWh ?? 0) as number
          // The evening before is heard of at dawn only, and booked there by this counting of whole events.
          const before = readings.findLast(({ atMs }) => atMs < day * DAY_MS)?.todayWh ?? 0
          const heard = readings.findLast(({ atMs }) => atMs < day * DAY_MS && hourOf(atMs) <= lastHour)?.todayWh ?? 0
          const isLate = wakesAt > 4
          const eveningWh = isLate ? before - heard : 0
          const errorWh = shown(counted, day) - upTo
          expect(errorWh).toBeGreaterThanOrEqual(-2 * todayStepWh)
          expect(errorWh).toBeLessThanOrEqual(eveningWh + 2 * todayStepWh)
        }
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  it('that has passed the figure of the day before is of a new day', () => {
    const said: Shown[] = [
      { atMs: 16 * HOUR_MS, totalWh: null, todayWh: 4_000 },
      { atMs: DAY_MS + 14 * HOUR_MS, totalWh: null, todayWh: 9_000 },
      { atMs: DAY_MS + 15 * HOUR_MS, totalWh: null, todayWh: 9_400 },
    ]
    expect(shown(countMeter(said, free(6_000)), 1)).toBe(9_400)
  })
})

describe('the step of a total', () => {
  it('is learned only from readings that were believed', () => {
    const glitch = fc.record({
      seed: seeds,
      at: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
      by: fc.constantFrom(3, 7, 10, 100),
      steps: fc.constantFrom([100, 100], [1_000, 100], [1_000, 10], [100, 10]),
      count: fc.constantFrom(1, 2),
    })
    fc.assert(
      fc.property(glitch, ({ seed, at, by, steps: [totalStepWh = 100, todayStepWh = 100], count }) => {
        const one = { ...plain, seed, totalStepWh, todayStepWh, startWh: 34_789_900 - (34_789_900 % totalStepWh) }
        const readings = meterDays(one)
        const from = Math.floor(at * readings.length)
        const harmed = readings.map((reading, i) =>
          i >= from && i < from + count
            ? { ...reading, totalWh: Math.round((reading.totalWh as number) / by / 20) * 20 }
            : reading,
        )
        const counted = countMeter(harmed, free(one.ratedW))
        const healthy = countMeter(readings, free(one.ratedW))
        expect(counted.refused).toBeLessThanOrEqual(count)
        for (const day of [1, 2, 3]) {
          const errorWh = Math.abs(shown(counted, day) - trueDay(readings, day))
          const ownWh = Math.abs(shown(healthy, day) - trueDay(readings, day))
          expect(errorWh).toBeLessThanOrEqual(Math.max(ownWh, totalStepWh) + todayStepWh)
        }
      }),
      { numRuns: 150 },
    )
  }, 60_000)
})

describe('the first day of a coarse counter', () => {
  it('is what the finer counter of the day says', () => {
    const coarse = fc.record({
      seed: seeds,
      ratedW: fc.constantFrom(5_000, 8_000, 15_000, 30_000, 100_000),
      minutes: fc.constantFrom(1, 5, 15),
      steps: fc.constantFrom([1_000, 10], [1_000, 100], [100, 10]),
      phase: fc.double({ min: 0, max: 0.999, noNaN: true }),
      isStated: fc.boolean(),
    })
    fc.assert(
      fc.property(
        coarse,
        ({ seed, ratedW, minutes, steps: [totalStepWh = 100, todayStepWh = 10], phase, isStated }) => {
          const one = {
            ...plain,
            seed,
            ratedW,
            phase,
            totalStepWh,
            todayStepWh,
            intervalMs: minutes * MINUTE_MS,
            startWh: 54_774_000,
            days: 3,
          }
          const readings = meterDays(one)
          const counted = countMeter(readings, isStated ? stated(one) : free(ratedW))
          expect(Math.abs(shown(counted, 0) - trueDay(readings, 0))).toBeLessThanOrEqual(todayStepWh + 0.01)
        },
      ),
      { numRuns: 150 },
    )
  }, 60_000)

  it('has nothing lost where a fine total happens to stand at a round number', () => {
    const one = { ...plain, ratedW: 1_300, totalStepWh: 1, todayStepWh: 10, phase: 0, startWh: 54_774_000 }
    for (const intervalMs of [5 * MINUTE_MS, 15 * MINUTE_MS]) {
      const readings = meterDays({ ...one, intervalMs })
      const counted = countMeter(readings, free(one.ratedW))
      expect(Math.abs(shown(counted, 0) - trueDay(readings, 0))).toBeLessThanOrEqual(10)
    }
  })
})

describe('the hour in which a total begins anew', () => {
  it('keeps what the counter of the day shows', () => {
    const reset = fc.record({
      seed: seeds,
      minutes: fc.constantFrom(5, 15),
      hour: fc.double({ min: 9, max: 15, noNaN: true }),
      steps: fc.constantFrom([100, 10], [100, 100], [10, 10], [1_000, 100]),
    })
    fc.assert(
      fc.property(reset, ({ seed, minutes, hour, steps: [totalStepWh = 100, todayStepWh = 10] }) => {
        const one = { ...plain, seed, totalStepWh, todayStepWh, intervalMs: minutes * MINUTE_MS }
        const readings = meterDays(one)
        const atMs = 2 * DAY_MS + hour * HOUR_MS
        // Between two readings: what was made before it is in the counter of the day alone.
        const before = readings.findLast((reading) => reading.atMs < atMs) as Metered
        const after = readings.find((reading) => reading.atMs >= atMs) as Metered
        const baseWh = (before.trueWh + after.trueWh) / 2
        const shownTotals = readings.map((reading) =>
          reading.atMs < atMs
            ? reading
            : { ...reading, totalWh: Math.floor((reading.trueWh - baseWh) / totalStepWh) * totalStepWh },
        )
        const counted = countMeter(shownTotals, stated(one))
        expect(counted).toMatchObject({ refused: 0, resets: 1 })
        expect(Math.abs(shown(counted, 2) - trueDay(readings, 2))).toBeLessThanOrEqual(totalStepWh + 2 * todayStepWh)
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  it('keeps energy that two readings of one day measured on that day', () => {
    // Hourly, from 20,000 kWh in the evening to a used device in the morning, far below or from nothing.
    for (const startWh of [0, 300, 7_000_000]) {
      const said: Shown[] = [
        ...[10, 11, 12, 13, 14].map((hour, i) => ({
          atMs: hour * HOUR_MS,
          totalWh: 20_000_000 + i * 1_000,
          todayWh: null,
        })),
        ...[8, 9, 10, 11, 12, 13].map((hour, i) => ({
          atMs: 2 * DAY_MS + hour * HOUR_MS,
          totalWh: startWh + i * 1_000,
          todayWh: null,
        })),
      ]
      const { events } = countMeter(said, free(6_000))
      const onDay = events.reduce(
        (sum, event) => (event.kind === 'energy' && event.fromMs >= 2 * DAY_MS ? sum + event.sign * event.wh : sum),
        0,
      )
      expect(onDay).toBe(5_000)
    }
  })
})
