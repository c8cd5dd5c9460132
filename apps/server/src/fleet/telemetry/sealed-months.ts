import { type Block, rowsOf } from './block.ts'
import type { MonthSamples } from './hour-gauges.ts'
import { decodePieces, type Span } from './month-block.ts'
import type { Row } from './sample.ts'
import { toArray, toBytes } from './statement.ts'

export type DeviceMonth = Readonly<{ plantId: number; deviceId: number; month: string }>

export const monthsOf = (months: readonly DeviceMonth[]): [string, string, string] => [
  toArray(months.map(({ plantId }) => plantId)),
  toArray(months.map(({ deviceId }) => deviceId)),
  toArray(months.map(({ month }) => month)),
]

/** The numbers of pieces, from 1: the instants, and those of columns. */
export const piecesOf = (columns: readonly number[]): string => toArray([1, ...columns.map((column) => column + 2)])

/**
 * In SQL, the bytes of some pieces of a row of sealed_months: the others are not even read from the disk. Pieces that the
 * row lacks are left out.
 */
export const pickPieces = (month: string, pieces: string): string =>
  `(select string_agg(substring(${month}.block from ${month}.starts[p::int] + 1
      for ${month}.starts[p::int + 1] - ${month}.starts[p::int]), '' order by place)
    from unnest(${pieces}) with ordinality as picked (p, place))`

const toStarts = (text: string): number[] => text.slice(1, -1).split(',').map(Number)

/** @param starts, bytes as PostgreSQL prints them @param columns whose pieces were picked, in their order */
export const decodePicked = (starts: string, bytes: string, columns: readonly number[], span?: Span): Block =>
  decodePieces(toStarts(starts), toBytes(bytes), columns, span)

/** All of a month, or what lies in a span. */
export function rowsOfMonth(starts: string, bytes: string, span?: Span): Row[] {
  const offsets = toStarts(starts)
  return rowsOf(decodePieces(offsets, toBytes(bytes), columnsOf(offsets), span))
}

/** Rows that hold only values of some columns, each where it stands. */
export function rowsOfPicked(starts: string, bytes: string, columns: readonly number[], span?: Span): Row[] {
  const { columns: read, ...instants } = decodePicked(starts, bytes, columns, span)
  const placed: (Float64Array | undefined)[] = []
  for (const [i, column] of columns.entries()) placed[column] = read[i]
  return rowsOf({ ...instants, columns: Array.from(placed) })
}

/** @param columns whose pieces were picked, in their order */
export function samplesOfPicked(starts: string, bytes: string, columns: readonly number[], span?: Span): MonthSamples {
  const { atMs, columns: read } = decodePicked(starts, bytes, columns, span)
  const placeOf = new Map(columns.map((column, place) => [column, place]))
  return { atMs, valuesOf: (column) => read[placeOf.get(column) ?? -1] }
}

/** All columns of a month. */
export function samplesOfMonth(starts: string, bytes: string): MonthSamples {
  const offsets = toStarts(starts)
  const { atMs, columns } = decodePieces(offsets, toBytes(bytes), columnsOf(offsets))
  return { atMs, valuesOf: (column) => columns[column] }
}

const columnsOf = (offsets: readonly number[]): number[] =>
  Array.from({ length: offsets.length - 2 }, (_, column) => column)
