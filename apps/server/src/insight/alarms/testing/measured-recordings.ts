import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import { pointsOf, type Row } from '../../performance/testing/measured-days.ts'
import type { RecordedSample, Recording } from './recording.ts'

/** What a source says of its plant: which rule must find it, from when on (UTC), and which others may come. */
export type Label = Readonly<{
  rule: RuleId
  text: string
  atMs: number
  deviceId?: number | null
  /** What else is true of it. */
  also?: readonly RuleId[]
}>
export type MeasuredPlant = Readonly<{
  recording: Recording
  labels: readonly Label[]
  /** True facts of the plant that are no faults: a limit that it is built with. */
  known?: readonly RuleId[]
}>

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const kept = [
  here('../fixtures'),
  here('../../performance/fixtures'),
  here('../../../../../../packages/domain/src/fixtures/measured'),
]

/** Rows of a file, from a folder or from what is kept here (shortened); null: not there. */
function read(file: string, folder: string | undefined): readonly Row[] | null {
  const path = (folder === undefined ? kept : [folder]).map((text) => join(text, file)).find(existsSync)
  if (path === undefined) return null
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    const time = cells[0] ?? ''
    const numbers = names.slice(1).map((name, i) => [name, toNumber(cells[i + 1] ?? '')])
    const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(time)
    return { ...Object.fromEntries(numbers), atMs: Date.parse(hasZone ? time : `${time}Z`) }
  })
}
const toNumber = (cell: string): number =>
  cell === '' ? Number.NaN : cell === 'True' ? 1 : cell === 'False' ? 0 : Number(cell)

/** Samples with what each row has of these columns. */
const samplesOf = (
  rows: readonly Row[],
  columns: Readonly<Partial<Record<QuantityId, readonly [name: string, factor: number]>>>,
  shiftMs = 0,
): readonly RecordedSample[] =>
  rows.flatMap((row) => {
    const found = Object.entries(columns).flatMap(([quantity, [name, factor]]) => {
      const value = (row[name] ?? Number.NaN) * factor
      return Number.isNaN(value) ? [] : [[quantity, value] as const]
    })
    return found.length === 0 ? [] : [{ atMs: row.atMs + shiftMs, values: Object.fromEntries(found) }]
  })

const dayOf = (atMs: number, offsetHours: number): string =>
  new Date(atMs + offsetHours * HOUR_MS).toISOString().slice(0, 10)
const range = (rows: readonly Row[], offsetHours = 0) => ({
  from: dayOf(rows[0]?.atMs ?? 0, offsetHours),
  to: dayOf(rows.at(-1)?.atMs ?? 0, offsetHours),
})
const at = (time: string): number => Date.parse(time)
const golden = { latitudeDeg: 39.742, longitudeDeg: -105.1727, altitudeM: 1829 }
const QUARTER = 15 * MINUTE_MS
const power = (name: string, factor = 1) => ({ acPowerW: [name, factor] }) as const
const one = { id: 1, ratedW: null, intervalMs: QUARTER, quantities: ['acPowerW'] } as const

/** Every measured plant with what its source says of it. @param folder of the whole files; absent: what is kept here */
export function readMeasuredPlants(folder?: string): readonly MeasuredPlant[] {
  const plants: MeasuredPlant[] = []
  const take = (file: string, make: (rows: readonly Row[]) => MeasuredPlant): void => {
    const rows = read(file, folder)
    if (rows !== null && rows.length > 0) plants.push(make(rows))
  }
  take('serf_east_ac_15min_2016-07.csv', (rows) => serf(rows, null))
  const weather = read('serf_east_nsrdb_30min_2016-07.csv', folder)
  if (weather !== null) take('serf_east_ac_15min_2016-07.csv', (rows) => serf(rows, weather))
  take('pvops_R10_hourly.csv', toR10)
  take('solete_hourly_2018-06.csv', toSolete)
  take('solete_hourly_2018-07_2019-01.csv', (rows) =>
    toSolete(rows.filter(({ atMs }) => atMs < at('2018-08-01T00:00Z'))),
  )
  take('household_1_hourly.csv', (rows) => toHousehold(rows, 'Household 1', 4_000, { tiltDeg: 35, azimuthDeg: 160 }))
  // By its clear days: what its kWp is, is not said.
  take('household_4_hourly.csv', (rows) => toHousehold(rows, 'Household 4', 4_400, { tiltDeg: 15, azimuthDeg: 260 }, 5))
  take('pvops_R27_15min.csv', toR27)
  take('nrel_rsf2_15min.csv', toRsf2)
  take('inverter_TAEFC1044741_5min.csv', toTaefc)
  take('serf_east_inv2_dst_fault_15min.csv', toDstClock)
  take('inverter_2173_stale_interpolated_labels_15min.csv', toStale)
  take('inverter_16425_daily_counter_10min_5min.csv', toDailyCounter)
  return plants
}

function serf(rows: readonly Row[], weather: readonly Row[] | null): MeasuredPlant {
  const sky = weather && {
    weather: { ghi: pointsOf(weather, 'ghi'), dni: pointsOf(weather, 'dni'), dhi: pointsOf(weather, 'dhi') },
    airC: pointsOf(weather, 'temp_air_c'),
    windMs: pointsOf(weather, 'wind_m_s'),
  }
  return {
    recording: {
      name: sky ? 'SERF East, weather known' : 'SERF East, no weather',
      ...golden,
      zone: 'America/Phoenix',
      capacityWp: 6_000,
      tiltDeg: 45,
      azimuthDeg: 158,
      devices: [{ ...one, ratedW: 6_000, samples: samplesOf(rows, power('ac_power_w')) }],
      ...(sky ? { sky } : {}),
      ...range(rows, -7),
    },
    labels: [],
  }
}

/** Its place is not published: the sensor stands for it. */
function toR10(rows: readonly Row[]): MeasuredPlant {
  const stepMs = HOUR_MS
  return {
    recording: {
      name: 'R10, utility plant',
      latitudeDeg: 35,
      longitudeDeg: 0,
      zone: 'UTC',
      capacityWp: 25e6,
      tiltDeg: 20,
      azimuthDeg: 180,
      devices: [{ ...one, ratedW: 20.1e6, intervalMs: stepMs, samples: samplesOf(rows, power('generated_kW', 1_000)) }],
      sky: { inPlane: pointsOf(rows, 'irrad_poa_Wm2'), moduleC: pointsOf(rows, 'temp_mod_C') },
      ...range(rows),
    },
    labels: [],
  }
}

function toSolete(rows: readonly Row[]): MeasuredPlant {
  return {
    recording: {
      name: 'SOLETE, Denmark',
      latitudeDeg: 55.69,
      longitudeDeg: 12.1,
      altitudeM: 10,
      zone: 'UTC',
      country: 'DK',
      capacityWp: 8_000,
      tiltDeg: 60,
      azimuthDeg: 180,
      devices: [{ ...one, intervalMs: HOUR_MS, samples: samplesOf(rows, power('pv_kw', 1_000)) }],
      sky: { inPlane: pointsOf(rows, 'poa_kw_m2', 1_000), airC: pointsOf(rows, 'temp_air_c') },
      ...range(rows),
    },
    labels: [],
  }
}

/**
 * The stamps are those of a wall clock, and an hour early: the noon of its production jumps on 2016-11-06 and 2017-03-12,
 * and it begins before sunrise. The rule on clocks said so; its directions are not published, but follow from the curve.
 */
function toHousehold(
  wall: readonly Row[],
  name: string,
  capacityWp: number,
  plane: Readonly<{ tiltDeg: number; azimuthDeg: number }>,
  kilowatts = capacityWp / 1_000,
): MeasuredPlant {
  const zone = 'America/Los_Angeles'
  const rows = wall.map((row) => ({
    ...row,
    atMs: row.atMs + HOUR_MS - offsetMinutes(row.atMs + 8 * HOUR_MS, zone) * MINUTE_MS,
  }))
  return {
    recording: {
      name,
      latitudeDeg: 34.09,
      longitudeDeg: -117.44,
      altitudeM: 380,
      zone,
      capacityWp,
      ...plane,
      devices: [{ ...one, intervalMs: HOUR_MS, samples: samplesOf(rows, power('pv_w_per_kwp', kilowatts)) }],
      from: dayOf(wall[0]?.atMs ?? 0, 0),
      to: dayOf(wall.at(-1)?.atMs ?? 0, 0),
    },
    labels: [],
  }
}

function toR27(rows: readonly Row[]): MeasuredPlant {
  return {
    recording: {
      name: 'R27, hurricane',
      latitudeDeg: 33,
      longitudeDeg: 0,
      zone: 'UTC',
      capacityWp: 475_000,
      tiltDeg: 20,
      azimuthDeg: 180,
      devices: [
        {
          ...one,
          ratedW: 500_000,
          quantities: ['acPowerW', 'generationTotalWh'],
          totalStepWh: 1_000,
          samples: samplesOf(rows, {
            acPowerW: ['ac_power_kw', 1_000],
            generationTotalWh: ['energy_delivered_kwh', 1_000],
          }),
        },
      ],
      sky: { inPlane: pointsOf(rows, 'poa_w_m2') },
      ...range(rows),
    },
    labels: [
      { rule: 'zeroPower', text: 'outage by a hurricane', atMs: at('2018-09-14T10:00Z') },
      { rule: 'loggerSilent', text: 'no rows for 23 days', atMs: at('2018-09-19T00:45Z') },
    ],
  }
}

function toRsf2(rows: readonly Row[]): MeasuredPlant {
  const counting = (name: string): readonly Row[] => {
    let wh = 1e6
    return rows.map((row) => {
      wh += (row[name] ?? 0) / 4
      return { ...row, wh }
    })
  }
  const meter = { generationTotalWh: ['wh', 1] } as const
  const whole = { ...one, ratedW: 204_120, quantities: ['acPowerW', 'generationTotalWh'] } as const
  return {
    recording: {
      name: 'RSF II, two inverters',
      latitudeDeg: 39.7408,
      longitudeDeg: -105.1713,
      altitudeM: 1829,
      zone: 'America/Phoenix',
      capacityWp: 408_240,
      tiltDeg: 10,
      azimuthDeg: 180,
      devices: [
        { ...whole, id: 1, samples: samplesOf(counting('meter1_ac_w'), { ...power('inv1_ac_w'), ...meter }) },
        { ...whole, id: 2, samples: samplesOf(counting('meter2_ac_w'), { ...power('inv2_ac_w'), ...meter }) },
      ],
      sky: {
        inPlane: pointsOf(rows, 'poa_w_m2'),
        airC: pointsOf(rows, 'temp_air_c'),
        moduleC: pointsOf(rows, 'temp_module_c'),
      },
      ...range(rows, -7),
      to: '2022-01-06',
    },
    labels: [
      { rule: 'powerUnread', text: 'telemetry zero, meter counts', atMs: at('2022-01-02T15:00Z'), deviceId: 1 },
      { rule: 'snow', text: 'both off in the cold', atMs: at('2022-01-06T14:00Z'), also: ['zeroPower'] },
    ],
  }
}

function toTaefc(rows: readonly Row[]): MeasuredPlant {
  const { from, to } = range(rows, -8)
  const isWhole = to > '2017'
  const codes = ['2016-04-05T13:30Z', '2016-07-19T12:55Z', '2016-08-17T13:10Z'].map(at)
  return {
    recording: {
      name: 'TAEFC1044741, SMA',
      latitudeDeg: 34,
      longitudeDeg: -118,
      altitudeM: 300,
      zone: 'Etc/GMT+8',
      capacityWp: 7_000,
      tiltDeg: 5,
      azimuthDeg: 280,
      from,
      to,
      devices: [
        { ...one, ratedW: 7_000, intervalMs: 5 * MINUTE_MS, samples: samplesOf(rows, power('ac_power_kw', 1_000)) },
      ],
    },
    labels: [
      ...codes
        .filter((atMs) => atMs < (rows.at(-1)?.atMs ?? 0))
        .map((atMs) => ({ rule: 'powerSpike' as const, text: 'error code -1000000', atMs })),
      ...(isWhole
        ? [{ rule: 'loggerSilent' as const, text: 'nine months of silence', atMs: at('2016-10-06T01:30Z') }]
        : []),
    ],
  }
}

/** Stamps claim to be UTC-7 the whole year, and follow daylight-saving time. */
function toDstClock(rows: readonly Row[]): MeasuredPlant {
  const first = rows[0]?.atMs ?? 0
  return {
    recording: {
      name: 'SERF East 2, clock with DST',
      ...golden,
      zone: 'America/Phoenix',
      // Its capacity is not published: by its clear days.
      capacityWp: 3_800,
      tiltDeg: 45,
      azimuthDeg: 158,
      devices: [{ ...one, ratedW: 3_800, samples: samplesOf(rows, power('ac_power_w')) }],
      ...range(rows, -7),
    },
    labels: [
      ...(first < at('2011-11-06')
        ? ([
            // The file's first two evenings are empty: they show no clock.
            { rule: 'clockShift', text: 'an hour ahead from the start', atMs: at('2011-09-17T07:00Z') },
            { rule: 'loggerSilent', text: 'empty rows (seen in the data)', atMs: at('2011-10-20T16:00Z') },
            { rule: 'zeroPower', text: 'nothing all day, snow (seen in the data)', atMs: at('2011-10-26T14:00Z') },
          ] as const)
        : []),
      ...(first < at('2012-02-03')
        ? [
            {
              rule: 'snow' as const,
              atMs: at('2012-02-03T07:00Z'),
              text: '56 W at noon between good days, snow (seen in the data)',
            },
          ]
        : []),
      { rule: 'clockShift', text: 'an hour ahead from 2012-03-11', atMs: at('2012-03-11T09:00Z') },
    ],
  }
}

/** Normalized: as if of 10 kW. The runs of equal values were put in by the authors. */
function toStale(rows: readonly Row[]): MeasuredPlant {
  const labels: Label[] = []
  let count = 0
  rows.forEach((row, i) => {
    const isStale = row.stale_label === 1 && (row.value_normalised ?? 0) > 0
    count = isStale ? count + 1 : 0
    // A run of an hour and more.
    if (count === 5) labels.push({ rule: 'valuesFrozen', text: 'equal values', atMs: rows[i - 4]?.atMs ?? 0 })
  })
  return {
    recording: {
      // Neither place nor zone are published: its noon is at 12.
      name: '2173, frozen values',
      latitudeDeg: 40,
      longitudeDeg: 0,
      zone: 'UTC',
      capacityWp: 10_000,
      tiltDeg: 25,
      azimuthDeg: 180,
      devices: [{ ...one, samples: samplesOf(rows, power('value_normalised', 10_000)) }],
      ...range(rows),
    },
    labels: [
      ...labels,
      ...((rows.at(-1)?.atMs ?? 0) > at('2011-01-27T00:00Z')
        ? [
            {
              rule: 'snow' as const,
              also: ['zeroPower' as const],
              atMs: at('2011-01-26T07:00Z'),
              text: 'nothing for days in January (seen in the data)',
            },
          ]
        : []),
    ],
    // Rows that the authors took out.
    known: ['loggerSilent'],
  }
}

function toDailyCounter(rows: readonly Row[]): MeasuredPlant {
  return {
    recording: {
      name: '16425, daily counter',
      latitudeDeg: 39,
      longitudeDeg: -77,
      zone: 'America/New_York',
      capacityWp: 10_000,
      tiltDeg: 20,
      azimuthDeg: 180,
      devices: [
        {
          ...one,
          intervalMs: 10 * MINUTE_MS,
          quantities: ['generationTodayWh'],
          samples: samplesOf(rows, { generationTodayWh: ['energy_today_wh', 1] }),
        },
      ],
      ...range(rows, -4),
    },
    labels: [],
  }
}
