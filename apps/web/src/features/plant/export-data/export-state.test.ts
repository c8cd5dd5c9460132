import { describe, expect, it, test } from 'vitest'
import {
  applyTemplate,
  checkExport,
  fitDocument,
  quantitiesOf,
  rangeOf,
  startDefinition,
  withKind,
} from './export-state.ts'

const start = startDefinition('2026-03-10', 'en', false)

test.each([
  ['yesterday', '2026-03-09', '2026-03-09'],
  ['last7', '2026-03-03', '2026-03-09'],
  ['thisMonth', '2026-03-01', '2026-03-10'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['thisYear', '2026-01-01', '2026-03-10'],
  ['formerYear', '2025-01-01', '2025-12-31'],
] as const)('%s is from %s to %s', (name, from, to) => {
  expect(rangeOf(name, '2026-03-10')).toEqual({ from, to })
})

describe('an export', () => {
  it('starts with the days of the last month, and the marks of the language', () => {
    expect(start).toMatchObject({ kind: 'statistics', step: 'day', from: '2026-02-01', to: '2026-02-28' })
    expect(startDefinition('2026-03-10', 'de', true)).toMatchObject({ separator: ';', decimalMark: ',' })
  })
  it('starts with the content and the days that an address names', () => {
    const wanted = startDefinition('2026-03-10', 'en', false, { kind: 'power', range: 'formerYear' })
    expect(wanted).toMatchObject({ kind: 'power', step: '5min', from: '2025-01-01', to: '2025-12-31' })
  })
  it('of another kind has a step of that kind', () => {
    expect(withKind(start, 'power').step).toBe('5min')
    expect(withKind(start, 'points').step).toBe('day')
    expect(withKind(withKind(start, 'report'), 'power').fileType).toBe('csv')
  })
  it('of pages is a PDF by days, of a year by months', () => {
    expect(fitDocument(withKind(start, 'report'))).toMatchObject({ step: 'day', fileType: 'pdf' })
    expect(fitDocument({ ...withKind(start, 'report'), ...rangeOf('formerYear', '2026-03-10') }).step).toBe('month')
    expect(fitDocument(start)).toBe(start)
  })
  it('of a letter is a PDF of the month of its first day', () => {
    expect(fitDocument({ ...withKind(start, 'letter'), from: '2026-02-10', to: '2026-05-03' })).toMatchObject({
      step: 'month',
      fileType: 'pdf',
      from: '2026-02-01',
      to: '2026-02-28',
    })
    expect(fitDocument({ ...withKind(start, 'letter'), from: '' }).from).toBe('')
  })
  it.each([
    [{}, 1, undefined],
    [{ from: '' }, 1, 'dates'],
    [{ from: '2026-03-01' }, 1, 'order'],
    [{ from: '2000-01-01' }, 1, 'tooLong'],
    [{ from: '2000-01-01', step: 'total' }, 1, undefined],
    [{ kind: 'points', step: 'sample' }, 1, 'noQuantity'],
    [{ kind: 'report', step: 'month', from: '2025-01-01', to: '2025-12-31' }, 1, undefined],
    [{ kind: 'report', step: 'month', from: '2026-01-01', to: '2026-03-10' }, 1, undefined],
    [{ kind: 'report', step: 'month', from: '2025-11-01', to: '2026-02-28' }, 1, 'notYear'],
    [{ kind: 'points', step: 'sample', quantities: ['acPowerW'] }, 200, 'tooLong'],
  ] as const)('%j of %i devices has the problem %s', (change, devices, problem) => {
    expect(checkExport({ ...start, ...change }, devices, '2026-03-10').problem).toBe(problem)
  })
  it('of a template keeps its days, and devices only of this plant', () => {
    const device = { deviceId: 1, serial: 'A', name: 'A', type: 'INVERTER', quantities: ['acPowerW'] } as const
    const template = { ...start, kind: 'points', deviceIds: [1, 9], from: '2020-01-01' } as const
    expect(applyTemplate(start, template, [device])).toMatchObject({ deviceIds: [1], from: '2026-02-01' })
    expect(quantitiesOf([device, { ...device, deviceId: 2, quantities: ['acPowerW', 'pvPowerW'] }], [])).toEqual([
      'acPowerW',
      'pvPowerW',
    ])
  })
})
