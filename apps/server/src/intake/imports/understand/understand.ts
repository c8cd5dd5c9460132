import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { DecimalMark } from '@heliograph/domain/format/csv.ts'
import type { Cell, FileSheet } from '../../../platform/tables/tables.ts'
import { findFormat } from '../formats/find-format.ts'
import type { MakerFormat } from '../formats/format.ts'
import type { ImportColumn, ImportMapping, ImportQuestion } from '../mapping.ts'
import { usualStep } from '../read-series.ts'
import { type RowTimes, readTimes } from '../read-times.ts'
import type { NumberColumn, UnderstandFor } from './candidate.ts'
import { type DecidedColumns, decideColumns } from './decide-columns.ts'
import { decideStamp, decideTimes } from './decide-times.ts'
import { type FoundTable, findTables, type TablePlace, tableAt } from './find-tables.ts'
import { guessMark } from './guess-mark.ts'
import { cellFactor, isNothing, type MarkVotes, noVotes, readNumberText, voteMark } from './numbers.ts'

export type Understood = Readonly<{
  table: FoundTable
  mapping: ImportMapping
  tables: readonly FoundTable[]
  /** The maker's format; undefined: of nobody known. */
  format: MakerFormat | undefined
}>

/** How many tables of a file are looked at. */
const LOOKED_AT = 6

/** Content of a file, and the decisions that only a person can make; undefined: it has no table with times. */
export function understand(
  sheets: readonly FileSheet[],
  plant: UnderstandFor,
  place?: TablePlace,
): Understood | undefined {
  const tables = findTables(sheets)
  const chosen = place && tableAt(sheets, place)
  const candidates = place === undefined ? tables.slice(0, LOOKED_AT) : chosen === undefined ? [] : [chosen]
  const pairs = candidates.map((table) => ({ table, format: findFormat(table, sheets) }))
  const inOrder = [...pairs.filter(({ format }) => format), ...pairs.filter(({ format }) => !format)]
  let best: Understood | undefined
  for (const { table, format: known } of inOrder) {
    const byFormat = known && understandTable(table, plant, known)
    // A format whose columns are empty here says nothing of the others.
    const format = byFormat !== undefined && byFormat.columns.length > 0 ? known : undefined
    const mapping = format === undefined ? understandTable(table, plant, undefined) : byFormat
    if (mapping === undefined) continue
    const isBetter = best === undefined || (best.mapping.columns.length === 0 && mapping.columns.length > 0)
    if (isBetter) best = { table, mapping, tables, format }
    if (mapping.columns.length > 0) break
  }
  return best
}

function understandTable(
  table: FoundTable,
  plant: UnderstandFor,
  format: MakerFormat | undefined,
): ImportMapping | undefined {
  const { rows, heads } = table
  const votes = heads.map((_, column) => voteColumn(rows, column))
  const hasComma = votes.some((item) => item.isNumber && item.votes.comma > 0 && item.votes.point === 0)
  const times = decideTimes(table, { plantZone: plant.zone, nowMs: plant.nowMs, hasComma, format })
  if (times === undefined) return undefined
  const rowTimes = readTimes(table, times)
  const head = heads[times.timeColumn] ?? ''
  const found = decideStamp(
    `${head} ${heads[times.clockColumn ?? times.timeColumn] ?? ''}`,
    wallsOf(rowTimes, times.zone),
    stepOf(rowTimes),
    times.isHourEnding,
  )
  const stamp = format?.stamp ?? found
  const numbers = decideMarks(heads, votes, times.taken).map((column) => ({
    ...column,
    mark: column.mark ?? format?.decimalMark,
  }))
  const questions: ImportQuestion[] = []
  if (times.openOrders.length > 1)
    questions.push({ kind: 'timeFormat', column: null, name: null, choices: times.openOrders })
  const decide = (own: readonly NumberColumn[]): DecidedColumns =>
    decideColumns(table, { plant, rowTimes, numbers: own, taken: times.taken, format })
  const isOpen = ({ column }: ImportColumn): boolean =>
    numbers.find((item) => item.column === column)?.mark === undefined
  const asWritten = decide(numbers)
  const openColumns = asWritten.columns.filter(isOpen)
  const mark = openColumns.length === 0 ? undefined : guessMark(table, openColumns, { plant, stepMs: stepOf(rowTimes) })
  const decided =
    mark === undefined ? asWritten : decide(numbers.map((column) => ({ ...column, mark: column.mark ?? mark })))
  if (openColumns.length > 0 && mark === undefined)
    questions.push({ kind: 'decimalMark', column: null, name: null, choices: ['.', ','] })
  return {
    sheet: table.sheet,
    headLine: table.headLine,
    timeColumn: times.timeColumn,
    clockColumn: times.clockColumn,
    endColumn: times.endColumn,
    offsetColumn: times.offsetColumn,
    nameColumn: decided.nameColumn,
    timeFormat: times.timeFormat,
    zone: times.zone,
    stamp: times.endColumn === null ? stamp : 'start',
    columns: decided.columns,
    questions: [...questions, ...decided.questions],
  }
}

type ColumnVotes = Readonly<{ votes: MarkVotes; isNumber: boolean; count: number; hasUnit: boolean }>

/** How the numbers of a column are written. All of its cells count. */
function voteColumn(rows: FoundTable['rows'], column: number): ColumnVotes {
  const votes = noVotes()
  let [count, others, units] = [0, 0, 0]
  for (const row of rows) {
    const cell = row[column] as Cell | undefined
    if (cell === undefined || cell === '') continue
    if (typeof cell === 'number') {
      count += 1
      continue
    }
    if (voteFast(votes, cell)) {
      count += 1
      continue
    }
    if (isNothing(cell)) continue
    const number = readNumberText(cell)
    if (number === undefined || (number.unit !== '' && cellFactor(cell) === undefined && number.unit.length > 6)) {
      others += 1
      continue
    }
    count += 1
    if (number.unit !== '') units += 1
    voteMark(votes, cell)
  }
  return { votes, isNumber: count > others, count, hasUnit: units > count / 2 }
}

const whole = /^-?\d+$/
const withPoint = /^-?(\d+)\.(\d+)$/
/** Most cells are plain numbers. @returns whether it is one */
function voteFast(votes: MarkVotes, cell: string): boolean {
  if (whole.test(cell)) return true
  const found = withPoint.exec(cell)
  if (found === null) return false
  const [, before = '', after = ''] = found
  votes[after.length === 3 && before.length <= 3 && !before.startsWith('0') ? 'open' : 'point'] += 1
  return true
}

/** The mark of each column: by its own cells, else by those of the others. */
function decideMarks(
  heads: readonly string[],
  votes: readonly ColumnVotes[],
  taken: ReadonlySet<number>,
): readonly NumberColumn[] {
  const known = votes.map(({ votes: { point, comma } }): DecimalMark | undefined =>
    point > comma ? '.' : comma > point ? ',' : undefined,
  )
  const own = known.filter((mark, column) => mark !== undefined && votes[column]?.isNumber && !taken.has(column))
  const [first] = own
  const shared = own.every((mark) => mark === first) ? first : undefined
  return heads.flatMap((_, column): NumberColumn[] => {
    const one = votes[column]
    if (one === undefined || !one.isNumber || taken.has(column)) return []
    const isPlain = one.votes.open === 0
    return [
      { column, mark: known[column] ?? (isPlain ? (shared ?? '.') : shared), count: one.count, unit: one.hasUnit },
    ]
  })
}

const stepOf = ({ atMs }: RowTimes): number => usualStep(atMs.filter((at) => !Number.isNaN(at)).sort())

/** Clocks of the file's zone; they only have to tell midnight. */
function wallsOf({ atMs }: RowTimes, zone: string): Float64Array {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const sorted = atMs.filter((at) => !Number.isNaN(at)).sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return new Float64Array()
  const wall = (at: number): number => {
    const [hour, minute] = format.format(at).split(':').map(Number)
    const midnight = Math.floor(at / MINUTE_MS) * MINUTE_MS - ((hour ?? 0) * 60 + (minute ?? 0)) * MINUTE_MS
    const base = Math.round(midnight / DAY_MS) * DAY_MS
    return base + ((hour ?? 0) * 60 + (minute ?? 0)) * MINUTE_MS
  }
  return Float64Array.of(wall(first), wall(last))
}
