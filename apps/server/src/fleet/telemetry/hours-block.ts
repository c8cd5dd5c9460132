import { brotliCompressSync, brotliDecompressSync, constants, inflateRawSync } from 'node:zlib'
import { type Accumulator, addShare, emptyAccumulator, SUM_UNIT, WIDTH } from './accumulator.ts'
import {
  type ByteReader,
  type ByteWriter,
  byteReader,
  byteWriter,
  readByte,
  readDouble,
  readNumber,
  readSigned,
  readVarint,
  reserve,
  writeByte,
  writeNumber,
  writeSigned,
  writeVarint,
} from './bytes.ts'
import { gaugesOf, type MonthSamples, placeInHours } from './hour-gauges.ts'
import type { Layout } from './layout.ts'
import { findScale, isSafe, POWERS, RAW, runsOf, writeDifferences, writeRaw } from './scaled-numbers.ts'

/**
 * The closed hours of a device and month as one value: what an accumulator holds, number by number of each column,
 * compressed. What the samples of the sealed month say as well is left out, and derived from them again.
 *
 *   byte    version = 2, the rest is brotli of (1: raw deflate; no column has derived hours):
 *   varint  hours (at least 1), varint columns
 *   starts: signed differences between the distances of one hour to the next, ms
 *   per column: varint length of its bytes (0: no hour has it)
 *   per column: of means or last values first runs of derived hours and of others, which all else is about;
 *     runs of hours with and without it, then of those with it
 *     share      varint states, then state and milliseconds of each
 *     mean       counts, scale, lowest values, and above them the highest and the sum; RAW: all three as float64
 *     last       counts, instants since the start of the hour, scale, values
 *     increment  counts, energies, then each further number of an accumulator
 */
export type Hours = Readonly<{
  startMs: readonly number[]
  /** Sets the wanted columns of an accumulator to those of an hour. */
  fill: (index: number, acc: Accumulator) => void
}>

export type Hour = Readonly<{ startMs: number; acc: Accumulator }>

const VERSION = 2
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
// A month of every device that can be stored is far below.
const MAX_INFLATED = 256 * 1024 * 1024

/** @param hours ascending, at least one @param samples of their month, with all its columns; missing: all is written */
export function encodeHours(hours: readonly Hour[], layout: Layout, samples?: MonthSamples): Buffer {
  const columns = hours.reduce((most, { acc }) => Math.max(most, acc.numbers.length / WIDTH, acc.shares.length), 0)
  const w = byteWriter(hours.length * columns * 8 + 1024)
  writeVarint(w, hours.length)
  writeVarint(w, columns)
  const starts = hours.map(({ startMs }) => startMs)
  writeDifferences(
    w,
    starts.map((startMs, i) => startMs - (starts[i - 1] ?? 0)),
  )
  const derive = samples && deriveFrom(samples, starts, layout)
  const data = byteWriter(hours.length * columns * 8 + 1024)
  for (let column = 0; column < columns; column++) {
    const before = data.length
    if (isGauge(layout, column)) writeGauge(data, hours, column, layout, derive?.(column))
    else writeColumn(data, hours, column, layout)
    writeVarint(w, data.length - before)
  }
  reserve(w, data.length)
  data.bytes.copy(w.bytes, w.length, 0, data.length)
  const payload = w.bytes.subarray(0, w.length + data.length)
  return Buffer.concat([Buffer.of(VERSION), brotliCompressSync(payload, compression)])
}

const isGauge = ({ columns }: Layout, column: number): boolean =>
  columns[column]?.rollUp === 'mean' || columns[column]?.rollUp === 'last'

/** The numbers of a column for each hour, as the samples say. */
function deriveFrom(
  samples: MonthSamples,
  starts: readonly number[],
  { columns }: Layout,
): (column: number) => Float64Array {
  const places = placeInHours(starts, samples)
  return (column) => {
    const values = samples.valuesOf(column)
    const rollUp = columns[column]?.rollUp === 'last' ? 'last' : 'mean'
    return values
      ? gaugesOf(rollUp, starts.length, places, samples.atMs, values)
      : new Float64Array(starts.length * WIDTH)
  }
}

function writeGauge(
  w: ByteWriter,
  hours: readonly Hour[],
  column: number,
  layout: Layout,
  derived: Float64Array | undefined,
): void {
  const isDerived = ({ acc }: Hour, hour: number): boolean => {
    for (let k = 0; k < WIDTH; k++)
      if ((acc.numbers[column * WIDTH + k] ?? 0) !== derived?.[hour * WIDTH + k]) return false
    return true
  }
  const flags = hours.map(isDerived)
  for (const run of runsOf((i) => flags[i] === true, hours.length)) writeVarint(w, run)
  const others = hours.filter((_, i) => !flags[i])
  if (others.length > 0) writeColumn(w, others, column, layout)
}

function writeColumn(w: ByteWriter, hours: readonly Hour[], column: number, layout: Layout): void {
  const rollUp = layout.columns[column]?.rollUp
  const isShare = rollUp === 'share'
  const has = ({ acc }: Hour): boolean =>
    isShare ? [...(acc.shares[column] ?? [])].some(([, ms]) => ms !== 0) : (acc.numbers[column * WIDTH] ?? 0) !== 0
  const present = hours.filter(has)
  // A column without any takes no byte, unless what is derived comes before.
  if (present.length === 0 && !isGauge(layout, column)) return
  for (const run of runsOf((i) => has(hours[i] as Hour), hours.length)) writeVarint(w, run)
  if (present.length === 0) return
  if (isShare) {
    writeShares(w, present, column)
    return
  }
  const numbersAt = (k: number): number[] => present.map(({ acc }) => acc.numbers[column * WIDTH + k] as number)
  const counts = numbersAt(0)
  writeDifferences(w, counts)
  if (rollUp === 'mean') writeMeans(w, counts, { sums: numbersAt(1), lows: numbersAt(2), highs: numbersAt(3) })
  else if (rollUp === 'last') {
    writeDifferences(
      w,
      numbersAt(1).map((atMs, i) => atMs - (present[i] as Hour).startMs),
    )
    writeValues(w, numbersAt(2))
  } else for (let k = 1; k < WIDTH; k++) for (const units of numbersAt(k)) writeSigned(w, units)
}

function writeShares(w: ByteWriter, present: readonly Hour[], column: number): void {
  for (const { acc } of present) {
    const states = [...(acc.shares[column] ?? [])].filter(([, ms]) => ms !== 0)
    writeVarint(w, states.length)
    for (const [state, ms] of states) {
      writeNumber(w, state)
      writeSigned(w, ms)
    }
  }
}

type Means = Readonly<{ sums: readonly number[]; lows: readonly number[]; highs: readonly number[] }>

function writeMeans(w: ByteWriter, counts: readonly number[], { sums, lows, highs }: Means): void {
  const values = sums.map((units) => units / SUM_UNIT)
  const scale = findScale([...values, ...lows, ...highs])
  const whole = (numbers: readonly number[]): number[] =>
    numbers.map((value) => Math.round(value * (POWERS[scale] ?? 1)))
  const [low, high, sum] = [whole(lows), whole(highs), whole(values)]
  if (scale === RAW || !low.every((value, i) => isSafe(value * (counts[i] as number)))) {
    writeByte(w, RAW)
    for (const numbers of [sums, lows, highs]) writeRaw(w, numbers)
    return
  }
  writeByte(w, scale)
  writeDifferences(w, low)
  for (const [i, value] of high.entries()) writeSigned(w, value - (low[i] as number))
  for (const [i, value] of sum.entries()) writeSigned(w, value - (low[i] as number) * (counts[i] as number))
}

function writeValues(w: ByteWriter, values: readonly number[]): void {
  const scale = findScale(values)
  writeByte(w, scale)
  if (scale === RAW) {
    writeRaw(w, values)
    return
  }
  const power = POWERS[scale] as number
  writeDifferences(
    w,
    values.map((value) => Math.round(value * power)),
  )
}

/**
 * @param wanted columns to decode, 'all' for every one @param samples of the month, with the wanted columns, if the block
 * was written with them @throws RangeError for bytes of another version
 */
export function decodeHours(
  block: Uint8Array,
  layout: Layout,
  wanted: readonly number[] | 'all',
  samples: MonthSamples = none,
): Hours {
  if (block[0] !== VERSION && block[0] !== 1) throw new RangeError(`Sealed hours were written in version ${block[0]}`)
  const isOld = block[0] === 1
  const limit = { maxOutputLength: MAX_INFLATED }
  const r = byteReader((isOld ? inflateRawSync : brotliDecompressSync)(block.subarray(1), limit))
  const count = readVarint(r)
  const columns = readVarint(r)
  const startMs: number[] = []
  for (let i = 0, distance = 0; i < count; i++) {
    distance += readSigned(r)
    startMs.push((startMs[i - 1] ?? 0) + distance)
  }
  const ends: number[] = []
  for (let column = 0, end = 0; column < columns; column++) {
    end += readVarint(r)
    ends.push(end)
  }
  const dataStart = r.position
  const derive = deriveFrom(samples, startMs, layout)
  const fills: Fill[] = []
  for (const column of wanted === 'all' ? ends.keys() : wanted) {
    const [from, to] = [column === 0 ? 0 : (ends[column - 1] ?? 0), ends[column] ?? 0]
    r.position = dataStart + from
    if (to <= from) fills.push(emptyColumn(column))
    else if (isOld || !isGauge(layout, column)) fills.push(readColumn(r, column, layout, startMs))
    else fills.push(readGauge(r, column, layout, startMs, derive))
  }
  return {
    startMs,
    fill: (index, acc) => {
      for (const fill of fills) fill(index, acc)
    },
  }
}

/** All of a block, hour by hour. */
export function hoursOfBlock(block: Uint8Array, layout: Layout, samples?: MonthSamples): Hour[] {
  const { startMs, fill } = decodeHours(block, layout, 'all', samples)
  return startMs.map((start, i) => {
    const acc = emptyAccumulator(layout.ids.length)
    fill(i, acc)
    return { startMs: start, acc }
  })
}

type Fill = (index: number, acc: Accumulator) => void

const none: MonthSamples = { atMs: [], valuesOf: () => undefined }

function readGauge(
  r: ByteReader,
  column: number,
  layout: Layout,
  startMs: readonly number[],
  derive: (column: number) => Float64Array,
): Fill {
  const others = readOthers(r, startMs.length)
  const all = others.length === startMs.length ? undefined : derive(column)
  if (others.length === 0) return fillFrom(all ?? new Float64Array(0), column)
  const starts = others.map((hour) => startMs[hour] as number)
  const written = readColumn(r, column, layout, starts)
  if (!all) return written
  const placeOf = new Map(others.map((hour, place) => [hour, place]))
  const derived = fillFrom(all, column)
  return (index, acc) => {
    const place = placeOf.get(index)
    if (place === undefined) derived(index, acc)
    else written(place, acc)
  }
}

/** The hours of the second, fourth, ... run. */
function readOthers(r: ByteReader, count: number): readonly number[] {
  const others: number[] = []
  for (let i = 0, isDerived = true; i < count; isDerived = !isDerived) {
    const end = i + readVarint(r)
    for (; i < end; i++) if (!isDerived) others.push(i)
  }
  return others
}

const fillFrom =
  (all: Float64Array, column: number): Fill =>
  (index, { numbers }) => {
    const to = column * WIDTH
    for (let k = 0; k < WIDTH; k++) numbers[to + k] = all[index * WIDTH + k] as number
  }

const emptyColumn =
  (column: number): Fill =>
  (_, { numbers, shares }) => {
    numbers.fill(0, column * WIDTH, (column + 1) * WIDTH)
    delete shares[column]
  }

function readColumn(r: ByteReader, column: number, layout: Layout, startMs: readonly number[]): Fill {
  const present = readPresent(r, startMs.length)
  if (present.length === 0) return emptyColumn(column)
  const rollUp = layout.columns[column]?.rollUp
  if (rollUp === 'share') return readShares(r, column, present, startMs.length)
  const all = new Float64Array(startMs.length * WIDTH)
  const set = (k: number, read: (i: number, place: number) => number): void => {
    for (let i = 0; i < present.length; i++) {
      const hour = present[i] as number
      all[hour * WIDTH + k] = read(i, hour * WIDTH)
    }
  }
  set(0, differences(r))
  if (rollUp === 'mean') readMeans(r, all, set)
  else if (rollUp === 'last') {
    const sinceMs = differences(r)
    set(1, (i, place) => (startMs[place / WIDTH] as number) + sinceMs(i))
    const scale = readByte(r)
    const whole = differences(r)
    set(2, scale === RAW ? () => readDouble(r) : (i) => whole(i) / (POWERS[scale] as number))
  } else for (let k = 1; k < WIDTH; k++) set(k, () => readSigned(r))
  return fillFrom(all, column)
}

function readMeans(
  r: ByteReader,
  all: Float64Array,
  set: (k: number, read: (i: number, place: number) => number) => void,
): void {
  const scale = readByte(r)
  if (scale === RAW) {
    for (const k of [1, 2, 3]) set(k, () => readDouble(r))
    return
  }
  const power = POWERS[scale] as number
  // Whole numbers first: a lowest value is needed exactly.
  set(2, differences(r))
  set(3, (_, place) => (all[place + 2] as number) + readSigned(r))
  set(1, (_, place) =>
    Math.round(((readSigned(r) + (all[place + 2] as number) * (all[place] as number)) / power) * SUM_UNIT),
  )
  set(2, (_, place) => (all[place + 2] as number) / power)
  set(3, (_, place) => (all[place + 3] as number) / power)
}

function differences(r: ByteReader): (i: number) => number {
  let value = 0
  return () => {
    value += readSigned(r)
    return value
  }
}

function readPresent(r: ByteReader, count: number): readonly number[] {
  const present: number[] = []
  for (let i = 0, isPresent = true; i < count; isPresent = !isPresent) {
    const end = i + readVarint(r)
    for (; i < end; i++) if (isPresent) present.push(i)
  }
  return present
}

function readShares(r: ByteReader, column: number, present: readonly number[], count: number): Fill {
  const states: (readonly (readonly [number, number])[] | undefined)[] = Array.from({ length: count })
  for (const hour of present)
    states[hour] = Array.from({ length: readVarint(r) }, () => [readNumber(r), readSigned(r)] as const)
  return (index, acc) => {
    delete acc.shares[column]
    for (const [state, ms] of states[index] ?? []) addShare(acc, column, state, ms)
  }
}
