import { type ByteReader, type ByteWriter, readSigned, readVarint, writeSigned, writeVarint } from './bytes.ts'
import {
  createOdds,
  endRange,
  forgetOdds,
  type RangeReader,
  rangeReader,
  rangeWriter,
  readBit,
  readDecision,
  writeBit,
  writeDecision,
} from './range-coder.ts'

/**
 * Whole numbers as range-coded differences: how long a difference is, in bits, is guessed from the two before it, its sign
 * from theirs, and its first two bits after the top one from its length.
 *
 *   signed  the first number, varint  what every difference is a multiple of
 *   per difference / multiple: its length as so many ones and a zero, its sign, its bits below the top one
 */
const MOST_BITS = 64
// Differences are below 2^51; further up their activity says nothing.
const MOST_ACTIVITY = 2 ** 30
const lengths = createOdds(32 * MOST_BITS)
const signs = createOdds(9 * MOST_BITS)
const bits = createOdds(4 * MOST_BITS)

function forget(): void {
  forgetOdds(lengths)
  forgetOdds(signs)
  forgetOdds(bits)
}

/** @param whole at least one, |number| < 2^50; nothing may follow in the same bytes */
export function writeCoded(w: ByteWriter, whole: readonly number[]): void {
  const first = whole[0] as number
  let multiple = 0
  for (let i = 1; i < whole.length && multiple !== 1; i++)
    multiple = greatestDivisor(multiple, Math.abs((whole[i] as number) - (whole[i - 1] as number)))
  writeSigned(w, first)
  writeVarint(w, multiple)
  // All are alike.
  if (multiple === 0) return
  forget()
  const r = rangeWriter(w)
  let [before, beforeThat] = [0, 0]
  for (let i = 1; i < whole.length; i++) {
    const difference = ((whole[i] as number) - (whole[i - 1] as number)) / multiple
    const size = Math.abs(difference)
    const length = bitsOf(size)
    const place = activityOf(before, beforeThat) * MOST_BITS
    for (let k = 0; k < length; k++) writeDecision(r, lengths, place + k, true)
    writeDecision(r, lengths, place + length, false)
    if (length > 0) {
      writeDecision(r, signs, signsOf(before, beforeThat) * MOST_BITS + length, difference < 0)
      let prefix = 1
      for (let k = length - 2; k >= 0; k--) {
        const isOne = isBitSet(size, k)
        if (prefix < 4) {
          writeDecision(r, bits, length * 4 + prefix, isOne)
          prefix = prefix * 2 + (isOne ? 1 : 0)
        } else writeBit(r, isOne)
      }
    }
    beforeThat = before
    before = difference
  }
  endRange(r)
}

/** @param to where the numbers go, divided by `power`; not where it is NaN @param count only so many places */
export function readCoded(r: ByteReader, to: Float64Array, count: number, power: number): void {
  let value = readSigned(r)
  const multiple = readVarint(r)
  let i = 0
  while (i < count && Number.isNaN(to[i])) i++
  if (i < count) to[i++] = value / power
  if (multiple === 0) {
    for (; i < count; i++) if (!Number.isNaN(to[i])) to[i] = value / power
    return
  }
  forget()
  const coder = rangeReader(r)
  let [before, beforeThat] = [0, 0]
  for (; i < count; i++) {
    if (Number.isNaN(to[i])) continue
    const place = activityOf(before, beforeThat) * MOST_BITS
    let length = 0
    while (length < MOST_BITS - 1 && readDecision(coder, lengths, place + length) === 1) length++
    let difference = 0
    if (length > 0) {
      const isNegative = readDecision(coder, signs, signsOf(before, beforeThat) * MOST_BITS + length) === 1
      const size = readSize(coder, length)
      difference = isNegative ? -size : size
    }
    value += difference * multiple
    to[i] = value / power
    beforeThat = before
    before = difference
  }
}

function readSize(coder: RangeReader, length: number): number {
  let size = 1
  for (let k = length - 2; k >= 0; k--)
    size = size * 2 + (size < 4 ? readDecision(coder, bits, length * 4 + size) : readBit(coder))
  return size
}

const WORD = 2 ** 32

const bitsOf = (size: number): number =>
  size < WORD ? 32 - Math.clz32(size) : 64 - Math.clz32(Math.floor(size / WORD))

const isBitSet = (size: number, k: number): boolean =>
  size < WORD ? ((size >>> k) & 1) === 1 : Math.floor(size / 2 ** k) % 2 === 1

function activityOf(before: number, beforeThat: number): number {
  const activity = Math.abs(before) * 2 + Math.abs(beforeThat)
  return 32 - Math.clz32(activity < MOST_ACTIVITY ? activity : MOST_ACTIVITY)
}

const signsOf = (before: number, beforeThat: number): number =>
  (before === 0 ? 0 : before > 0 ? 3 : 6) + (beforeThat === 0 ? 0 : beforeThat > 0 ? 1 : 2)

function greatestDivisor(a: number, b: number): number {
  let [divisor, rest] = [a, b]
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest]
  return divisor
}
