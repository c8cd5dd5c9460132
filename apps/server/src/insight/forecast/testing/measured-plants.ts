import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { HourPair } from '@heliograph/domain/forecast/calibrate.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { describeArray } from '@heliograph/solar/array.ts'
import { getPotential, guessAir, type KnownLight } from '@heliograph/solar/light-source.ts'
import { getPvwattsLossFraction } from '@heliograph/solar/pvwatts.ts'
import { type ForecastSite, modelHours } from '../model-hours.ts'

/** A plant that was really measured, with the weather that was really observed over it. */
export type MeasuredPlant = Readonly<{
  name: string
  /** Who observed the light. */
  light: 'satellite' | 'horizontal sensor' | 'sensor in the plane'
  /** Hours by the plant's day, as a number of days since 1970. */
  days: ReadonlyMap<number, readonly HourPair[]>
  /** W, where the inverters end. */
  limitW: number
}>

type Row = Readonly<Record<string, number>> & Readonly<{ atMs: number }>
type Read = (file: string) => string

function readRows(text: string): readonly Row[] {
  const [head = '', ...lines] = text.trim().split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    const time = cells[0] ?? ''
    const values = names.slice(1).map((name, i) => [name, cells[i + 1] === '' ? Number.NaN : Number(cells[i + 1])])
    return { ...Object.fromEntries(values), atMs: Date.parse(time.endsWith('Z') ? time : `${time}Z`) }
  })
}

const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS

/** Means by the start of the hour, of rows that are means themselves; error codes are no power. */
function hourly(rows: readonly Row[], name: string, factor = 1): ReadonlyMap<number, number> {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const row of rows) {
    const value = (row[name] ?? Number.NaN) * factor
    if (Number.isNaN(value) || value < -1_000) continue
    const own = sums.get(hourOf(row.atMs)) ?? { sum: 0, count: 0 }
    sums.set(hourOf(row.atMs), { sum: own.sum + Math.max(0, value), count: own.count + 1 })
  }
  return new Map([...sums].map(([atMs, { sum, count }]) => [atMs, sum / count]))
}

/** Means of hours from values at its start, its middle and its end: a half hour's value counts as the line between. */
function ofInstants(rows: readonly Row[], name: string): ReadonlyMap<number, number> {
  const at = new Map(rows.map((row) => [row.atMs, row[name] ?? Number.NaN]))
  const means = new Map<number, number>()
  for (const row of rows) {
    const start = hourOf(row.atMs)
    // Rows of the night may be absent.
    const [first = 0, middle = 0, last = 0] = [0, 0.5, 1].map((share) => at.get(start + share * HOUR_MS))
    if (!Number.isNaN(first + middle + last)) means.set(start, first / 4 + middle / 2 + last / 4)
  }
  return means
}

type Modelled = Readonly<{ atMs: number; powerW: number; clearW: number }>

function pairDays(
  model: readonly Modelled[],
  measured: ReadonlyMap<number, number>,
  offsetHours: number,
): MeasuredPlant['days'] {
  const days = new Map<number, HourPair[]>()
  for (const { atMs, powerW, clearW } of model) {
    const measuredW = measured.get(atMs)
    if (measuredW === undefined || Number.isNaN(powerW)) continue
    const day = Math.floor((atMs + offsetHours * HOUR_MS) / DAY_MS)
    days.set(day, [...(days.get(day) ?? []), { atMs, modelledW: powerW, clearW, measuredW }])
  }
  return days
}

function serfEast(read: Read): MeasuredPlant {
  const sky = readRows(read('serf_east_nsrdb_30min_2016-07.csv'))
  const [ghi, dni, dhi, air, wind] = ['ghi', 'dni', 'dhi', 'temp_air_c', 'wind_m_s'].map((name) =>
    ofInstants(sky, name),
  )
  const weather = [...(ghi ?? [])].map(
    ([atMs, ghiWm2]): WeatherHour => ({
      atMs,
      kind: 'unknow',
      ghiWm2,
      dniWm2: dni?.get(atMs) ?? null,
      dhiWm2: dhi?.get(atMs) ?? null,
      temperatureC: air?.get(atMs) ?? null,
      windMs: wind?.get(atMs) ?? null,
    }),
  )
  const site: ForecastSite = {
    place: { latitudeDeg: 39.742, longitudeDeg: -105.1727, altitudeM: 1829 },
    planes: [{ mount: 'fixed', pdc0W: 6_000, tiltDeg: 45, azimuthDeg: 158 }],
  }
  const starts = weather.map(({ atMs }) => atMs)
  const measured = hourly(readRows(read('serf_east_ac_15min_2016-07.csv')), 'ac_power_w')
  const days = pairDays(modelHours(site, weather, starts), measured, -7)
  return { name: 'SERF East', light: 'satellite', days, limitW: 6_000 }
}

function solete(read: Read): MeasuredPlant {
  const rows = readRows(read('solete_hourly_2018-06.csv'))
  const weather = rows.map(
    (row): WeatherHour => ({
      atMs: row.atMs,
      kind: 'unknow',
      ghiWm2: Math.max(0, (row.ghi_kw_m2 ?? 0) * 1_000),
      temperatureC: row.temp_air_c ?? null,
      windMs: row.wind_m_s ?? null,
    }),
  )
  const site: ForecastSite = {
    place: { latitudeDeg: 55.6867, longitudeDeg: 12.0985, altitudeM: 10 },
    // Where its modules point is not published: so its sensor in their plane fits the one on the horizontal best.
    planes: [{ mount: 'fixed', pdc0W: 7_440, tiltDeg: 60, azimuthDeg: 200 }],
  }
  const starts = weather.map(({ atMs }) => atMs)
  const days = pairDays(modelHours(site, weather, starts), hourly(rows, 'pv_kw', 1_000), 1)
  return { name: 'SOLETE', light: 'horizontal sensor', days, limitW: 7_000 }
}

/** The place is not published, or light on the plane is all there is: that light stands for the weather. */
function fromInPlane(
  options: Readonly<{
    name: string
    rows: readonly Row[]
    power: string
    powerFactor: number
    light: string
    moduleC?: string
    airC?: string
    capacityWp: number
    limitW: number
    latitudeDeg: number
    longitudeDeg: number
    altitudeM?: number
    tiltDeg: number
    offsetHours: number
  }>,
): MeasuredPlant {
  const { rows, latitudeDeg, longitudeDeg, altitudeM = 0, capacityWp, tiltDeg } = options
  const array = describeArray({ ratedAcW: 1, lossFraction: getPvwattsLossFraction({ availability: 0 }) })
  const place = { latitudeDeg, longitudeDeg, altitudeM }
  const planes = [{ mount: 'fixed', pdc0W: capacityWp, tiltDeg, azimuthDeg: 180 }] as const
  const of = (name: string | undefined): ReadonlyMap<number, number> => (name ? meansOf(rows, name) : new Map())
  const [moduleC, airC] = [of(options.moduleC), of(options.airC)]
  const model = [...hourly(rows, options.light)].map(([atMs, poaWm2]): Modelled => {
    const guess = guessAir(atMs, latitudeDeg, longitudeDeg)
    const air = { temperatureC: airC.get(atMs) ?? guess.temperatureC, windMs: guess.windMs }
    const light: KnownLight = { source: 'in-plane', poaWm2, moduleC: moduleC.get(atMs) ?? null }
    const under = (knownLight: KnownLight): number =>
      getPotential(atMs + HOUR_MS / 2, place, planes, array, knownLight, air).acW
    return { atMs, powerW: under(light), clearW: under({ source: 'clear-sky', linkeTurbidity: 3.3 }) }
  })
  const measured = hourly(rows, options.power, options.powerFactor)
  const days = pairDays(model, measured, options.offsetHours)
  return { name: options.name, light: 'sensor in the plane', days, limitW: options.limitW }
}

/** Temperatures may be below zero. */
function meansOf(rows: readonly Row[], name: string): ReadonlyMap<number, number> {
  const groups = new Map<number, number[]>()
  for (const row of rows)
    groups.set(hourOf(row.atMs), [...(groups.get(hourOf(row.atMs)) ?? []), row[name] ?? Number.NaN])
  return new Map(
    [...groups].flatMap(([atMs, values]) => {
      const known = values.filter((value) => !Number.isNaN(value))
      return known.length > 0 ? [[atMs, known.reduce((sum, value) => sum + value, 0) / known.length] as const] : []
    }),
  )
}

const r10 = (read: Read): MeasuredPlant =>
  fromInPlane({
    name: 'R10',
    rows: readRows(read('pvops_R10_hourly.csv')),
    power: 'generated_kW',
    powerFactor: 1_000,
    light: 'irrad_poa_Wm2',
    moduleC: 'temp_mod_C',
    capacityWp: 25e6,
    limitW: 20.1e6,
    latitudeDeg: 35,
    longitudeDeg: 0,
    tiltDeg: 20,
    offsetHours: 0,
  })

const r27 = (read: Read): MeasuredPlant =>
  fromInPlane({
    name: 'R27',
    rows: readRows(read('pvops_R27_15min.csv')),
    power: 'ac_power_kw',
    powerFactor: 1_000,
    light: 'poa_w_m2',
    capacityWp: 475_000,
    limitW: 1e9,
    latitudeDeg: 33,
    longitudeDeg: 0,
    tiltDeg: 20,
    offsetHours: 0,
  })

const rsf2 = (read: Read): MeasuredPlant =>
  fromInPlane({
    name: 'RSF II',
    rows: readRows(read('nrel_rsf2_15min.csv')),
    power: 'meter2_ac_w',
    powerFactor: 1,
    light: 'poa_w_m2',
    moduleC: 'temp_module_c',
    airC: 'temp_air_c',
    capacityWp: 204_120,
    limitW: 1e9,
    latitudeDeg: 39.7408,
    longitudeDeg: -105.1713,
    altitudeM: 1829,
    tiltDeg: 10,
    offsetHours: -7,
  })

/** By name; each reads its files when it is asked for. */
export const measuredPlants: Readonly<Record<string, (read: Read) => MeasuredPlant>> = {
  'SERF East': serfEast,
  SOLETE: solete,
  R10: r10,
  R27: r27,
  'RSF II': rsf2,
}
