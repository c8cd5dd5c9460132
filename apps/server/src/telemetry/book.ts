import { type CounterRule, counterStep } from '@heliograph/domain/counter.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import {
  type Accumulator,
  addLast,
  addMean,
  addShare,
  addStep,
  emptyAccumulator,
  mergeInto,
  type StepSums,
  SUM_UNIT,
} from './accumulator.ts'
import { type Period, periodOf } from './calendar.ts'
import type { DeviceState } from './device-state.ts'
import type { Column, Layout } from './layout.ts'
import { type Ledger, plantDayOf, type RollupResolution } from './ledger.ts'
import type { DeviceMeta, Row } from './sample.ts'

/** The books of one device during a batch: its state, and the ledger into which closed periods go. */
export type Book = Readonly<{ device: DeviceMeta; layout: Layout; state: DeviceState; ledger: Ledger }>

/** One reading of one counter or state; `today` is the same meter's daily counter in the same sample. */
export type Reading = Readonly<{ atMs: number; value: number; today: number | null }>

/** The stored readings around an instant; `unknown`: there were some, but they are no longer kept. */
export type Neighbours = Readonly<{ before?: Reading | undefined; after?: Reading | undefined; unknown?: boolean }>

/** A state counts for its own time until the next reading, and through a gap no longer than this (three intervals). */
export const STATE_CAP_MS = 15 * 60_000

/**
 * The device's rating bounds what it makes and stores. What passes its meter to house and grid may be more (other
 * inverters, the house's fuse), so there only the absurd is refused.
 */
const PASSING_FACTOR = 10
const passing: ReadonlySet<Flow | undefined> = new Set<Flow | undefined>(['import', 'export', 'load', 'generator'])

/** A sample newer than everything the device sent before. */
export function takeNewest(book: Book, row: Row): void {
  const { state, layout } = book
  const period = periodOf(row.atMs, book.device.zone)
  openPeriod(book, period)
  takeAlone(book, row, period)
  for (let i = 0; i < row.values.length; i++) {
    const value = row.values[i]
    if (value == null) continue
    if (layout.columns[i]?.isSequence) follow(book, i, readingOf(layout, row, i, value))
    state.value[i] = value
    state.valueAtMs[i] = row.atMs
  }
  state.atMs = row.atMs
}

/** Samples that are not newer than the newest, ascending. */
export function takeLate(
  book: Book,
  rows: readonly Row[],
  neighboursOf: (column: number, atMs: number) => Neighbours,
): void {
  const { state, layout } = book
  for (const row of rows) takeAlone(book, row, periodOf(row.atMs, book.device.zone))
  layout.columns.forEach(({ isSequence }, i) => {
    // The readings of this batch that are in the books already: neighbours of those that follow.
    let previous: Reading | undefined
    for (const row of rows) {
      const value = row.values[i]
      if (value == null) continue
      const reading = readingOf(layout, row, i, value)
      const isNewest = !(row.atMs < (state.valueAtMs[i] as number))
      if (isSequence && isNewest) follow(book, i, reading)
      else if (isSequence) {
        insert(book, i, previous, reading, neighboursOf(i, row.atMs))
        previous = reading
      }
      if (!isNewest) continue
      state.value[i] = value
      state.valueAtMs[i] = row.atMs
    }
  })
}

function readingOf(layout: Layout, row: Row, column: number, value: number): Reading {
  return { atMs: row.atMs, value, today: row.values[layout.columns[column]?.today ?? -1] ?? null }
}

/** What a sample says by itself, whatever its neighbours are. */
function takeAlone(book: Book, row: Row, period: Period): void {
  const { layout, device } = book
  const day = plantDayOf(book.ledger, device.plantId, period.date)
  day.samples++
  if (row.timeSource !== 0) day.estimated++
  const targets = targetsOf(book, period)
  for (let i = 0; i < row.values.length; i++) {
    const value = row.values[i]
    if (value == null) continue
    const { rollUp, flow } = layout.columns[i] as Column
    if (rollUp === 'mean') for (const acc of targets) addMean(acc, i, value)
    else if (rollUp === 'last') for (const acc of targets) addLast(acc, i, row.atMs, value)
    else if (flow && device.flows.includes(flow)) day.energy[flow] ??= 0
  }
}

/** A reading after the newest one of its column. */
function follow(book: Book, column: number, reading: Reading): void {
  const { state } = book
  const beforeAtMs = state.valueAtMs[column] as number
  if (Number.isNaN(beforeAtMs)) state.firstAtMs[column] = reading.atMs
  else {
    const today = state.today[column] as number
    const before = {
      atMs: beforeAtMs,
      value: state.value[column] as number,
      today: Number.isNaN(today) ? null : today,
    }
    addPair(book, column, before, reading, 1)
  }
  state.today[column] = reading.today ?? Number.NaN
}

/** A reading between two others: the pair that they were is replaced by two. */
function insert(book: Book, column: number, previous: Reading | undefined, reading: Reading, around: Neighbours): void {
  const { state } = book
  if (reading.atMs < (state.firstAtMs[column] as number)) state.firstAtMs[column] = reading.atMs
  // Half of a pair that cannot be taken back would count its energy twice.
  if (around.unknown) return
  const { after } = around
  const before = previous && !(around.before && around.before.atMs > previous.atMs) ? previous : around.before
  if (before) {
    if (after) addPair(book, column, before, after, -1)
    addPair(book, column, before, reading, 1)
  }
  if (after) addPair(book, column, reading, after, 1)
}

function addPair(book: Book, column: number, before: Reading, after: Reading, sign: 1 | -1): void {
  if (book.layout.columns[column]?.rollUp === 'share') {
    addStateTime(book, column, before, Math.min(after.atMs, before.atMs + STATE_CAP_MS), sign)
  } else addCounterStep(book, column, before, after, sign)
}

function addStateTime(book: Book, column: number, { atMs, value }: Reading, endMs: number, sign: 1 | -1): void {
  for (let fromMs = atMs; fromMs < endMs; ) {
    const period = periodOf(fromMs, book.device.zone)
    const toMs = Math.min(endMs, period.hourEndMs)
    for (const acc of targetsOf(book, period)) addShare(acc, column, value, sign * (toMs - fromMs))
    fromMs = toMs
  }
}

function addCounterStep(book: Book, column: number, before: Reading, after: Reading, sign: 1 | -1): void {
  const { device, layout, ledger } = book
  const { id, flow } = layout.columns[column] as Column
  const step = counterStep(
    { atMs: before.atMs, totalWh: before.value, todayWh: before.today },
    { atMs: after.atMs, totalWh: after.value, todayWh: after.today },
    ruleOf(device, flow),
  )
  const sums: StepSums = {
    energy: Math.round(step.energyWh * SUM_UNIT),
    refused: Math.round(step.refusedWh * SUM_UNIT),
    quarantined: step.verdict === 'quarantined' ? 1 : 0,
    resets: step.verdict === 'reset' ? 1 : 0,
  }
  const period = periodOf(after.atMs, device.zone)
  for (const acc of targetsOf(book, period)) addStep(acc, column, sums, sign)
  if (flow && device.flows.includes(flow)) {
    const day = plantDayOf(ledger, device.plantId, period.date)
    day.energy[flow] = (day.energy[flow] ?? 0) + sign * sums.energy
    day.refused += sign * sums.refused
    day.quarantined += sign * sums.quarantined
    day.resets += sign * sums.resets
  }
  if (sums.quarantined === 0) return
  const { plantId, deviceId } = device
  ledger.quarantine.set(`${deviceId} ${id} ${after.atMs}`, {
    plantId,
    deviceId,
    quantity: id,
    atMs: after.atMs,
    step: sign === 1 ? { beforeWh: before.value, afterWh: after.value, refusedWh: step.refusedWh } : null,
  })
}

function ruleOf(device: DeviceMeta, flow: Flow | undefined): CounterRule {
  const ratedW = device.ratedW ?? Number.POSITIVE_INFINITY
  return {
    ratedW: passing.has(flow) ? ratedW * PASSING_FACTOR : ratedW,
    stepWh: device.stepWh,
    wrapsAtWh: device.wrapsAtWh ?? undefined,
  }
}

/** Closes the open hour, and the day when another one begins. */
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

/** Everything that a contribution to an hour goes into: the open accumulators, or changes to closed periods. */
function targetsOf(book: Book, period: Period): readonly Accumulator[] {
  const { state } = book
  if (period.hourStartMs === state.hourStartMs) return [state.hour]
  const hour = changeOf(book, 'h', period.hourStartMs)
  if (period.dayStartMs === state.dayStartMs) return [hour, state.day]
  return [
    hour,
    changeOf(book, 'd', period.dayStartMs),
    changeOf(book, 'm', period.monthStartMs),
    changeOf(book, 'y', period.yearStartMs),
  ]
}

function changeOf({ device, layout, ledger }: Book, resolution: RollupResolution, startMs: number): Accumulator {
  const { plantId, deviceId } = device
  const key = `${deviceId} ${resolution}${startMs}`
  let change = ledger.rollups.get(key)
  if (!change) {
    const part = emptyAccumulator(layout.columns.length)
    change = { plantId, deviceId, resolution, startMs, layout, part }
    ledger.rollups.set(key, change)
  }
  return change.part
}
