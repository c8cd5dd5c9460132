import type { CounterMeaning } from '@heliograph/domain/counter-meaning.ts'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sunWeightOf } from '../../platform/sun/sun.ts'
import { SUM_UNIT } from './accumulator.ts'
import { takeNewest } from './book.ts'
import { emptyState } from './device-state.ts'
import { layoutOf } from './layout.ts'
import { emptyLedger } from './ledger.ts'
import { noneAccepted } from './targets.ts'

const start = Date.UTC(2026, 5, 10)
const DAYS = 3

const quantities = [
  ...['pvPowerW', 'batteryPowerW', 'batteryChargeTotalWh', 'batteryDischargeTotalWh', 'generationTotalWh'],
] as readonly QuantityId[]

const drawn = fc.record({
  stepWh: fc.constantFrom(1, 10, 100, 1_000),
  everyMinutes: fc.constantFrom(1, 5, 10),
  peakW: fc.integer({ min: 1_500, max: 9_000 }),
  /** Of each quarter of an hour, %. */
  clouds: fc.array(fc.integer({ min: 20, max: 100 }), { minLength: 40, maxLength: 60 }),
  loadW: fc.integer({ min: 150, max: 900 }),
  capacityWh: fc.integer({ min: 3_000, max: 12_000 }),
  /** From the grid, at hours of each day: in the dark, and in sun. */
  nightChargeW: fc.constantFrom(0, 2_000),
  dayChargeW: fc.constantFrom(0, 3_000),
  gaps: fc.array(
    fc.record({ hour: fc.integer({ min: 0, max: DAYS * 24 - 4 }), minutes: fc.integer({ min: 20, max: 150 }) }),
    {
      maxLength: 2,
    },
  ),
  /** At which hour the counter of the output begins anew; -1: never. */
  resetHour: fc.constantFrom(-1, -1, 26, 36),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

/** A hybrid of 10 kW minute by minute: what it says, and what its cells made on each day, Wh. */
function live({
  stepWh,
  everyMinutes,
  peakW,
  clouds,
  loadW,
  capacityWh,
  nightChargeW,
  dayChargeW,
  gaps,
  resetHour,
}: Drawn) {
  const rows: { atMs: number; values: number[] }[] = []
  const madeWh = Array.from({ length: DAYS }, () => 0)
  let [output, charged, given, stored] = [8_000_000.4, 3_000_000.7, 2_500_000.2, capacityWh / 2]
  for (let minute = 0; minute < DAYS * 24 * 60; minute++) {
    const atMs = start + minute * MINUTE_MS
    const hour = (minute / 60) % 24
    const light = Math.max(0, Math.sin(((hour - 5) / 14) * Math.PI))
    // Clouds come and go over a quarter of an hour, not from one minute to the next.
    const [now, next] = [Math.floor(minute / 15), Math.floor(minute / 15) + 1].map(
      (i) => (clouds[i % clouds.length] ?? 100) / 100,
    )
    const pvW =
      hour < 5 || hour > 19 ? 0 : peakW * light * ((now ?? 1) + (((next ?? 1) - (now ?? 1)) * (minute % 15)) / 15)
    const fromGridW = hour >= 2 && hour < 4 ? nightChargeW : hour >= 11 && hour < 12 ? dayChargeW : 0
    const wantedW = fromGridW > 0 ? -(fromGridW + Math.max(0, pvW - loadW)) : loadW - pvW
    const room = wantedW < 0 ? stored < capacityWh : stored > 0
    const batteryW = room ? Math.max(-5_000, Math.min(5_000, wantedW)) : 0
    rows.push({
      atMs,
      values: [
        ...[Math.round(pvW), Math.round(batteryW)],
        ...[charged, given, output].map((wh) => Math.floor(wh / stepWh) * stepWh),
      ],
    })
    if (minute === resetHour * 60) output = 0
    stored -= batteryW / 60
    charged += Math.max(0, -batteryW) / 60
    given += Math.max(0, batteryW) / 60
    output += Math.max(0, pvW + batteryW) / 60
    madeWh[Math.floor(minute / (24 * 60))] = (madeWh[Math.floor(minute / (24 * 60))] ?? 0) + pvW / 60
  }
  const isHeard = (minute: number): boolean =>
    minute % everyMinutes === 0 && !gaps.some(({ hour, minutes }) => minute > hour * 60 && minute < hour * 60 + minutes)
  return { rows: rows.filter((_, minute) => isHeard(minute)), madeWh }
}

function count(
  rows: readonly { atMs: number; values: number[] }[],
  stepWh: number,
  counterMeaning: CounterMeaning | undefined,
) {
  const layout = layoutOf(quantities)
  const ledger = emptyLedger()
  const rule = { ratedW: 10_000, totalStepWh: 1, todayStepWh: 1, maxStepWh: Math.max(stepWh, 1_000) }
  const site = {
    latitudeDeg: 50,
    longitudeDeg: 0,
    altitudeM: 0,
    capacityWp: 10_000,
    azimuthDeg: 180,
    tiltDeg: 20,
    planes: [],
  }
  const device = {
    plantId: 1,
    deviceId: 1,
    zone: 'UTC',
    quantities,
    flows: ['generation'] as const,
    counterMeaning,
    ruleOf: () => rule,
    sun: sunWeightOf(site),
  }
  const book = {
    device,
    layout,
    ledger,
    state: emptyState(layout.ids.length),
    isAccepted: noneAccepted,
    revision: Buffer.alloc(0),
  }
  for (const row of rows) takeNewest(book, { ...row, origin: 0 })
  return Array.from({ length: DAYS }, (_, day) => {
    const date = new Date(start + day * DAY_MS).toISOString().slice(0, 10)
    return (ledger.plantDays.get(`1 ${date}`)?.energy.generation ?? 0) / SUM_UNIT
  })
}

/** What may be off on a day: powers between readings, and where readings lack, the steps of three counters. */
const allowed = ({ stepWh, everyMinutes, gaps, dayChargeW, resetHour }: Drawn, madeWh: number): number =>
  150 +
  madeWh * 0.005 * everyMinutes +
  gaps.length * (3 * stepWh + dayChargeW) +
  (resetHour >= 0 ? 600 + 2 * stepWh : 0)

it('any day of a hybrid counts what its cells made, once it is said what it counts', () => {
  fc.assert(
    fc.property(drawn, (options) => {
      const { rows, madeWh } = live(options)
      const counted = count(rows, options.stepWh, 'acOutput')
      for (const [day, wh] of madeWh.entries())
        expect(Math.abs((counted[day] ?? 0) - wh)).toBeLessThanOrEqual(allowed(options, wh))
    }),
    { numRuns: 25 },
  )
})

it('what is not said is learned from the first night', () => {
  fc.assert(
    fc.property(drawn, (whole) => {
      const options: Drawn = { ...whole, nightChargeW: 0, gaps: [], resetHour: -1 }
      const { rows, madeWh } = live(options)
      const counted = count(rows, options.stepWh, undefined)
      for (const day of [1, 2])
        expect(Math.abs((counted[day] ?? 0) - (madeWh[day] ?? 0))).toBeLessThanOrEqual(
          allowed(options, madeWh[day] ?? 0) + 2 * options.stepWh,
        )
    }),
    { numRuns: 12 },
  )
})
