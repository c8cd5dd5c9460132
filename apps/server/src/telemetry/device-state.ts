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
import type { Layout } from './layout.ts'
import type { Newest } from './sample.ts'

/**
 * What append carries from one sample of a device to the next. NaN stands for "none".
 * Kept in device_latest: `last` (newest value of each column) and `open` (the rest).
 */
export type DeviceState = {
  /** Newest sample. */
  atMs: number
  /** Per column: the newest reading and its instant; for sequences also the instant of the first one ever. */
  readonly value: Float64Array
  readonly valueAtMs: Float64Array
  readonly firstAtMs: Float64Array
  /** Per counter: "today" of the same meter in the sample of the newest reading. */
  readonly today: Float64Array
  /** Starts of the open hour and day. */
  hourStartMs: number
  dayStartMs: number
  hour: Accumulator
  /** The open day without its open hour. */
  day: Accumulator
}

const VERSION = 1
const scratch = byteWriter(16_384)

const none = (columns: number): Float64Array => new Float64Array(columns).fill(Number.NaN)

export const emptyState = (columns: number): DeviceState => ({
  atMs: Number.NaN,
  value: none(columns),
  valueAtMs: none(columns),
  firstAtMs: none(columns),
  today: none(columns),
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

/** How many columns the device had when `last` was written. */
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
 * `open`: version, starts of hour and day, then per sequence with a reading the age of its first one, per counter the
 * paired today (0 none, 1 the same as today's own column, 2 a number), then both accumulators.
 */
export function encodeOpen(state: DeviceState, layout: Layout): Buffer {
  const w = scratch
  w.length = 0
  writeByte(w, VERSION)
  writeSigned(w, state.hourStartMs)
  writeSigned(w, state.hourStartMs - state.dayStartMs)
  for (let i = 0; i < state.value.length; i++) {
    const column = layout.columns[i]
    if (!column?.isSequence || Number.isNaN(state.valueAtMs[i])) continue
    writeVarint(w, (state.valueAtMs[i] as number) - (state.firstAtMs[i] as number))
    if (column.rollUp !== 'increment') continue
    const today = state.today[i] as number
    const way = Number.isNaN(today) ? 0 : today === state.value[column.today] ? 1 : 2
    writeByte(w, way)
    if (way === 2) writeNumber(w, today)
  }
  writeAccumulator(w, state.hour, layout, state.hourStartMs)
  writeAccumulator(w, state.day, layout, state.dayStartMs)
  return writtenBytes(w)
}

/** @param layout must know every column that was written */
export function decodeState(last: Uint8Array, open: Uint8Array, layout: Layout): DeviceState {
  const columns = layout.columns.length
  const { atMs, value, valueAtMs } = decodeLast(last, columns)
  const r = byteReader(open)
  readByte(r)
  const hourStartMs = readSigned(r)
  const dayStartMs = hourStartMs - readSigned(r)
  const firstAtMs = none(columns)
  const todays = none(columns)
  for (let i = 0; i < columns; i++) {
    const { isSequence, rollUp, today } = layout.columns[i] as Layout['columns'][number]
    if (!isSequence || Number.isNaN(valueAtMs[i])) continue
    firstAtMs[i] = (valueAtMs[i] as number) - readVarint(r)
    if (rollUp !== 'increment') continue
    const way = readByte(r)
    if (way === 1) todays[i] = value[today] as number
    else if (way === 2) todays[i] = readNumber(r)
  }
  const hour = readAccumulator(r, layout, hourStartMs, columns)
  const day = readAccumulator(r, layout, dayStartMs, columns)
  return { atMs, value, valueAtMs, firstAtMs, today: todays, hourStartMs, dayStartMs, hour, day }
}

/** The newest values as they are at this moment: what follows changes nothing about them. */
export function newestOf({ indexOf }: Layout, state: DeviceState): Newest {
  const { atMs } = state
  const value = state.value.slice()
  const valueAtMs = state.valueAtMs.slice()
  return {
    atMs,
    valueOf: (quantity) => {
      const index = indexOf.get(quantity)
      const readAtMs = index === undefined ? undefined : valueAtMs[index]
      if (index === undefined || readAtMs === undefined || Number.isNaN(readAtMs)) return undefined
      return { value: value[index] as number, atMs: readAtMs }
    },
  }
}
