import { expect, it } from 'vitest'
import type { ImportMapping, ImportQuestion } from '../../../api/imports.ts'
import { answer, columnAt, turned, withFlow, withForm, withSigns, withUnit } from './map-column.ts'

const second = { column: 1, name: null }
const third = { column: 3, name: null }
const mapping: ImportMapping = {
  sheet: 0,
  headLine: 1,
  timeColumn: 0,
  clockColumn: null,
  endColumn: null,
  offsetColumn: null,
  nameColumn: null,
  timeFormat: 'iso',
  zone: 'UTC',
  stamp: 'start',
  questions: [],
  columns: [{ ...second, flow: 'generation', form: 'power', unit: 'W', signs: 'positive', decimalMark: ',' }],
}

it('columns of one kind of energy add up', () => {
  const added = withFlow(mapping, third, 'generation')
  expect(added.columns).toMatchObject([{ column: 1 }, { column: 3, form: 'energy', unit: 'kWh', decimalMark: ',' }])
  expect(withFlow(added, third, '').columns).toMatchObject([{ column: 1 }])
  expect(withFlow(mapping, second, 'load').columns).toMatchObject([{ column: 1, flow: 'load', form: 'power' }])
})

it('a unit follows the form, and the form a unit', () => {
  const energy = withForm(mapping, second, 'total')
  expect(columnAt(energy, second)).toMatchObject({ form: 'total', unit: 'kWh' })
  expect(columnAt(withUnit(energy, second, 'MWh'), second)).toMatchObject({ form: 'total', unit: 'MWh' })
  expect(columnAt(withForm(energy, second, 'power'), second)).toMatchObject({ unit: 'kW' })
  expect(columnAt(withUnit(mapping, second, 'kWh'), second)).toMatchObject({ form: 'energy' })
})

it('a column that goes both ways is turned, and a counter goes one way', () => {
  const both = withSigns(withFlow(mapping, second, 'import'), second, 'both')
  expect(columnAt(turned(both, second), second)).toMatchObject({ flow: 'export', signs: 'both' })
  expect(columnAt(withForm(both, second, 'total'), second)).toMatchObject({ signs: 'positive' })
  expect(columnAt(withFlow(both, second, 'load'), second)).toMatchObject({ signs: 'positive' })
})

it('a question is closed by its answer, and by the choice that it is about', () => {
  const order: ImportQuestion = { kind: 'timeFormat', column: null, name: null, choices: ['dmy', 'mdy'] }
  const flow: ImportQuestion = { kind: 'flow', ...second, choices: ['generation', 'load'] }
  const several: ImportQuestion = { kind: 'several', ...second, choices: ['all', '1', '3'] }
  const open = { ...withFlow(mapping, third, 'generation'), questions: [order, flow, several] }
  const read = answer(open, order, 'mdy')
  expect([read.timeFormat, read.questions]).toEqual(['mdy', [flow, several]])
  expect(withFlow(open, second, 'load').questions).toEqual([order])
  expect(answer(open, several, 'all')).toMatchObject({
    columns: [{ column: 1 }, { column: 3 }],
    questions: [order, flow],
  })
  expect(answer(open, several, '3').columns).toMatchObject([{ column: 3 }])
})
