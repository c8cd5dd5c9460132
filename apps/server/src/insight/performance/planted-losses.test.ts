import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { LossKind } from '@heliograph/domain/performance/losses.ts'
import { sumDays } from '@heliograph/domain/performance/sum-days.ts'
import { getPvwattsLossFraction } from '@heliograph/solar/pvwatts.ts'
import { describe, expect, it } from 'vitest'
import type { Points } from './slot-means.ts'
import { judgeMeasured, listDates, type MeasuredDay, pointsOf, powerOf, readRows } from './testing/measured-days.ts'

// Faults put into the measured curves of a healthy roof under satellite weather: each ends in its class, and only there.

const rows = readRows('../../../../../../packages/domain/src/fixtures/measured', 'serf_east_ac_15min_2016-07.csv')
const weather = readRows('../fixtures', 'serf_east_nsrdb_30min_2016-09.csv')
const power = powerOf(rows, 'ac_power_w')
const CAPACITY = 6_000
const dates = listDates('2016-09-01', '2016-09-28')
const dayMs = (date: string): number => Date.parse(`${date}T07:00:00Z`)
const dayOf = (atMs: number): number => Math.floor((atMs - dayMs('2016-09-01')) / (24 * HOUR_MS)) + 1
const hourOf = (atMs: number): number => (((atMs - dayMs('2016-09-01')) / HOUR_MS) % 24) + 0.125

type Planted = Readonly<{
  /** Power by what it was; undefined: silent. */
  change?: (w: number, atMs: number) => number | undefined
  limitPercent?: number
  exportLimitW?: number
  airC?: number
}>

/** A household that takes 300 to 1,500 W, in turns of an hour and a half. */
const loadW = (atMs: number): number => 300 + 600 * (Math.floor(atMs / (1.5 * HOUR_MS)) % 3)

function judge({ change, limitPercent, exportLimitW, airC }: Planted): readonly MeasuredDay[] {
  const kept = power.flatMap(({ atMs, value }) => {
    const changed = change ? change(value, atMs) : value
    return changed === undefined ? [] : [{ atMs, value: Math.min(changed, loadW(atMs) + (exportLimitW ?? 1e9)) }]
  })
  const cut = (points: Points, fromMs: number, toMs: number): Points =>
    points.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  const air = pointsOf(weather, 'temp_air_c').map(({ atMs, value }) => ({ atMs, value: airC ?? value }))
  return judgeMeasured({
    site: {
      place: { latitudeDeg: 39.742, longitudeDeg: -105.1727, altitudeM: 1829 },
      planes: [{ mount: 'fixed', pdc0W: CAPACITY, tiltDeg: 45, azimuthDeg: 158 }],
      gammaPerK: -0.0037,
      lossFraction: getPvwattsLossFraction(),
    },
    offsetHours: -7,
    days: dates,
    inverters: (fromMs, toMs) => [
      {
        id: 1,
        capacityWp: CAPACITY,
        limitW: CAPACITY,
        countedWh: null,
        power: cut(kept, fromMs, toMs),
        ...(limitPercent === undefined
          ? {}
          : { limitPercent: cut(kept, fromMs, toMs).map(({ atMs }) => ({ atMs, value: limitPercent })) }),
      },
    ],
    sky: {
      weather: { ghi: pointsOf(weather, 'ghi'), dni: pointsOf(weather, 'dni'), dhi: pointsOf(weather, 'dhi') },
      airC: air,
      windMs: pointsOf(weather, 'wind_m_s'),
    },
    feedIn: (fromMs, toMs) => ({
      points: cut(kept, fromMs, toMs).map(({ atMs, value }) => ({ atMs, value: Math.round(value - loadW(atMs)) })),
    }),
  })
}

const causes: readonly LossKind[] = [
  ...(['outage', 'part-outage', 'clipping', 'curtailment', 'export-limit', 'shading', 'soiling', 'snow'] as const),
]
const namedIn = (days: readonly MeasuredDay[]): readonly LossKind[] =>
  causes.filter((kind) => days.some((day) => day.lost(kind) > 0))
const noisy = (w: number, atMs: number): number =>
  w * (1 + 0.08 * Math.sin(atMs / 700_000) * Math.cos(atMs / 1_900_000))

describe('faults put into the curves of a measured roof', () => {
  it.each<[string, Planted, readonly LossKind[]]>([
    ['nothing', {}, []],
    ['noise', { change: noisy }, []],
    ['an outage', { change: (w, at) => (dayOf(at) === 12 && hourOf(at) > 10 && hourOf(at) < 15 ? 0 : w) }, ['outage']],
    ['half of its strings dead', { change: (w, at) => (dayOf(at) > 12 ? w * 0.5 : w) }, ['part-outage']],
    ['a set limit', { change: (w) => Math.min(w, 2_400), limitPercent: 40 }, ['curtailment']],
    ['a limit that nobody told', { change: (w) => Math.min(w, 2_400) }, ['clipping']],
    ['a limit of its feed-in', { exportLimitW: 2_000 }, ['export-limit']],
    ['a wall', { change: (w, at) => (hourOf(at) < 10 ? w * 0.4 : w) }, ['shading']],
    ['dirt', { change: (w, at) => w * (1 - dayOf(at) * 0.01) }, ['soiling']],
    ['snow', { change: (w, at) => (dayOf(at) === 12 ? w * 0.05 : w), airC: -4 }, ['snow']],
  ])('%s', (_, planted, kinds) => {
    expect(namedIn(judge(planted))).toEqual(kinds)
  })
})

it.each<[string, (hour: number) => boolean]>([
  ['the afternoon', (hour) => hour > 12.5],
  ['the evening', (hour) => hour > 15],
  ['two hours before noon', (hour) => hour > 9 && hour < 11],
])('a logger silent in %s changes no figure of the measured hours', (_, isSilent) => {
  const figuresOf = (days: readonly MeasuredDay[]) =>
    sumDays(
      days.map(({ date, reference, ...day }) => ({
        ...day,
        ...reference,
        day: date,
        source: 'weather',
        capacityWp: CAPACITY,
      })),
    )
  const whole = figuresOf(judge({}))
  // On every second day.
  const partly = figuresOf(judge({ change: (w, at) => (dayOf(at) % 2 === 0 && isSilent(hourOf(at)) ? undefined : w) }))
  const unmeasured = partly.losses.find(({ kind }) => kind === 'unmeasured')
  expect(unmeasured?.days).toBe(14)
  expect(partly.losses.some(({ kind }) => kind === 'outage')).toBe(false)
  const headline = partly.judgedProducedWh / (partly.judgedPotentialWh - (unmeasured?.judgedWh ?? 0))
  expect(Math.abs(headline - whole.judgedProducedWh / whole.judgedPotentialWh)).toBeLessThan(0.03)
  expect(Math.abs((partly.performanceRatio ?? 0) - (whole.performanceRatio ?? 0))).toBeLessThan(0.03)
})
