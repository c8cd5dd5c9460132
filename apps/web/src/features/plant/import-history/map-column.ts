import {
  counterFlow,
  type ImportColumn,
  type ImportFlow,
  type ImportMapping,
  type ImportQuestion,
  signsOf,
  unitsOf,
} from '../../../api/imports.ts'

/** A column of the file, or the rows of one name in it. */
export type ColumnPlace = Readonly<{ column: number; name: string | null }>
const isAt = (one: ColumnPlace, { column, name }: ColumnPlace): boolean => one.column === column && one.name === name

/** Import rule of a file's column; undefined: it is not imported. */
export const columnAt = (mapping: ImportMapping, place: ColumnPlace): ImportColumn | undefined =>
  mapping.columns.find((item) => isAt(item, place))

/** Gives a column a kind of energy; '' leaves it out. Several columns of one kind add up. */
export function withFlow(mapping: ImportMapping, place: ColumnPlace, flow: ImportFlow | ''): ImportMapping {
  const others = mapping.columns.filter((item) => !isAt(item, place))
  const rest = answered(mapping, place, [
    'flow',
    'signs',
    'several',
    ...(flow === '' ? (['form', 'unit'] as const) : []),
  ])
  if (flow === '') return { ...rest, columns: others }
  const decimalMark = mapping.columns[0]?.decimalMark ?? '.'
  const first = { ...place, form: 'energy', unit: 'kWh', signs: 'positive', decimalMark } as const
  const next: ImportColumn = { ...first, ...columnAt(mapping, place), flow }
  return { ...rest, columns: [...others, fit(next)].sort((a, b) => a.column - b.column) }
}

/** A power has no unit of energy: the unit follows the form. */
export function withForm(mapping: ImportMapping, place: ColumnPlace, form: ImportColumn['form']): ImportMapping {
  const units = unitsOf(form)
  return change(answered(mapping, place, ['form']), place, (item) => ({
    ...item,
    form,
    unit: units.includes(item.unit) ? item.unit : form === 'power' ? 'kW' : 'kWh',
  }))
}

export const withUnit = (mapping: ImportMapping, place: ColumnPlace, unit: ImportColumn['unit']): ImportMapping =>
  change(answered(mapping, place, ['unit']), place, (item) => ({ ...item, unit, form: formFor(item.form, unit) }))

export const withSigns = (mapping: ImportMapping, place: ColumnPlace, signs: ImportColumn['signs']): ImportMapping =>
  change(answered(mapping, place, ['signs']), place, (item) => ({ ...item, signs }))

/** The directions change places. */
export const turned = (mapping: ImportMapping, place: ColumnPlace): ImportMapping =>
  change(answered(mapping, place, ['signs']), place, (item) => ({ ...item, flow: counterFlow[item.flow] ?? item.flow }))

export const withDecimalMark = (mapping: ImportMapping, decimalMark: ImportColumn['decimalMark']): ImportMapping => ({
  ...mapping,
  columns: mapping.columns.map((item) => ({ ...item, decimalMark })),
  questions: mapping.questions.filter(({ kind }) => kind !== 'decimalMark'),
})

export const withTimeFormat = (mapping: ImportMapping, timeFormat: ImportMapping['timeFormat']): ImportMapping => ({
  ...mapping,
  timeFormat,
  questions: mapping.questions.filter(({ kind }) => kind !== 'timeFormat'),
})

/** A decision that the file left open. */
export function answer(mapping: ImportMapping, question: ImportQuestion, choice: string): ImportMapping {
  const { kind, column, name } = question
  if (kind === 'timeFormat') return withTimeFormat(mapping, choice as ImportMapping['timeFormat'])
  if (kind === 'decimalMark') return withDecimalMark(mapping, choice as ImportColumn['decimalMark'])
  const place = { column: column ?? 0, name }
  if (kind === 'flow') return withFlow(mapping, place, choice as ImportFlow)
  if (kind === 'form') return withForm(mapping, place, choice as ImportColumn['form'])
  if (kind === 'unit') return withUnit(mapping, place, choice as ImportColumn['unit'])
  if (kind === 'signs')
    return change(answered(mapping, place, ['signs']), place, (item) => ({ ...item, flow: choice as ImportFlow }))
  const rest = { ...mapping, questions: mapping.questions.filter((item) => item !== question) }
  return choice === 'all' ? rest : { ...rest, columns: keepOne(mapping, question, choice) }
}

/** Of the columns that a question names only the chosen one. */
const keepOne = (mapping: ImportMapping, { choices }: ImportQuestion, choice: string): readonly ImportColumn[] =>
  mapping.columns.filter((item) => !choices.includes(keyOf(item)) || keyOf(item) === choice)

/** How a question names a column. */
export const keyOf = ({ column, name }: ColumnPlace): string => `${column}${name === null ? '' : ` ${name}`}`

const answered = (
  mapping: ImportMapping,
  place: ColumnPlace,
  kinds: readonly ImportQuestion['kind'][],
): ImportMapping => ({
  ...mapping,
  questions: mapping.questions.filter(
    ({ kind, column, name, choices }) =>
      !kinds.includes(kind) ||
      (kind === 'several' ? !choices.includes(keyOf(place)) : !isAt({ column: column ?? -1, name }, place)),
  ),
})

const formFor = (form: ImportColumn['form'], unit: ImportColumn['unit']): ImportColumn['form'] =>
  unitsOf(form).includes(unit) ? form : unitsOf('power').includes(unit) ? 'power' : 'energy'

/** Signs that its flow and form can have. */
const fit = (item: ImportColumn): ImportColumn =>
  signsOf(item).includes(item.signs) ? item : { ...item, signs: 'positive' }

const change = (
  mapping: ImportMapping,
  place: ColumnPlace,
  to: (one: ImportColumn) => ImportColumn,
): ImportMapping => ({
  ...mapping,
  columns: mapping.columns.map((item) => (isAt(item, place) ? fit(to(item)) : item)),
})
