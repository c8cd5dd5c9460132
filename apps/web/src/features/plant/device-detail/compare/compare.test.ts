import { getQuantity } from '@heliograph/domain/quantities.ts'
import { describe, expect, it } from 'vitest'
import { toComparedSeries, toHeatSet } from './compare-series.ts'
import {
  ALL,
  columnsOf,
  fitting,
  NOBODY,
  quantitiesOf,
  readOthers,
  readSubject,
  toggledOther,
  toSubjects,
  writeOthers,
  writeSubject,
} from './compare-state.ts'
import { nameColumn } from './heat-columns.ts'

const quantities = (...ids: readonly string[]) => ids.map(getQuantity)

describe('the devices of a comparison', () => {
  const offered = [4, 5, 6]
  it('are in the address: none, all, or some that the plant has', () => {
    expect(readOthers(null, offered)).toBeUndefined()
    expect(readOthers(NOBODY, offered)).toEqual([])
    expect(readOthers(ALL, offered)).toEqual(offered)
    expect(readOthers('6,4,99,6,x', offered)).toEqual([6, 4])
    for (const some of [[], [5], [4, 5, 6]]) expect(readOthers(writeOthers(some, offered), offered)).toEqual(some)
    expect(writeOthers([4, 5, 6], offered)).toBe(ALL)
    expect([toggledOther([4], 5), toggledOther([4, 5], 4)]).toEqual([[4, 5], [5]])
  })
})

describe('the value of a comparison', () => {
  const own = quantities(
    'pvPowerW',
    'pv1PowerW',
    'pv2PowerW',
    'generationTotalWh',
    'generationTodayWh',
    'inverterState',
  )
  it('is a mean or a sum, or one of all strings; never a code', () => {
    const subjects = toSubjects(own, 'day').map(writeSubject)
    expect(subjects).toEqual([
      'pvPowerW',
      'pv1PowerW',
      'pv2PowerW',
      'generationTotalWh',
      'generationTodayWh',
      'stringsPowerW',
    ])
    expect(toSubjects(own, 'year').map(writeSubject)).not.toContain('generationTodayWh')
  })
  it('is power on a day and energy in a month unless the address says otherwise', () => {
    const read = (text: string | null, period: 'day' | 'month') => {
      const subject = readSubject(text, toSubjects(own, period), period)
      return subject && writeSubject(subject)
    }
    expect([read(null, 'day'), read(null, 'month'), read('nonsense', 'day')]).toEqual([
      'pvPowerW',
      'generationTotalWh',
      'pvPowerW',
    ])
    expect(read('stringsPowerW', 'month')).toBe('stringsPowerW')
    expect(readSubject(null, [], 'day')).toBeUndefined()
  })
  it('leaves out devices whose strings are more rows than one table has', () => {
    const devices = Array.from({ length: 64 }, (_, n) => n)
    expect([fitting(devices, 1).length, fitting(devices, 4).length, fitting(devices, 12).length]).toEqual([64, 64, 21])
  })
  it('of strings is each string of the device', () => {
    expect(quantitiesOf({ kind: 'strings', part: 'PowerW' }, own)).toEqual(['pv1PowerW', 'pv2PowerW'])
    expect(quantitiesOf({ kind: 'one', id: 'pvPowerW' }, own)).toEqual(['pvPowerW'])
    expect([columnsOf('day'), columnsOf('week'), columnsOf('month')]).toEqual(['hour', 'day', undefined])
  })
})

describe('the lines of a comparison', () => {
  const hour = 3_600_000
  const found = (deviceId: number, quantity: string, ...values: readonly (number | null)[]) => ({
    deviceId,
    quantity,
    points: values.map((value, n) => ({ atMs: n * hour, value, estimated: false })),
  })
  const devices = [
    { deviceId: 7, name: 'Own' },
    { deviceId: 8, name: 'Other' },
  ]
  const options = { devices, period: 'day', nameOf: (id: string) => id.slice(0, 3), temperature: 'C' } as const

  it('are named by device, of strings by both', () => {
    const one = toComparedSeries([found(8, 'pvPowerW', 1), found(7, 'pvPowerW', 2)], {
      ...options,
      quantities: ['pvPowerW'],
    })
    expect(one.map(({ name }) => name)).toEqual(['Own', 'Other'])
    const strings = toComparedSeries([found(7, 'pv1PowerW', 1), found(8, 'pv2PowerW', 2)], {
      ...options,
      quantities: ['pv1PowerW', 'pv2PowerW'],
    })
    // A string that a device never sent has no line.
    expect(strings.map(({ name }) => name)).toEqual(['Own · pv1', 'Other · pv2'])
  })

  it('of energies are bars from a month on', () => {
    const [line] = toComparedSeries([found(7, 'generationTotalWh', 5)], {
      ...options,
      period: 'month',
      quantities: ['generationTotalWh'],
    })
    expect(line?.shape).toBe('bar')
  })

  it('are rows over all periods that any of them has', () => {
    const series = toComparedSeries([found(7, 'pvPowerW', 1, null, 3), found(8, 'pvPowerW', 4)], {
      ...options,
      quantities: ['pvPowerW'],
    })
    const set = toHeatSet(series, (atMs) => nameColumn(atMs, 'UTC', 'en-US', 'hour'))
    expect(set.columns.map(({ label }) => label)).toEqual(['00', '02'])
    expect(set.rows.map(({ values }) => values)).toEqual([
      [1, 3],
      [4, null],
    ])
    // Not 0: a formatter made under fake timers takes that for now.
    expect(nameColumn(Date.UTC(2026, 6, 1), 'UTC', 'en-US', 'day')).toEqual({ label: '1', title: 'Jul 1, 2026' })
  })
})
