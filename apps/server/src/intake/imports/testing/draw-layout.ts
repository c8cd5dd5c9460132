import { offsetMinutes } from '@heliograph/domain/time.ts'
import { strToU8 } from 'fflate'
import { cell as bookCell, row as bookRow, writeWorkbook } from './write-workbook.ts'

/** A value column of a table: its words, and a cell for each point. */
export type DrawnColumn = Readonly<{ head: string; unit: string; cells: readonly string[] }>
export type Table = Readonly<{
  timeHeads: readonly string[]
  /** For each point. */
  times: readonly (readonly string[])[]
  columns: readonly DrawnColumn[]
}>
type Lines = readonly (readonly string[])[]

/** A row for each instant. `between`: what stands after each day, such as its sum. */
export function layRows(table: Table, order: readonly number[], between: (i: number) => Lines): Lines {
  const { times, columns } = table
  return order.flatMap((i) => [[...(times[i] ?? []), ...columns.map(({ cells }) => cells[i] ?? '')], ...between(i)])
}

/** A row for each value, and its name in a column. */
export function layLong(table: Table, order: readonly number[], isByName: boolean): Lines {
  const rowOf = (i: number, column: DrawnColumn): readonly string[] => [
    ...(table.times[i] ?? []),
    column.head,
    column.cells[i] ?? '',
  ]
  return isByName
    ? table.columns.flatMap((column) => order.map((i) => rowOf(i, column)))
    : order.flatMap((i) => table.columns.map((column) => rowOf(i, column)))
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** A row for each day and a column for each time of it; undefined: the clocks change. */
export function layWide(
  cells: readonly string[],
  atMs: readonly number[],
  zone: string,
  style: 'clock' | 'hour' | 'span',
): Lines | undefined {
  const [first = 0] = atMs
  const offset = offsetMinutes(first, zone)
  if (atMs.some((at) => offsetMinutes(at, zone) !== offset)) return undefined
  const walls = atMs.map((at) => new Date(at + offset * 60_000).toISOString())
  const days = [...new Set(walls.map((wall) => wall.slice(0, 10)))]
  const clocks = [...new Set(walls.map((wall) => wall.slice(11, 16)))].sort()
  if (style === 'hour' && clocks.length !== 24) return undefined
  const end = (clock: string): string => clocks[clocks.indexOf(clock) + 1] ?? '24:00'
  const heads = clocks.map((clock, n) =>
    style === 'clock' ? clock : style === 'hour' ? `H${pad(n + 1)}` : `${clock}-${end(clock)}`,
  )
  const byTime = new Map(walls.map((wall, i) => [wall.slice(0, 16), cells[i] ?? '']))
  return [
    ['Date', ...heads],
    ...days.map((day) => [day, ...clocks.map((clock) => byTime.get(`${day}T${clock}`) ?? '')]),
  ]
}

/** The lines as one sheet of a workbook; plain numbers are numbers in it. */
export const toBook = (lines: Lines, hasNumbers: boolean): Uint8Array =>
  writeWorkbook({
    sheets: [
      {
        name: 'Data',
        xml: lines
          .map((line) =>
            bookRow(
              '',
              line
                .map((text) =>
                  bookCell(
                    '',
                    hasNumbers && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text.replace(/[<&]/g, ' '),
                  ),
                )
                .join(''),
            ),
          )
          .join(''),
      },
    ],
  })

/** The rows as objects under the names of the columns. */
export const toJson = (heads: readonly string[], rows: Lines): Uint8Array =>
  strToU8(JSON.stringify(rows.map((row) => Object.fromEntries(heads.map((head, i) => [head, row[i] ?? ''])))))
