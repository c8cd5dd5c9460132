const types = { bigint: { oid: 20, bytes: 8 }, float8: { oid: 701, bytes: 8 } } as const
export type NumberType = keyof typeof types

const HEAD_BYTES = 20

/**
 * A column of numbers as one parameter, `bigint[]` or `float8[]` in PostgreSQL's binary format: neither side formats or reads a text.
 * Int32 dimensions = 1, int32 has nulls, oid of the elements, int32 elements, int32 lower bound = 1; then per element int32 length (-1: null) and value.
 * @param pick the number of a row; for bigint whole numbers within 2^53
 */
export function toNumberArray<T>(type: NumberType, rows: readonly T[], pick: (row: T) => number | null): Buffer {
  const { oid, bytes } = types[type]
  const array = Buffer.allocUnsafe(HEAD_BYTES + rows.length * (4 + bytes))
  array.writeInt32BE(rows.length === 0 ? 0 : 1, 0)
  array.writeInt32BE(oid, 8)
  array.writeInt32BE(rows.length, 12)
  array.writeInt32BE(1, 16)
  let at = rows.length === 0 ? HEAD_BYTES - 8 : HEAD_BYTES
  let hasNulls = false
  for (const row of rows) {
    const value = pick(row)
    hasNulls ||= value === null
    at = array.writeInt32BE(value === null ? -1 : bytes, at)
    if (value === null) continue
    if (type === 'float8') at = array.writeDoubleBE(value, at)
    else {
      const high = Math.floor(value / 2 ** 32)
      at = array.writeUInt32BE(value - high * 2 ** 32, array.writeInt32BE(high, at))
    }
  }
  array.writeInt32BE(hasNulls ? 1 : 0, 4)
  return array.subarray(0, at)
}
