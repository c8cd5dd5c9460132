import { type ImportColumn, type ImportFlow, type ImportMapping, unitsOf } from '../../../api/imports.ts'

/** Import rule of a file's column; undefined: it is not imported. */
export const columnAt = (mapping: ImportMapping, column: number): ImportColumn | undefined =>
  mapping.columns.find((item) => item.column === column)

/** Gives a column a kind of energy, which it takes from another column; '' leaves it out. */
export function withFlow(mapping: ImportMapping, column: number, flow: ImportFlow | ''): ImportMapping {
  const others = mapping.columns.filter((item) => item.column !== column && item.flow !== flow)
  if (flow === '') return { ...mapping, columns: others }
  const before = columnAt(mapping, column)
  const next: ImportColumn = { column, form: 'energy', unit: 'kWh', ...before, flow }
  return { ...mapping, columns: [...others, next].sort((a, b) => a.column - b.column) }
}

/** A power has no unit of energy: the unit follows the form. */
export function withForm(mapping: ImportMapping, column: number, form: ImportColumn['form']): ImportMapping {
  const units = unitsOf(form)
  return change(mapping, column, (item) => ({
    ...item,
    form,
    unit: units.includes(item.unit) ? item.unit : form === 'power' ? 'kW' : 'kWh',
  }))
}

export const withUnit = (mapping: ImportMapping, column: number, unit: ImportColumn['unit']): ImportMapping =>
  change(mapping, column, (item) => ({ ...item, unit }))

const change = (mapping: ImportMapping, column: number, to: (one: ImportColumn) => ImportColumn): ImportMapping => ({
  ...mapping,
  columns: mapping.columns.map((item) => (item.column === column ? to(item) : item)),
})
