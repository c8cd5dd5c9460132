import { deflateRawSync, inflateRawSync } from 'node:zlib'
import {
  type ByteReader,
  type ByteWriter,
  byteReader,
  byteWriter,
  readByte,
  readDouble,
  readSigned,
  readVarint,
  reserve,
  writeByte,
  writeSigned,
  writeVarint,
} from './bytes.ts'
import type { Row } from './sample.ts'
import { findScale, POWERS, RAW, runsOf, writeDifferences, writeRaw } from './scaled-numbers.ts'

/**
 * A device's UTC day as one value: its columns one after the other, deflated.
 *
 *   byte    version = 2 (1: the origins are bytes below 4, which read alike), the rest is raw deflate of:
 *   varint  rows (at least 1), varint columns
 *   instants: signed first one in ms since 1970, then per row the change of the distance to the one before (signed)
 *   origins: runs of varint length, varint origin
 *   per column: varint length of its bytes (0: no value at all)
 *   per column: byte kind; bit 7: nulls, then runs of varint present, varint absent, ... until all rows are covered;
 *     kind 0..6: the present values times 10^kind as signed differences, kind 7: float64, little end first
 */
export type Block = Readonly<{
  atMs: readonly number[]
  /** As in `Row`. */
  origin: Uint16Array
  /** The requested columns, NaN for null; undefined where the day has no value of it. */
  columns: readonly (Float64Array | undefined)[]
}>

const VERSION = 2
const readable: ReadonlySet<number | undefined> = new Set([1, VERSION])
const HAS_NULLS = 0x80
// A day of samples every second with 200 columns: no valid block is larger, and a damaged one cannot ask for more.
const MAX_INFLATED = 512 * 1024 * 1024

/** @param rows ascending, at least one; `columns` at least as long as the longest row */
export function encodeBlock(rows: readonly Row[], columns: number): Buffer {
  const w = byteWriter(rows.length * columns * 3 + 1024)
  writeVarint(w, rows.length)
  writeVarint(w, columns)
  writeInstants(w, rows)
  writeOrigins(w, rows)
  const data = byteWriter(rows.length * columns * 3 + 1024)
  for (let column = 0; column < columns; column++) {
    const before = data.length
    writeColumn(data, rows, column)
    writeVarint(w, data.length - before)
  }
  reserve(w, data.length)
  data.bytes.copy(w.bytes, w.length, 0, data.length)
  const payload = w.bytes.subarray(0, w.length + data.length)
  return Buffer.concat([Buffer.of(VERSION), deflateRawSync(payload, { level: 9 })])
}

function writeInstants(w: ByteWriter, rows: readonly Row[]): void {
  let before = 0
  let distance = 0
  rows.forEach(({ atMs }, i) => {
    writeSigned(w, atMs - before - distance)
    distance = i === 0 ? 0 : atMs - before
    before = atMs
  })
}

function writeOrigins(w: ByteWriter, rows: readonly Row[]): void {
  for (let i = 0; i < rows.length; ) {
    const { origin } = rows[i] as Row
    const start = i
    while (i < rows.length && rows[i]?.origin === origin) i++
    writeVarint(w, i - start)
    writeVarint(w, origin)
  }
}

function writeColumn(w: ByteWriter, rows: readonly Row[], column: number): void {
  const present: number[] = []
  for (const { values } of rows) {
    const value = values[column]
    if (value != null) present.push(value)
  }
  if (present.length === 0) return
  const scale = findScale(present)
  const hasNulls = present.length < rows.length
  writeByte(w, scale | (hasNulls ? HAS_NULLS : 0))
  if (hasNulls) for (const run of runsOf((i) => rows[i]?.values[column] != null, rows.length)) writeVarint(w, run)
  if (scale === RAW) writeRaw(w, present)
  else {
    const power = POWERS[scale] as number
    writeDifferences(
      w,
      present.map((value) => Math.round(value * power)),
    )
  }
}

/** @param wanted columns to decode, 'all' for every one */
export function decodeBlock(block: Uint8Array, wanted: readonly number[] | 'all'): Block {
  if (!readable.has(block[0])) throw new RangeError(`A sealed day was written in version ${block[0]}`)
  const r = byteReader(inflateRawSync(block.subarray(1), { maxOutputLength: MAX_INFLATED }))
  const rows = readVarint(r)
  const count = readVarint(r)
  const atMs = readInstants(r, rows)
  const origin = readOrigins(r, rows)
  const ends: number[] = []
  for (let column = 0, end = 0; column < count; column++) {
    end += readVarint(r)
    ends.push(end)
  }
  const start = r.position
  const columns = (wanted === 'all' ? ends.map((_, column) => column) : wanted).map((column) => {
    const from = column === 0 ? 0 : (ends[column - 1] ?? 0)
    const to = ends[column] ?? 0
    if (to <= from) return undefined
    r.position = start + from
    return readColumn(r, rows)
  })
  return { atMs, origin, columns }
}

function readInstants(r: ByteReader, rows: number): number[] {
  const atMs: number[] = []
  let before = 0
  let distance = 0
  for (let i = 0; i < rows; i++) {
    const at = before + distance + readSigned(r)
    distance = i === 0 ? 0 : at - before
    atMs.push(at)
    before = at
  }
  return atMs
}

function readOrigins(r: ByteReader, rows: number): Uint16Array {
  const origin = new Uint16Array(rows)
  for (let i = 0; i < rows; ) {
    const length = readVarint(r)
    origin.fill(readVarint(r), i, i + length)
    i += length
  }
  return origin
}

function readColumn(r: ByteReader, rows: number): Float64Array {
  const values = new Float64Array(rows)
  const kind = readByte(r)
  if ((kind & HAS_NULLS) !== 0) {
    for (let i = 0, isPresent = true; i < rows; isPresent = !isPresent) {
      const length = readVarint(r)
      if (!isPresent) values.fill(Number.NaN, i, i + length)
      i += length
    }
  }
  const scale = kind & ~HAS_NULLS
  const power = POWERS[scale] ?? 1
  let scaled = 0
  for (let i = 0; i < rows; i++) {
    if (Number.isNaN(values[i])) continue
    if (scale === RAW) values[i] = readDouble(r)
    else {
      scaled += readSigned(r)
      values[i] = scaled / power
    }
  }
  return values
}

/** All of a block as rows. */
export const rowsOfBlock = (bytes: Uint8Array): Row[] => rowsOf(decodeBlock(bytes, 'all'))

export function rowsOf({ atMs, origin, columns }: Block): Row[] {
  return atMs.map((at, i) => ({
    atMs: at,
    origin: origin[i] ?? 0,
    values: columns.map((column) => {
      const value = column?.[i]
      return value === undefined || Number.isNaN(value) ? null : value
    }),
  }))
}
