import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from './duration.ts'
import { type MeterRule, plausibleWh } from './meter.ts'
import { type Counted, countMeter, type Shown } from './testing/count-meter.ts'
import { createDice, type Metered, type MeteredDevice, meterDays } from './testing/metered-days.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const plain: MeteredDevice = {
  ratedW: 5_000,
  intervalMs: 5 * MINUTE_MS,
  totalStepWh: 1_000,
  todayStepWh: 100,
  hasTotal: true,
  phase: 0.37,
  resetsAt: 'wake-up',
  startWh: 12_345_000,
  days: 6,
  seed: 3,
}

const ruleOf = (device: MeteredDevice, statedWh = device.totalStepWh): MeterRule => ({
  ratedW: device.ratedW,
  totalStepWh: statedWh,
  todayStepWh: device.todayStepWh ?? 1,
  maxStepWh: Math.max(statedWh, 1_000),
})

const truthOf = (readings: readonly Metered[]): number => (readings.at(-1)?.trueWh ?? 0) - (readings[0]?.trueWh ?? 0)

/** The greatest error of a day, and of all, in Wh. */
function errorsOf(readings: readonly Metered[], { days, sumWh }: Counted): { day: number; sum: number } {
  const truth = new Map<number, number>()
  readings.slice(1).forEach(({ atMs, trueWh }, i) => {
    const day = Math.floor(atMs / DAY_MS)
    truth.set(day, (truth.get(day) ?? 0) + trueWh - (readings[i] as Metered).trueWh)
  })
  const day = Math.max(...[...truth].map(([n, wh]) => Math.abs(wh - (days.get(n) ?? 0))))
  return { day, sum: Math.abs(sumWh - truthOf(readings)) }
}

const device: fc.Arbitrary<MeteredDevice> = fc
  .record({
    ratedW: fc.oneof(
      fc.integer({ min: 300, max: 12_000 }),
      fc.integer({ min: 12_000, max: 2_000_000 }),
      fc.constant(50_000_000),
    ),
    intervalMs: fc.constantFrom(1, 2, 5, 10, 15, 30, 60).map((minutes) => minutes * MINUTE_MS),
    steps: fc.constantFrom(
      [1000, 100],
      [1000, 10],
      [1000, 1000],
      [100, 100],
      [100, 10],
      [10, 10],
      [1, 1],
      [1000, null],
    ),
    phase: fc.double({ min: 0, max: 0.999, noNaN: true }),
    resetsAt: fc.constantFrom<MeteredDevice['resetsAt']>('wake-up', 0, 1, 4.5),
    start: fc.integer({ min: 1, max: 90_000 }),
    seed: fc.integer({ min: 1, max: 1e9 }),
  })
  .map(({ steps: [totalStepWh, todayStepWh], start, ...rest }) => ({
    ...rest,
    totalStepWh: totalStepWh as number,
    todayStepWh: todayStepWh as number | null,
    startWh: start * 1_000,
    hasTotal: true,
    days: 5,
  }))

describe('a healthy device', () => {
  it('is counted within one step of its total, each day and in all', () => {
    fc.assert(
      fc.property(device, (item) => {
        const readings = meterDays(item)
        const counted = countMeter(readings, ruleOf(item))
        const { day, sum } = errorsOf(readings, counted)
        const { refused, resets, disagreements } = counted
        expect({ refused, resets, disagreements }).toEqual({ refused: 0, resets: 0, disagreements: [] })
        const mostWh = 1.1 * item.totalStepWh + (item.todayStepWh ?? 0)
        expect(day).toBeLessThanOrEqual(mostWh)
        expect(sum).toBeLessThanOrEqual(mostWh)
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  it('is never further from its total than one step', () => {
    fc.assert(
      fc.property(device, (item) => {
        const readings = meterDays({ ...item, days: 2 })
        const counted = countMeter(readings, ruleOf(item))
        let sum = 0
        let least = Number.POSITIVE_INFINITY
        let most = Number.NEGATIVE_INFINITY
        const totals = new Map(readings.map(({ atMs, totalWh }) => [atMs, totalWh as number]))
        for (const event of counted.events) {
          if (event.kind !== 'energy') continue
          sum += event.wh
          // The progress of the first step is unknown before the total has moved.
          if (event.toMs < DAY_MS) continue
          const apart = sum - ((totals.get(event.toMs) as number) - (readings[0]?.totalWh as number))
          least = Math.min(least, apart)
          most = Math.max(most, apart)
        }
        expect(most - least).toBeLessThanOrEqual(item.totalStepWh + 0.01)
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  it('is learned where its steps are coarser than stated, as a Solis in whole kWh', () => {
    for (const ratedW of [1_000, 3_000, 8_000]) {
      const one = { ...plain, ratedW, days: 20 }
      const readings = meterDays(one)
      const counted = countMeter(readings, ruleOf(one, 100))
      expect(counted.refused).toBe(0)
      expect(errorsOf(readings, counted).day).toBeLessThanOrEqual(1_000)
      expect(errorsOf(readings, counted).sum).toBeLessThanOrEqual(1_000)
    }
  })

  it('counts by its total alone, or by "today" alone', () => {
    const total = meterDays({ ...plain, todayStepWh: null })
    expect(errorsOf(total, countMeter(total, ruleOf({ ...plain, todayStepWh: null }))).day).toBeLessThanOrEqual(1_000)
    const today = meterDays({ ...plain, hasTotal: false })
    // Each reset loses what had not yet filled a step.
    expect(errorsOf(today, countMeter(today, ruleOf(plain))).day).toBeLessThanOrEqual(200)
  })
})

/** Changes to healthy readings, at random. */
const harm = fc.record({
  kind: fc.constantFrom('outlier', 'fall', 'tiny', 'high', 'missing total', 'missing today', 'repeat', 'gap'),
  // Once the total has moved: before that the progress of its first step is unknown.
  at: fc.double({ min: 0.3, max: 0.95, noNaN: true }),
  size: fc.double({ min: 0, max: 1, noNaN: true }),
})

function harmed(readings: readonly Metered[], harms: readonly { kind: string; at: number; size: number }[]): Shown[] {
  const result: (Shown | undefined)[] = [...readings]
  for (const { kind, at, size } of harms) {
    const i = Math.floor(at * readings.length)
    const one = result[i]
    if (!one || one.totalWh === null) continue
    if (kind === 'outlier') result[i] = { ...one, totalWh: 4_294_967_000 }
    else if (kind === 'fall') result[i] = { ...one, totalWh: Math.floor(one.totalWh * size) }
    else if (kind === 'tiny') result[i] = { ...one, totalWh: 100 }
    // Less than what an inverter may make in a night, and so plausible at dawn.
    else if (kind === 'high') result[i] = { ...one, totalWh: one.totalWh + 3_000 + Math.floor(size * 40) * 1_000 }
    else if (kind === 'missing total') result[i] = { ...one, totalWh: null }
    else if (kind === 'missing today') result[i] = { ...one, todayWh: null }
    else if (kind === 'repeat') result[i] = result[i - 1] && { ...(result[i - 1] as Shown), atMs: one.atMs }
    else for (let k = 0; k < 1 + size * 30; k++) result[i + k] = undefined
  }
  return result.filter((item) => item !== undefined)
}

describe('a device with occasional false readings', () => {
  it('loses no energy to them', () => {
    fc.assert(
      fc.property(
        device.filter(
          ({ intervalMs, totalStepWh, todayStepWh }) =>
            intervalMs <= 15 * MINUTE_MS && totalStepWh > (todayStepWh ?? 0),
        ),
        fc.array(harm, { minLength: 1, maxLength: 6 }),
        (item, harms) => {
          const readings = meterDays(item)
          const spaced = harms.filter(({ at }, i) =>
            harms.every((other, k) => k >= i || Math.abs(other.at - at) > 0.05),
          )
          const counted = countMeter(harmed(readings, spaced), ruleOf(item))
          const last = harmed(readings, spaced).at(-1)
          const truth = (readings.find(({ atMs }) => atMs === last?.atMs)?.trueWh ?? 0) - (readings[0]?.trueWh ?? 0)
          // A rise that the device may have made in the interval cannot be told from an outlier.
          const makesWh = (item.ratedW * item.intervalMs) / HOUR_MS
          const highs = spaced.filter(({ kind }) => kind === 'high')
          const maybeWh = highs.reduce(
            (sum, { size }) => sum + Math.min(makesWh, 3_000 + Math.floor(size * 40) * 1_000),
            0,
          )
          expect(Math.abs(counted.sumWh - truth)).toBeLessThanOrEqual(5 * item.totalStepWh + maybeWh + 0.01)
          expect(counted.resets).toBe(0)
        },
      ),
      { numRuns: 200 },
    )
  }, 60_000)

  it('reports each outlier once, and none without an outlier', () => {
    const readings = meterDays(plain)
    const counted = countMeter(harmed(readings, [{ kind: 'outlier', at: 0.45, size: 0 }]), ruleOf(plain))
    expect(counted.refused).toBe(1)
    expect(counted.events.find(({ kind }) => kind === 'refused')).toMatchObject({ afterWh: 4_294_967_000 })
  })

  it('takes back an outlier that was plausible after the night', () => {
    const one = { ...plain, todayStepWh: null }
    const readings = meterDays(one)
    const dawn = readings.findIndex(({ atMs }) => atMs > 2 * DAY_MS + 7 * HOUR_MS)
    const night = readings.filter(({ atMs }) => atMs % DAY_MS > 6 * HOUR_MS && atMs % DAY_MS < 19 * HOUR_MS)
    const wrong = { ...(readings[dawn] as Metered), totalWh: (readings[dawn]?.totalWh ?? 0) + 30_000 }
    const counted = countMeter(
      night.map((reading) => (reading.atMs === wrong.atMs ? wrong : reading)),
      ruleOf(one),
    )
    expect(counted.refused).toBe(1)
    expect(errorsOf(night, counted).sum).toBeLessThanOrEqual(1_000)
  })

  it.each([
    ['one hour back', -HOUR_MS, 3],
    ['two hours ahead', 2 * HOUR_MS, 3],
    ['half an hour back', -HOUR_MS / 2, 5],
  ])('keeps its energy while its clock is wrong by %s', (_, shiftMs, hours) => {
    for (const todayStepWh of [100, null]) {
      const one = { ...plain, todayStepWh, totalStepWh: 100 }
      const readings = meterDays(one)
      const fromMs = 2 * DAY_MS + 10 * HOUR_MS
      const shown = readings.map((reading) =>
        reading.atMs >= fromMs && reading.atMs < fromMs + hours * HOUR_MS
          ? { ...reading, atMs: reading.atMs + shiftMs + 7_000 }
          : reading,
      )
      const counted = countMeter(shown, ruleOf(one))
      expect(errorsOf(readings, counted).sum).toBeLessThanOrEqual(200)
      expect(Math.abs((counted.days.get(2) ?? 0) - dayTruth(readings, 2))).toBeLessThanOrEqual(200)
    }
  })

  it('continues after a real reset from zero', () => {
    const readings = meterDays({ ...plain, totalStepWh: 100, todayStepWh: 10, startWh: 5_000_000 })
    const noon = 2 * DAY_MS + 12 * HOUR_MS
    const at = readings.find(({ atMs }) => atMs >= noon) as Metered
    const shown = readings.map((reading) =>
      reading.atMs < noon ? reading : { ...reading, totalWh: Math.floor((reading.trueWh - at.trueWh) / 100) * 100 },
    )
    const counted = countMeter(shown, ruleOf({ ...plain, totalStepWh: 100, todayStepWh: 10 }))
    expect(counted).toMatchObject({ resets: 1, refused: 0 })
    expect(errorsOf(readings, counted).sum).toBeLessThanOrEqual(200)
  })

  it('wraps around', () => {
    const wrapsAtWh = 6_553_600
    const one = { ...plain, totalStepWh: 100, startWh: wrapsAtWh - 40_000 }
    const readings = meterDays(one)
    const shown = readings.map((reading) => ({ ...reading, totalWh: (reading.totalWh as number) % wrapsAtWh }))
    const counted = countMeter(shown, { ...ruleOf(one), wrapsAtWh })
    expect(counted).toMatchObject({ resets: 0, refused: 0 })
    expect(errorsOf(readings, counted).sum).toBeLessThanOrEqual(100)
  })

  it('counts by "today" while the total is stuck, and never twice', () => {
    for (const totalStepWh of [100, 1_000]) {
      const one = { ...plain, totalStepWh }
      const readings = meterDays(one)
      const [from, to] = [DAY_MS + 9 * HOUR_MS, 3 * DAY_MS + 9 * HOUR_MS]
      const stuck = readings.findLast(({ atMs }) => atMs < from)?.totalWh as number
      const shown = readings.map((reading) =>
        reading.atMs >= from && reading.atMs < to ? { ...reading, totalWh: stuck } : reading,
      )
      const counted = countMeter(shown, ruleOf(one))
      expect(errorsOf(readings, counted).sum).toBeLessThanOrEqual(totalStepWh + 500)
      expect(counted.disagreements).toEqual(['totalStands'])
    }
  })

  it('counts by its total while "today" stays at 0', () => {
    const readings = meterDays(plain).map((reading) => ({ ...reading, todayWh: 0 }))
    const counted = countMeter(readings, ruleOf(plain))
    expect(errorsOf(readings, counted).day).toBeLessThanOrEqual(1_000)
    expect(counted.disagreements).toEqual(['todayStands'])
  })

  it('reports contradicting counters, and follows the total', () => {
    for (const factor of [0.5, 1.8]) {
      const readings = meterDays(plain).map((day) => ({
        ...day,
        todayWh: Math.floor(((day.todayWh as number) * factor) / 100) * 100,
      }))
      const counted = countMeter(readings, ruleOf(plain))
      expect(counted.disagreements).toContain('contradict')
      expect(errorsOf(readings, counted).sum).toBeLessThanOrEqual(1_000)
    }
  })

  it.each(['totalWh', 'todayWh'] as const)('reports that %s is missing while the other counts', (name) => {
    const readings = meterDays(plain)
    const shown = readings.map((reading) =>
      reading.atMs > DAY_MS + 11 * HOUR_MS ? { ...reading, [name]: null } : reading,
    )
    const counted = countMeter(shown, ruleOf(plain))
    expect(counted.disagreements).toEqual([name === 'totalWh' ? 'totalSilent' : 'todaySilent'])
    expect(errorsOf(readings, counted).day).toBeLessThanOrEqual(1_000)
  })

  it('follows the total where "today" differs by 7 %', () => {
    for (const factor of [0.93, 1.07]) {
      const readings = meterDays({ ...plain, days: 10 }).map((day) => ({
        ...day,
        todayWh: Math.floor(((day.todayWh as number) * factor) / 100) * 100,
      }))
      expect(errorsOf(readings, countMeter(readings, ruleOf(plain))).sum).toBeLessThanOrEqual(1_000)
    }
  })

  it('is trusted when both counters exceed the rating: the capacity is wrong', () => {
    const readings = meterDays({
      ...plain,
      ratedW: 6_000,
      totalStepWh: 100,
      todayStepWh: 10,
      intervalMs: 15 * MINUTE_MS,
    })
    const counted = countMeter(readings, { ratedW: 3_000, totalStepWh: 100, todayStepWh: 10, maxStepWh: 1_000 })
    expect(counted.refused).toBe(0)
    expect(errorsOf(readings, counted).day).toBeLessThanOrEqual(100)
  })

  it('loses nothing over silent days, and knows the share of the day of return', () => {
    const readings = meterDays({ ...plain, todayStepWh: 100 })
    const shown = readings.filter(({ atMs }) => atMs < DAY_MS + 14 * HOUR_MS || atMs > 4 * DAY_MS + 11 * HOUR_MS)
    const counted = countMeter(shown, ruleOf(plain))
    expect(Math.abs(counted.sumWh - truthOf(readings))).toBeLessThanOrEqual(1_000)
    const back = shown.find(({ atMs }) => atMs > 4 * DAY_MS)
    expect(counted.events.find((event) => event.kind === 'energy' && event.toMs === back?.atMs)).toMatchObject({
      sinceResetWh: back?.todayWh,
    })
  })
})

const dayTruth = (readings: readonly Metered[], day: number): number => {
  const inDay = readings.filter(({ atMs }) => Math.floor(atMs / DAY_MS) === day)
  const before = readings.findLast(({ atMs }) => atMs < day * DAY_MS)
  return (inDay.at(-1)?.trueWh ?? 0) - (before?.trueWh ?? 0)
}

describe('the first reading', () => {
  it('reports "today", and takes it back when the device resets it later', () => {
    const at = (hour: number, todayWh: number): Shown => ({ atMs: hour * HOUR_MS, totalWh: 5_000_000, todayWh })
    const rule = ruleOf(plain)
    const reported = (readings: readonly Shown[]) =>
      countMeter(readings, rule).events.flatMap((event) => (event.kind === 'reported' ? [event.sign * event.wh] : []))
    expect(reported([at(12, 3_700), at(13, 4_000)])).toEqual([3_700])
    expect(reported([at(4, 12_300), at(5, 12_300), at(7, 0)])).toEqual([12_300, -12_300])
    expect(reported([at(12, 3_700), at(31, 0)])).toEqual([3_700])
  })
})

describe('the plausible maximum', () => {
  it('is at least two steps, for any rating and interval', () => {
    const dice = createDice(7)
    for (let i = 0; i < 1_000; i++) {
      const stepWh = 10 ** Math.floor(dice() * 6)
      expect(plausibleWh({ ratedW: dice() * 1e6 }, dice() * HOUR_MS, stepWh)).toBeGreaterThanOrEqual(2 * stepWh)
    }
    expect(plausibleWh({ ratedW: 1_000 }, HOUR_MS, 0)).toBe(1_300)
  })
})
