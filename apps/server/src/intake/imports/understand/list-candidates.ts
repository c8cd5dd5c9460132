import { DAY_MS } from '@heliograph/domain/duration.ts'
import { columnIn, isHead } from '../formats/find-format.ts'
import type { FormatColumn } from '../formats/format.ts'
import { type ImportUnit, isFit } from '../mapping.ts'
import { usualStep } from '../read-series.ts'
import type { Candidate, NumberColumn } from './candidate.ts'
import { findUnit, type Meaning, meaningOf } from './column-meaning.ts'
import { entityWords, unitWords } from './column-words.ts'
import type { ColumnsInput } from './columns-input.ts'
import { lookAt } from './content.ts'
import type { FoundTable } from './find-tables.ts'
import { guessUnit } from './guess-unit.ts'
import { cellFactor, isNothing, toNumber, unitWord } from './numbers.ts'
import { plainWords } from './plain-words.ts'

const FEW_ROWS = 12

/** A column of numbers, or for each name in the column of names its rows, with what it can mean. */
export function listCandidates(
  table: FoundTable,
  number: NumberColumn,
  nameColumn: number | null,
  order: Int32Array,
  input: ColumnsInput,
): readonly (Candidate | undefined)[] {
  const { rows, heads } = table
  const { column, mark } = number
  if (column === nameColumn) return []
  const head = heads[column] ?? ''
  const values = new Float64Array(rows.length)
  let units = 0
  for (const [row, cells] of rows.entries()) {
    const cell = cells[column]
    if (cell === undefined || isNothing(cell)) values[row] = Number.NaN
    else {
      const value = toNumber(cell, mark ?? '.')
      const factor = number.unit ? cellFactor(cell) : undefined
      if (factor !== undefined) units += 1
      values[row] = factor === undefined ? value : value * factor
    }
  }
  const cellUnit = units > 0 ? unitOfCells(rows, column) : number.unit ? 'other' : undefined
  if (cellUnit === 'other') return []
  const { format } = input
  if (nameColumn === null) {
    const known = format && columnIn(format, head, undefined)
    if (format !== undefined && known === undefined) return []
    const columnUnit = unitInColumn(table, order)
    const named = known === undefined && meaningOf(head).isBare ? `${head} ${onlyName(table, order)}` : head
    return [toCandidate({ column, name: null, head: named, mark, values, order, cellUnit, columnUnit, known }, input)]
  }
  const kinds = format?.names?.kinds
  const kindColumn = kinds === undefined ? nameColumn : heads.findIndex((text) => isHead(kinds, text))
  const byName = new Map<string, number[]>()
  for (const row of order) {
    const name = String(rows[row]?.[nameColumn] ?? '')
    const list = byName.get(name)
    if (list === undefined) byName.set(name, [row])
    else list.push(row)
  }
  return [...byName].map(([name, own]) => {
    const known = format && columnIn(format, head, String(rows[own[0] as number]?.[kindColumn] ?? ''))
    if (format !== undefined && known === undefined) return undefined
    const ownOrder = Int32Array.from(own)
    const columnUnit = unitInColumn(table, ownOrder)
    const about = { column, name, head: `${head} ${name}`, mark, values, order: ownOrder }
    return toCandidate({ ...about, cellUnit, columnUnit, known }, input)
  })
}

/** The unit that a column of units has for some rows, if it is one. */
function unitInColumn({ rows, heads }: FoundTable, order: Int32Array): ImportUnit | undefined {
  for (const [column, head] of heads.entries()) {
    if (!unitWords.test(plainWords(head).replace(/[_.]/g, ' '))) continue
    const words = new Set(Array.from(order, (row) => String(rows[row]?.[column] ?? '')).filter((word) => word !== ''))
    const [word] = words
    const unit = words.size === 1 && word !== undefined ? unitWord(word) : undefined
    if (unit !== undefined) return unit
  }
  return undefined
}

/** The subject of the whole table, where a column of entities or registers always says the same. */
function onlyName({ rows, heads }: FoundTable, order: Int32Array): string {
  const column = heads.findIndex((head) => entityWords.test(plainWords(head)))
  const names = column < 0 ? new Set<string>() : new Set(Array.from(order, (row) => String(rows[row]?.[column] ?? '')))
  const [name = ''] = names
  return names.size === 1 ? name : ''
}

/** The unit of values that were brought to W or Wh already; other: of another quantity. */
function unitOfCells(rows: FoundTable['rows'], column: number): ImportUnit | 'other' {
  for (const row of rows) {
    const cell = row[column]
    if (typeof cell !== 'string' || cellFactor(cell) === undefined) continue
    if (/\/|p$/i.test(cell)) return 'other'
    return /h$|год|时|度/i.test(cell) ? 'Wh' : 'W'
  }
  return 'other'
}

function toCandidate(
  {
    cellUnit,
    columnUnit,
    ...one
  }: Pick<Candidate, 'column' | 'name' | 'head' | 'mark' | 'values' | 'order' | 'known'> &
    Readonly<Record<'cellUnit' | 'columnUnit', ImportUnit | undefined>>,
  { plant, rowTimes }: ColumnsInput,
): Candidate | undefined {
  const meaning = one.known === undefined ? meaningOf(one.head) : meaningIn(one.known, one.head)
  const isNameless = !/\p{L}/u.test(one.head)
  const flow = meaning.flow ?? (isNameless || cellUnit !== undefined ? 'any' : undefined)
  if (meaning.isOther || flow === undefined) return undefined
  const at = Float64Array.from(one.order, (row) => rowTimes.atMs[row] as number)
  const stepMs = Math.max(usualStep(at), rowTimes.isCalendar ? DAY_MS : 0)
  const content = lookAt(one.values, rowTimes.atMs, one.order, plant.zone)
  if (content.count === 0) return undefined
  // A number that never changes is one of a device.
  const isConstant = content.count > FEW_ROWS && content.min === content.max && content.min > 0
  if (isConstant && one.known === undefined && (meaning.unit ?? cellUnit ?? columnUnit) === undefined) return undefined
  const found: Candidate = {
    ...one,
    meaning,
    stepMs,
    content,
    flow,
    unit: 'kWh',
    form: 'energy',
    signs: 'positive',
    guessedUnits: undefined,
    open: new Set(),
    unitChoices: [],
  }
  const unit = cellUnit ?? meaning.unit ?? columnUnit
  const form = one.known?.form
  if (form !== undefined && unit !== undefined && isFit('power', unit) !== (form === 'power')) found.open.add('unit')
  if (unit !== undefined) found.unit = unit
  else if (!guessUnit(found, plant, at)) return undefined
  return found
}

/** A heading names the unit where the format does not. */
const meaningIn = ({ flow, form, unit }: FormatColumn, head: string): Meaning => ({
  ...meaningOf(head),
  ...(flow === 'named' ? {} : { flow, isOther: false, isBare: false, positive: undefined }),
  unit: unit ?? findUnit(head),
  ...(form === undefined ? {} : { isToday: form === 'today', isTotal: form === 'total', isPower: form === 'power' }),
  isReading: false,
  isDelivered: false,
})
