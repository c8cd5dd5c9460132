import { type Cell, importLimits } from './import-table.ts'
import { toDateText } from './sheet-dates.ts'
import { unreadable } from './unreadable.ts'
import { readXml } from './xml-events.reader.ts'

/** The last cell of a sheet is XFD1048576. */
const MOST_COLUMNS = 16_384
const MOST_ROWS = 1_048_576

/** Row and column of `B7`, from 0; undefined for what no sheet has. */
function parsePlace(text: string): Readonly<{ row: number; column: number }> | undefined {
  let [column, row, at] = [0, 0, 0]
  // Letter by letter: a sheet has millions of places.
  for (; at < 3; at++) {
    const code = text.charCodeAt(at)
    if (!(code >= 65 && code <= 90)) break
    column = column * 26 + code - 64
  }
  const first = at
  for (; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9) || at - first > 6) return undefined
    row = row * 10 + digit
  }
  const isPlace = column >= 1 && column <= MOST_COLUMNS && row >= 1 && row <= MOST_ROWS && text[first] !== '0'
  return isPlace ? { row: row - 1, column: column - 1 } : undefined
}

/** A row from its number, from 0. */
function parseRow(text: string): number | undefined {
  const row = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0
  return row < 1 || row > MOST_ROWS ? undefined : row - 1
}

/** Parts of a workbook that cells of a sheet refer to. */
export type SheetContext = Readonly<{
  texts: readonly string[]
  /** By style: its numbers are shown as dates. */
  isDate: readonly boolean[]
  is1904: boolean
}>
export type SheetOptions = Readonly<{
  /** Lines further down are not read. */
  mostLines?: number
  /** A number has fifteen digits in a workbook: of a longer one the rest is lost, and it is written so. */
  hasExactNumbers?: boolean
  /** Numbers stay numbers. */
  hasNumbers?: boolean
}>

/** Before its blanks are cut. */
const LONGEST_TEXT = 1_000

/**
 * The rows of a sheet that have any text, by their place from 0. Cells that are only formatted cost nothing; the size
 * that the sheet says of itself counts for nothing.
 * @throws Refusal IMPORT_UNREADABLE (`reason`)
 */
export async function readRows(
  pieces: AsyncIterable<string>,
  context: SheetContext,
  { mostLines = Number.POSITIVE_INFINITY, hasExactNumbers = false, hasNumbers = false }: SheetOptions,
): Promise<ReadonlyMap<number, Cell[]>> {
  const rows = new Map<number, Cell[]>()
  let [row, column, cells] = [-1, -1, 0]
  let [type, style, value, isValue, isAside] = ['', 0, '', false, false]

  const keep = (): void => {
    const cell = toCell(value, type, style, context, { hasExactNumbers, hasNumbers })
    if (cell === '' || row >= mostLines) return
    if (column >= importLimits.columns) throw unreadable('tooManyColumns')
    let line = rows.get(row)
    if (line === undefined) {
      line = []
      rows.set(row, line)
      if (rows.size > importLimits.rows + 1) throw unreadable('tooManyRows')
    }
    cells += Math.max(1, column + 1 - line.length)
    if (cells > importLimits.cells) throw unreadable('tooManyRows')
    while (line.length < column) line.push('')
    line[column] = cell
  }

  await readXml(pieces, {
    open(name, { r, t = 'n', s = '0' }) {
      if (name === 'row') {
        const at = r === undefined ? row + 1 : parseRow(r)
        if (at === undefined) throw unreadable('noWorkbook')
        ;[row, column] = [at, -1]
        if (row >= mostLines) return true
      } else if (name === 'c') {
        const at = r === undefined ? { row, column: column + 1 } : parsePlace(r)
        if (at === undefined) throw unreadable('noWorkbook')
        ;[row, column, type, style, value] = [at.row, at.column, t, Number(s), '']
      } else if (name === 'v' || name === 't') isValue = true
      // How a text is pronounced.
      else if (name === 'rPh') isAside = true
      return undefined
    },
    text(part) {
      if (isValue && !isAside && value.length < LONGEST_TEXT) value += part
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isAside = false
      else if (name === 'c' && value !== '') keep()
    },
  })
  return rows
}

function toCell(
  value: string,
  type: string,
  style: number,
  context: SheetContext,
  { hasExactNumbers, hasNumbers }: Pick<SheetOptions, 'hasExactNumbers' | 'hasNumbers'>,
): Cell {
  const cut = (text: string): string => text.trim().slice(0, importLimits.cellLength)
  if (type === 's') return context.texts[Number(value)] ?? ''
  if (type === 'b') return value.trim() === '1' ? 'true' : 'false'
  if (type === 'd') return cut(value).slice(0, 19)
  if (type !== 'n') return cut(value)
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (Number.isNaN(number)) return cut(value)
  const date = context.isDate[style] ? toDateText(number, context.is1904) : undefined
  if (date === undefined && hasNumbers) return number
  return date ?? (hasExactNumbers && Math.abs(number) >= 1e15 ? number.toExponential() : String(number))
}
