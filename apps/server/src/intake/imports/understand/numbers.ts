import { type EnergyUnit, energyUnits, type PowerUnit, powerUnits } from '@heliograph/domain/accepted-units.ts'
import type { DecimalMark } from '@heliograph/domain/format/csv.ts'
import type { Cell } from '../../../platform/tables/tables.ts'
import { factorOf } from '../mapping.ts'

const nothing = new Set([
  '',
  '-',
  '--',
  '---',
  '–',
  '—',
  '.',
  '...',
  '/',
  'n/a',
  'na',
  'nan',
  'null',
  'none',
  'undefined',
])
for (const word of [
  'unavailable',
  'unknown',
  'no data',
  'nodata',
  'k.a.',
  'keine daten',
  '无',
  '无数据',
  '-/-',
  '#n/a',
  '#nv',
])
  nothing.add(word)

/** A cell that says that there is no value. */
export const isNothing = (cell: Cell | undefined): boolean =>
  cell === undefined || (typeof cell === 'string' && (cell === '' || nothing.has(cell.toLowerCase())))

const spaces = /[\s\u00a0\u202f\u2007\u2009'’´`]/g
const plain = /^[+-]?\d+(?:\.\d+)?$/
const parts =
  /^\(?([+\-−–]?)\s*(\d[\d\s\u00a0\u202f\u2007\u2009'’´`.,]*|[.,]\d+)(?:e([+-]?\d{1,2}))?\s*([-−]?)\)?\s*(\p{L}[\p{L}·./]*)?\s*$/iu

export type NumberText = Readonly<{
  sign: 1 | -1
  /** Digits with their marks, without spaces and apostrophes. */
  digits: string
  exponent: number
  unit: string
}>

/** A number with its marks and unit, before it is known which mark is the decimal one; undefined: it is none. */
export function readNumberText(text: string): NumberText | undefined {
  const found = parts.exec(text)
  if (found === null) return undefined
  const [, before = '', digits = '', exponent = '0', after = '', unit = ''] = found
  const isNegative = /[-−–]/.test(before) || after !== '' || /^\(.*\)$/.test(text)
  return { sign: isNegative ? -1 : 1, digits: digits.replace(spaces, ''), exponent: Number(exponent), unit }
}

/** NaN: no number of this mark. */
export function toNumber(cell: Cell, mark: DecimalMark): number {
  if (typeof cell === 'number') return cell
  if (mark === '.' && plain.test(cell)) return Number(cell)
  const found = readNumberText(cell)
  if (found === undefined) return Number.NaN
  const other = mark === ',' ? '.' : ','
  const { digits } = found
  const [whole = '', fraction, more] = digits.split(mark)
  if (more !== undefined || fraction?.includes(other)) return Number.NaN
  const groups = whole.split(other)
  if (groups.length > 1 && groups.slice(1).some((group) => group.length !== 3 && group.length !== 2)) return Number.NaN
  return found.sign * Number(`${groups.join('') || '0'}.${fraction || '0'}e${found.exponent}`)
}

/** A number times what the unit in its cell is worth; `wh` and `w` are of which base its unit is. */
export function cellFactor(cell: Cell): number | undefined {
  if (typeof cell === 'number' || cell === '' || /\d$/.test(cell)) return undefined
  const unit = unitWord(readNumberText(cell)?.unit ?? '')
  return unit === undefined ? undefined : factorOf[unit]
}

const byLetters = new Map<string, PowerUnit | EnergyUnit>()
for (const unit of ['Wh', 'kWh', 'MWh', 'GWh', 'W', 'kW', 'MW', 'GW'] as const) byLetters.set(unit.toLowerCase(), unit)
for (const [word, unit] of [
  ...[
    ['квт·год', 'kWh'] as const,
    ['квтг', 'kWh'] as const,
    ['квт·ч', 'kWh'] as const,
    ['вт·ч', 'Wh'] as const,
    ['квт', 'kW'] as const,
    ['вт·год', 'Wh'] as const,
  ],
  ...[['вт', 'W'] as const, ['мвт·год', 'MWh'] as const, ['kwhr', 'kWh'] as const, ['kw·h', 'kWh'] as const],
  ...[['千瓦时', 'kWh'] as const, ['度', 'kWh'] as const, ['千瓦', 'kW'] as const, ['瓦', 'W'] as const],
  ...[['w·h', 'Wh'] as const, ['kw.h', 'kWh'] as const, ['watt', 'W'] as const, ['watts', 'W'] as const],
] as const)
  byLetters.set(word, unit)
const exactUnits: ReadonlySet<string> = new Set([...powerUnits, ...energyUnits])

/** A unit of power or energy as it is spelled, else whatever its letters' case: "mW" is a milliwatt, "MW" and "mw" a megawatt. */
export const unitWord = (word: string): PowerUnit | EnergyUnit | undefined =>
  exactUnits.has(word) ? (word as PowerUnit | EnergyUnit) : byLetters.get(word.toLowerCase())

/** How often each mark must be the decimal one, and how often either could be. */
export type MarkVotes = { point: number; comma: number; open: number }
export const noVotes = (): MarkVotes => ({ point: 0, comma: 0, open: 0 })

/** Notes what a cell says of the decimal mark of its column. */
export function voteMark(votes: MarkVotes, text: string): void {
  const digits = readNumberText(text)?.digits
  if (digits === undefined) return
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points + commas === 0) return
  if (points > 0 && commas > 0) votes[digits.lastIndexOf('.') > digits.lastIndexOf(',') ? 'point' : 'comma'] += 1
  else if (points > 1) votes.comma += 1
  else if (commas > 1) votes.point += 1
  else {
    const mark = points > 0 ? 'point' : 'comma'
    const [whole = '', fraction = ''] = digits.split(/[.,]/)
    // 1.234 is either; 0.234, 12345.678 and 1.23 are not.
    const isOpen = fraction.length === 3 && whole.length >= 1 && whole.length <= 3 && !whole.startsWith('0')
    votes[isOpen ? 'open' : mark] += 1
  }
}
