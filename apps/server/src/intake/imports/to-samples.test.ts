import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ImportColumn } from './mapping.ts'
import { openFile } from './testing/open-file.ts'
import type { ImportResult } from './to-samples.ts'

const fixtures = new URL('../../../../../packages/domain/src/fixtures/measured/', import.meta.url)
const sum = (days: ImportResult['days'], month = ''): number =>
  [...days].reduce((all, [date, { generation = 0 }]) => all + (date.startsWith(month) ? generation : 0), 0) / 1000
const toColumn = (one: Partial<ImportColumn>): ImportColumn => ({
  column: 1,
  name: null,
  flow: 'generation',
  form: 'energy',
  unit: 'kWh',
  signs: 'positive',
  decimalMark: '.',
  ...one,
})
const utc = { zone: 'UTC' }

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
    const { mapping, result } = await openFile(text)
    expect(mapping.columns).toMatchObject([{ form: 'today', unit: 'kWh' }])
    return [...result.days].map(([, { generation }]) => generation)
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
  const load = (name: string, zone: string, capacityWp: number) =>
    openFile(readFileSync(new URL(name, fixtures)), {
      plant: {
        zone,
        capacityWp,
        ruleOf: () => ({ ratedW: capacityWp, totalStepWh: 1, todayStepWh: 1, maxStepWh: 1_000 }),
      },
    })

  it('powers of 15 minutes in UTC', async () => {
    const { mapping, result } = await load('serf_east_ac_15min_2016-07.csv', 'America/Denver', 7_000)
    expect(mapping).toMatchObject({ timeColumn: 0, timeFormat: 'iso', zone: 'UTC', stamp: 'start' })
    expect(mapping.columns).toMatchObject([{ column: 1, flow: 'generation', form: 'power', unit: 'W' }])
    expect(result.unread).toEqual([])
    expect(sum(result.days, '2016-07')).toBeCloseTo(858.897, 0)
  })
  it('powers of 5 minutes by day: error codes and nights add nothing', async () => {
    const { mapping, result } = await load('inverter_TAEFC1044741_5min.csv', 'Etc/GMT+8', 9_000)
    expect(mapping.columns).toMatchObject([{ column: 1, flow: 'generation', form: 'power', unit: 'kW' }])
    expect(sum(result.days, '2016-05')).toBeCloseTo(1026.63, 0)
    expect(sum(result.days, '2016-04')).toBeCloseTo(1043.9, 0)
  })
  it('a counter of the day that restarts, beside two columns of time', async () => {
    const { mapping, result } = await load('inverter_16425_daily_counter_10min_5min.csv', 'Etc/GMT+4', 9_000)
    expect(mapping).toMatchObject({ timeColumn: 0, columns: [{ column: 2, form: 'today', unit: 'Wh' }] })
    for (const [day, kwh] of [
      ['2011-06-23', 25.143],
      ['2011-06-26', 32.537],
      ['2011-06-29', 50.707],
    ] as const)
      expect([day, Math.round(sum(result.days, day) * 100)]).toEqual([day, Math.round(kwh * 100)])
  })
  it('a lifetime counter is preferred to the power beside it', async () => {
    const { mapping, result } = await load('pvops_R27_15min.csv', 'America/New_York', 900_000)
    expect(mapping.columns).toMatchObject([{ column: 2, flow: 'generation', form: 'total', unit: 'kWh' }])
    expect(sum(result.days, '2018-09-17')).toBeCloseTo(2465, 0)
    expect(sum(result.days, '2018-09-18')).toBeCloseTo(2773, 0)
    expect(sum(result.days)).toBeCloseTo(5_289_528 - 5_220_831, 6)
  })
})

it('European marks, energies of intervals that end at their time', async () => {
  const { mapping, result } = await openFile(
    'Zeit bis;PV Ertrag (kWh);Netzbezug [kWh]\n01.03.2026 00:15;1.000,5;0,25\n01.03.2026 00:30;;0,5\n',
    { plant: { capacityWp: 0 } },
  )
  expect(mapping).toMatchObject({ timeFormat: 'dmy', stamp: 'end' })
  expect(mapping.columns).toMatchObject([
    { flow: 'generation', form: 'energy', decimalMark: ',' },
    { flow: 'import', form: 'energy', decimalMark: ',' },
  ])
  expect(result.days.get('2026-03-01')).toMatchObject({ import: 750 })
  // The interval that ends at midnight of a day belongs to the day before.
  expect(result.samples.atMs[0]).toBe(Date.parse('2026-02-28T23:00:00Z'))
})

it("leaves the plant's own days as they are, and says which rows it could not read", async () => {
  const lines = ['2026-03-01,5', '2026-03-02,6', 'no date,1', '2026-03-03,x', '2026-03-04,7']
  const known = { days: new Map([['2026-03-02', new Set(['generation' as const])]]) }
  const { result } = await openFile(`day,yield kWh\n${lines.join('\n')}\n`, { plant: utc }, known)
  expect(result).toMatchObject({ leftOutRows: 1 })
  expect(result.unread).toEqual([
    { file: 0, reason: 'other', count: 1, line: 4 },
    { file: 0, reason: 'notNumber', count: 1, line: 5 },
  ])
  expect([...result.days.keys()]).toEqual(['2026-03-01', '2026-03-04'])
})

it('refuses rows in the future and counts equal rows once', async () => {
  const lines = ['2026-11-26,5', '2026-11-27,6', '2026-11-27,6', '2026-11-27,7', '2026-12-01,9']
  const { result } = await openFile(`day,yield kWh\n${lines.join('\n')}\n`, { plant: utc })
  expect([...result.days]).toEqual([
    ['2026-11-26', { generation: 5_000 }],
    ['2026-11-27', { generation: 6_000 }],
  ])
  expect(result.unread).toEqual([
    { file: 0, reason: 'future', count: 1, line: 6 },
    { file: 0, reason: 'sameTime', count: 1, line: 5 },
  ])
})

describe('a value that nothing can have measured', () => {
  const columns = [
    toColumn({ column: 1, flow: 'generation', form: 'power', unit: 'kW' }),
    toColumn({ column: 2, flow: 'load', form: 'power', unit: 'W' }),
    toColumn({ column: 3, flow: 'import', form: 'total', unit: 'kWh' }),
  ]
  const load = async (lines: readonly string[], wanted: readonly ImportColumn[] = columns) =>
    (
      await openFile(`time,pv kW,load W,bought kWh\n${lines.join('\n')}\n`, {
        plant: utc,
        mapping: { columns: wanted, zone: 'UTC', stamp: 'start' },
      })
    ).result
  const at = (hour: number): string => `2026-03-01 ${String(hour).padStart(2, '0')}:00`

  it('is left out and reported, and the rest of its row is kept', async () => {
    const found = await load([
      `${at(0)},-0.002,400,1000`,
      `${at(1)},-127,500,1001`,
      `${at(2)},2,-15,1002`,
      `${at(3)},-127,-900,-1`,
      `${at(4)},3,600,1004`,
    ])
    expect(found).toMatchObject({ unread: [], leftOutRows: 0 })
    expect(found.leftOutValues).toEqual([
      { file: 0, column: 'pv kW', count: 2, value: '-127', line: 3 },
      { file: 0, column: 'load W', count: 1, value: '-900', line: 5 },
      { file: 0, column: 'bought kWh', count: 1, value: '-1', line: 5 },
    ])
    // The counter goes on over the value that is missing.
    expect(found.days.get('2026-03-01')).toEqual({ generation: 5_000, load: 1_500, import: 4_000 })
  })

  it('is named where a column has one direction, and counts where it has two', async () => {
    const rows = [`${at(0)},2,,`, `${at(1)},-3,,`, `${at(2)},1,,`]
    const grid = toColumn({ flow: 'import', form: 'power', unit: 'kW' })
    const alone = await load(rows, [grid])
    expect(alone.leftOutValues).toEqual([{ file: 0, column: 'pv kW', count: 1, value: '-3', line: 3 }])
    expect(alone.days.get('2026-03-01')).toEqual({ import: 3_000 })
    const both = await load(rows, [{ ...grid, signs: 'both' }])
    expect(both.leftOutValues).toEqual([])
    expect(both.days.get('2026-03-01')).toEqual({ import: 3_000, export: 3_000 })
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
    const found = await load([`${at(0)},${value},,`, `${at(1)},0,,`], [toColumn({ form, unit })])
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
    const { mapping } = await openFile(`time,${head}\n2026-03-01 00:00,1\n2026-03-01 01:00,2\n`, { plant: utc })
    expect(mapping.columns).toMatchObject([{ unit }])
  })
})
