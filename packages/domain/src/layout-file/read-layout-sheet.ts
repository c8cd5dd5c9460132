import type { GridCell } from '../module-layout/module-grid.ts'
import { serialOfCode } from '../photo-grid/serial-of-code.ts'
import { columnHeadings, plainHeading } from './column-headings.ts'
import { type FileGrid, MOST_MODULES_OF_DEVICE, numberInputs } from './file-grid.ts'

/*
 * Two kinds of sheets describe a layout: a picture of the roof with a serial number in the cell of each module (makers'
 * Excel templates), and a list with a line for each module, which says its place by row and column or by inverter,
 * string and position.
 */
const columnOrder = ['serial', 'row', 'column', 'group', 'port', 'inverter', 'string', 'position'] as const
type Kind = (typeof columnOrder)[number]
type Columns = Partial<Record<Kind, number>>

const numbered = /^\s*(\d{1,3})\s*[-./]\s*(\d{1,3})\s*[-./]\s*(\d{1,3})\s*$/
/** Lines before the heading: titles and hints. */
const MOST_LINES_ABOVE = 15

/**
 * The groups that the cells of a sheet describe: of lists, or of a picture of the roof. None, if it has no serials.
 * @param name of the sheet
 * @returns `noPlaces` for serial numbers of which nothing says where they lie
 */
export function readLayoutSheet(lines: readonly (readonly string[])[], name: string): readonly FileGrid[] | 'noPlaces' {
  const listed = readLists(lines, name)
  if (listed.some(({ cells }) => cells.length > 0)) return listed
  return listed.length > 0 ? 'noPlaces' : readPicture(lines, name)
}

/** A sheet may hold several lists, each with its own heading and, above it, its name. */
function readLists(lines: readonly (readonly string[])[], name: string): readonly FileGrid[] {
  const headings = lines.flatMap((cells, line) => {
    const columns = columnsOf(cells)
    return columns === undefined ? [] : [{ line, columns }]
  })
  const [first] = headings
  if (first === undefined || first.line >= MOST_LINES_ABOVE) return []
  return headings.flatMap(({ line, columns }, i) => {
    const title = headings.length > 1 ? titleAbove(lines, line, headings[i - 1]?.line ?? -1) : undefined
    return readList(lines.slice(line + 1, headings[i + 1]?.line), columns, title ?? name)
  })
}

/** The only filled cell of the nearest filled line above a heading. */
function titleAbove(lines: readonly (readonly string[])[], heading: number, end: number): string | undefined {
  for (let line = heading - 1; line > end; line -= 1) {
    const filled = (lines[line] ?? []).filter((cell) => cell.trim() !== '')
    if (filled.length > 1) return undefined
    if (filled[0] !== undefined) return serialOf(filled[0]) === undefined ? filled[0].trim() : undefined
  }
  return undefined
}

/** Devices that have a serial number of their own, but no module. */
const host = /inver[st]or|inverter|wechselrichter|onduleur|omvormer|gateway|logger|dtu(?!\p{L})/u
const ofModule = /optimi[sz]|mi[ck]ro|mlpe/u

/** Which columns a heading names; undefined: it is none of a list. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const columns: Columns = {}
  const headings = cells.map(plainHeading)
  // Of several serial numbers in a line that of the device behind the module.
  const serials = headings.flatMap((heading, index) => (columnHeadings.serial.test(heading) ? [index] : []))
  const isOf = (pattern: RegExp) => (index: number) => pattern.test(headings[index] ?? '')
  const serial = serials.find(isOf(ofModule)) ?? serials.find((index) => !isOf(host)(index)) ?? serials[0]
  if (serial === undefined) return undefined
  for (const [index, heading] of headings.entries()) {
    // "Optimizer serial number" is a serial number, "Inverter number" is an inverter: the first kind that fits.
    const kind = columnOrder.find((item) => columnHeadings[item].test(heading))
    const own = kind !== 'serial' || index === serial ? kind : isOf(host)(index) ? 'inverter' : undefined
    if (own !== undefined && columns[own] === undefined) columns[own] = index
  }
  const { row, column, position } = columns
  return (row !== undefined && column !== undefined) || position !== undefined ? columns : undefined
}

type Listed = Readonly<{
  group: string
  row: number
  column: number
  serial: string | null
  port: number | null
  text: string
}>

function readList(lines: readonly (readonly string[])[], columns: Columns, name: string): readonly FileGrid[] {
  const filled = fillDown(lines, columns)
  const listed = filled.flatMap((cells) => readLine(cells, columns, name) ?? [])
  const groups = new Map<string, Listed[]>()
  for (const one of listed) {
    const group = groups.get(one.group)
    if (group) group.push(one)
    else groups.set(one.group, [one])
  }
  const lost = filled.flatMap((cells) =>
    readLine(cells, columns, name) === undefined ? (serialOf(cells[columns.serial ?? -1] ?? '') ?? []) : [],
  )
  const grids = [...groups].map(([group, all]) => toGrid(group, all))
  const [first = gridOf(name, []), ...others] = grids
  return lost.length + grids.length === 0 ? [] : [{ ...first, beside: [...first.beside, ...lost] }, ...others]
}

/** Joined cells, and what a maker wrote only once: it holds until the next value below. */
const heldDown = ['group', 'inverter', 'string', 'row'] as const
function fillDown(lines: readonly (readonly string[])[], columns: Columns): readonly (readonly string[])[] {
  const held = new Map<number, string>()
  return lines.map((cells) => {
    const isFilled = [columns.serial, columns.column, columns.position].some((at) => cells[at ?? -1]?.trim())
    const filled = [...cells]
    let isAnew = false
    for (const kind of heldDown) {
      const at = columns[kind]
      if (at === undefined) continue
      const text = cells[at]?.trim() ?? ''
      if (text !== '') {
        held.set(at, text)
        // A row of another string begins anew.
        isAnew = true
      } else if (isFilled && !(isAnew && kind === 'row')) filled[at] = held.get(at) ?? ''
    }
    return filled
  })
}

function readLine(cells: readonly string[], columns: Columns, name: string): Listed | undefined {
  const at = (kind: Kind): string => cells[columns[kind] ?? -1]?.trim() ?? ''
  const text = at('serial')
  const place = placeOf(at, name)
  if (place === undefined) return undefined
  const port = Number(/^(?:pv|mppt|in|input|ch)? ?(\d{1,2})$/i.exec(at('port'))?.[1] ?? 0)
  return { ...place, serial: serialOf(text) ?? null, port: port === 0 ? null : port, text }
}

function placeOf(at: (kind: Kind) => string, name: string): Pick<Listed, 'group' | 'row' | 'column'> | undefined {
  const group = at('group') || name
  const row = lineOf(at('row'))
  const column = lineOf(at('column'))
  if (row !== undefined && column !== undefined) return { group, row, column }
  const [, inverter, string, position] = numbered.exec(at('position')) ?? []
  if (inverter !== undefined)
    return { group: `${group ? `${group} ` : ''}${inverter}`, row: Number(string), column: Number(position) }
  const count = lineOf(at('position'))
  // Without a string the modules of a group are one row.
  const own = lineOf(at('string')) ?? (at('string') === '' && at('row') === '' ? 0 : lineOf(at('row')))
  return own === undefined || count === undefined
    ? undefined
    : { group: at('inverter') || group, row: own, column: count }
}

/**
 * Words that may stand before the number of a line: row, column, string, module, in the letters that they are cut to.
 */
const numberedLine = /^(?:(?:r|row|c|col|column|reihe|zeile|spalte|s|str|string|m|pos)[ ._#-]?)?(\d{1,3})(?:[.,]0+)?$/i

/** Lists begin with 0 or with 1; letters count like those of a sheet. */
function lineOf(text: string): number | undefined {
  const [, number] = numberedLine.exec(text) ?? []
  if (number !== undefined) return Number(number)
  // Far beyond Z letters are numerals of Rome, or words.
  if (!/^A?[A-Za-z]$/i.test(text)) return undefined
  return [...text.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

function toGrid(name: string, all: readonly Listed[]): FileGrid {
  const firstRow = Math.min(...all.map(({ row }) => row))
  const firstColumn = Math.min(...all.map(({ column }) => column))
  const taken = new Map<string, string | null>()
  const beside: string[] = []
  const cells = all.flatMap(({ row, column, serial, port, text }): GridCell[] => {
    const key = `${row}:${column}`
    if (taken.has(key)) {
      if (serial !== null && taken.get(key) !== serial) beside.push(serial)
      return []
    }
    taken.set(key, serial)
    const place = { row: row - firstRow, column: column - firstColumn, serial }
    return [{ ...place, ...(port !== null && { port }), ...(serial === null && text !== '' && unread) }]
  })
  return { ...gridOf(name, cells), beside }
}

const unread = { error: 'RECOGNITION_ERROR' } as const

const comment = /^(?:#+\s*\p{L}|\/\/)/u
type Spot = Readonly<{ row: number; column: number; serial: string | undefined }>

/** Cells between the outermost serial numbers are part of the picture; headings lie outside of it. */
function readPicture(all: readonly (readonly string[])[], name: string): readonly FileGrid[] | 'noPlaces' {
  const lines = all.map((cells) => (comment.test(cells[0]?.trim() ?? '') ? [] : cells))
  const counts = new Map<string, number>()
  const spots = lines.flatMap((cells, row) =>
    cells.flatMap((cell, column): Spot[] => {
      const serial = serialOf(cell)
      if (serial !== undefined) counts.set(serial, (counts.get(serial) ?? 0) + 1)
      return serial === undefined && !lostDigits.test(cell.trim()) ? [] : [{ row, column, serial }]
    }),
  )
  const isModel = (serial: string | undefined): boolean => (counts.get(serial ?? '') ?? 0) > MOST_MODULES_OF_DEVICE
  const serials = spots.filter(({ serial }) => !isModel(serial))
  if (serials.every(({ serial }) => serial === undefined)) return []
  if (isBareList(lines, serials)) return 'noPlaces'
  const rows = serials.map(({ row }) => row)
  const columns = serials.map(({ column }) => column)
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
  const [left, right] = [Math.min(...columns), Math.max(...columns)]
  const cells: GridCell[] = []
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) {
      const text = lines[row]?.[column]?.trim() ?? ''
      if (text === '') continue
      const read = serialOf(text)
      const serial = read === undefined || isModel(read) ? null : read
      // A number of the module without a serial is a module whose device is not known yet.
      const isUnread = serial === null && !numbered.test(text)
      cells.push({ row: row - top, column: column - left, serial, ...(isUnread && unread) })
    }
  return [gridOf(name, squeeze(cells))]
}

/** Serial numbers in one column below their heading, or beside other columns: a list that does not say where they lie. */
function isBareList(lines: readonly (readonly string[])[], serials: readonly Spot[]): boolean {
  const [first] = serials
  if (first === undefined) return false
  const above = lines.slice(0, first.row).findLast((cells) => cells.some((cell) => cell.trim() !== '')) ?? []
  const heads = above.filter((cell) => cell.trim() !== '')
  const isHead = serials.some(
    ({ row, column }) => row === first.row && columnHeadings.serial.test(plainHeading(above[column] ?? '')),
  )
  const isOneColumn = serials.every(({ column }) => column === first.column)
  if (isHead && (isOneColumn || heads.length > 1)) return true
  const described = serials.filter(({ row }) => (lines[row] ?? []).filter((cell) => cell.trim() !== '').length > 2)
  return isOneColumn && serials.length > 1 && described.length > serials.length / 2
}

/** Cells that are joined in a sheet, two for a module, or a line left free after each: every second line is none. */
function squeeze(cells: readonly GridCell[]): readonly GridCell[] {
  const strideOf = (lines: readonly number[]): number => {
    const sorted = [...new Set(lines)].sort((a, b) => a - b)
    const stride = (sorted[1] ?? 1) - (sorted[0] ?? 0)
    const isEven = sorted.every((line, i) => line === i * stride)
    return sorted.length > 2 && isEven ? stride : 1
  }
  const [down, across] = [strideOf(cells.map(({ row }) => row)), strideOf(cells.map(({ column }) => column))]
  return cells.map((cell) => ({ ...cell, row: cell.row / down, column: cell.column / across }))
}

function gridOf(name: string, cells: readonly GridCell[]): FileGrid {
  return {
    name: name.slice(0, 60),
    rows: Math.max(0, ...cells.map(({ row }) => row + 1)),
    columns: Math.max(0, ...cells.map(({ column }) => column + 1)),
    cells: numberInputs(cells),
    beside: [],
  }
}

/** A table program that took a serial number for a number wrote it as a power of ten; its last digits are gone. */
const lostDigits = /^\d(?:[.,]\d+)?E\+?\d+$/i
const timeOrNumber = /^\d{4}-\d\d-\d\d|^\d+[.,]\d+$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/

const MOST_WORDS = 4

/** Serial numbers have at least six characters and three digits: words, times and numbers of modules are none. */
function serialOf(cell: string): string | undefined {
  // Marks that keep a table program from making a number of it.
  const text = cell.trim().replace(/^="?|^'|"$/g, '')
  const whole = serialOfCode(text)
  const words = whole === undefined ? text.split(/[\s,;|]+/) : [whole]
  // A sentence is a note, even with numbers.
  if (words.length > MOST_WORDS || lostDigits.test(text)) return undefined
  const isSerial = (word: string): boolean =>
    word.length >= 6 &&
    (word.match(/\d/g)?.length ?? 0) >= 3 &&
    !numbered.test(word) &&
    !timeOrNumber.test(word) &&
    serialOfCode(word) !== undefined
  return words.find(isSerial)
}
