import { emptyMeter } from '@heliograph/domain/meter.ts'
import { type Accumulator, emptyAccumulator, readAccumulator, writeAccumulator } from './accumulator.ts'
import {
  type ByteReader,
  byteReader,
  byteWriter,
  readByte,
  readNumber,
  readSigned,
  readVarint,
  writeByte,
  writeNumber,
  writeSigned,
  writeVarint,
  writtenBytes,
} from './bytes.ts'
import { takeDoubles } from './doubles.ts'
import type { Layout } from './layout.ts'
import { type Meters, readMeters, writeMeters } from './meter-bytes.ts'
import type { Newest } from './sample.ts'

/**
 * The state that append keeps from one sample of a device to the next. NaN stands for "none".
 * Stored in device_latest: `last` (newest value of each column) and `open` (the rest).
 */
export type DeviceState = {
  /** Newest sample. */
  atMs: number
  /** Per column: the newest reading and its instant; for sequences also the instant of the very first one. */
  readonly value: Float64Array
  readonly valueAtMs: Float64Array
  readonly firstAtMs: Float64Array
  meters: Meters
  /** False: older rules counted its energy, and it waits for a recount (recount.ts). */
  isCounted: boolean
  /** Samples stored so far; a recount uses it to see whether any arrived meanwhile. */
  stored: number
  /** Starts of the open hour and day. */
  hourStartMs: number
  dayStartMs: number
  hour: Accumulator
  /** The open day without its open hour. */
  day: Accumulator
}

const VERSION = 1
/** Versions of `open`: 1 judged counters in pairs, 2 has meters. */
const OPEN_VERSION = 2
const scratch = byteWriter(16_384)

const none = (columns: number): Float64Array => takeDoubles(columns).fill(Number.NaN)

export const emptyState = (columns: number): DeviceState => ({
  atMs: Number.NaN,
  value: none(columns),
  valueAtMs: none(columns),
  firstAtMs: none(columns),
  meters: [],
  isCounted: true,
  stored: 0,
  hourStartMs: Number.NaN,
  dayStartMs: Number.NaN,
  hour: emptyAccumulator(columns),
  day: emptyAccumulator(columns),
})

/** `last`: version, columns, instant; per column the age + 1 of its reading (0: none) and the value. */
export function encodeLast(state: DeviceState): Buffer {
  const w = scratch
  w.length = 0
  writeByte(w, VERSION)
  writeVarint(w, state.value.length)
  writeSigned(w, state.atMs)
  for (let i = 0; i < state.value.length; i++) {
    const readAtMs = state.valueAtMs[i] as number
    if (Number.isNaN(readAtMs)) writeVarint(w, 0)
    else {
      writeVarint(w, state.atMs - readAtMs + 1)
      writeNumber(w, state.value[i] as number)
    }
  }
  return writtenBytes(w)
}

/** The number of columns of the device when `last` was written. */
export const columnsOfLast = (last: Uint8Array): number => readHead(byteReader(last))

function readHead(r: ByteReader): number {
  const version = readByte(r)
  if (version !== VERSION) throw new RangeError(`device_latest was written in version ${version}`)
  return readVarint(r)
}

export type LastValues = Readonly<{ atMs: number; value: Float64Array; valueAtMs: Float64Array }>

export function decodeLast(last: Uint8Array, columns = 0): LastValues {
  const r = byteReader(last)
  const count = readHead(r)
  const atMs = readSigned(r)
  const value = none(Math.max(columns, count))
  const valueAtMs = none(Math.max(columns, count))
  for (let i = 0; i < count; i++) {
    const age = readVarint(r)
    if (age === 0) continue
    valueAtMs[i] = atMs - age + 1
    value[i] = readNumber(r)
  }
  return { atMs, value, valueAtMs }
}

/**
 * `open`: version, whether it is counted, samples, starts of hour and day, then per sequence with a reading the age of
 * its first one, then the meters and both accumulators.
 */
export function encodeOpen(state: DeviceState, layout: Layout): Buffer {
  const w = scratch
  w.length = 0
  writeByte(w, OPEN_VERSION)
  writeByte(w, state.isCounted ? 1 : 0)
  writeVarint(w, state.stored)
  writeSigned(w, state.hourStartMs)
  writeSigned(w, state.hourStartMs - state.dayStartMs)
  for (let i = 0; i < state.value.length; i++) {
    if (!layout.columns[i]?.isSequence || Number.isNaN(state.valueAtMs[i])) continue
    writeVarint(w, (state.valueAtMs[i] as number) - (state.firstAtMs[i] as number))
  }
  writeMeters(w, state.meters)
  writeAccumulator(w, state.hour, layout, state.hourStartMs)
  writeAccumulator(w, state.day, layout, state.dayStartMs)
  return writtenBytes(w)
}

const REVISION_BYTES = 12

/** Changes with each sample that is stored: `open` begins with their number. */
export const revisionOf = (open: Buffer): Buffer => open.subarray(0, REVISION_BYTES)
export const REVISION_SQL = `substring(l.open for ${REVISION_BYTES})`

/** How many samples the state's device stored; 0: it was written before they were counted. */
export function samplesOfOpen(open: Uint8Array): number {
  const r = byteReader(open)
  if (readByte(r) !== OPEN_VERSION) return 0
  readByte(r)
  return readVarint(r)
}

/** @param layout must know every column that was written */
export function decodeState(last: Uint8Array, open: Uint8Array, layout: Layout): DeviceState {
  const columns = layout.columns.length
  const { atMs, value, valueAtMs } = decodeLast(last, columns)
  const r = byteReader(open)
  const version = readByte(r)
  const isNew = version === OPEN_VERSION
  const isCounted = isNew && readByte(r) === 1
  const stored = isNew ? readVarint(r) : 0
  const hourStartMs = readSigned(r)
  const dayStartMs = hourStartMs - readSigned(r)
  const firstAtMs = none(columns)
  const todays = none(columns)
  for (let i = 0; i < columns; i++) {
    const { isSequence, rollUp, today } = layout.columns[i] as Layout['columns'][number]
    if (!isSequence || Number.isNaN(valueAtMs[i])) continue
    firstAtMs[i] = (valueAtMs[i] as number) - readVarint(r)
    if (!isNew && rollUp === 'increment') todays[i] = readOldToday(r, value[today])
  }
  const meters = isNew ? readMeters(r) : metersFrom(layout, value, valueAtMs, todays, dayStartMs)
  const hour = readAccumulator(r, layout, hourStartMs, columns)
  const day = readAccumulator(r, layout, dayStartMs, columns)
  return { atMs, value, valueAtMs, firstAtMs, meters, isCounted, stored, hourStartMs, dayStartMs, hour, day }
}

/** The paired "today" of version 1: 0 none, 1 that of its own column, 2 a number. */
function readOldToday(r: ByteReader, own: number | undefined): number {
  const way = readByte(r)
  if (way === 2) return readNumber(r)
  return way === 1 ? (own ?? Number.NaN) : Number.NaN
}

/** Meters that continue from the newest readings, until the history is recounted. */
function metersFrom(
  layout: Layout,
  value: Float64Array,
  valueAtMs: Float64Array,
  todays: Float64Array,
  dayStartMs: number,
): Meters {
  const meters: Meters = []
  for (const column of layout.meters) {
    const atMs = valueAtMs[column] as number
    if (Number.isNaN(atMs)) continue
    const today = todays[column] as number
    const todayAtMs = Number.isNaN(today) ? today : atMs
    const total = value[column] as number
    meters[column] = { ...emptyMeter(), total, totalAtMs: atMs, today, todayAtMs, emittedAtMs: atMs, dayStartMs }
  }
  return meters
}

/** The newest values of a state that no longer changes. */
export const newestOf = (
  { indexOf }: Layout,
  { atMs, value, valueAtMs }: Pick<DeviceState, 'atMs' | 'value' | 'valueAtMs'>,
): Newest => readNewest(indexOf, atMs, value, valueAtMs)

/** A copy of the newest values at this moment: later changes do not affect it. */
export const copyNewest = ({ indexOf }: Layout, { atMs, value, valueAtMs }: DeviceState): Newest =>
  // Plain arrays: a typed one has its own buffer, and thousands of these burden the garbage collector.
  readNewest(indexOf, atMs, toPlain(value), toPlain(valueAtMs))

/** A loop: Array.from walks an iterator, at several times the cost. */
function toPlain(from: Float64Array): readonly number[] {
  const to: number[] = []
  for (let i = 0; i < from.length; i++) to.push(from[i] as number)
  return to
}

const readNewest = (
  indexOf: Layout['indexOf'],
  atMs: number,
  value: ArrayLike<number>,
  valueAtMs: ArrayLike<number>,
): Newest => ({
  atMs,
  valueOf: (quantity) => {
    const index = indexOf.get(quantity)
    const readAtMs = index === undefined ? undefined : valueAtMs[index]
    if (index === undefined || readAtMs === undefined || Number.isNaN(readAtMs)) return undefined
    return { value: value[index] as number, atMs: readAtMs }
  },
  valueSince: (quantity, fromMs) => {
    const index = indexOf.get(quantity)
    // None is NaN, which is not later than anything.
    return index !== undefined && (valueAtMs[index] as number) >= fromMs ? value[index] : undefined
  },
})
