import type { Cell, FileSheet } from '../../../platform/tables/tables.ts'
import { flowWords, timeWords } from './column-words.ts'
import { joinDates, joinYears } from './join-dates.ts'
import { dateOf, readMoment, splitSpan } from './moment.ts'
import { isNothing, readNumberText } from './numbers.ts'
import { plainWords } from './plain-words.ts'
import { unpivot } from './unpivot.ts'

/** A table in a file: what names its columns, and its rows. */
export type FoundTable = Readonly<{
  sheet: number
  /** The line of the file that names the columns, from 1; 0: no line does. */
  headLine: number
  heads: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** The line of each row in the file. */
  lines: readonly number[]
  /** Lines that lie within the table and are none of its rows: totals, notes. */
  otherLines: readonly number[]
  /** Of several tables for the same times, which its last column tells apart. */
  isStacked?: true
}>

/** So many lines may stand over a table. */
const MOST_ABOVE = 12
const SAMPLE = 400

/** A table is known by its sheet and the line that names its columns. */
export type TablePlace = Readonly<{ sheet: number; headLine: number }>

/** The tables of a file, the one with most rows first. Tables with the same heading are one. */
export function findTables(sheets: readonly FileSheet[]): readonly FoundTable[] {
  const tables = sheets.flatMap((sheet, index) => tablesOf(sheet, index))
  const byHead = new Map<string, FoundTable[]>()
  for (const table of tables) {
    const key = table.headLine === 0 ? `${table.sheet} ${table.heads.length}` : table.heads.join('\t').toLowerCase()
    byHead.set(key, [...(byHead.get(key) ?? []), table])
  }
  const joined = [...byHead.values()]
    .flatMap(groupBySteps)
    .map((same) => (same.length === 1 ? (same[0] as FoundTable) : join(same, sheets)))
  return joined.sort((a, b) => b.rows.length - a.rows.length)
}

/** Tables with the same heading: one after the other they are one; of the same times, each keeps its name. */
function join(same: readonly FoundTable[], sheets: readonly FileSheet[]): FoundTable {
  const [first] = same as readonly [FoundTable]
  const whole: FoundTable = {
    ...first,
    rows: same.flatMap(({ rows }) => rows),
    lines: same.flatMap(({ lines }) => lines),
    otherLines: same.flatMap(({ otherLines }) => otherLines),
  }
  if (!isAtOnce(same)) return whole
  const names = same.map(({ sheet }, i) => {
    const isAlone = same.every((other, n) => n === i || other.sheet !== sheet)
    return (isAlone && sheets[sheet]?.name) || `${i + 1}`
  })
  const width = first.heads.length
  const rows = same.flatMap((table, i) =>
    table.rows.map((row) => [...row, ...Array<Cell>(width - row.length).fill(''), names[i] as string]),
  )
  return { ...whole, heads: [...first.heads, 'Table'], rows, isStacked: true }
}
/** Whether rows of several tables have the same time and other values; the doubled hour of autumn is no such case. */
function isAtOnce(same: readonly FoundTable[]): boolean {
  const seen = new Map<string, readonly Cell[]>()
  let [count, clashes] = [0, 0]
  for (const { rows } of same) {
    const column = findTimeColumn(rows)
    for (const row of rows) {
      const key = row.slice(0, Math.max(1, column + 1)).join('\t')
      const before = seen.get(key)
      count += 1
      if (before === undefined) seen.set(key, row)
      else if (before.join('\t') !== row.join('\t')) clashes += 1
    }
  }
  return clashes > count / 50
}

/** Tables of days and of months with the same heading hold the same energy twice: they stay apart. */
function groupBySteps(same: readonly FoundTable[]): readonly (readonly FoundTable[])[] {
  if (same.length === 1) return [same]
  const groups: { stepMs: number; tables: FoundTable[] }[] = []
  for (const table of same) {
    const stepMs = stepOf(table)
    const group = groups.find((other) => !(Math.abs(Math.log(stepMs / other.stepMs)) > Math.log(ALIKE)))
    if (group === undefined) groups.push({ stepMs, tables: [table] })
    else {
      group.tables.push(table)
      if (Number.isNaN(group.stepMs)) group.stepMs = stepMs
    }
  }
  return groups.map(({ tables }) => tables)
}

/** A month has up to a tenth more days than another one. */
const ALIKE = 1.5
const STEPS = 60

/** The middle distance of the rows whose dates need no guess; NaN: unknown. */
function stepOf({ rows }: FoundTable): number {
  const column = findTimeColumn(rows)
  const walls = rows.slice(0, STEPS).map((row) => {
    const moment = readTimeCell(row[column] ?? '')
    if (moment === undefined || moment.shape === 'open' || moment.shape === 'short') return Number.NaN
    if (moment.shape === 'epoch') return moment.numbers[0] ?? Number.NaN
    return (dateOf(moment, 'iso') ?? Number.NaN) + (moment.clockMs || 0)
  })
  const steps = walls
    .slice(1)
    .map((wall, i) => Math.abs(wall - (walls[i] as number)))
    .filter((step) => step > 0)
    .sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? Number.NaN
}

/** The table whose columns are named by this line, wherever it stands. */
export function tableAt(sheets: readonly FileSheet[], place: TablePlace): FoundTable | undefined {
  const tables = findTables(sheets)
  const found = tables.find(({ sheet, headLine }) => sheet === place.sheet && headLine === place.headLine)
  if (found !== undefined) return found
  const sheet = sheets[place.sheet]
  if (sheet === undefined) return undefined
  const at = place.headLine === 0 ? -1 : sheet.lines.indexOf(place.headLine)
  if (at < 0 && place.headLine !== 0) return undefined
  const timeColumn = findTimeColumn(sheet.rows.slice(at + 1))
  const from = sheet.rows.findIndex((row, i) => i > at && isDataRow(row, timeColumn))
  if (from < 0) return undefined
  const block = at < 0 ? [] : sheet.rows.slice(at, from)
  return cutTable(sheet, place.sheet, { block, headAt: at, from, to: sheet.rows.length }, timeColumn)
}

function tablesOf(original: FileSheet, index: number): readonly FoundTable[] {
  const sheet = unpivot(original) ?? joinDates(original) ?? joinYears(original) ?? original
  const timeColumn = findTimeColumn(sheet.rows)
  if (timeColumn < 0) return []
  const parts: { headFrom: number; from: number; to: number }[] = []
  let headFrom = 0
  let part: (typeof parts)[number] | undefined
  for (const [i, row] of sheet.rows.entries()) {
    if (isDataRow(row, timeColumn)) {
      if (part === undefined) {
        part = { headFrom, from: Math.max(headFrom, startOf(sheet.rows, i, timeColumn)), to: i + 1 }
        parts.push(part)
      } else part.to = i + 1
    } else if (part !== undefined && isHeading(row)) {
      part = undefined
      headFrom = i
    }
  }
  return parts.map(({ headFrom: top, from, to }) => {
    const first = Math.max(top, from - MOST_ABOVE)
    const headAt = chooseHeadLine(sheet.rows.slice(first, from), sheet.rows.slice(from, from + SAMPLE), timeColumn)
    const at = headAt === undefined ? from : first + headAt
    return cutTable(
      sheet,
      index,
      { block: sheet.rows.slice(at, from), headAt: headAt === undefined ? -1 : at, from, to },
      timeColumn,
    )
  })
}

function cutTable(
  sheet: FileSheet,
  index: number,
  {
    block,
    headAt,
    from,
    to,
  }: Readonly<{ block: readonly (readonly Cell[])[]; headAt: number; from: number; to: number }>,
  timeColumn: number,
): FoundTable {
  const rows: (readonly Cell[])[] = []
  const lines: number[] = []
  const otherLines: number[] = []
  let width = Math.max(0, ...block.map((row) => row.length))
  for (let i = from; i < to; i++) {
    const row = sheet.rows[i] as readonly Cell[]
    const line = sheet.lines[i] as number
    if (hasTime(row, timeColumn)) {
      rows.push(row)
      lines.push(line)
      width = Math.max(width, row.length)
    } else if (!isRepeated(row, block)) otherLines.push(line)
  }
  const headLine = headAt < 0 ? 0 : (sheet.lines[headAt] ?? 0)
  return { sheet: index, headLine, heads: nameColumns(block, width), rows, lines, otherLines }
}

const isRepeated = (row: readonly Cell[], block: readonly (readonly Cell[])[]): boolean =>
  block.some((item) => item.join('\t') === row.join('\t'))

/** The column that has most times: those with a clock first, and those that differ. */
export function findTimeColumn(rows: readonly (readonly Cell[])[]): number {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE))
  const width = Math.max(0, ...rows.slice(0, SAMPLE).map((row) => row.length))
  let [best, most] = [-1, 0]
  for (let column = 0; column < Math.min(width, 100); column++) {
    const seen = new Set<string>()
    let [count, clocks] = [0, 0]
    for (let i = 0; i < rows.length; i += step) {
      const cell = rows[i]?.[column]
      if (cell === undefined || cell === '') continue
      const moment = readTimeCell(cell)
      if (moment === undefined || moment.shape === 'none' || moment.shape === 'year') continue
      count += 1
      seen.add(String(cell))
      if (!Number.isNaN(moment.clockMs) || moment.shape === 'epoch') clocks += 1
    }
    // A day that never changes is when something was installed.
    if (count > 2 && seen.size === 1) count = 0.5
    const score = count + (clocks > count / 2 ? 0.4 : 0) + (isUtcHead(rows, column) ? 0.3 : 0)
    if (score > most * 1.000_01) [best, most] = [column, score]
  }
  if (best >= 0) return best
  return findYears(rows, width)
}

const isUtcHead = (rows: readonly (readonly Cell[])[], column: number): boolean =>
  rows.slice(0, MOST_ABOVE).some((row) => /\b(?:utc|gmt)\b/i.test(String(row[column] ?? '').replaceAll('_', ' ')))

/** A column of years, one after the other, under a heading that says so. */
function findYears(rows: readonly (readonly Cell[])[], width: number): number {
  for (let column = 0; column < width; column++) {
    const years = rows.flatMap((row) =>
      /^(?:19|20)\d{2}$/.test(String(row[column] ?? '')) ? [Number(row[column])] : [],
    )
    const isDistinct = new Set(years).size === years.length
    const above = rows.slice(0, MOST_ABOVE)
    const head = above.some((row) => timeWords.year.test(plainWords(String(row[column] ?? ''))))
    // One after the other they are years under an empty heading, too.
    const isRow =
      years.length > 2 && years.every((year, i) => i === 0 || Math.abs(year - (years[i - 1] as number)) === 1)
    const isUnnamed =
      isRow && above.some((row) => /^(?:#\d+)?$/.test(String(row[column] ?? '')) && row.map(String).some(isKnown))
    if (years.length > 0 && isDistinct && (head || isUnnamed)) return column
  }
  return -1
}

/** A cell as time: numbers of a workbook are times only where they are written as one. */
export function readTimeCell(cell: Cell): ReturnType<typeof readMoment> {
  const text = typeof cell === 'number' ? (Number.isInteger(cell) ? String(cell) : '') : cell
  if (text === '') return undefined
  return readMoment(text) ?? (typeof cell === 'string' && text.length > 9 ? readSpan(text) : undefined)
}

function readSpan(text: string): ReturnType<typeof readMoment> {
  const span = splitSpan(text)
  return span === undefined ? undefined : readMoment(span[0])
}

const hasTime = (row: readonly Cell[], timeColumn: number): boolean => {
  const cell = row[timeColumn]
  return cell !== undefined && cell !== '' && readTimeCell(cell) !== undefined
}

function isDataRow(row: readonly Cell[], timeColumn: number): boolean {
  // A line over the table may name a day, too.
  return hasTime(row, timeColumn) && row.some((one, column) => column !== timeColumn && one !== '')
}

/** Where a row begins the table: the times before it without values, of a night, are its rows, too. */
function startOf(rows: FileSheet['rows'], at: number, timeColumn: number): number {
  let from = at
  while (from > 0 && hasTime(rows[from - 1] as readonly Cell[], timeColumn)) from -= 1
  // One time alone may be a title.
  return at - from > 1 || (rows[from]?.length ?? 0) > 1 ? from : at
}

const isText = (cell: Cell): boolean =>
  typeof cell === 'string' && cell !== '' && readNumberText(cell) === undefined && !isNothing(cell)
/** Names and no values: another table begins. */
function isHeading(row: readonly Cell[]): boolean {
  const texts = row.filter(isText).length
  return texts >= 2 && texts > row.filter((cell) => !isText(cell) && !isNothing(cell)).length
}

const isKnown = (text: string): boolean => {
  const words = plainWords(text)
  return timeWords.field.test(words) || flowWords.some(([, expression]) => expression.test(words))
}

/** The uppermost line that has words of the field, else the last one; undefined: none names the columns. */
function chooseHeadLine(
  above: readonly (readonly Cell[])[],
  rows: readonly (readonly Cell[])[],
  timeColumn: number,
): number | undefined {
  const over = above.map((row) => String(row[timeColumn] ?? ''))
  const named = over.findLastIndex((text, i) => timeWords.time.test(plainWords(text)) && (above[i]?.length ?? 0) > 1)
  if (named >= 0) {
    // Names that span columns stand over it, and nothing over the times.
    const group = above[named - 1] ?? []
    const isGroup = over[named - 1] === '' && group.filter(isText).length > 1 && group.map(String).some(isKnown)
    return isGroup ? named - 1 : named
  }
  const width = Math.max(0, ...rows.map((row) => row.length))
  const scores = above.map((row) => {
    const cells = row.slice(0, width).filter(isText).map(String)
    return {
      filled: row.filter((cell) => cell !== '').length,
      known: cells.filter(isKnown).length,
      texts: cells.length,
    }
  })
  const most = Math.max(0, ...scores.map(({ known }) => known))
  if (most === 0) {
    const last = scores.map(({ texts }) => texts > 0).lastIndexOf(true)
    return last >= 0 && (scores[last]?.texts ?? 0) >= Math.min(2, width) ? last : undefined
  }
  // A title of a cell or two over a wide table names no column.
  const needed = Math.max(1, Math.min(2, most, width - 1))
  const index = scores.findIndex(
    ({ known, filled }, i) =>
      known >= needed &&
      filled >= Math.min(2, width) &&
      (known >= most / 2 || String(above[i]?.[timeColumn] ?? '') !== ''),
  )
  return index >= 0 ? index : scores.findIndex(({ known }) => known === most)
}

/** Words over a column, from the line that names it down to its rows; a name that spans columns is repeated. */
function nameColumns(block: readonly (readonly Cell[])[], width: number): readonly string[] {
  const filled = block.map((row, i) => (i < block.length - 1 ? fillRight(row, block[i + 1] ?? [], width) : row))
  return Array.from({ length: width }, (_, column) => {
    const words: string[] = []
    for (const row of filled) {
      const word = String(row[column] ?? '').trim()
      if (word !== '' && !words.includes(word)) words.push(word)
    }
    return words.join(' ').slice(0, 200) || `#${column + 1}`
  })
}

function fillRight(row: readonly Cell[], below: readonly Cell[], width: number): readonly Cell[] {
  const names = row.filter((cell) => cell !== '')
  const isGroup = names.length >= 2 && names.length < below.filter((cell) => cell !== '').length
  if (!isGroup) return row
  const filled: Cell[] = []
  let last: Cell = ''
  for (let column = 0; column < width; column++) {
    const cell = row[column] ?? ''
    if (cell !== '') last = cell
    // The first column is the one of times.
    filled.push(cell === '' && column > 0 && last !== row[0] ? last : cell)
  }
  return filled
}
