import { readFileSync } from 'node:fs'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { applyCalibration, calibrate, type HourPair } from '@heliograph/domain/forecast/calibrate.ts'
import { type ScoredDay, scoreDays } from '@heliograph/domain/forecast/score.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { describeArray } from '@heliograph/solar/array.ts'
import { getPotential, guessAir } from '@heliograph/solar/light-source.ts'
import { getPvwattsLossFraction } from '@heliograph/solar/pvwatts.ts'
import { describe, expect, it } from 'vitest'
import { type ForecastSite, modelHours } from './model-hours.ts'

/*
 * Plants that were really measured, with the weather that was really observed there. No archive of weather forecasts
 * belongs to them, so the errors here are of the model and its calibration alone: a horizon only means that nothing
 * newer than so many days was known of the plant.
 */

type Row = Readonly<Record<string, number>> & Readonly<{ atMs: number }>

function readRows(path: string): readonly Row[] {
  const [head = '', ...lines] = readFileSync(new URL(path, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    const time = cells[0] ?? ''
    const values = names.slice(1).map((name, i) => [name, cells[i + 1] === '' ? Number.NaN : Number(cells[i + 1])])
    return { ...Object.fromEntries(values), atMs: Date.parse(time.endsWith('Z') ? time : `${time}Z`) }
  })
}

/** Means by the start of the hour; error codes are no power. */
function hourly(rows: readonly Row[], name: string, factor = 1): ReadonlyMap<number, number> {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const row of rows) {
    const value = (row[name] ?? Number.NaN) * factor
    if (Number.isNaN(value) || value < -1_000) continue
    const hour = Math.floor(row.atMs / HOUR_MS) * HOUR_MS
    const own = sums.get(hour) ?? { sum: 0, count: 0 }
    sums.set(hour, { sum: own.sum + Math.max(0, value), count: own.count + 1 })
  }
  return new Map([...sums].map(([atMs, { sum, count }]) => [atMs, sum / count]))
}

type Model = Readonly<{ atMs: number; powerW: number; clearW: number }>
type Plant = Readonly<{
  name: string
  measured: ReadonlyMap<number, number>
  model: readonly Model[]
  offsetHours: number
  limitW: number
}>

const shared = '../../../../packages/domain/src/fixtures/measured'

function serfEast(): Plant {
  const sky = readRows('fixtures/serf_east_nsrdb_30min_daylight.csv')
  const part = (name: string) => hourly(sky, name)
  const [ghi, dni, dhi, air, wind] = ['ghi', 'dni', 'dhi', 'temp_air_c', 'wind_m_s'].map(part)
  const weather = [...(ghi ?? [])].map(
    ([atMs, ghiWm2]): WeatherHour => ({
      ...{ atMs, kind: 'unknow', ghiWm2, dniWm2: dni?.get(atMs) ?? null, dhiWm2: dhi?.get(atMs) ?? null },
      ...{ temperatureC: air?.get(atMs) ?? null, windMs: wind?.get(atMs) ?? null },
    }),
  )
  const site: ForecastSite = {
    place: { latitudeDeg: 39.742, longitudeDeg: -105.1727, altitudeM: 1829 },
    planes: [{ mount: 'fixed', pdc0W: 6_000, tiltDeg: 45, azimuthDeg: 158 }],
  }
  return {
    ...{ name: 'SERF East', offsetHours: -7, limitW: 6_000 },
    measured: hourly(readRows(`${shared}/serf_east_ac_15min_2016-07.csv`), 'ac_power_w'),
    model: modelHours(
      site,
      weather,
      weather.map(({ atMs }) => atMs),
    ),
  }
}

function solete(): Plant {
  const rows = readRows('../performance/fixtures/solete_hourly_2018-07_2019-01.csv')
  const weather = rows.map(
    (row): WeatherHour => ({
      ...{ atMs: row.atMs, kind: 'unknow', ghiWm2: Math.max(0, (row.ghi_kw_m2 ?? 0) * 1_000) },
      ...{ temperatureC: row.temp_air_c ?? null, windMs: row.wind_m_s ?? null },
    }),
  )
  const site: ForecastSite = {
    place: { latitudeDeg: 55.69, longitudeDeg: 12.1, altitudeM: 10 },
    planes: [{ mount: 'fixed', pdc0W: 8_000, tiltDeg: 60, azimuthDeg: 180 }],
  }
  const starts = weather.map(({ atMs }) => atMs)
  const measured = hourly(rows, 'pv_kw', 1_000)
  return { name: 'SOLETE', measured, model: modelHours(site, weather, starts), offsetHours: 1, limitW: 1e9 }
}

/** Its place is not published: the light in the plane of its modules stands for the weather. */
function utilityPlant(): Plant {
  const rows = readRows('../performance/fixtures/pvops_R10_hourly.csv')
  const array = describeArray({ ratedAcW: 1, lossFraction: getPvwattsLossFraction({ availability: 0 }) })
  const place = { latitudeDeg: 35, longitudeDeg: 0, altitudeM: 0 }
  const planes = [{ mount: 'fixed', pdc0W: 25e6, tiltDeg: 20, azimuthDeg: 180 }] as const
  const model = rows.map((row): Model => {
    const air = guessAir(row.atMs, 35, 0)
    const light = { source: 'in-plane', poaWm2: row.irrad_poa_Wm2 ?? 0, moduleC: row.temp_mod_C ?? null } as const
    const under = (one: Parameters<typeof getPotential>[4]) =>
      getPotential(row.atMs, place, planes, array, one, air).acW
    return {
      atMs: row.atMs,
      powerW: under(light),
      clearW: under({ source: 'clear-sky', linkeTurbidity: 3.3 }),
    }
  })
  return { name: 'R10', measured: hourly(rows, 'generated_kW', 1_000), model, offsetHours: 0, limitW: 20.1e6 }
}

/** Forecasts of every day from what was known so many days before it. */
function backTest({ measured, model, offsetHours, limitW }: Plant, horizon: number) {
  const days = new Map<number, HourPair[]>()
  for (const { atMs, powerW, clearW } of model) {
    const measuredW = measured.get(atMs)
    if (measuredW === undefined || Number.isNaN(powerW)) continue
    const day = Math.floor((atMs + offsetHours * HOUR_MS) / DAY_MS)
    days.set(day, [...(days.get(day) ?? []), { atMs, modelledW: powerW, clearW, measuredW }])
  }
  const whole = [...days].filter(([, pairs]) => pairs.length >= 7).map(([day]) => day)
  const scored: ScoredDay[] = []
  let [hourError, hourModelError, hourSum] = [0, 0, 0]
  for (const day of whole) {
    const known = whole.filter((one) => one < day - horizon && one >= day - horizon - 60)
    if (known.length < 5) continue
    const pairs = known.flatMap((one) => days.get(one) ?? []).filter((pair) => pair.measuredW < limitW * 0.97)
    const calibration = calibrate(pairs, (day - horizon) * DAY_MS)
    const own = days.get(day) ?? []
    const sum = (of: (pair: HourPair) => number): number => own.reduce((all, pair) => all + of(pair), 0)
    const calibratedOf = (pair: HourPair): number =>
      Math.min(limitW, applyCalibration(calibration, pair.atMs, pair.modelledW, pair.clearW))
    const modelledOf = (pair: HourPair): number => Math.min(limitW, pair.modelledW)
    const before = days.get(day - 1 - horizon)
    scored.push({
      measuredWh: sum(({ measuredW }) => measuredW),
      calibratedWh: sum(calibratedOf),
      modelledWh: sum(modelledOf),
      persistenceWh: before?.reduce((all, { measuredW }) => all + measuredW, 0) ?? null,
    })
    hourError += sum((pair) => Math.abs(calibratedOf(pair) - pair.measuredW))
    hourModelError += sum((pair) => Math.abs(modelledOf(pair) - pair.measuredW))
    hourSum += sum(({ measuredW }) => measuredW)
  }
  return { ...scoreDays(scored), hours: hourError / hourSum, hoursModelled: hourModelError / hourSum }
}

describe.each([serfEast(), solete(), utilityPlant()])('forecasts of $name under the weather that came', (plant) => {
  it.each([0, 1, 3, 7])('known until %i days before, beat persistence and the bare model', (horizon) => {
    const { days, calibrated, modelled, persistence, bias, hours, hoursModelled } = backTest(plant, horizon)
    const percent = (share: number | null) => (share === null ? '--' : (share * 100).toFixed(1))
    if (process.env.FORECAST_TABLE)
      process.stdout.write(
        `${[plant.name, horizon, days, ...[calibrated, modelled, persistence, bias, hours, hoursModelled].map(percent)].join(' | ')}\n`,
      )
    expect(days).toBeGreaterThan(35)
    expect(calibrated).toBeLessThan((persistence ?? 0) * 0.6)
    // By the hour it is better everywhere; of whole days the bare model may happen to be as good.
    expect(hours).toBeLessThan(hoursModelled)
    expect(calibrated).toBeLessThan((modelled ?? 0) * 1.06)
  })
})
