import { DAY_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import { type ByteWriter, byteWriter, reserve } from './bytes.ts'

/**
 * Rows as one parameter: an array of a table's row type in PostgreSQL's binary format, for `unnest($1::samples[])`.
 * This avoids the conversion to text and back, most of the cost of a batch otherwise.
 *
 *   array:  int32 dimensions = 1, int32 has nulls = 0, oid of the row type, int32 rows, int32 lower bound = 1
 *   row:    int32 length, int32 columns, then per column: oid of its type, int32 length (-1: null), value
 */
export type RowArray = { readonly w: ByteWriter; readonly columns: number; rows: number; rowStart: number }

const oid = {
  char: 18,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  float8: 701,
  bytea: 17,
  date: 1082,
  timestamptz: 1184,
  float8s: 1022,
}
const EPOCH_MS = Date.UTC(2000, 0, 1)

export function rowArray(typeOid: number, columns: number, expectedBytes: number): RowArray {
  const w = byteWriter(expectedBytes + 20)
  for (const head of [1, 0, typeOid, 0, 1]) putInt4(w, head)
  return { w, columns, rows: 0, rowStart: 0 }
}

export function beginRow(array: RowArray): void {
  putInt4(array.w, 0)
  array.rowStart = array.w.length
  putInt4(array.w, array.columns)
}

export function endRow(array: RowArray): void {
  const { w } = array
  w.bytes.writeInt32BE(w.length - array.rowStart, array.rowStart - 4)
  array.rows++
}

export function finishRows({ w, rows }: RowArray): Buffer {
  w.bytes.writeInt32BE(rows, 12)
  return w.bytes.subarray(0, w.length)
}

function putInt4(w: ByteWriter, value: number): void {
  reserve(w, 4)
  w.length = w.bytes.writeInt32BE(value | 0, w.length)
}

function putInt8(w: ByteWriter, value: number): void {
  const high = Math.floor(value / 2 ** 32)
  putInt4(w, high)
  putInt4(w, value - high * 2 ** 32)
}

function putHead(w: ByteWriter, type: number, length: number): void {
  putInt4(w, type)
  putInt4(w, length)
}

export function putBigint({ w }: RowArray, value: number): void {
  putHead(w, oid.int8, 8)
  putInt8(w, value)
}

export function putInteger({ w }: RowArray, value: number | null): void {
  putHead(w, oid.int4, value === null ? -1 : 4)
  if (value !== null) putInt4(w, value)
}

export function putSmallint({ w }: RowArray, value: number): void {
  putHead(w, oid.int2, 2)
  reserve(w, 2)
  w.length = w.bytes.writeInt16BE(value, w.length)
}

/** The one-byte type that PostgreSQL calls "char". */
export function putChar({ w }: RowArray, letter: string): void {
  putHead(w, oid.char, 1)
  reserve(w, 1)
  w.length += w.bytes.write(letter, w.length, 1, 'latin1')
}

export function putText({ w }: RowArray, text: string): void {
  const length = Buffer.byteLength(text)
  putHead(w, oid.text, length)
  reserve(w, length)
  w.length += w.bytes.write(text, w.length)
}

export function putInstant({ w }: RowArray, atMs: number): void {
  putHead(w, oid.timestamptz, 8)
  putInt8(w, (atMs - EPOCH_MS) * 1000)
}

/** @param date YYYY-MM-DD */
export function putDate({ w }: RowArray, date: string): void {
  putHead(w, oid.date, 4)
  putInt4(w, (Date.parse(date) - EPOCH_MS) / DAY_MS)
}

export function putDouble({ w }: RowArray, value: number | null): void {
  putHead(w, oid.float8, value === null ? -1 : 8)
  if (value === null) return
  reserve(w, 8)
  w.length = w.bytes.writeDoubleBE(value, w.length)
}

export function putBytes({ w }: RowArray, bytes: Uint8Array): void {
  putHead(w, oid.bytea, bytes.length)
  reserve(w, bytes.length)
  w.bytes.set(bytes, w.length)
  w.length += bytes.length
}

export function putDoubles({ w }: RowArray, values: readonly (number | null)[]): void {
  const lengthAt = w.length + 4
  putHead(w, oid.float8s, 0)
  const isEmpty = values.length === 0
  putInt4(w, isEmpty ? 0 : 1)
  putInt4(w, values.includes(null) ? 1 : 0)
  putInt4(w, oid.float8)
  if (!isEmpty) {
    putInt4(w, values.length)
    putInt4(w, 1)
  }
  reserve(w, values.length * 12)
  for (const value of values) {
    w.length = w.bytes.writeInt32BE(value === null ? -1 : 8, w.length)
    if (value !== null) w.length = w.bytes.writeDoubleBE(value, w.length)
  }
  w.bytes.writeInt32BE(w.length - lengthAt - 4, lengthAt)
}

const tables = [
  'samples',
  'sealed_days',
  'device_latest',
  'device_rollups',
  'plant_days',
  'quarantine',
  'meter_days',
] as const
/** The oid of each telemetry table's row type: the database assigned it when it created the table. */
export type RowTypes = Readonly<Record<(typeof tables)[number], number>>

const known = new WeakMap<pg.Pool, Promise<RowTypes>>()

export function rowTypesOf(pool: pg.Pool): Promise<RowTypes> {
  let found = known.get(pool)
  if (!found) {
    found = findRowTypes(pool)
    known.set(pool, found)
    found.catch(() => known.delete(pool))
  }
  return found
}

/** As seen by one connection: its temporary tables may hide those of the same name. */
export async function findRowTypes(pool: pg.Pool | pg.ClientBase): Promise<RowTypes> {
  const text = 'select name, name::regtype::oid::int8 as oid from unnest($1::text[]) name'
  const { rows } = await pool.query<{ name: string; oid: number }>(text, [tables])
  return Object.fromEntries(rows.map((row) => [row.name, row.oid])) as RowTypes
}
