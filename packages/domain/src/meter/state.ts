/** The input, output and state of a meter. */
import type { MeterRule, Steps } from './rule.ts'

/** One reading, Wh; null: the device did not say. `dayStartMs`: start of the plant's day around `atMs`. */
export type MeterReading = Readonly<{
  atMs: number
  dayStartMs: number
  totalWh: number | null
  todayWh: number | null
  yesterdayWh: number | null
}>

/** Energy counted between two instants, with what is known of its division over days. All Wh >= 0. */
export type MeterEnergy = Readonly<{
  kind: 'energy'
  sign: 1 | -1
  fromMs: number
  toMs: number
  wh: number
  /** "Today" at `toMs`, where the device began a new day since `fromMs`; else null. */
  sinceResetWh: number | null
  /** The device's own figure of the day before, where it has one. */
  yesterdayWh: number | null
  /** Energy counted before on the day of `fromMs`; NaN: unknown. */
  countedWh: number
}>

/** `sign` -1: takes back an earlier event. */
export type MeterEvent = Readonly<{ sign: 1 | -1 }> &
  (
    | MeterEnergy
    /** "Today" of the first reading: produced before the device's first contact. */
    | Readonly<{ kind: 'reported'; fromMs: number; toMs: number; wh: number }>
    /** A rise (or an outlier, then possibly a fall) that is in no sum. `atMs`: the later reading. */
    | Readonly<{ kind: 'refused'; atMs: number; beforeWh: number; afterWh: number }>
    | Readonly<{ kind: 'reset'; atMs: number }>
    /** The first reading: what was made before on its day is known only where `todayWh` says it. */
    | Readonly<{ kind: 'begun'; atMs: number; dayStartMs: number; todayWh: number | null }>
  )

export type Refused = Readonly<{ atMs: number; beforeWh: number; afterWh: number }>

/** The state of the fold between readings. NaN stands for "none". `readMeter` changes it in place. */
export type MeterState = {
  total: number
  totalAtMs: number
  today: number
  todayAtMs: number
  /** Energy is counted up to this instant. */
  emittedAtMs: number
  /** Greatest common divisor of the totals seen, Wh; 0: none seen. */
  divisor: number
  /** The day on which the total last moved. */
  movedDayMs: number
  /** The counted part of the total's next step: 0 to one step, more while "today" counted too much. At least so much. */
  part: number
  /** And at most so much more: on its first day it is unknown how far the total's step had come. */
  freeWh: number
  /** Worth of the first move if "today" stands still: paid when the total moves again before "today" does. */
  owedWh: number
  /** The day on which a move of the total last said how much that is. */
  partDayMs: number
  /**
   * The rise of "today" since the total last moved, since "today" was last accepted, and the part that was not counted.
   */
  quietWh: number
  unreadWh: number
  heldWh: number
  /** Energy counted by "today" while the total was silent. */
  aheadWh: number
  /** "Today" was reset since energy was last counted. */
  isNewDaily: boolean
  /** The total stands still while "today" runs. */
  isStuck: boolean
  /** Of a hybrid (hybrid.ts): since when its cells give nothing; what the total rose since, and what the battery gave. */
  darkSinceMs: number
  darkRiseWh: number
  darkGivenWh: number
  /** The total counts what the battery gives. */
  isOutput: boolean
  /** Amount by which rise + charge - discharge fell below zero. */
  carryWh: number
  /** The power of its cells at `totalAtMs`, W. */
  pvW: number
  dayStartMs: number
  dayWh: number
  /** The rise of both counters on this day over the same spans, and whether they disagree. */
  dayTotalWh: number
  dayTodayWh: number
  isApart: boolean
  /** Energy counted for the first day, while it may still turn out to belong to another day. */
  reported: Readonly<{ fromMs: number; toMs: number; wh: number }> | null
  /** The first energy of a day by "today" alone, until that rises: it may have been the day before's figure still. */
  opening: Opening | null
  /** How to take the newest large rise back. */
  undo: Undo | null
  candidate: Candidate | null
  /** The total before its assumed reset. */
  former: Former | null
}

/** `earlierWh`: the part of it that was made before that day in any case. */
export type Opening = Readonly<{ emitted: MeterEnergy; earlierWh: number }>

export type Undo = {
  readonly total: number
  readonly totalAtMs: number
  readonly emittedAtMs: number
  readonly divisor: number
  readonly part: number
  readonly freeWh: number
  readonly partDayMs: number
  readonly emitted: MeterEnergy
  /** Rise of "today" and counted energy since. */
  todayWh: number
  emittedWh: number
}

export type Candidate = {
  readonly firstAtMs: number
  readonly firstTotal: number
  /** Rise of "today" between the accepted total and the candidate. */
  readonly unreadWh: number
  atMs: number
  total: number
  count: number
  wh: number
}

export type Former = {
  readonly total: number
  readonly divisor: number
  readonly atMs: number
  readonly refused: Refused | null
  emittedWh: number
}

/** A meter that has read nothing. */
export const emptyMeter = (): MeterState => ({
  total: Number.NaN,
  totalAtMs: Number.NaN,
  today: Number.NaN,
  todayAtMs: Number.NaN,
  emittedAtMs: Number.NaN,
  divisor: 0,
  movedDayMs: Number.NaN,
  part: Number.NaN,
  freeWh: 0,
  owedWh: 0,
  partDayMs: Number.NaN,
  quietWh: 0,
  unreadWh: 0,
  heldWh: 0,
  aheadWh: 0,
  isNewDaily: false,
  isStuck: false,
  darkSinceMs: Number.NaN,
  darkRiseWh: 0,
  darkGivenWh: 0,
  isOutput: false,
  carryWh: 0,
  pvW: Number.NaN,
  dayStartMs: Number.NaN,
  dayWh: 0,
  dayTotalWh: 0,
  dayTodayWh: 0,
  isApart: false,
  reported: null,
  opening: null,
  undo: null,
  candidate: null,
  former: null,
})

export type Emit = (event: MeterEvent) => void

/** How "today" changed. `isReset`: the device has begun a new day since. */
export type Daily = Readonly<{ riseWh: number; isReset: boolean; isJitter: boolean }>
export type Context = Readonly<{
  state: MeterState
  reading: MeterReading
  rule: MeterRule
  steps: Steps
  daily: Daily | null
  rise: number
  divides: boolean
  isAccepted: (atMs: number) => boolean
  emit: Emit
}>
