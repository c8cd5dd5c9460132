import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Block } from './block.ts'
import {
  type ByteReader,
  byteReader,
  byteWriter,
  readByte,
  readDouble,
  readSigned,
  readVarint,
  writeByte,
  writeSigned,
  writeVarint,
  writtenBytes,
} from './bytes.ts'
import { readCoded, SEGMENT, writeCoded } from './coded-numbers.ts'
import type { Row } from './sample.ts'
import { findScale, POWERS, RAW, runsOf, writeRaw } from './scaled-numbers.ts'

/**
 * A device's UTC month in pieces, one after the other: first its instants, then a piece for each column, each readable
 * alone. `starts` says where each begins, and where the last one ends.
 *
 *   instants: byte version = 1, varint rows (at least 1); runs of varint length, varint origin, until all rows are
 *     covered; signed first instant in ms since 1970; varint distances from the start of one segment to the next; coded,
 *     the distance of each row to the one before (the first as the second)
 *   column (empty: no value at all): byte kind; bit 7: nulls, then runs of varint present, varint absent, ... until all
 *     rows are covered; kind 0..6: coded: the present values times 10^kind, kind 7: float64, little end first, deflated
 */
export type MonthBlock = Readonly<{ starts: readonly number[]; bytes: Buffer }>

const VERSION = 1
const HAS_NULLS = 0x80
/** No larger month is sealed, and a damaged one cannot ask for more. */
export const MOST_ROWS = 3_000_000

/** @param rows ascending, at least one; `columns` at least as many as the longest row has @param pause between two pieces */
export async function encodeMonth(
  rows: readonly Row[],
  columns: number,
  pause: () => Promise<unknown>,
): Promise<MonthBlock> {
  const pieces = [instantsOf(rows)]
  for (let column = 0; column < columns; column++) {
    await pause()
    pieces.push(columnOf(rows, column))
  }
  const starts = [0]
  for (const { length } of pieces) starts.push((starts.at(-1) as number) + length)
  return { starts, bytes: Buffer.concat(pieces) }
}

function instantsOf(rows: readonly Row[]): Buffer {
  const w = byteWriter(1024)
  writeByte(w, VERSION)
  writeVarint(w, rows.length)
  for (let i = 0; i < rows.length; ) {
    const { origin } = rows[i] as Row
    const start = i
    while (i < rows.length && rows[i]?.origin === origin) i++
    writeVarint(w, i - start)
    writeVarint(w, origin)
  }
  const instants = rows.map(({ atMs }) => atMs)
  writeSigned(w, instants[0] as number)
  for (let i = SEGMENT; i < rows.length; i += SEGMENT)
    writeVarint(w, (instants[i] as number) - (instants[i - SEGMENT] as number))
  const distances = instants.map((atMs, i) => atMs - (instants[i - 1] ?? 0))
  distances[0] = distances[1] ?? 0
  writeCoded(w, distances)
  return writtenBytes(w)
}

function columnOf(rows: readonly Row[], column: number): Buffer {
  const present: number[] = []
  for (const { values } of rows) {
    const value = values[column]
    if (value != null) present.push(value)
  }
  const w = byteWriter(present.length * 2 + 64)
  if (present.length === 0) return writtenBytes(w)
  const scale = findScale(present)
  const hasNulls = present.length < rows.length
  writeByte(w, scale | (hasNulls ? HAS_NULLS : 0))
  if (hasNulls) for (const run of runsOf((i) => rows[i]?.values[column] != null, rows.length)) writeVarint(w, run)
  if (scale === RAW) {
    const raw = byteWriter(present.length * 8)
    writeRaw(raw, present)
    return Buffer.concat([writtenBytes(w), deflateRawSync(writtenBytes(raw), { level: 9 })])
  }
  const power = POWERS[scale] as number
  writeCoded(
    w,
    present.map((value) => Math.round(value * power)),
  )
  return writtenBytes(w)
}

/** Instants and origins of the rows of a month from `first` on; `rows`: how many it has in all. */
type Instants = Readonly<{ atMs: readonly number[]; origin: Uint16Array; first: number; rows: number }>

/** Half open, ms. */
export type Span = Readonly<{ fromMs: number; toMs: number }>
export const ALL: Span = { fromMs: -Infinity, toMs: Infinity }

function readInstants(piece: Uint8Array, { fromMs, toMs }: Span): Instants {
  const r = byteReader(piece)
  const version = readByte(r)
  if (version !== VERSION) throw new RangeError(`A sealed month was written in version ${version}`)
  const rows = readVarint(r)
  if (rows < 1 || rows > MOST_ROWS) throw new RangeError(`A sealed month of ${rows} samples`)
  const origins = new Uint16Array(rows)
  for (let i = 0; i < rows; ) {
    const length = readVarint(r)
    origins.fill(readVarint(r), i, i + length)
    i += length
  }
  const starts = [readSigned(r)]
  for (let i = SEGMENT; i < rows; i += SEGMENT) starts.push((starts.at(-1) as number) + readVarint(r))
  const begun = (beforeMs: number): number => Math.max(1, starts.filter((atMs) => atMs < beforeMs).length)
  const start = (begun(fromMs + 1) - 1) * SEGMENT
  const distances = readCoded(r, rows, start, Math.min(rows, begun(toMs) * SEGMENT), 1)
  const atMs: number[] = []
  let first = start
  let instant = starts[start / SEGMENT] as number
  for (let i = 0; i < distances.length; i++) {
    if (i > 0) instant += distances[i] as number
    if (instant >= toMs) break
    if (instant < fromMs) first++
    else atMs.push(instant)
  }
  return { atMs, origin: origins.subarray(first, first + atMs.length), first, rows }
}

/** Values of the same rows; NaN for null. */
function readColumn(piece: Uint8Array, { atMs, first, rows }: Instants): Float64Array {
  const r = byteReader(piece)
  const kind = readByte(r)
  const scale = kind & ~HAS_NULLS
  const isPresent = (kind & HAS_NULLS) === 0 ? undefined : readPresent(r, rows)
  // How many values there are before the first row, in its span, and in all.
  const before = isPresent === undefined ? first : countOnes(isPresent, 0, first)
  const within = isPresent === undefined ? atMs.length : countOnes(isPresent, first, first + atMs.length)
  const total = isPresent === undefined ? rows : before + countOnes(isPresent, first, rows)
  const read =
    scale === RAW
      ? readDeflated(r, total).subarray(before, before + within)
      : readCoded(r, total, before, before + within, POWERS[scale] ?? 1)
  if (isPresent === undefined) return read
  const values = new Float64Array(atMs.length)
  for (let i = 0, next = 0; i < values.length; i++)
    values[i] = isPresent[first + i] === 1 ? (read[next++] as number) : Number.NaN
  return values
}

function readPresent(r: ByteReader, rows: number): Uint8Array {
  const present = new Uint8Array(rows)
  for (let i = 0, isPresent = true; i < rows; isPresent = !isPresent) {
    const length = readVarint(r)
    if (isPresent) present.fill(1, i, i + length)
    i += length
  }
  return present
}

function countOnes(flags: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) count += flags[i] as number
  return count
}

function readDeflated({ bytes, position }: ByteReader, count: number): Float64Array {
  const r = byteReader(inflateRawSync(bytes.subarray(position), { maxOutputLength: count * 8 }))
  return Float64Array.from({ length: count }, () => readDouble(r))
}

/**
 * @param pieces the instants' and those of the wanted columns, in their order, without those that the month lacks
 * @param wanted positions of columns, the same @param span only rows in it
 */
export function decodePieces(
  starts: readonly number[],
  pieces: Uint8Array,
  wanted: readonly number[],
  span: Span = ALL,
): Block {
  let position = starts[1] ?? 0
  const instants = readInstants(pieces.subarray(0, position), span)
  const columns = wanted.map((column) => {
    const length = (starts[column + 2] ?? 0) - (starts[column + 1] ?? 0)
    if (!(length > 0)) return undefined
    const piece = pieces.subarray(position, position + length)
    position += length
    return readColumn(piece, instants)
  })
  return { atMs: instants.atMs, origin: instants.origin, columns }
}
