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
import { readCoded, writeCoded } from './coded-numbers.ts'
import type { Row } from './sample.ts'
import { findScale, POWERS, RAW, runsOf, writeRaw } from './scaled-numbers.ts'

/**
 * A device's UTC month in pieces, one after the other: first its instants, then a piece for each column, each readable
 * alone. `starts` says where each begins, and where the last one ends.
 *
 *   instants: byte version = 1, varint rows (at least 1); runs of varint length, varint origin, until all rows are
 *     covered; signed first instant in ms since 1970, then, coded, the distance of each further one to the one before
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
  writeSigned(w, (rows[0] as Row).atMs)
  const distances = rows.slice(1).map(({ atMs }, i) => atMs - (rows[i] as Row).atMs)
  if (distances.length > 0) writeCoded(w, distances)
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

/** Instants and origins of a month; only rows before `toMs` are read on. */
export type MonthInstants = Readonly<{ atMs: readonly number[]; origin: Uint16Array; rows: number }>

/** @throws RangeError for another version, or more rows than any month has */
export function readInstants(piece: Uint8Array, toMs = Infinity): MonthInstants {
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
  let instant = readSigned(r)
  const distances = new Float64Array(rows - 1)
  if (rows > 1) readCoded(r, distances, rows - 1, 1)
  const atMs: number[] = []
  for (let i = 0; i < rows && instant < toMs; i++) {
    atMs.push(instant)
    instant += distances[i] as number
  }
  return { atMs, origin: origins.subarray(0, atMs.length), rows }
}

/** The first values of a column, as many as there are instants; NaN for null. */
export function readColumn(piece: Uint8Array, { atMs, rows }: MonthInstants): Float64Array | undefined {
  if (piece.length === 0) return undefined
  const r = byteReader(piece)
  const values = new Float64Array(rows)
  const kind = readByte(r)
  if ((kind & HAS_NULLS) !== 0) markNulls(r, values)
  const scale = kind & ~HAS_NULLS
  if (scale === RAW) readDeflated(r, values)
  else readCoded(r, values, atMs.length, POWERS[scale] ?? 1)
  return values.subarray(0, atMs.length)
}

function markNulls(r: ByteReader, values: Float64Array): void {
  for (let i = 0, isPresent = true; i < values.length; isPresent = !isPresent) {
    const length = readVarint(r)
    if (!isPresent) values.fill(Number.NaN, i, i + length)
    i += length
  }
}

function readDeflated({ bytes, position }: ByteReader, values: Float64Array): void {
  const r = byteReader(inflateRawSync(bytes.subarray(position), { maxOutputLength: values.length * 8 }))
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) values[i] = readDouble(r)
}

/**
 * @param pieces the instants' and those of the wanted columns, in their order, without what no column fills
 * @param wanted positions of columns, the same
 */
export function decodePieces(
  starts: readonly number[],
  pieces: Uint8Array,
  wanted: readonly number[],
  toMs = Infinity,
): Block {
  let position = starts[1] ?? 0
  const instants = readInstants(pieces.subarray(0, position), toMs)
  const columns = wanted.map((column) => {
    const length = (starts[column + 2] ?? 0) - (starts[column + 1] ?? 0)
    if (!(length > 0)) return undefined
    const piece = pieces.subarray(position, position + length)
    position += length
    return readColumn(piece, instants)
  })
  return { atMs: instants.atMs, origin: instants.origin, columns }
}
