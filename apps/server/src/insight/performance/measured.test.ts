import { sumLosses } from '@heliograph/domain/performance/losses.ts'
import { sumYields } from '@heliograph/domain/performance/yields.ts'
import type { Plane } from '@heliograph/solar/array.ts'
import { getPvwattsLossFraction } from '@heliograph/solar/pvwatts.ts'
import { describe, expect, it } from 'vitest'
import { makeCourse, type SampledInverter, type Site } from './make-course.ts'
import type { Points } from './slot-means.ts'
import {
  judgeMeasured,
  listDates,
  type MeasuredDay,
  pointsOf,
  powerOf,
  type Row,
  readRows,
} from './testing/measured-days.ts'

// Plants that were really measured, and the facts that their sources state. See fixtures/README.md.

const HERE = '../fixtures'
const SHARED = '../../../../../../packages/domain/src/fixtures/measured'
const HOUR = 3_600_000

const within = (points: Points, fromMs: number, toMs: number): Points =>
  points.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
const inverterOf =
  (
    power: Points,
    capacityWp: number,
    limitW: number | null,
    countedWh: (f: number, t: number) => number | null = () => null,
  ) =>
  (fromMs: number, toMs: number): readonly SampledInverter[] => [
    { id: 1, capacityWp, limitW, power: within(power, fromMs, toMs), countedWh: countedWh(fromMs, toMs) },
  ]
const fixed = (pdc0W: number, tiltDeg: number, azimuthDeg: number): readonly Plane[] => [
  { mount: 'fixed', pdc0W, tiltDeg, azimuthDeg },
]
const sum = (days: readonly MeasuredDay[], pick: (day: MeasuredDay) => number): number =>
  days.reduce((all, day) => all + pick(day), 0)
const expectExact = (days: readonly MeasuredDay[]): void => {
  for (const { date, potentialWh, producedWh, losses } of days)
    expect([date, potentialWh]).toEqual([date, (producedWh ?? 0) + sumLosses(losses)])
}

describe('SERF East, Golden: a healthy roof', () => {
  const rows = readRows(SHARED, 'serf_east_ac_15min_2016-07.csv')
  const weather = readRows(HERE, 'serf_east_nsrdb_30min_2016-09.csv')
  const place = { latitudeDeg: 39.742, longitudeDeg: -105.1727, altitudeM: 1829 }
  const site: Site = {
    place,
    planes: fixed(6_000, 45, 158),
    gammaPerK: -0.0037,
    lossFraction: getPvwattsLossFraction(),
  }
  const inverters = inverterOf(powerOf(rows, 'ac_power_w'), 6_000, 6_000)

  it('has the stated energy, expectation and ratio from satellite weather', () => {
    const sky = {
      weather: { ghi: pointsOf(weather, 'ghi'), dni: pointsOf(weather, 'dni'), dhi: pointsOf(weather, 'dhi') },
      airC: pointsOf(weather, 'temp_air_c'),
      windMs: pointsOf(weather, 'wind_m_s'),
    }
    const days = judgeMeasured({ site, offsetHours: -7, days: listDates('2016-09-01', '2016-09-29'), inverters, sky })
    expectExact(days)
    // The source's model (SAPM cells) expects 859.55 kWh in 30 days; its 30th day is not in the weather.
    const [madeKwh, expectedKwh] = [sum(days, (d) => d.producedWh ?? 0) / 1e3, sum(days, (d) => d.potentialWh) / 1e3]
    expect(madeKwh / expectedKwh).toBeGreaterThan(869.98 / 859.55 - 0.01)
    expect(madeKwh / expectedKwh).toBeLessThan(869.98 / 859.55 + 0.01)
    const ratio = sum(days, (d) => d.reference.validWh) / 6_000 / (sum(days, (d) => d.reference.validWhM2) / 1e3)
    expect(ratio).toBeCloseTo(869.98 / 6 / 187.749, 2)
    const worst = days.filter((d) => (d.producedWh ?? 0) < 0.6 * d.potentialWh)
    expect(worst.map((d) => [d.date, (d.producedWh ?? 0) / 1e3])).toEqual([['2016-09-29', expect.closeTo(17.59, 1)]])
    expect(Math.abs((worst[0]?.potentialWh ?? 0) / 1e3 - 33.53)).toBeLessThan(0.4)
    expect(days.flatMap((d) => d.losses.map(({ kind }) => kind)).filter((kind) => kind !== 'unexplained')).toEqual([])
  })

  it('without irradiance is judged on its clear days alone, without false faults', () => {
    const days = judgeMeasured({
      site,
      offsetHours: -7,
      days: listDates('2016-07-01', '2016-09-29'),
      inverters,
      sky: {},
    })
    expectExact(days)
    const clear = days.filter((d) => d.isJudged)
    expect(clear.length).toBeGreaterThan(15)
    // Satellite weather has at least 82 % of a clear sky's light on each of them.
    for (const d of clear) expect((d.producedWh ?? 0) / d.potentialWh, d.date).toBeGreaterThan(0.78)
    const named = days.flatMap((d) => d.losses.map(({ kind }) => [d.date, kind] as const))
    expect(named.filter(([, kind]) => kind !== 'sky' && kind !== 'unexplained')).toEqual([
      // It stood still for half an hour: two readings of -5 W.
      ['2016-08-19', 'outage'],
    ])
  })
})

describe('R10: a healthy utility plant at its AC limit', () => {
  const rows = readRows(HERE, 'pvops_R10_hourly.csv')
  const yieldsOf = (some: readonly Row[]) =>
    sumYields(
      some.map((row) => ({
        energyWh: (row.generated_kW ?? Number.NaN) * 1_000,
        irradiationWhM2: row.irrad_poa_Wm2 ?? Number.NaN,
        moduleC: row.temp_mod_C ?? Number.NaN,
      })),
      25_000_000,
    )
  const stated: readonly (readonly [string, number, number])[] = [
    ['2018-04', 0.78053, 0.80535],
    ['2018-05', 0.77561, 0.81203],
    ['2018-06', 0.76488, 0.82134],
    ['2018-07', 0.76381, 0.83727],
    ['2018-08', 0.76291, 0.82652],
    ['2018-09', 0.77265, 0.8313],
    ['2018-10', 0.77964, 0.80973],
    ['2018-11', 0.80691, 0.81672],
    ['2018-12', 0.86567, 0.85615],
    ['2019-01', 0.86698, 0.86338],
    ['2019-02', 0.86328, 0.84853],
    ['2019-03', 0.81476, 0.82378],
  ]

  it.each(stated)('has the stated ratios in %s', (month, ratio, ratio25C) => {
    const found = yieldsOf(rows.filter(({ atMs }) => new Date(atMs).toISOString().startsWith(month)))
    expect(found.performanceRatio).toBeCloseTo(ratio, 3)
    expect(found.performanceRatio25C).toBeCloseTo(ratio25C, 3)
  })

  it('has the stated ratios of the year', () => {
    const found = yieldsOf(rows)
    expect(found.performanceRatio).toBeCloseTo(0.7899, 3)
    expect(found.performanceRatio25C).toBeCloseTo(0.82596, 3)
    expect(found.finalYield).toBeCloseTo(56_058.188 / 25, 0)
    expect(found.referenceYield).toBeCloseTo(2_838.617, 0)
  })

  it('clips at 20 MW, and raises no false fault in a year', () => {
    const days = judgeMeasured({
      // Its place is not published: the sensor stands for it.
      site: { place: { latitudeDeg: 35, longitudeDeg: 0, altitudeM: 0 }, planes: fixed(25e6, 20, 180) },
      offsetHours: 0,
      slotMs: HOUR,
      days: listDates('2018-04-01', '2019-03-31'),
      inverters: inverterOf(powerOf(rows, 'generated_kW', 1_000), 25e6, 20.1e6),
      sky: { inPlane: pointsOf(rows, 'irrad_poa_Wm2'), moduleC: pointsOf(rows, 'temp_mod_C') },
    })
    expectExact(days)
    const kinds = new Set(days.flatMap((d) => d.losses.map(({ kind }) => kind)))
    for (const kind of ['outage', 'part-outage', 'soiling', 'shading', 'snow'] as const)
      expect([kind, kinds.has(kind)]).toEqual([kind, false])
    const clipped = days.filter((d) => d.lost('clipping') > 0)
    expect(clipped.length).toBeGreaterThan(40)
    expect(clipped.every((d) => d.date < '2018-10' || d.date > '2019-02-15')).toBe(true)
  })

  it.each(['2018-07-05', '2018-11-05'])('names a fault of three months from %s a part outage to its end', (from) => {
    const [fromMs, toMs] = [Date.parse(from), Date.parse(from) + 96 * 24 * HOUR]
    const power = powerOf(rows, 'generated_kW', 1_000)
    const broken = power.map(({ atMs, value }) => ({
      atMs,
      value: atMs >= fromMs && atMs < toMs ? value * 0.6 : value,
    }))
    const judged = judgeMeasured({
      site: { place: { latitudeDeg: 35, longitudeDeg: 0, altitudeM: 0 }, planes: fixed(25e6, 20, 180) },
      offsetHours: 0,
      slotMs: HOUR,
      days: listDates('2018-04-01', '2019-03-31'),
      inverters: inverterOf(broken, 25e6, 20.1e6),
      sky: { inPlane: pointsOf(rows, 'irrad_poa_Wm2'), moduleC: pointsOf(rows, 'temp_mod_C') },
    })
    expectExact(judged)
    const at = (date: string) => Date.parse(date)
    for (const month of [0, 1, 2]) {
      const [first, last] = [fromMs + (month * 32 + 3) * 24 * HOUR, fromMs + (month + 1) * 32 * 24 * HOUR]
      const days = judged.filter(({ date }) => at(date) >= first && at(date) < last)
      const lostWh = within(power, first, last).reduce((all, { value }) => all + value * 0.4, 0)
      expect(sum(days, (d) => d.lost('part-outage')) / lostWh).toBeGreaterThan(0.8)
      expect(sum(days, (d) => d.lost('part-outage')) / lostWh).toBeLessThan(1.2)
    }
    const others = judged.filter(({ date }) => at(date) < fromMs || at(date) >= toMs)
    expect(others.filter((d) => d.lost('part-outage') > 0).map(({ date }) => date)).toEqual([])
  })
})

describe('R27: a hurricane and a hole of 23 days', () => {
  const rows = readRows(SHARED, 'pvops_R27_15min.csv')
  const counted = (fromMs: number, toMs: number): number | null => {
    const own = rows.filter((row) => row.atMs >= fromMs && row.atMs < toMs)
    const [first, last] = [own[0]?.energy_delivered_kwh ?? Number.NaN, own.at(-1)?.energy_delivered_kwh ?? Number.NaN]
    // A counter heard in the first hour of a day says nothing of the day.
    return own.length > 40 ? (last - first) * 1_000 : null
  }
  const days = judgeMeasured({
    site: { place: { latitudeDeg: 33, longitudeDeg: 0, altitudeM: 0 }, planes: fixed(475_000, 20, 180) },
    offsetHours: 0,
    days: listDates('2018-09-14', '2018-10-13'),
    inverters: inverterOf(powerOf(rows, 'ac_power_kw', 1_000), 475_000, null, counted),
    sky: { inPlane: pointsOf(rows, 'poa_w_m2') },
    producedWh: counted,
  })
  const on = (date: string): MeasuredDay | undefined => days.find((d) => d.date === date)

  it('finds the outage of the work order at its dates', () => {
    expectExact(days)
    expect(days.filter((d) => d.lost('outage') > 0).map(({ date }) => date)).toEqual([
      ...['2018-09-14', '2018-09-15', '2018-09-16'],
    ])
    const first = on('2018-09-14')?.losses.find(({ kind }) => kind === 'outage')
    expect(new Date(first?.fromMs ?? 0).toISOString().slice(0, 13)).toMatch(/2018-09-14T(10|11)/)
    const last = on('2018-09-16')?.losses.find(({ kind }) => kind === 'outage')
    expect(new Date(last?.toMs ?? 0).toISOString().slice(0, 13)).toMatch(/2018-09-16T(15|16|17)/)
  })

  it('has the stated energies and ratio, and no word on a capacity that is exceeded', () => {
    expect([on('2018-09-17')?.producedWh, on('2018-09-18')?.producedWh]).toEqual([2_465_000, 2_773_000])
    const reference = on('2018-09-18')?.reference
    expect(2_773_000 / 475 / (reference?.irradiationWhM2 ?? 1)).toBeCloseTo(0.9908, 1)
    expect(on('2018-09-18')?.losses.map(({ kind }) => kind)).toEqual(['unexplained'])
  })

  it('calls the hole not measured, and never zero', () => {
    for (const d of days.filter(({ date }) => date > '2018-09-19' && date < '2018-10-12'))
      expect([d.date, d.producedWh, d.losses.map(({ kind }) => kind)]).toEqual([d.date, null, ['unmeasured']])
  })
})

describe('RSF II: dead telemetry beside a counting meter, then snow', () => {
  const rows = readRows(HERE, 'nrel_rsf2_15min.csv')
  const meter = (name: string) => (fromMs: number, toMs: number) =>
    rows.reduce((all, row) => all + (row.atMs >= fromMs && row.atMs < toMs ? (row[name] ?? 0) / 4 : 0), 0)
  const [first, second] = [meter('meter1_ac_w'), meter('meter2_ac_w')]
  const dates = listDates('2022-01-02', '2022-01-06')
  const [power1, power2] = [powerOf(rows, 'inv1_ac_w'), powerOf(rows, 'inv2_ac_w')]
  const days = judgeMeasured({
    site: {
      place: { latitudeDeg: 39.7408, longitudeDeg: -105.1713, altitudeM: 1829 },
      planes: fixed(408_240, 10, 180),
    },
    offsetHours: -7,
    days: dates,
    inverters: (f, t) => [
      { id: 1, capacityWp: 204_120, limitW: null, power: within(power1, f, t), countedWh: first(f, t) },
      { id: 2, capacityWp: 204_120, limitW: null, power: within(power2, f, t), countedWh: second(f, t) },
    ],
    sky: {
      inPlane: pointsOf(rows, 'poa_w_m2'),
      airC: pointsOf(rows, 'temp_air_c'),
      moduleC: pointsOf(rows, 'temp_module_c'),
    },
    producedWh: (f, t) => first(f, t) + second(f, t),
  })

  it('raises no outage for an inverter that says zero while its meter counts', () => {
    expectExact(days)
    expect(days.filter((d) => d.lost('outage') > 0)).toEqual([])
  })

  it('calls the day of zeros in the cold snow or a plant that was off', () => {
    expect(days.filter((d) => d.lost('snow') > 0).map(({ date }) => date)).toEqual(['2022-01-06'])
    const snow = days.at(-1)?.losses.find(({ kind }) => kind === 'snow')
    expect(snow?.confidence).toBe('low')
    expect(days.at(-1)?.lost('snow')).toBeGreaterThan(0.9 * (days.at(-1)?.potentialWh ?? 0))
  })

  /** January 4th as often as wanted, so cold, and with a share of its powers by inverter and hour. */
  const judgeCold = (airC: number, shareOf: (day: number, inverter: number, hour: number) => number) => {
    const [dayMs, offset] = [Date.parse('2022-01-04T07:00Z'), 24 * HOUR]
    const repeat = (points: Points, pick: (value: number, day: number, hour: number) => number): Points =>
      [0, 1, 2, 3].flatMap((day) =>
        within(points, dayMs, dayMs + offset).map(({ atMs, value }) => ({
          atMs: atMs + day * offset,
          value: pick(value, day, (atMs - dayMs) / HOUR),
        })),
      )
    const powers = [1, 2].map((id) => repeat(power2, (w, day, hour) => w * shareOf(day, id, hour)))
    return judgeMeasured({
      site: {
        place: { latitudeDeg: 39.7408, longitudeDeg: -105.1713, altitudeM: 1829 },
        planes: fixed(408_240, 10, 180),
      },
      offsetHours: -7,
      days: listDates('2022-01-04', '2022-01-07'),
      inverters: (f, t) =>
        powers.map((power, i) => ({
          id: i + 1,
          capacityWp: 204_120,
          limitW: null,
          power: within(power, f, t),
          countedWh: null,
        })),
      sky: {
        inPlane: repeat(pointsOf(rows, 'poa_w_m2'), (w) => w),
        airC: repeat(pointsOf(rows, 'temp_air_c'), () => airC),
      },
    })
  }
  const unexplainedOf = (day: MeasuredDay | undefined): number =>
    (day?.lost('unexplained') ?? 1) / ((day?.potentialWh ?? 1) - (day?.producedWh ?? 0))

  it('calls what inverters lose unevenly in the cold snow, and the day after as well', () => {
    const judged = judgeCold(-4, (day, id) =>
      day === 0 ? 1 : day === 1 ? ([0.2, 0.55][id - 1] ?? 1) : day === 2 ? 0.5 : 1,
    )
    expectExact(judged)
    expect(judged.map((d) => d.lost('snow') > 0)).toEqual([false, true, true, false])
    for (const day of judged.slice(1, 3)) expect(unexplainedOf(day)).toBeLessThan(0.3)
  })

  it('calls snow that slides in the afternoon, or lets a tenth through, by its name', () => {
    expect(judgeCold(-1, (day, _, hour) => (day === 1 && hour < 15 ? 0.1 : 1)).map((d) => d.lost('snow') > 0)).toEqual([
      ...[false, true, false, false],
    ])
    expect(judgeCold(-1, (day) => (day === 1 ? 0.12 : 1)).map((d) => d.lost('snow') > 0)).toEqual([
      ...[false, true, false, false],
    ])
  })

  it('calls nothing snow that is warm, or even, or of one inverter alone', () => {
    const none = [false, false, false, false]
    expect(
      judgeCold(9, (day, id) => (day === 1 ? ([0.2, 0.55][id - 1] ?? 1) : 1)).map((d) => d.lost('snow') > 0),
    ).toEqual(none)
    expect(judgeCold(-4, (day) => (day === 1 ? 0.5 : 1)).map((d) => d.lost('snow') > 0)).toEqual(none)
    expect(judgeCold(-4, (day, id) => (day > 0 && id === 1 ? 0.5 : 1)).map((d) => d.lost('snow') > 0)).toEqual(none)
  })

  it('has the stated ratios of inverter 2', () => {
    const ratioOf = (own: readonly Row[]) =>
      sumYields(
        own.map((row) => ({ energyWh: (row.inv2_ac_w ?? 0) / 4, irradiationWhM2: (row.poa_w_m2 ?? 0) / 4 })),
        204_120,
      ).performanceRatio
    const ofDay = (date: string) => rows.filter(({ atMs }) => new Date(atMs - 7 * HOUR).toISOString().startsWith(date))
    const stated = [0.5567, 0.57376, 0.74571, 0.77592, 0]
    for (const [i, date] of dates.entries()) expect(ratioOf(ofDay(date)), date).toBeCloseTo(stated[i] ?? Number.NaN, 2)
    expect(ratioOf(rows)).toBeCloseTo(0.5852, 2)
  })
})

describe('SOLETE, Denmark: two healthy months with a sensor in the plane', () => {
  const rows = readRows(HERE, 'solete_hourly_2018-07_2019-01.csv')
  const power = powerOf(rows, 'pv_kw', 1_000)

  it.each([
    ['2018-07', 1_175.841, 172.397, 6.821],
    ['2019-01', 270.347, 36.124, 7.484],
  ])('has the stated yield in %s and no false fault', (month, madeKwh, lightKwh, perLight) => {
    const count = 31
    const days = judgeMeasured({
      site: { place: { latitudeDeg: 55.69, longitudeDeg: 12.1, altitudeM: 10 }, planes: fixed(8_000, 60, 180) },
      offsetHours: 0,
      slotMs: HOUR,
      days: listDates(`${month}-01`, `${month}-${count}`),
      inverters: inverterOf(power, 8_000, null),
      sky: { inPlane: pointsOf(rows, 'poa_kw_m2', 1_000), airC: pointsOf(rows, 'temp_air_c') },
    })
    expectExact(days)
    const [made, light] = [
      sum(days, (d) => d.producedWh ?? 0) / 1e3,
      sum(days, (d) => d.reference.irradiationWhM2) / 1e3,
    ]
    expect(made).toBeCloseTo(madeKwh, 0)
    expect(light).toBeCloseTo(lightKwh, 0)
    expect(made / light).toBeCloseTo(perLight, 1)
    for (const kind of ['outage', 'part-outage', 'shading', 'soiling'] as const)
      expect(sum(days, (d) => d.lost(kind))).toBe(0)
  })
})

describe('SRRL, Golden: from the horizontal to the plane', () => {
  const rows = readRows(HERE, 'nrel_srrl_15min_means_2019-03.csv')
  const ghi = pointsOf(rows, 'ghi')

  it.each([
    ['2019-03-10', 6.949],
    ['2019-03-11', 4.637],
    ['2019-03-12', 5.678],
    ['2019-03-14', 5.5],
    ['2019-03-15', 8.833],
    ['2019-03-16', 8.426],
    ['2019-03-17', 8.36],
  ])('computes the light on 40 degrees south on %s within 8 %%', (date, stated) => {
    const fromMs = Date.parse(`${date}T07:00:00Z`)
    const { course, reference } = makeCourse({
      site: { place: { latitudeDeg: 39.742, longitudeDeg: -105.18, altitudeM: 1829 }, planes: fixed(1_000, 40, 180) },
      fromMs,
      toMs: fromMs + 24 * HOUR,
      inverters: [],
      sky: { horizontal: ghi },
      producedWh: null,
      usualShare: 0.7,
    })
    expect(course.source).toBe('horizontal')
    expect(Math.abs(reference.irradiationWhM2 / 1_000 / stated - 1)).toBeLessThan(0.08)
  })
})

describe('an inverter of the field: error codes, and no place known', () => {
  const rows = readRows(SHARED, 'inverter_TAEFC1044741_5min.csv')
  const days = judgeMeasured({
    // Place and direction follow from when it begins and ends: its clear days fit.
    site: { place: { latitudeDeg: 34, longitudeDeg: -118, altitudeM: 300 }, planes: fixed(7_000, 5, 280) },
    offsetHours: -8,
    days: listDates('2016-05-01', '2016-05-31'),
    inverters: inverterOf(powerOf(rows, 'ac_power_kw', 1_000), 7_500, 7_000),
    sky: {},
  })

  it('has the stated energy of May, and clear days in its curve', () => {
    expectExact(days)
    expect(Math.abs(sum(days, (d) => d.producedWh ?? 0) / 1e3 / 1_026.63 - 1)).toBeLessThan(0.01)
    expect(days.filter((d) => d.isJudged).length).toBeGreaterThan(4)
    expect(sum(days, (d) => d.lost('outage') + d.lost('unmeasured'))).toBe(0)
  })
})
