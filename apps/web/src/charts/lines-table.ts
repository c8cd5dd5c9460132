/** Lines as a table: one row per instant with a measurement of any of them. */
import type { ShownUnit } from '@heliograph/domain/format/quantity.ts'
import type { Quantity } from '@heliograph/domain/quantities.ts'
import type { LineSeries } from './line-data.ts'
import type { TableCell, TableData } from './table-data.ts'

type TableLine = Pick<LineSeries, 'id' | 'name' | 'points'> &
  Readonly<{
    quantity: Quantity
    unit: ShownUnit
    /** Of a line per kW: by what its values were divided. */
    source?: Readonly<{ divisorKw: number | null }>
  }>

type Words = Readonly<{
  rowName: string
  least: (name: string) => string
  greatest: (name: string) => string
  estimated: string
  nameAt: (atMs: number) => string
  exactAt: (atMs: number) => string
  /** States that the device reported, as a last column. */
  state?: Readonly<{ name: string; at: (atMs: number) => string }>
}>

/** Columns are in the quantities' base units; quantities with a spread have three. */
export function toTable(lines: readonly TableLine[], words: Words): TableData {
  const columns: TableData['columns'][number][] = []
  const readers: ((atMs: number) => TableCell)[] = []
  const estimates = new Set<number>()
  const instants = new Set<number>()
  for (const { id, name, quantity, points, unit: shown, source } of lines) {
    const measured = points.filter(({ value }) => value !== null)
    const byTime = new Map(measured.map((point) => [point.atMs, point]))
    for (const { atMs, estimated } of measured) {
      instants.add(atMs)
      if (estimated) estimates.add(atMs)
    }
    const bare = shown === 'ratio' || shown === 'count' || shown === 'code' ? '' : shown
    const isPerKw = (source?.divisorKw ?? null) !== null
    const unit = isPerKw ? `${bare}/kW` : bare
    const decimals = quantity.decimals + (isPerKw ? 2 : 0)
    const add = (part: 'value' | 'min' | 'max', title: string): void => {
      columns.push({ id: `${id} ${part}`, name: title, unit, decimals })
      readers.push((atMs) => byTime.get(atMs)?.[part] ?? null)
    }
    add('value', name)
    if (measured.some(({ min }) => typeof min === 'number')) {
      add('min', words.least(name))
      add('max', words.greatest(name))
    }
  }
  const { state } = words
  if (state) {
    columns.push({ id: 'state', name: state.name, unit: '', decimals: 0 })
    readers.push((atMs) => state.at(atMs) || null)
  }
  return {
    rowName: words.rowName,
    columns,
    rows: [...instants]
      .sort((a, b) => a - b)
      .map((atMs) => ({
        key: String(atMs),
        name: words.nameAt(atMs),
        exact: words.exactAt(atMs),
        cells: readers.map((read) => read(atMs)),
        ...(estimates.has(atMs) ? { note: words.estimated } : {}),
      })),
  }
}
