import { getQuantity } from '@heliograph/domain/quantities.ts'
import { quantityKey } from '@heliograph/i18n/quantity-key.ts'
import { describe, expect, it } from 'vitest'
import type { DeviceDetail, DeviceSeries, DeviceValue } from '../../../api/device-detail.ts'
import { toTable } from '../../../charts/lines-table.ts'
import { answerFor } from './device-answer.ts'
import { activeFaults, roleOf, stateWord, toClipboard, toGroups } from './device-values.ts'
import { chartRange, hasSpread, toAxes, toSeries } from './history/history-series.ts'
import {
  canShow,
  defaultSelection,
  hurdleOf,
  NOTHING,
  readSelection,
  todayOf,
  toggled,
} from './history/history-state.ts'
import { looksOf } from './history/series-looks.ts'
import { toKeyFigures } from './key-figures.ts'

const NOW_MS = 1_795_238_600_000
const field = (quantity: string, change: Partial<DeviceValue> = {}): DeviceValue => ({
  key: quantity,
  quantity,
  text: '1',
  unit: 'W',
  raw: 1,
  atMs: NOW_MS,
  ...change,
})
const detail = (values: readonly DeviceValue[]) => ({
  device: { intervalS: 300, type: 'INVERTER' as const, todayWh: null as number | null },
  heardAtMs: NOW_MS,
  zone: 'Europe/Berlin',
  groups: [{ tag: 'electric', values }] satisfies DeviceDetail['groups'],
})
const nameOf = (id: string): string => `name of ${id}`
const quantities = (...ids: readonly string[]) => ids.map(getQuantity)

it('names numbered quantities with one text', () => {
  expect(quantityKey('pv12VoltageV')).toEqual({ key: 'quantity.n.pvVoltageV', n: 12 })
  expect(quantityKey('grid3PowerW')).toEqual({ key: 'quantity.n.gridPowerW', n: 3 })
  expect(quantityKey('pvPowerW')).toEqual({ key: 'quantity.pvPowerW', n: undefined })
  expect(quantityKey('insulationPv1Ohm')).toEqual({ key: 'quantity.insulationPv1Ohm', n: undefined })
})

describe('the values', () => {
  const ids = (keyword: string, fields: readonly DeviceValue[]) =>
    toGroups(detail(fields), nameOf, keyword).flatMap((group) => group.values.map(({ quantity }) => quantity))

  it('list the device before its strings, and each string together', () =>
    expect(
      ids(
        '',
        ['pv2VoltageV', 'pv1PowerW', 'acPowerW', 'pv1VoltageV', 'pvPowerW'].map((id) => field(id)),
      ),
    ).toEqual(['pvPowerW', 'acPowerW', 'pv1VoltageV', 'pv1PowerW', 'pv2VoltageV']))
  it('are found by any word of name, key or value', () => {
    const some = [field('acPowerW', { text: '4149.0', key: 'APo_t1' }), field('pvPowerW')]
    expect(ids('ACPOWER', some)).toEqual(['acPowerW'])
    expect(ids('apo 4149', some)).toEqual(['acPowerW'])
    expect(ids('apo 5', some)).toEqual([])
  })
  it('are outdated once a later record came without them', () => {
    const [group] = toGroups(
      detail([field('acPowerW', { atMs: NOW_MS - 301_000 }), field('pvPowerW', { atMs: NOW_MS - 300_000 })]),
      nameOf,
      '',
    )
    expect(group?.values.map(({ old }) => old)).toEqual([false, true])
  })
  it('are copied with key and unit', () =>
    expect(toClipboard(toGroups(detail([field('acPowerW', { key: 'APo_t1' })]), nameOf, ''))).toBe(
      'name of acPowerW\tAPo_t1\t1\tW',
    ))
  it('tell the text of a state from its code', () => {
    expect(stateWord(field('inverterState', { unit: 'code', text: 'normal', raw: 2 }))).toBe('normal')
    expect(stateWord(field('inverterState', { unit: 'code', text: '7', raw: 7 }))).toBeUndefined()
    expect(activeFaults(detail([field('faultCode1', { raw: 0 }), field('faultCode2', { raw: 31 })]))).toEqual([31])
  })
  it('have the colors of the flow', () =>
    expect(
      ['pv1PowerW', 'generationTotalWh', 'generatorPowerW', 'gridPowerW', 'epsPowerW', 'acPowerW', 'alertCode'].map(
        roleOf,
      ),
    ).toEqual(['solar', 'solar', 'generator', 'grid', 'ups', 'device', 'other']))
})

describe('the key figures', () => {
  const figures = (...fields: readonly DeviceValue[]) => toKeyFigures(detail(fields), NOW_MS, 6)
  it('show directions instead of signs', () => {
    expect(figures(field('batteryPowerW', { raw: -250 }))).toMatchObject([{ direction: 'charging', value: 250 }])
    expect(figures(field('gridPowerW', { raw: 90 }))).toMatchObject([{ direction: 'buying', value: 90 }])
    expect(figures(field('gridPowerW', { raw: 0 }))).toMatchObject([{ direction: undefined, value: 0 }])
  })
  it("never show yesterday's sum as today's", () => {
    expect(figures(field('generationTodayWh', { atMs: NOW_MS - 86_400_000 }))).toMatchObject([{ value: null }])
    expect(figures(field('generationTodayWh', { raw: 5 }))).toMatchObject([{ value: 5, atMs: undefined }])
    // In the night the server knows today's already.
    const { device, ...rest } = detail([field('generationTodayWh', { atMs: NOW_MS - 86_400_000 })])
    expect(toKeyFigures({ ...rest, device: { ...device, todayWh: 0 } }, NOW_MS, 6)).toMatchObject([{ value: 0 }])
  })
})

describe('the answer', () => {
  const row = { heardAtMs: NOW_MS, powerW: 500, todayWh: 3000 }
  it.each([
    ['making', row, 'well'],
    ['idle', { ...row, powerW: 0 }, 'well'],
    ['reporting', { ...row, powerW: null }, 'well'],
    ['late', row, 'late'],
    ['silent', row, 'silent'],
    ['asleep', row, 'asleep'],
    ['fault', row, 'fault'],
    ['waiting', { ...row, heardAtMs: null }, 'silent'],
  ] as const)('is %s', (kind, options, status) => expect(answerFor(options, status, [7]).kind).toBe(kind))
})

it.each([
  ['asleep', '2026-11-27', '2026-11-27'],
  ['asleep', '2026-11-28', '2026-11-28'],
  ['silent', '2026-11-27', '2026-11-28'],
  ['well', undefined, '2026-11-28'],
] as const)('begins with the last day of a device that sleeps (%s, %s)', (status, newest, day) =>
  expect(todayOf(status, newest, '2026-11-28')).toBe(day),
)

describe('the selection', () => {
  it('starts with the powers of a hybrid, and the strings of a string inverter', () => {
    expect(
      defaultSelection(
        quantities('pv1PowerW', 'pvPowerW', 'gridPowerW', 'batteryPowerW', 'loadPowerW', 'batterySocPercent'),
      ),
    ).toEqual(['pvPowerW', 'gridPowerW', 'batteryPowerW', 'loadPowerW', 'batterySocPercent'])
    expect(defaultSelection(quantities('acPowerW', 'pvPowerW', 'pv1PowerW', 'pv2PowerW'))).toEqual([
      'pvPowerW',
      'pv1PowerW',
      'pv2PowerW',
    ])
    expect(defaultSelection(quantities('irradianceWm2', 'windSpeedMs'))).toEqual(['irradianceWm2', 'windSpeedMs'])
  })
  const all = quantities(
    'pvPowerW',
    'pv1VoltageV',
    'pv1CurrentA',
    'acFrequencyHz',
    'generationTodayWh',
    'batterySocPercent',
  )
  it('accepts what the device has, once, in up to three units', () => {
    expect(readSelection('pvPowerW,nonsense,pvPowerW,gridPowerW', all, 'day')).toEqual(['pvPowerW'])
    expect(readSelection('pvPowerW,pv1VoltageV,pv1CurrentA,acFrequencyHz', all, 'day')).toEqual([
      'pvPowerW',
      'pv1VoltageV',
      'pv1CurrentA',
    ])
    expect(readSelection(NOTHING, all, 'month')).toEqual([])
    const many = quantities(...Array.from({ length: 10 }, (_, n) => `pv${n + 1}PowerW`))
    expect(readSelection(many.map(({ id }) => id).join(), many, 'day')).toHaveLength(8)
  })
  it('says why a quantity cannot be added', () => {
    const three = quantities('pvPowerW', 'pv1VoltageV', 'pv1CurrentA')
    expect(hurdleOf(getQuantity('acFrequencyHz'), three, 'day')).toBe('units')
    expect(hurdleOf(getQuantity('pv2VoltageV'), three, 'day')).toBeUndefined()
    expect(hurdleOf(getQuantity('pvPowerW'), three, 'day')).toBeUndefined()
    expect(hurdleOf(getQuantity('generationTodayWh'), [], 'year')).toBe('daily')
    const eight = quantities(...Array.from({ length: 8 }, (_, n) => `pv${n + 1}PowerW`))
    expect(hurdleOf(getQuantity('pvPowerW'), eight, 'day')).toBe('count')
  })
  it('knows which quantities a period supports', () => {
    expect(canShow(getQuantity('generationTodayWh'), 'month')).toBe(true)
    expect(canShow(getQuantity('generationTodayWh'), 'total')).toBe(false)
    expect(canShow(getQuantity('generationTotalWh'), 'total')).toBe(true)
  })
  it('adds at the end and removes', () => {
    expect(toggled(['a', 'b'], 'c')).toBe('a,b,c')
    expect(toggled(['a', 'b'], 'a')).toBe('b')
    expect(toggled(['a'], 'a')).toBe('')
  })
  it('is what the device counted where periods are bars', () => {
    const counted = quantities(
      'pvPowerW',
      'pv1PowerW',
      'generationTotalWh',
      'batteryChargeTotalWh',
      'generationTodayWh',
    )
    for (const period of ['month', 'year', 'total'] as const)
      expect(readSelection(null, counted, period)).toEqual(['generationTotalWh', 'batteryChargeTotalWh'])
    expect(readSelection(null, counted, 'week')).toEqual(['pvPowerW', 'pv1PowerW'])
    expect(readSelection(null, quantities('gridPowerW'), 'year')).toEqual(['gridPowerW'])
  })
  it('gives no two series the same style, and a string always the same', () => {
    const ids = ['pvPowerW', 'batteryPowerW', ...Array.from({ length: 16 }, (_, n) => `pv${n + 1}PowerW`)]
    const looks = looksOf(ids)
    expect(new Set(looks.map(({ color, stroke }) => `${color} ${stroke}`)).size).toBe(ids.length)
    expect(looks[0]).toEqual({ color: 'device-solar-1', stroke: 'solid', fill: 'solar' })
    // Equal strings lie on each other: hue and stroke both differ.
    expect([looks[2], looks[3]]).toMatchObject([
      { color: 'chart-1', stroke: 'solid' },
      { color: 'chart-2', stroke: 'dashed' },
    ])
    expect(looksOf(['pv2PowerW'])[0]).toEqual(looks[3])
  })
})

describe('the history', () => {
  const found = (
    quantity: string,
    ...points: readonly (readonly [number, number | null, number?, number?])[]
  ): DeviceSeries => ({
    quantity,
    points: points.map(([atS, value, min, max]) => ({
      atMs: atS * 1000,
      value,
      min: min ?? null,
      max: max ?? null,
      estimated: atS === 2,
    })),
  })
  it('draws gauges as lines with a spread, counters as bars, no daily ones in years', () => {
    const replies = [
      found('pvPowerW', [1, 5, 0, 9]),
      found('generationTotalWh', [1, 70]),
      found('generationTodayWh', [1, 7]),
    ]
    const ids = ['pvPowerW', 'generationTotalWh', 'generationTodayWh']
    const month = toSeries(replies, ids, 'month', nameOf)
    expect(month.map(({ shape }) => shape)).toEqual(['range', 'bar', 'bar'])
    expect(hasSpread(month)).toBe(true)
    expect(toSeries(replies, ids, 'year', nameOf).map(({ id }) => id)).toEqual(['pvPowerW', 'generationTotalWh'])
    expect(toSeries(replies, ids, 'week', nameOf).map(({ shape }) => shape)).toEqual(['line', 'bar', 'line'])
  })
  it('gives a counter its own axis while one is free', () => {
    const two = toSeries(
      [found('generationTotalWh', [1, 7e7]), found('generationTodayWh', [1, 7])],
      ['generationTotalWh', 'generationTodayWh'],
      'day',
      nameOf,
    )
    expect(toAxes(two)).toEqual([
      { id: 'reading', unit: 'Wh', fromZero: false },
      { id: 'Wh', unit: 'Wh', fromZero: true },
    ])
    const ids = ['generationTotalWh', 'pvPowerW', 'pv1VoltageV']
    expect(
      toAxes(
        toSeries(
          ids.map((id) => found(id, [1, 1])),
          ids,
          'day',
          nameOf,
        ),
      ).map(({ id }) => id),
    ).toEqual(['Wh', 'W', 'V'])
  })
  it('starts half a bar early, so that no bar is cut', () => {
    expect(chartRange('week', { fromMs: 7_200_000, toMs: 9_000_000 })).toEqual({ fromMs: 5_400_000, toMs: 7_200_000 })
    expect(chartRange('day', { fromMs: 5, toMs: 9 })).toEqual({ fromMs: 5, toMs: 9 })
  })
  it('shows temperatures in Fahrenheit when preferred: points, axis and table', () => {
    const ids = ['inverterTemperatureC', 'pvPowerW']
    const replies = [found('inverterTemperatureC', [1, 20, 10, 30], [2, null]), found('pvPowerW', [1, 20])]
    const series = toSeries(replies, ids, 'month', nameOf, 'F')
    expect(series[0]?.points).toMatchObject([{ value: 68, min: 50, max: 86 }, { value: null }])
    expect(toAxes(series).map(({ unit, fromZero }) => [unit, fromZero])).toEqual([
      ['°F', false],
      ['W', true],
    ])
    expect(series[1]?.points[0]?.value).toBe(20)
    expect(toAxes(toSeries(replies, ids, 'month', nameOf)).map(({ unit }) => unit)).toEqual(['°C', 'W'])
  })
  it('is a table of all instants with spreads and marks, without gaps', () => {
    const ids = ['pvPowerW', 'batterySocPercent']
    const series = toSeries(
      [found('pvPowerW', [1, 5, 0, 9], [2, 6, 1, 8], [3, null]), found('batterySocPercent', [2, 50])],
      ids,
      'month',
      nameOf,
    )
    const table = toTable(series, {
      rowName: 'Time',
      least: (name) => `${name} min`,
      greatest: (name) => `${name} max`,
      estimated: 'estimated',
      nameAt: String,
      exactAt: String,
    })
    expect(table.columns.map(({ unit }) => unit)).toEqual(['W', 'W', 'W', '%'])
    expect(table.rows).toEqual([
      { key: '1000', name: '1000', exact: '1000', cells: [5, 0, 9, null] },
      { key: '2000', name: '2000', exact: '2000', cells: [6, 1, 8, 50], note: 'estimated' },
    ])
  })
})
