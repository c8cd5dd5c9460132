import type { GridCell } from '../module-layout/module-grid.ts'
import { serialOfCode } from '../photo-grid/serial-of-code.ts'
import { columnHeadings, plainHeading } from './column-headings.ts'
import { type FileGrid, numberInputs } from './file-grid.ts'

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
 * The groups that the cells of a sheet describe: of a list, or of a picture of the roof. None, if it has no serials.
 * @param name of the sheet
 */
export function readLayoutSheet(lines: readonly (readonly string[])[], name: string): readonly FileGrid[] {
  const heading = findHeading(lines)
  const listed = heading === undefined ? [] : readList(lines.slice(heading.line + 1), heading.columns, name)
  return listed.length > 0 ? listed : readPicture(lines, name)
}

function findHeading(lines: readonly (readonly string[])[]): Readonly<{ line: number; columns: Columns }> | undefined {
  for (const [line, cells] of lines.slice(0, MOST_LINES_ABOVE).entries()) {
    const columns: Columns = {}
    for (const [index, cell] of cells.entries()) {
      // "Optimizer serial number" is a serial number, "Inverter number" is an inverter: the first kind that fits.
      const heading = plainHeading(cell)
      const kind = columnOrder.find((one) => columnHeadings[one].test(heading))
      if (kind !== undefined && columns[kind] === undefined) columns[kind] = index
    }
    const { serial, row, column, position } = columns
    const hasPlace = (row !== undefined && column !== undefined) || position !== undefined
    if (serial !== undefined && hasPlace) return { line, columns }
  }
  return undefined
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
  const listed = fillDown(lines, columns).flatMap((cells) => readLine(cells, columns, name) ?? [])
  const groups = new Map<string, Listed[]>()
  for (const one of listed) {
    const group = groups.get(one.group)
    if (group) group.push(one)
    else groups.set(one.group, [one])
  }
  return [...groups].map(([group, all]) => toGrid(group, all))
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
  const port = /^\d{1,2}$/.test(at('port')) ? Number(at('port')) : null
  return { ...place, serial: serialOf(text) ?? null, port: port === 0 ? null : port, text }
}

function placeOf(at: (kind: Kind) => string, name: string): Pick<Listed, 'group' | 'row' | 'column'> | undefined {
  const group = at('group') || name
  const row = lineOf(at('row'))
  const column = lineOf(at('column'))
  if (row !== undefined && column !== undefined) return { group, row, column }
  const [, inverter, string, position] = numbered.exec(at('position')) ?? []
  if (inverter !== undefined)
    return { group: `${group ? `${group} ` : ''}${inverter}`, row: Number(string) - 1, column: Number(position) - 1 }
  const count = lineOf(at('position'))
  // Without a string the modules of a group are one row.
  const own = lineOf(at('string')) ?? (at('string') === '' && at('row') === '' ? 0 : lineOf(at('row')))
  return own === undefined || count === undefined
    ? undefined
    : { group: at('inverter') || group, row: own, column: count }
}

/** 1 is the first line; letters count like those of a sheet. */
function lineOf(text: string): number | undefined {
  const [, number] = /^(\d{1,3})(?:[.,]0+)?$/.exec(text) ?? []
  if (number !== undefined) return Math.max(0, Number(number) - 1)
  if (!/^[A-Za-z]{1,2}$/.test(text)) return undefined
  return [...text.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function toGrid(name: string, all: readonly Listed[]): FileGrid {
  const firstRow = Math.min(...all.map(({ row }) => row))
  const firstColumn = Math.min(...all.map(({ column }) => column))
  const taken = new Set<string>()
  const cells = all.flatMap(({ row, column, serial, port, text }): GridCell[] => {
    const key = `${row}:${column}`
    if (taken.has(key)) return []
    taken.add(key)
    const place = { row: row - firstRow, column: column - firstColumn, serial }
    return [{ ...place, ...(port !== null && { port }), ...(serial === null && text !== '' && unread) }]
  })
  return gridOf(name, cells)
}

const unread = { error: 'RECOGNITION_ERROR' } as const

/** Whatever lies between the outermost serial numbers is part of the picture; headings lie outside of it. */
function readPicture(lines: readonly (readonly string[])[], name: string): readonly FileGrid[] {
  const serials = lines.flatMap((cells, row) =>
    cells.flatMap((cell, column) => (serialOf(cell) === undefined ? [] : [{ row, column }])),
  )
  if (serials.length === 0) return []
  const rows = serials.map(({ row }) => row)
  const columns = serials.map(({ column }) => column)
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
  const [left, right] = [Math.min(...columns), Math.max(...columns)]
  const cells: GridCell[] = []
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) {
      const text = lines[row]?.[column]?.trim() ?? ''
      if (text === '') continue
      const serial = serialOf(text) ?? null
      // A number of the module without a serial is a module whose device is not known yet.
      const isUnread = serial === null && !numbered.test(text)
      cells.push({ row: row - top, column: column - left, serial, ...(isUnread && unread) })
    }
  return [gridOf(name, cells)]
}

function gridOf(name: string, cells: readonly GridCell[]): FileGrid {
  return {
    name: name.slice(0, 60),
    rows: Math.max(0, ...cells.map(({ row }) => row + 1)),
    columns: Math.max(0, ...cells.map(({ column }) => column + 1)),
    cells: numberInputs(cells),
    rotationDeg: 0,
    orientation: null,
  }
}

const timeOrNumber = /^\d{4}-\d\d-\d\d|^\d+[.,]\d+$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/

/** Serial numbers have at least six characters and three digits: words, times and numbers of modules are none. */
function serialOf(cell: string): string | undefined {
  // Marks that keep a table program from making a number of it.
  const text = cell.trim().replace(/^="?|^'|"$/g, '')
  const whole = serialOfCode(text)
  const words = whole === undefined ? text.split(/[\s,;|]+/) : [whole]
  const isSerial = (word: string): boolean =>
    word.length >= 6 &&
    (word.match(/\d/g)?.length ?? 0) >= 3 &&
    !numbered.test(word) &&
    !timeOrNumber.test(word) &&
    serialOfCode(word) !== undefined
  return words.find(isSerial)
}
