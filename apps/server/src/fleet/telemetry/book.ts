import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { addLast, addMean, addShare, emptyAccumulator, mergeInto } from './accumulator.ts'
import { type Period, periodOf } from './calendar.ts'
import { countedFlow } from './counted-flow.ts'
import { isSameUtcDay, utcDay } from './days.ts'
import type { Column } from './layout.ts'
import { plantDayOf } from './ledger.ts'
import { readMeters } from './meter-book.ts'
import { encodeMeters } from './meter-bytes.ts'
import { takeBelieved } from './refused-powers.ts'
import { isTimed, type Row } from './sample.ts'
import { type Book, changeOf, targetsOf } from './targets.ts'

/** One reading of one state. */
export type Reading = Readonly<{ atMs: number; value: number }>

/** The stored readings around an instant. */
export type Neighbors = Readonly<{ before?: Reading | undefined; after?: Reading | undefined }>

/** A state lasts until the next reading, and through a gap up to this length (three intervals). */
export const STATE_CAP_MS = 15 * MINUTE_MS

/** A sample newer than all earlier ones of the device. */
export function takeNewest(book: Book, options: Row): void {
  const row = takeBelieved(book, options)
  const { state, layout } = book
  const period = periodOf(row.atMs, book.device.zone)
  keepCheckpoint(book, row.atMs)
  openPeriod(book, period)
  takeAlone(book, row, period)
  readMeters(book, state.meters, row, book.isAccepted)
  for (let i = 0; i < row.values.length; i++) {
    const value = row.values[i]
    if (value == null) continue
    if (layout.columns[i]?.isSequence) follow(book, i, { atMs: row.atMs, value })
    state.value[i] = value
    state.valueAtMs[i] = row.atMs
  }
  state.atMs = row.atMs
  state.stored++
}

function keepCheckpoint({ device, state, ledger }: Book, atMs: number): void {
  // Meters that wait for a recount have no valid state.
  if (!state.isCounted || isSameUtcDay(state.atMs, atMs)) return
  const day = utcDay(atMs)
  const { plantId, deviceId } = device
  ledger.checkpoints.set(`${deviceId} ${day}`, { plantId, deviceId, day, meters: encodeMeters(state.meters) })
}

/** Samples that are not newer than the newest, ascending. late-meters.ts reads their counters. */
export function takeLate(
  book: Book,
  options: readonly Row[],
  neighborsOf: (column: number, atMs: number) => Neighbors,
): void {
  const rows = options.map((row) => takeBelieved(book, row))
  const { state, layout } = book
  for (const row of rows) takeAlone(book, row, periodOf(row.atMs, book.device.zone))
  state.stored += rows.length
  layout.columns.forEach(({ isSequence, rollUp }, i) => {
    // Readings of this batch that are in the books already: neighbors of the following ones.
    let previous: Reading | undefined
    for (const row of rows) {
      const value = row.values[i]
      if (value == null) continue
      const reading = { atMs: row.atMs, value }
      const isNewest = !(row.atMs < (state.valueAtMs[i] as number))
      if (isSequence && isNewest) follow(book, i, reading)
      else if (rollUp === 'share') {
        insert(book, i, previous, reading, neighborsOf(i, row.atMs))
        previous = reading
      }
      if (!isNewest) continue
      state.value[i] = value
      state.valueAtMs[i] = row.atMs
    }
  })
}

/** The content of a sample that does not depend on its neighbors. */
function takeAlone(book: Book, row: Row, period: Period): void {
  const { layout, device } = book
  const day = device.isOnHold ? undefined : plantDayOf(book.ledger, device.plantId, period.date)
  if (day) {
    day.samples++
    if (!isTimed(row.origin)) day.estimated++
  }
  const targets = targetsOf(book, period)
  for (let i = 0; i < row.values.length; i++) {
    const value = row.values[i]
    if (value == null) continue
    const { rollUp, flow } = layout.columns[i] as Column
    if (rollUp === 'mean') for (const acc of targets) addMean(acc, i, value)
    else if (rollUp === 'last') for (const acc of targets) addLast(acc, i, row.atMs, value)
    else if (day && flow) {
      const counted = countedFlow(device, flow, period.date)
      if (counted !== undefined) day.energy[counted] ??= 0
    }
  }
}

/** A reading after the newest one of its column. */
function follow(book: Book, column: number, reading: Reading): void {
  const { state, layout } = book
  const atMs = state.valueAtMs[column] as number
  if (Number.isNaN(atMs)) state.firstAtMs[column] = reading.atMs
  else if (layout.columns[column]?.rollUp === 'share')
    addStateTime(book, column, { atMs, value: state.value[column] as number }, stateEnd(atMs, reading.atMs), 1)
}

/** A reading between two others: two pairs replace their pair. */
function insert(book: Book, column: number, previous: Reading | undefined, reading: Reading, around: Neighbors): void {
  const { state } = book
  if (reading.atMs < (state.firstAtMs[column] as number)) state.firstAtMs[column] = reading.atMs
  const { after } = around
  const before = previous && !(around.before && around.before.atMs > previous.atMs) ? previous : around.before
  if (before) {
    if (after) addPair(book, column, before, after, -1)
    addPair(book, column, before, reading, 1)
  }
  if (after) addPair(book, column, reading, after, 1)
}

const stateEnd = (atMs: number, afterMs: number): number => Math.min(afterMs, atMs + STATE_CAP_MS)

const addPair = (book: Book, column: number, before: Reading, after: Reading, sign: 1 | -1): void =>
  addStateTime(book, column, before, stateEnd(before.atMs, after.atMs), sign)

function addStateTime(book: Book, column: number, { atMs, value }: Reading, endMs: number, sign: 1 | -1): void {
  for (let fromMs = atMs; fromMs < endMs; ) {
    const period = periodOf(fromMs, book.device.zone)
    const toMs = Math.min(endMs, period.hourEndMs)
    for (const acc of targetsOf(book, period)) addShare(acc, column, value, sign * (toMs - fromMs))
    fromMs = toMs
  }
}

/** Closes the open hour, and the day when another one starts. */
function openPeriod(book: Book, { hourStartMs, dayStartMs }: Period): void {
  const { state, layout, device } = book
  if (state.hourStartMs === hourStartMs) return
  if (!Number.isNaN(state.hourStartMs)) {
    mergeInto(changeOf(book, 'h', state.hourStartMs), state.hour, layout)
    mergeInto(state.day, state.hour, layout)
    state.hour = emptyAccumulator(layout.columns.length)
    if (state.dayStartMs !== dayStartMs) {
      const old = periodOf(state.hourStartMs, device.zone)
      mergeInto(changeOf(book, 'd', state.dayStartMs), state.day, layout)
      mergeInto(changeOf(book, 'm', old.monthStartMs), state.day, layout)
      mergeInto(changeOf(book, 'y', old.yearStartMs), state.day, layout)
      state.day = emptyAccumulator(layout.columns.length)
    }
  }
  state.hourStartMs = hourStartMs
  state.dayStartMs = dayStartMs
}
