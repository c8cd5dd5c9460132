import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from './duration.ts'
import { countMeter, type Shown } from './testing/count-meter.ts'

// Measured power of real plants, shown by counters in the steps of real devices; and two real counters. See
// fixtures/measured.

const HOUR_MS = 3_600_000

const rowsOf = (file: string): string[][] =>
  readFileSync(new URL(`./fixtures/measured/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

type Power = Readonly<{ atMs: number; powerW: number }>

/** Missing values and error codes are no power. */
const powersOf = (file: string, factor: number): Power[] =>
  rowsOf(file).flatMap(([time, value]) => {
    const powerW = Number(value) * factor
    return value === '' || powerW < -1_000 ? [] : [{ atMs: Date.parse(time as string), powerW: Math.max(0, powerW) }]
  })

type Shape = Readonly<{ totalStepWh: number; todayStepWh: number | null; resetsAtWake: boolean }>

/** The counter readings for a measured power, and the truth behind them. */
function metered(powers: readonly Power[], zoneMs: number, { totalStepWh, todayStepWh, resetsAtWake }: Shape) {
  let trueWh = 0
  let atReset = 0
  let isAwake = false
  let day = Number.NaN
  return powers.map(({ atMs, powerW }, i) => {
    const before = powers[i - 1]
    const spanMs = before ? Math.min(atMs - before.atMs, HOUR_MS) : 0
    const today = Math.floor((atMs + zoneMs) / DAY_MS)
    if (resetsAtWake ? powerW > 0 && !isAwake && today !== day : today !== day) {
      atReset = trueWh
      day = today
    }
    isAwake = powerW > 0
    trueWh += (powerW * spanMs) / HOUR_MS
    const totalWh = Math.floor((7_654_321 + trueWh) / totalStepWh) * totalStepWh
    const todayWh = todayStepWh === null ? null : Math.floor((trueWh - atReset) / todayStepWh) * todayStepWh
    return { atMs, trueWh, totalWh, todayWh }
  })
}

const shapes: readonly (readonly [string, Shape])[] = [
  ['Solis: 1 kWh and 0.1 kWh', { totalStepWh: 1_000, todayStepWh: 100, resetsAtWake: true }],
  ['Sofar string: 1 kWh and 0.01 kWh', { totalStepWh: 1_000, todayStepWh: 10, resetsAtWake: true }],
  ['Deye micro: 0.1 kWh and 0.1 kWh', { totalStepWh: 100, todayStepWh: 100, resetsAtWake: true }],
  ['reset at midnight: 0.1 kWh and 0.01 kWh', { totalStepWh: 100, todayStepWh: 10, resetsAtWake: false }],
  ['a total alone: 1 kWh', { totalStepWh: 1_000, todayStepWh: null, resetsAtWake: false }],
]

const plants = [
  ['SERF East, 15 minutes', powersOf('serf_east_ac_15min_2016-07.csv', 1), 6_000, -7],
  ['a 7 kW inverter, 5 minutes', powersOf('inverter_TAEFC1044741_5min.csv', 1_000), 7_000, -8],
] as const

describe.each(plants)('%s', (_, powers, ratedW, zoneHours) => {
  it.each(shapes)('with counters of %s is within a step a day, 0.1 percent a month', (_name, shape) => {
    const zoneMs = zoneHours * HOUR_MS
    const readings = metered(powers, zoneMs, shape)
    const { totalStepWh, todayStepWh } = shape
    const rule = { ratedW, totalStepWh, todayStepWh: todayStepWh ?? 1, maxStepWh: totalStepWh * 10 }
    const counted = countMeter(readings, rule, zoneMs)
    expect(counted).toMatchObject({ refused: 0, resets: 0 })
    const truth = new Map<number, number>()
    readings.slice(1).forEach(({ atMs, trueWh }, i) => {
      const day = Math.floor((atMs + zoneMs) / DAY_MS)
      truth.set(day, (truth.get(day) ?? 0) + trueWh - (readings[i]?.trueWh ?? 0))
    })
    const months = new Map<string, { truth: number; counted: number }>()
    for (const [day, wh] of truth) {
      const found = counted.days.get(day) ?? 0
      expect(Math.abs(found - wh)).toBeLessThanOrEqual(totalStepWh)
      const month = new Date(day * DAY_MS).toISOString().slice(0, 7)
      const sum = months.get(month) ?? { truth: 0, counted: 0 }
      months.set(month, { truth: sum.truth + wh, counted: sum.counted + found })
    }
    for (const sum of months.values())
      expect(Math.abs(sum.counted - sum.truth)).toBeLessThanOrEqual(Math.max(0.001 * sum.truth, totalStepWh))
  })
})

describe('a real "energy today" counter', () => {
  it("gives the device's own value for each day", () => {
    const readings: Shown[] = rowsOf('inverter_16425_daily_counter_10min_5min.csv').flatMap(([time, , today]) =>
      today === undefined || today === ''
        ? []
        : [{ atMs: Date.parse(time as string), totalWh: null, todayWh: Number(today) }],
    )
    const rule = { ratedW: 10_000, totalStepWh: 1, todayStepWh: 1, maxStepWh: 1_000 }
    const { days, refused, events } = countMeter(readings, rule, -4 * HOUR_MS)
    const reported = events.reduce((sum, event) => sum + (event.kind === 'reported' ? event.wh : 0), 0)
    const first = [...days.keys()][0] as number
    const found = [...days].map(([day, wh]) => Math.round(wh + (day === first ? reported : 0)))
    expect(refused).toBe(0)
    expect(found).toEqual([25_143, 39_935, 38_084, 32_537, 24_605, 27_445, 50_707, 9])
  })
})

describe('a real lifetime counter in whole kWh', () => {
  it("gives each day's rise through an outage, and bridges a gap of 23 days", () => {
    const readings: Shown[] = rowsOf('pvops_R27_15min.csv').flatMap(([time, , total]) =>
      total === undefined || total === ''
        ? []
        : [{ atMs: Date.parse(`${time}Z`), totalWh: Number(total) * 1_000, todayWh: null }],
    )
    const rule = { ratedW: 475_000, totalStepWh: 1_000, todayStepWh: 1, maxStepWh: 10_000 }
    const { sumWh, refused, resets, events } = countMeter(readings, rule)
    const rise = (readings.at(-1)?.totalWh ?? 0) - (readings[0]?.totalWh ?? 0)
    expect({ sumWh, refused, resets }).toEqual({ sumWh: rise, refused: 0, resets: 0 })
    const bridge = events.find((event) => event.kind === 'energy' && event.toMs - event.fromMs > 20 * DAY_MS)
    expect(bridge).toBeDefined()
  })
})
