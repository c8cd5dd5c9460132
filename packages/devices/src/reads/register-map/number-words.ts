/** Numbers in registers. All take the words low word first. */

export const numberTypes = [
  'u16',
  's16',
  'u32',
  's32',
  'u48',
  'u64',
  's64',
  'u80',
  'u112',
  'u192',
  'f32',
  'f64',
] as const
export type NumberType = (typeof numberTypes)[number]

/** The number of registers of a type. */
export const wordsOf = (type: NumberType): number => Number(type.slice(1)) / 16

const isFloat = (type: NumberType): boolean => type[0] === 'f'
const isSigned = (type: NumberType): boolean => type[0] === 's'

/** The unsigned count in some words: exact up to three of them, and for more as a `bigint`. */
export const toUnsigned = (words: readonly number[]): number | bigint =>
  words.length <= 3
    ? words.reduceRight((sum, word) => sum * 0x10000 + word, 0)
    : words.reduceRight((sum, word) => sum * 0x10000n + BigInt(word), 0n)

/** The number in some words; NaN for a float that is none. `magnitude`: the top bit is the sign, the rest the amount. */
export function readNumber(type: NumberType, words: readonly number[], magnitude = false): number {
  if (isFloat(type)) return readFloat(words)
  const unsigned = toUnsigned(words)
  if (!isSigned(type) && !magnitude) return Number(unsigned)
  const half = 2n ** BigInt(words.length * 16 - 1)
  const count = BigInt(unsigned)
  if (count < half) return Number(count)
  return magnitude ? 0 - Number(count - half) : Number(count - 2n * half)
}

function readFloat(words: readonly number[]): number {
  const view = new DataView(new ArrayBuffer(words.length * 2))
  for (const [index, word] of words.entries()) view.setUint16((words.length - 1 - index) * 2, word)
  return words.length === 4 ? view.getFloat64(0) : view.getFloat32(0)
}

/** The words of a number, clamped to what they hold. */
export function writeNumber(type: NumberType, value: number, magnitude = false): readonly number[] {
  const count = wordsOf(type)
  if (isFloat(type)) {
    const view = new DataView(new ArrayBuffer(count * 2))
    if (count === 4) view.setFloat64(0, value)
    else view.setFloat32(0, value)
    return Array.from({ length: count }, (_, index) => view.getUint16((count - 1 - index) * 2))
  }
  const full = 2n ** BigInt(count * 16)
  const half = full / 2n
  const hasSign = isSigned(type) || magnitude
  const [low, high] = hasSign ? [magnitude ? 1n - half : 0n - half, half - 1n] : [0n, full - 1n]
  const wanted = BigInt(Math.round(value))
  const bounded = wanted < low ? low : wanted > high ? high : wanted
  const unsigned = bounded >= 0n ? bounded : magnitude ? half - bounded : full + bounded
  return Array.from({ length: count }, (_, index) => Number((unsigned >> BigInt(index * 16)) & 0xffffn))
}

/**
 * Whether the words say "no value": all ones unsigned, the lowest number signed, no finite float. Devices also send
 * 0x8000 in an unsigned register.
 */
export function isBlank(type: NumberType, words: readonly number[]): boolean {
  if (isFloat(type)) return !Number.isFinite(readFloat(words))
  const isLowest = words.every((word, index) => word === (index === words.length - 1 ? 0x8000 : 0))
  return isLowest || (!isSigned(type) && words.every((word) => word === 0xffff))
}
