import { readFileSync } from 'node:fs'
import { guessTimeFormat, parseTime, toInstant } from '@heliograph/domain/format/parse-time.ts'
import { describe, expect, it, test } from 'vitest'
import { readTable } from '../../platform/tables/table.reader.ts'
import { guessMapping } from './guess-mapping.ts'
import type { ImportMapping } from './mapping.ts'
import { toSamples } from './to-samples.ts'

const fixtures = new URL('../../../../../packages/domain/src/fixtures/measured/', import.meta.url)
const never = (): boolean => false
const read = (text: string) => readTable(Buffer.from(text))
const sum = (days: ReturnType<typeof toSamples>['days'], month = ''): number =>
  [...days].reduce((all, [date, { generation = 0 }]) => all + (date.startsWith(month) ? generation : 0), 0) / 1000

test.each([
  ['2026-03-01T12:00:00Z', 'iso', { atMs: Date.parse('2026-03-01T12:00:00Z') }],
  ['2026-03-01 12:00+01:00', 'iso', { atMs: Date.parse('2026-03-01T11:00:00Z') }],
  ['2026-03-01', 'iso', { wallMs: Date.parse('2026-03-01T00:00:00Z') }],
  ['01.03.2026 24:00', 'dmy', { wallMs: Date.parse('2026-03-02T00:00:00Z') }],
  ['3/1/2026 1:05 PM', 'mdy', { wallMs: Date.parse('2026-03-01T13:05:00Z') }],
  ['1772366400', 'epochS', { atMs: 1_772_366_400_000 }],
  ['2026-02-30', 'iso', undefined],
  ['13/13/2026', 'dmy', undefined],
] as const)('%s as %s', (text, format, time) => expect(parseTime(text, format)).toEqual(time))

it('tells formats apart, and the hour that occurs twice', () => {
  expect(guessTimeFormat(['01.02.2026 10:00', '13.02.2026 10:00'])).toBe('dmy')
  expect(guessTimeFormat(['1/31/2026', '2/1/2026'])).toBe('mdy')
  expect(guessTimeFormat(['1772366400000'])).toBe('epochMs')
  const wall = Date.parse('2026-10-25T02:30:00Z')
  const first = toInstant(wall, 'Europe/Berlin', 0)
  expect(new Date(first).toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(toInstant(wall, 'Europe/Berlin', first) - first).toBe(3_600_000)
})

describe('a daily counter that still shows yesterday in the morning', () => {
  const clock = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  /** Rows of three days from dawn to evening, every five minutes: 0.1 kWh more in each. */
  const file = (stale: (day: number) => readonly number[]): string => {
    const lines = ['Time,Daily Generation (kWh)']
    for (let day = 1; day <= 3; day++) {
      const values = [...stale(day), ...Array.from({ length: 150 }, (_, i) => i / 10)]
      for (const [i, value] of values.entries()) lines.push(`2026-06-0${day} ${clock(330 + i * 5)},${value.toFixed(1)}`)
    }
    return lines.join('\n')
  }
  const daysOf = async (text: string): Promise<(number | undefined)[]> => {
    const table = await readTable(Buffer.from(text))
    const mapping = guessMapping(table, 'Europe/Berlin')
    expect(mapping.columns).toMatchObject([{ form: 'today', unit: 'kWh' }])
    return [...toSamples(table, mapping, 'Europe/Berlin', never).days].map(([, energies]) => energies.generation)
  }

  it('counts only what rises', async () => {
    const found = await daysOf(file((day) => (day === 1 ? [9.9, 9.9] : [14.9, 14.9])))
    expect(found.map((wh) => Math.round(wh as number))).toEqual([14_900, 14_900, 14_900])
  })

  it('counts what was made after the last row of the evening there', async () => {
    const found = await daysOf(file((day) => (day === 2 ? [15.3, 15.3] : [])))
    expect(found.map((wh) => Math.round(wh as number))).toEqual([15_300, 14_900, 14_900])
  })
})

describe('measured files', () => {
  const load = async (name: string, zone: string, change: Partial<ImportMapping> = {}) => {
    const table = await readTable(readFileSync(new URL(name, fixtures)))
    const mapping = { ...guessMapping(table, zone), ...change }
    return { mapping, result: toSamples(table, mapping, zone, never) }
  }
  it('powers of 15 minutes: SERF East, 2592 kWh in three months', async () => {
    const { mapping, result } = await load('serf_east_ac_15min_2016-07.csv', 'Etc/GMT+7')
    expect(mapping).toMatchObject({
      timeColumn: 0,
      timeFormat: 'iso',
      zone: 'UTC',
      stamp: 'start',
      decimalMark: '.',
      columns: [{ column: 1, flow: 'generation', form: 'power', unit: 'W' }],
    })
    expect(result).toMatchObject({ stepMs: 900_000, unreadRows: 0 })
    expect(sum(result.days)).toBeCloseTo(2592.31, 1)
    expect(sum(result.days, '2016-07')).toBeCloseTo(858.897, 1)
    expect(sum(result.days, '2016-09')).toBeCloseTo(869.982, 1)
  })
  it('powers of 5 minutes by day: error codes and nights add nothing', async () => {
    const { mapping, result } = await load('inverter_TAEFC1044741_5min.csv', 'Etc/GMT+8')
    expect(mapping.columns).toEqual([{ column: 1, flow: 'generation', form: 'power', unit: 'kW' }])
    expect(sum(result.days, '2016-05')).toBeCloseTo(1026.63, 0)
    expect(sum(result.days, '2016-04')).toBeCloseTo(1043.9, 0)
  })
  it('a counter of the day that restarts, beside two columns of time', async () => {
    const { mapping, result } = await load('inverter_16425_daily_counter_10min_5min.csv', 'Etc/GMT+4')
    expect(mapping).toMatchObject({ timeColumn: 0, columns: [{ column: 2, form: 'today', unit: 'Wh' }] })
    for (const [day, kwh] of [
      ['2011-06-23', 25.143],
      ['2011-06-26', 32.537],
      ['2011-06-29', 50.707],
    ] as const)
      expect(sum(result.days, day)).toBeCloseTo(kwh, 2)
  })
  it('a lifetime counter is preferred to the power beside it', async () => {
    const { mapping, result } = await load('pvops_R27_15min.csv', 'America/New_York')
    expect(mapping.columns).toEqual([{ column: 2, flow: 'generation', form: 'total', unit: 'kWh' }])
    expect(sum(result.days, '2018-09-17')).toBeCloseTo(2465, 0)
    expect(sum(result.days, '2018-09-18')).toBeCloseTo(2773, 0)
    expect(sum(result.days)).toBe(5_289_528 - 5_220_831)
  })
})

it('European marks, energies of intervals that end at their time', async () => {
  const table = await read(
    'Zeit bis;PV Ertrag (kWh);Netzbezug [kWh]\n01.03.2026 00:15;1.000,5;0,25\n01.03.2026 00:30;;0,5\n',
  )
  const mapping = guessMapping(table, 'Europe/Berlin')
  expect(mapping).toMatchObject({ timeFormat: 'dmy', stamp: 'end', decimalMark: ',' })
  expect(mapping.columns.map(({ flow, form }) => [flow, form])).toEqual([
    ['generation', 'energy'],
    ['import', 'energy'],
  ])
  const { days, samples } = toSamples(table, mapping, 'Europe/Berlin', never)
  expect(days.get('2026-03-01')).toEqual({ generation: 1_000_500, import: 750 })
  // The interval that ends at midnight of a day belongs to the day before.
  expect(samples[0]?.atMs).toBe(Date.parse('2026-02-28T23:00:00Z'))
})

it("leaves the plant's own days as they are, and counts what it could not read", async () => {
  const lines = ['2026-03-01,5', '2026-03-02,6', 'no date,1', '2026-03-03,x', '2026-03-04,7']
  const table = await read(`day,yield kWh\n${lines.join('\n')}\n`)
  const mapping = guessMapping(table, 'UTC')
  const columns = [{ column: 1, flow: 'generation', form: 'energy', unit: 'kWh' }] as const
  const result = toSamples(table, { ...mapping, timeFormat: 'iso', columns }, 'UTC', (date) => date === '2026-03-02')
  expect(result).toMatchObject({ unreadRows: 2, firstUnreadLine: 4, leftOutRows: 1 })
  expect([...result.days.keys()]).toEqual(['2026-03-01', '2026-03-04'])
})

describe('a value that nothing can have measured', () => {
  const columns = [
    { column: 1, flow: 'generation', form: 'power', unit: 'kW' },
    { column: 2, flow: 'load', form: 'power', unit: 'W' },
    { column: 3, flow: 'import', form: 'total', unit: 'kWh' },
  ] as const
  const load = async (lines: readonly string[], wanted: ImportMapping['columns'] = columns) => {
    const table = await read(`time,pv kW,load W,bought kWh\n${lines.join('\n')}\n`)
    const mapping = {
      ...guessMapping(table, 'UTC'),
      timeFormat: 'iso',
      zone: 'UTC',
      stamp: 'start',
      columns: wanted,
    } as const
    return toSamples(table, mapping, 'UTC', never)
  }
  const at = (hour: number): string => `2026-03-01 ${String(hour).padStart(2, '0')}:00`

  it('is left out and reported, and the rest of its row is kept', async () => {
    const found = await load([
      `${at(0)},-0.002,400,1000`,
      `${at(1)},-127,500,1001`,
      `${at(2)},2,-15,1002`,
      `${at(3)},-127,-900,-1`,
      `${at(4)},3,600,1004`,
    ])
    expect(found).toMatchObject({ unreadRows: 0, leftOutRows: 0 })
    expect(found.leftOutValues).toEqual([
      { column: 'pv kW', count: 2, value: '-127', line: 3 },
      { column: 'load W', count: 1, value: '-900', line: 5 },
      { column: 'bought kWh', count: 1, value: '-1', line: 5 },
    ])
    // The counter goes on over the value that is missing.
    expect(found.days.get('2026-03-01')).toEqual({ generation: 5_000, load: 1_500, import: 4_000 })
  })

  it('is nothing where a signed power goes the other way', async () => {
    const grid = [{ column: 1, flow: 'import', form: 'power', unit: 'kW' }] as const
    const found = await load([`${at(0)},2,,`, `${at(1)},-3,,`, `${at(2)},1,,`], grid)
    expect(found.leftOutValues).toEqual([])
    expect(found.days.get('2026-03-01')).toEqual({ import: 3_000 })
  })

  it.each([
    ['mW', 'power', 1_800_000, 1_800],
    ['GW', 'power', 0.0000018, 1_800],
    ['BTU/h', 'power', 6141.85, 1_800],
    ['GWh', 'energy', 0.0000018, 1_800],
    ['mWh', 'energy', 1_800_000, 1_800],
    ['MJ', 'energy', 6.48, 1_800],
    ['kcal', 'energy', 1548.757, 1_800],
  ] as const)('%s is a unit', async (unit, form, value, wh) => {
    const column = { column: 1, flow: 'generation', form, unit } as const
    const found = await load([`${at(0)},${value},,`, `${at(1)},0,,`], [column])
    expect(found.days.get('2026-03-01')?.generation).toBeCloseTo(wh, 1)
  })

  it.each([
    ['PV (mW)', 'mW'],
    ['PV MW', 'MW'],
    ['pv_mw', 'MW'],
    ['Solar [GWh]', 'GWh'],
    ['SOLAR KWH', 'kWh'],
    ['yield MJ', 'MJ'],
  ])('the heading %s has the unit %s', async (head, unit) => {
    const table = await read(`time,${head}\n2026-03-01 00:00,1\n2026-03-01 01:00,2\n`)
    expect(guessMapping(table, 'UTC').columns).toMatchObject([{ unit }])
  })
})
