import { expect, it } from 'vitest'
import type { ImportMapping } from '../../../api/imports.ts'
import { columnAt, withFlow, withForm, withUnit } from './map-column.ts'

const mapping: ImportMapping = {
  timeColumn: 0,
  timeFormat: 'iso',
  zone: 'UTC',
  stamp: 'start',
  decimalMark: '.',
  overlap: 'skip',
  columns: [{ column: 1, flow: 'generation', form: 'power', unit: 'W' }],
}

it('a kind of energy comes from one column at most', () => {
  const moved = withFlow(mapping, 3, 'generation')
  expect(moved.columns).toEqual([{ column: 3, flow: 'generation', form: 'energy', unit: 'kWh' }])
  expect(withFlow(moved, 3, '').columns).toEqual([])
  expect(withFlow(mapping, 1, 'load').columns).toEqual([{ column: 1, flow: 'load', form: 'power', unit: 'W' }])
})

it('a unit follows the form', () => {
  const energy = withForm(mapping, 1, 'total')
  expect(columnAt(energy, 1)).toMatchObject({ form: 'total', unit: 'kWh' })
  expect(columnAt(withUnit(energy, 1, 'MWh'), 1)).toMatchObject({ unit: 'MWh' })
  expect(columnAt(withForm(energy, 1, 'power'), 1)).toMatchObject({ unit: 'kW' })
})
