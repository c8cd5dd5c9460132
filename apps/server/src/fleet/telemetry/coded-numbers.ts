import {
  type ByteReader,
  type ByteWriter,
  byteWriter,
  readSigned,
  readVarint,
  reserve,
  writeSigned,
  writeVarint,
} from './bytes.ts'
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
 * from theirs, and its first two bits after the top one from its length. Segments are read alone: a day of a month needs
 * one or two of them.
 *
 *   signed  the first number, varint  what every difference is a multiple of; 0: all are alike, and that was all
 *   per segment after the first: varint length of the bytes of the one before, signed its first number as a multiple
 *     beyond the first of the one before
 *   per segment, per difference / multiple: its length as so many ones and a zero, its sign, its bits below the top one
 */
export const SEGMENT = 2_048
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
  if (multiple === 0) return
  const coded = byteWriter(whole.length * 2 + 64)
  for (let from = 0; from < whole.length; from += SEGMENT) {
    const before = coded.length
    writeSegment(coded, whole, from, multiple)
    const next = whole[from + SEGMENT]
    if (next === undefined) break
    writeVarint(w, coded.length - before)
    writeSigned(w, (next - (whole[from] as number)) / multiple)
  }
  reserve(w, coded.length)
  coded.bytes.copy(w.bytes, w.length, 0, coded.length)
  w.length += coded.length
}

function writeSegment(w: ByteWriter, whole: readonly number[], from: number, multiple: number): void {
  forget()
  const r = rangeWriter(w)
  let [before, beforeThat] = [0, 0]
  const to = Math.min(from + SEGMENT, whole.length)
  for (let i = from + 1; i < to; i++) {
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

/**
 * Some of the numbers, each divided by `power`.
 * @param total how many were written @param from, to half open, within them
 */
export function readCoded(r: ByteReader, total: number, from: number, to: number, power: number): Float64Array {
  const read = new Float64Array(Math.max(0, to - from))
  let first = readSigned(r)
  const multiple = readVarint(r)
  if (multiple === 0) return read.fill(first / power)
  const segments: { at: number; first: number }[] = [{ at: 0, first }]
  let at = 0
  for (let next = SEGMENT; next < total; next += SEGMENT) {
    at += readVarint(r)
    first += readSigned(r) * multiple
    segments.push({ at, first })
  }
  const bytes = r.bytes.subarray(r.position)
  for (let start = from - (from % SEGMENT); start < to; start += SEGMENT) {
    const segment = segments[start / SEGMENT] as { at: number; first: number }
    const coder = rangeReader(bytes.subarray(segment.at, segments[start / SEGMENT + 1]?.at))
    const end = Math.min(start + SEGMENT, to)
    readSegment(coder, { read, shift: start - from, count: end - start, first: segment.first, multiple, power })
  }
  return read
}

type Wanted = Readonly<{
  read: Float64Array
  /** Where the segment begins in it; before 0 are those that are only passed. */
  shift: number
  count: number
  first: number
  multiple: number
  power: number
}>

function readSegment(coder: RangeReader, { read, shift, count, first, multiple, power }: Wanted): void {
  forget()
  let value = first
  if (shift >= 0) read[shift] = value / power
  let [before, beforeThat] = [0, 0]
  for (let i = 1; i < count; i++) {
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
    if (shift + i >= 0) read[shift + i] = value / power
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
