import {
  type ByteReader,
  type ByteWriter,
  readNumber,
  readSigned,
  readVarint,
  writeNumber,
  writeSigned,
  writeVarint,
} from './bytes.ts'
import { takeDoubles } from './doubles.ts'
import type { Layout } from './layout.ts'

/**
 * The content of a period (hour, day, month or year) for each column. All of it is additive: two parts of a period add
 * up to the whole, and a contribution can be subtracted again. Sums are whole multiples of 0.0001, so they are exact
 * and independent of the order of samples.
 *
 * Eight numbers per column:
 *   mean       n, sum, min, max
 *   last       n, instant, value
 *   increment  steps, energy, refused energy, quarantined steps, resets, and of the energy: the parts whose hour and
 *              whose day are estimated, and what the device reported for the time before its first record
 *   share      - (milliseconds per state, in `shares`)
 */
export type Accumulator = Readonly<{ numbers: Float64Array; shares: (Map<number, number> | undefined)[] }>

export const WIDTH = 8
/** Numbers per column before energy could be estimated. */
const OLD_WIDTH = 5
export const SUM_UNIT = 10_000

/** A device with a new code every minute must not create an endless row: further states count as this one. */
export const OTHER_STATE = -1
const MAX_STATES = 64

export const emptyAccumulator = (columns: number): Accumulator => ({
  numbers: takeDoubles(columns * WIDTH),
  shares: [],
})

export function addMean({ numbers }: Accumulator, column: number, value: number): void {
  const o = column * WIDTH
  if (numbers[o] === 0) {
    numbers[o + 2] = value
    numbers[o + 3] = value
  } else if (value < at(numbers, o + 2)) numbers[o + 2] = value
  else if (value > at(numbers, o + 3)) numbers[o + 3] = value
  numbers[o] = at(numbers, o) + 1
  numbers[o + 1] = at(numbers, o + 1) + Math.round(value * SUM_UNIT)
}

export function addLast({ numbers }: Accumulator, column: number, atMs: number, value: number): void {
  const o = column * WIDTH
  if (numbers[o] === 0 || atMs > at(numbers, o + 1)) {
    numbers[o + 1] = atMs
    numbers[o + 2] = value
  }
  numbers[o] = at(numbers, o) + 1
}

/** Energies in units of 0.0001 Wh; `sign` -1 subtracts a step again. */
export type StepSums = Readonly<{
  n: number
  energy: number
  refused: number
  quarantined: number
  resets: number
  hourEstimated: number
  dayEstimated: number
  reported: number
}>

export function addStep({ numbers }: Accumulator, column: number, step: StepSums, sign: 1 | -1): void {
  const o = column * WIDTH
  numbers[o] = at(numbers, o) + sign * step.n
  numbers[o + 1] = at(numbers, o + 1) + sign * step.energy
  numbers[o + 2] = at(numbers, o + 2) + sign * step.refused
  numbers[o + 3] = at(numbers, o + 3) + sign * step.quarantined
  numbers[o + 4] = at(numbers, o + 4) + sign * step.resets
  numbers[o + 5] = at(numbers, o + 5) + sign * step.hourEstimated
  numbers[o + 6] = at(numbers, o + 6) + sign * step.dayEstimated
  numbers[o + 7] = at(numbers, o + 7) + sign * step.reported
}

/** @param ms milliseconds in the state, negative to subtract them */
export function addShare({ shares }: Accumulator, column: number, state: number, ms: number): void {
  let states = shares[column]
  if (!states) {
    states = new Map()
    shares[column] = states
  }
  states.set(state, (states.get(state) ?? 0) + ms)
}

/** Adds a part, or changes of one, to a whole. */
export function mergeInto(whole: Accumulator, part: Accumulator, layout: Layout): void {
  const { numbers } = whole
  for (let column = 0; column * WIDTH < part.numbers.length; column++) {
    const o = column * WIDTH
    const rollUp = layout.columns[column]?.rollUp
    if (rollUp === 'share') mergeShares(whole, part, column)
    else if (rollUp === 'increment') {
      for (let k = o; k < o + WIDTH; k++) numbers[k] = at(numbers, k) + at(part.numbers, k)
    } else if (part.numbers[o] !== 0) {
      const isFirst = numbers[o] === 0
      numbers[o] = at(numbers, o) + at(part.numbers, o)
      if (rollUp === 'last') {
        if (isFirst || at(part.numbers, o + 1) > at(numbers, o + 1)) {
          numbers[o + 1] = at(part.numbers, o + 1)
          numbers[o + 2] = at(part.numbers, o + 2)
        }
      } else {
        numbers[o + 1] = at(numbers, o + 1) + at(part.numbers, o + 1)
        numbers[o + 2] = isFirst ? at(part.numbers, o + 2) : Math.min(at(numbers, o + 2), at(part.numbers, o + 2))
        numbers[o + 3] = isFirst ? at(part.numbers, o + 3) : Math.max(at(numbers, o + 3), at(part.numbers, o + 3))
      }
    }
  }
}

function mergeShares(whole: Accumulator, part: Accumulator, column: number): void {
  for (const [state, ms] of part.shares[column] ?? []) addShare(whole, column, state, ms)
}

/** @param baseMs the period's start: instants are stored relative to it */
export function writeAccumulator(w: ByteWriter, acc: Accumulator, layout: Layout, baseMs: number): void {
  const { numbers } = acc
  const count = numbers.length / WIDTH
  // A first byte of 0 marks the current width; the old format began with the count.
  writeVarint(w, 0)
  writeVarint(w, count)
  for (let column = 0; column < count; column++) {
    const o = column * WIDTH
    const rollUp = layout.columns[column]?.rollUp
    if (rollUp === 'share') {
      writeShares(w, acc.shares[column])
      continue
    }
    const n = at(numbers, o)
    const isClean = rollUp !== 'increment' || isPlain(numbers, o)
    writeVarint(w, n * 2 + (isClean ? 0 : 1))
    if (n === 0) continue
    if (rollUp === 'mean') {
      writeSigned(w, at(numbers, o + 1))
      writeNumber(w, at(numbers, o + 2))
      writeNumber(w, at(numbers, o + 3))
    } else if (rollUp === 'last') {
      writeSigned(w, at(numbers, o + 1) - baseMs)
      writeNumber(w, at(numbers, o + 2))
    } else {
      writeSigned(w, at(numbers, o + 1))
      if (!isClean) for (let k = 2; k < WIDTH; k++) writeSigned(w, at(numbers, o + k))
    }
  }
}

function isPlain(numbers: Float64Array, o: number): boolean {
  for (let k = 2; k < WIDTH; k++) if (numbers[o + k] !== 0) return false
  return true
}

function writeShares(w: ByteWriter, shares: ReadonlyMap<number, number> | undefined): void {
  const states = [...(shares ?? [])].filter(([, ms]) => ms !== 0)
  if (states.length > MAX_STATES) foldOthers(states)
  writeVarint(w, states.length)
  for (const [state, ms] of states) {
    writeNumber(w, state)
    writeSigned(w, ms)
  }
}

function foldOthers(states: [number, number][]): void {
  const others = states.splice(MAX_STATES - 1).reduce((sum, [, ms]) => sum + ms, 0)
  const known = states.find(([state]) => state === OTHER_STATE)
  if (known) known[1] += others
  else states.push([OTHER_STATE, others])
}

/** @param columns the number of columns in the result; the list may have grown since the bytes were written */
export function readAccumulator(r: ByteReader, layout: Layout, baseMs: number, columns: number): Accumulator {
  const head = readVarint(r)
  const isOld = head > 0
  const width = isOld ? OLD_WIDTH : WIDTH
  const count = isOld || r.position >= r.bytes.length ? head : readVarint(r)
  const acc = emptyAccumulator(Math.max(columns, count))
  const { numbers } = acc
  for (let column = 0; column < count; column++) {
    const o = column * WIDTH
    const head = readVarint(r)
    const rollUp = layout.columns[column]?.rollUp
    if (rollUp === 'share') {
      for (let left = head; left > 0; left--) addShare(acc, column, readNumber(r), readSigned(r))
      continue
    }
    const n = Math.floor(head / 2)
    numbers[o] = n
    if (n === 0) continue
    if (rollUp === 'mean') {
      numbers[o + 1] = readSigned(r)
      numbers[o + 2] = readNumber(r)
      numbers[o + 3] = readNumber(r)
    } else if (rollUp === 'last') {
      numbers[o + 1] = baseMs + readSigned(r)
      numbers[o + 2] = readNumber(r)
    } else {
      numbers[o + 1] = readSigned(r)
      if (head % 2 === 1) for (let k = 2; k < width; k++) numbers[o + k] = readSigned(r)
    }
  }
  return acc
}

// Typed arrays of a checked length: the compiler cannot know.
const at = (numbers: Float64Array, index: number): number => numbers[index] as number
