const types = { bigint: { oid: 20, bytes: 8 }, float8: { oid: 701, bytes: 8 } } as const
export type NumberType = keyof typeof types

const HEAD_BYTES = 20

/**
 * A column of numbers as one parameter, `bigint[]` or `float8[]` in PostgreSQL's binary format: neither side formats or reads a text.
 * Int32 dimensions = 1, int32 has nulls, oid of the elements, int32 elements, int32 lower bound = 1; then per element int32 length (-1: null) and value.
 * @param values for bigint whole numbers within 2^53
 */
export function toNumberArray(type: NumberType, values: readonly (number | null)[]): Buffer {
  const { oid, bytes } = types[type]
  const array = Buffer.allocUnsafe(HEAD_BYTES + values.length * (4 + bytes))
  array.writeInt32BE(values.length === 0 ? 0 : 1, 0)
  array.writeInt32BE(values.includes(null) ? 1 : 0, 4)
  array.writeInt32BE(oid, 8)
  array.writeInt32BE(values.length, 12)
  array.writeInt32BE(1, 16)
  let at = values.length === 0 ? HEAD_BYTES - 8 : HEAD_BYTES
  for (const value of values) {
    at = array.writeInt32BE(value === null ? -1 : bytes, at)
    if (value === null) continue
    if (type === 'float8') at = array.writeDoubleBE(value, at)
    else {
      const high = Math.floor(value / 2 ** 32)
      at = array.writeUInt32BE(value - high * 2 ** 32, array.writeInt32BE(high, at))
    }
  }
  return array.subarray(0, at)
}
