import { DAY_MS, HOUR_MS } from './duration.ts'
/**
 * One energy from one meter. A device counts the same energy twice: `total` since it was built, `today` since its own
 * last reset. The total is the truth, in coarse steps; "today" divides those steps. A meter is a fold over readings in
 * the order of time: the same readings give the same events, so history can be counted again from any stored state.
 *
 * Rules:
 * - Over any span the counted energy and the rise of the total part by no more than one step of the total.
 * - An implausible reading is a candidate. It is dropped when the next reading goes on from the one before it, and
 *   believed when three readings in a row go on from it.
 * - Where one counter is absent or stands still, the other counts alone.
 */

/** What is known of a meter's two counters. Power in W (Infinity: unknown), steps in Wh (> 0). */
export type MeterRule = Readonly<{
  /** Rated power behind the counter. */
  ratedW: number
  /** Smallest steps in which the counters move, as the profile states them. */
  totalStepWh: number
  todayStepWh: number
  /** The total may turn out to move in coarser steps, up to this. */
  maxStepWh: number
  /** The total begins again at 0 here, if its register is that narrow. */
  wrapsAtWh?: number | undefined
}>

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
  fromMs: number
  toMs: number
  wh: number
  /** "Today" at `toMs`, where the device began a new day since `fromMs`; else null. */
  sinceResetWh: number | null
  /** The device's own figure of the day before, where it has one. */
  yesterdayWh: number | null
  /** What was counted on the day of `fromMs` before; NaN: unknown. */
  countedWh: number
}>

/** `sign` -1: an event told before is taken back. */
export type MeterEvent = Readonly<{ sign: 1 | -1 }> &
  (
    | MeterEnergy
    /** "Today" of the first reading ever: made before anything was heard of the device. */
    | Readonly<{ kind: 'reported'; fromMs: number; toMs: number; wh: number }>
    /** A rise (or an outlier, then possibly a fall) that is in no sum. `atMs`: the later reading. */
    | Readonly<{ kind: 'refused'; atMs: number; beforeWh: number; afterWh: number }>
    | Readonly<{ kind: 'reset'; atMs: number }>
  )

type Refused = Readonly<{ atMs: number; beforeWh: number; afterWh: number }>

/** What the fold carries from reading to reading. NaN stands for "none". Changed in place by `readMeter`. */
export type MeterState = {
  total: number
  totalAtMs: number
  today: number
  todayAtMs: number
  /** Up to here energy has been told. */
  toldAtMs: number
  /** Greatest common divisor of the totals seen, Wh; 0: none seen. */
  divisor: number
  /** The day on which the total last moved. */
  movedDayMs: number
  /** How much of the next step of the total is counted already: 0 to one step, more while "today" told too much. */
  part: number
  /** While that is unknown: what is counted since the total was first read. */
  freeWh: number
  /** The day on which a move of the total last said how much that is. */
  partDayMs: number
  /** What "today" rose since the total last moved, since it was last believed, and what of it was not counted. */
  quietWh: number
  unreadWh: number
  heldWh: number
  /** What "today" told in place of a total that was silent. */
  aheadWh: number
  /** "Today" began anew since energy was last told. */
  isNewDaily: boolean
  /** The total stands still while "today" runs. */
  isStuck: boolean
  dayStartMs: number
  dayWh: number
  /** What was told of the first day, while it may still turn out to be another day's. */
  reported: Readonly<{ fromMs: number; toMs: number; wh: number }> | null
  /** How to take the newest large rise back. */
  undo: Undo | null
  candidate: Candidate | null
  /** Where the total stood before it was believed to begin anew. */
  former: Former | null
}

type Undo = {
  readonly total: number
  readonly totalAtMs: number
  readonly toldAtMs: number
  readonly part: number
  readonly partDayMs: number
  readonly told: MeterEnergy
  /** Rise of "today" and energy told since. */
  todayWh: number
  toldWh: number
}

type Candidate = {
  readonly firstAtMs: number
  readonly firstTotal: number
  /** Rise of "today" between the believed total and the candidate. */
  readonly unreadWh: number
  atMs: number
  total: number
  count: number
  wh: number
}

type Former = { readonly total: number; readonly atMs: number; readonly refused: Refused | null; toldWh: number }

/** The state of a meter before its first reading; NaN stands for what is unknown. */
export const emptyMeter = (): MeterState => ({
  total: Number.NaN,
  totalAtMs: Number.NaN,
  today: Number.NaN,
  todayAtMs: Number.NaN,
  toldAtMs: Number.NaN,
  divisor: 0,
  movedDayMs: Number.NaN,
  part: Number.NaN,
  freeWh: 0,
  partDayMs: Number.NaN,
  quietWh: 0,
  unreadWh: 0,
  heldWh: 0,
  aheadWh: 0,
  isNewDaily: false,
  isStuck: false,
  dayStartMs: Number.NaN,
  dayWh: 0,
  reported: null,
  undo: null,
  candidate: null,
  former: null,
})

/** A rise may exceed rated power x time by this factor. */
export const PLAUSIBLE_FACTOR = 1.3

/** A counter that was silent for longer is not waited for. */
const WAIT_MS = 2 * HOUR_MS
/** So many readings in a row make a candidate the truth. */
const CONFIRMATIONS = 3

/** The most that can be counted between two instants, Wh: never less than two steps, so no single step is refused. */
export const plausibleWh = (rule: Pick<MeterRule, 'ratedW'>, spanMs: number, stepWh: number): number =>
  (rule.ratedW * Math.max(0, spanMs) * PLAUSIBLE_FACTOR) / HOUR_MS + 2 * stepWh

type Tell = (event: MeterEvent) => void

/**
 * Takes the next reading, later than all before it.
 * @param isAccepted whether a person accepted the refused rise that ends at an instant
 * @param tell called with what follows from the reading, in Wh and UTC ms
 */
export function readMeter(
  state: MeterState,
  reading: MeterReading,
  rule: MeterRule,
  isAccepted: (atMs: number) => boolean,
  tell: Tell,
): void {
  const { totalWh, todayWh, atMs } = reading
  if (totalWh === null && todayWh === null) return
  if (!Number.isNaN(state.toldAtMs)) forgetIdle(state, reading.dayStartMs)
  if (totalWh !== null) state.divisor = divisorOf(state.divisor, totalWh)
  if (Number.isNaN(state.toldAtMs)) {
    begin(state, reading, tell)
    return
  }
  const steps = stepsOf(state, rule)
  const daily = readToday(state, reading, rule, steps)
  const rise = daily?.riseWh ?? 0
  if (daily?.isReset) state.isNewDaily = true
  state.unreadWh += rise
  // A rise from before the total was read last is told by that already.
  if (!(state.todayAtMs < state.totalAtMs)) state.quietWh += rise
  if (state.undo) state.undo.todayWh += rise
  if (state.former && atMs - state.former.atMs > DAY_MS) state.former = null
  // "Today" divides the total while it is the finer of the two and goes on.
  const divides = steps.todayWh < steps.totalWh && (daily !== null || atMs - state.todayAtMs <= WAIT_MS)
  const verdict = totalWh === null ? 'missing' : judgeTotal(state, atMs, totalWh, rule, steps)
  const context: Context = { state, reading, rule, steps, daily, rise, divides, isAccepted, tell }
  if (verdict === 'runs' && totalWh !== null) beginTotal(context, totalWh)
  else if (verdict === 'ok' && totalWh !== null) takeTotal(context, totalWh)
  else if (verdict === 'returned' && totalWh !== null) takeReturn(context, totalWh)
  else if (verdict === 'begins' && totalWh !== null) beginTotal(context, totalWh)
  else if (verdict === 'candidate' && totalWh !== null) takeCandidate(context, totalWh)
  else takeTodayAlone(context)
  if (daily) {
    takeBackReported(context)
    if (!daily.isJitter) state.today = todayWh as number
    state.todayAtMs = atMs
  }
}

type Steps = Readonly<{ totalWh: number; todayWh: number }>
/** How "today" went on. `isReset`: the device began a new day since. */
type Daily = Readonly<{ riseWh: number; isReset: boolean; isJitter: boolean }>
type Context = Readonly<{
  state: MeterState
  reading: MeterReading
  rule: MeterRule
  steps: Steps
  daily: Daily | null
  rise: number
  divides: boolean
  isAccepted: (atMs: number) => boolean
  tell: Tell
}>

/** The step of the total as it was learnt from what was seen: never finer than stated. */
export const stepsOf = ({ divisor }: Pick<MeterState, 'divisor'>, rule: MeterRule): Steps => ({
  totalWh: Math.max(rule.totalStepWh, Math.min(divisor, rule.maxStepWh)),
  todayWh: rule.todayStepWh,
})

/**
 * What was learnt from moves of the total does not outlive a day without one, so that how a day is counted depends on a day
 * or two before it and not on all history: late records settle soon.
 */
function forgetIdle(state: MeterState, dayStartMs: number): void {
  if (dayStartMs === state.dayStartMs || state.movedDayMs === state.dayStartMs) return
  state.divisor = 0
  state.undo = null
  forgetPart(state)
  state.movedDayMs = Number.NaN
}

function forgetPart(state: MeterState): void {
  state.part = Number.NaN
  state.partDayMs = Number.NaN
  state.freeWh = 0
}

function divisorOf(divisor: number, totalWh: number): number {
  let a = divisor
  let b = Math.round(totalWh)
  while (b > 0) [a, b] = [b, a % b]
  return a
}

function begin(state: MeterState, reading: MeterReading, tell: Tell): void {
  const { atMs, dayStartMs, totalWh, todayWh } = reading
  state.toldAtMs = atMs
  state.dayStartMs = dayStartMs
  state.dayWh = todayWh ?? Number.NaN
  if (totalWh !== null) {
    state.total = totalWh
    state.totalAtMs = atMs
  }
  if (todayWh === null) return
  state.today = todayWh
  state.todayAtMs = atMs
  if (!(todayWh > 0) || atMs <= dayStartMs) return
  state.reported = { fromMs: dayStartMs, toMs: atMs, wh: todayWh }
  tell({ kind: 'reported', ...state.reported, sign: 1 })
}

function readToday(state: MeterState, reading: MeterReading, rule: MeterRule, steps: Steps): Daily | null {
  const { atMs, dayStartMs, totalWh, todayWh } = reading
  if (todayWh === null) return null
  if (Number.isNaN(state.today)) {
    // It says nothing of the time before its first reading.
    state.today = todayWh
    return { riseWh: 0, isReset: false, isJitter: false }
  }
  const spanMs = atMs - state.todayAtMs
  // It was away while the total went on: what lies between is told already.
  if (state.totalAtMs - state.todayAtMs > WAIT_MS && state.toldAtMs > state.todayAtMs)
    return { riseWh: 0, isReset: todayWh < state.today, isJitter: false }
  const mostWh = plausibleWh(rule, spanMs, steps.todayWh)
  const riseWh = todayWh - state.today
  const isNewDay = dayStartMs !== state.dayStartMs
  const totalRiseWh = totalWh === null || Number.isNaN(state.total) ? null : totalWh - state.total
  const slackWh = steps.totalWh + 2 * steps.todayWh
  if (riseWh < 0) {
    const isSmall = -riseWh <= 2 * steps.todayWh && todayWh > 0 && !isNewDay
    if (isSmall) return { riseWh: 0, isReset: false, isJitter: true }
    return todayWh <= mostWh ? { riseWh: todayWh, isReset: true, isJitter: false } : null
  }
  if (isNewDay && spanMs > WAIT_MS) {
    // A reset does not show when the new day has passed the old one's figure already.
    const isHidden =
      totalRiseWh === null
        ? spanMs > DAY_MS / 2
        : Math.abs(totalRiseWh - state.unreadWh - riseWh) > slackWh && todayWh <= totalRiseWh + slackWh
    if (isHidden) return { riseWh: todayWh, isReset: true, isJitter: false }
  }
  if (riseWh <= mostWh) return { riseWh, isReset: false, isJitter: false }
  const isAgreed =
    totalRiseWh !== null &&
    Math.abs(totalRiseWh - state.unreadWh - riseWh) <= slackWh &&
    riseWh <= plausibleWh(rule, DAY_MS, steps.todayWh)
  return isAgreed ? { riseWh, isReset: false, isJitter: false } : null
}

type Verdict = 'ok' | 'runs' | 'missing' | 'begins' | 'returned' | 'candidate'

function judgeTotal(state: MeterState, atMs: number, totalWh: number, rule: MeterRule, steps: Steps): Verdict {
  if (Number.isNaN(state.total)) return 'begins'
  // It stood still and runs again, from wherever: "today" has told what lies between.
  if (state.isStuck && totalWh > state.total) return 'runs'
  const rise = riseOf(state, atMs, totalWh, rule, steps)
  if (rise !== undefined) return 'ok'
  // Both counters tell the same rise: the clock is wrong, or the rating.
  const agreed = totalWh - state.total
  const isAgreed = agreed >= 0 && Math.abs(agreed - state.unreadWh) <= steps.totalWh + 2 * steps.todayWh
  if (isAgreed && state.unreadWh > 0 && agreed <= plausibleWh(rule, DAY_MS, steps.totalWh)) return 'ok'
  const { former } = state
  const back = former ? totalWh - former.total : -1
  if (former && back >= 0 && back <= plausibleWh(rule, atMs - former.atMs, steps.totalWh)) return 'returned'
  // A figure that trembles by one step says nothing.
  if (totalWh < state.total && state.total - totalWh <= steps.totalWh && totalWh > 0) return 'missing'
  return 'candidate'
}

/** The plausible rise of the total, over its roll-over where it has one; undefined: there is none. */
function riseOf(
  { total, totalAtMs }: Pick<MeterState, 'total' | 'totalAtMs'>,
  atMs: number,
  totalWh: number,
  rule: MeterRule,
  steps: Steps,
): number | undefined {
  const mostWh = plausibleWh(rule, atMs - totalAtMs, steps.totalWh)
  const rise = totalWh - total
  if (rise >= 0) return rise <= mostWh ? rise : undefined
  const wrapped = rise + (rule.wrapsAtWh ?? Number.NaN)
  return wrapped >= 0 && wrapped <= mostWh ? wrapped : undefined
}

function takeTotal(context: Context, totalWh: number): void {
  const { state, reading, rule, steps, tell } = context
  const { atMs } = reading
  dropCandidate(state, tell)
  const risen = riseOf(state, atMs, totalWh, rule, steps) ?? totalWh - state.total
  releaseRefused(context, totalWh)
  const { total, totalAtMs, toldAtMs, part, partDayMs } = state
  const told = tellEnergy(context, combine(context, risen))
  state.total = totalWh
  state.totalAtMs = atMs
  state.unreadWh = 0
  if (risen > 2 * steps.totalWh)
    state.undo = { total, totalAtMs, toldAtMs, part, partDayMs, told, todayWh: context.rise, toldWh: 0 }
  else if (risen > 0) state.undo = null
}

/** Energy for a rise of the total, by "today" where that divides it. */
function combine(context: Context, risen: number): number {
  const { state, steps, daily, rise, divides } = context
  if (state.isStuck) return rise
  const wh = divides ? divideStep(context, rise, risen, state.unreadWh) : takeAhead(state, risen)
  if (risen > 0) {
    if (!divides) forgetPart(state)
    state.movedDayMs = context.reading.dayStartMs
    state.quietWh = 0
    state.heldWh = 0
    return wh
  }
  state.heldWh += rise - wh
  if (daily === null || state.quietWh <= 2 * steps.totalWh + 4 * steps.todayWh) return wh
  state.isStuck = true
  const heldWh = Math.max(0, state.heldWh)
  state.heldWh = 0
  return wh + heldWh
}

/** What a rise of the total adds to what "today" told while the total was silent. */
function takeAhead(state: MeterState, risen: number): number {
  const { aheadWh } = state
  state.aheadWh = Math.max(0, aheadWh - risen)
  return Math.max(0, risen - aheadWh)
}

/**
 * Divides the total's steps by "today": what is counted is never less than the total, and never a step more. When the
 * total moves, what it had not yet shown is at most what "today" rose since it was read last; the first move of a day says
 * it by that alone, so that what was counted on other days no longer matters.
 * @param since what "today" rose since the total was last read
 */
function divideStep({ state, reading, steps, daily }: Context, rise: number, risen: number, since: number): number {
  const { part } = state
  const stepWh = steps.totalWh
  const most = Math.min(since, stepWh)
  const isUnheard = daily?.isReset === true && risen - rise > 2 * stepWh
  if (Number.isNaN(part)) {
    if (risen === 0) {
      state.freeWh = round(state.freeWh + since)
      return rise
    }
    // What "today" told while the total was away is told; one that did not rise at all leaves everything open.
    const isOpen = isUnheard || since === 0
    const wh = Math.max(rise, risen - (since - rise) - (isOpen ? stepWh / 2 : stepWh))
    const beyond = state.freeWh + (since - rise) + wh - risen
    state.part = round(Math.min(Math.max(most / 2, beyond, 0), Math.max(0, stepWh - rise), stepWh))
    state.partDayMs = reading.dayStartMs
    state.freeWh = 0
    return wh
  }
  let wanted = Math.min(part + rise, stepWh)
  if (risen > 0) {
    // What was made before a reset that nobody heard is known to a step only: its middle is the best guess.
    if (isUnheard) wanted = stepWh / 2
    else if (state.partDayMs !== reading.dayStartMs) wanted = most / 2
    else wanted = Math.min(Math.max(part + rise - risen, 0), most)
    state.partDayMs = reading.dayStartMs
  }
  const wh = Math.max(0, wanted - part + risen)
  state.part = round(part + wh - risen)
  return wh
}

/** To 0.0001 Wh, so that two ways to the same place end in the same place. */
const round = (wh: number): number => Math.round(wh * 10_000) / 10_000

function restartSteps(state: MeterState): void {
  forgetPart(state)
  state.quietWh = 0
  state.heldWh = 0
  state.aheadWh = 0
}

/** The total is missing, waits to be believed, or was never there. */
function takeTodayAlone(context: Context): void {
  const { state, reading, rise, daily, divides } = context
  if (daily === null) return
  if (Number.isNaN(state.total) || divides || state.isStuck) {
    tellEnergy(context, rise)
    if (divides && !Number.isNaN(state.part)) state.part = round(state.part + rise)
  } else if (reading.atMs - state.totalAtMs > WAIT_MS) {
    // The total left: from here on the other counter stands in, and the total only adds what that lacks.
    const wh = state.unreadWh - state.aheadWh
    state.aheadWh = state.unreadWh
    tellEnergy(context, Math.max(0, wh))
  }
}

function beginTotal(context: Context, totalWh: number): void {
  const { state, reading } = context
  if (context.daily) tellEnergy(context, context.rise)
  state.total = totalWh
  state.totalAtMs = reading.atMs
  state.unreadWh = 0
  state.isStuck = false
  dropCandidate(state, context.tell)
  restartSteps(state)
}

/** The total is back where it was before it seemed to begin anew. */
function takeReturn(context: Context, totalWh: number): void {
  const { state, reading, divides, rise } = context
  const former = state.former as Former
  dropCandidate(state, context.tell)
  const wh = divides ? rise : Math.max(0, totalWh - former.total - former.toldWh)
  state.former = null
  state.undo = null
  tellEnergy(context, wh)
  state.total = totalWh
  state.totalAtMs = reading.atMs
  state.unreadWh = 0
  state.isStuck = false
  restartSteps(state)
}

function takeCandidate(context: Context, totalWh: number): void {
  const { state, reading, rule, steps } = context
  const { atMs } = reading
  const { candidate } = state
  const goesOn = candidate
    ? riseOf({ total: candidate.total, totalAtMs: candidate.atMs }, atMs, totalWh, rule, steps)
    : undefined
  if (!candidate || goesOn === undefined) {
    dropCandidate(state, context.tell)
    state.candidate = {
      firstAtMs: atMs,
      firstTotal: totalWh,
      unreadWh: state.unreadWh,
      atMs,
      total: totalWh,
      count: 1,
      wh: 0,
    }
    takeTodayAlone(context)
    return
  }
  candidate.atMs = atMs
  candidate.total = totalWh
  candidate.count++
  candidate.wh += goesOn
  if (followsUndo(context, candidate)) takeBack(context, totalWh)
  else if (candidate.count < CONFIRMATIONS) takeTodayAlone(context)
  else believe(context, candidate)
}

/** Whether the candidate goes on from the reading before the newest believed one: then that one was the outlier. */
function followsUndo({ state, rule, steps }: Context, candidate: Candidate): boolean {
  const { undo } = state
  if (!undo || candidate.firstTotal < undo.total) return false
  return candidate.total - undo.total <= plausibleWh(rule, candidate.atMs - undo.totalAtMs, steps.totalWh)
}

function takeBack(context: Context, totalWh: number): void {
  const { state, reading, divides, tell } = context
  const undo = state.undo as Undo
  tell({ ...undo.told, sign: -1 })
  tell({ kind: 'refused', atMs: state.totalAtMs, beforeWh: undo.total, afterWh: state.total, sign: 1 })
  const toldWh = undo.toldWh
  state.part = undo.part
  state.partDayMs = undo.partDayMs
  const risen = totalWh - undo.total
  const wh = divides ? divideStep(context, undo.todayWh, risen, undo.todayWh) : risen
  // In place of the outlier's energy, and from where that began.
  state.toldAtMs = undo.toldAtMs
  state.dayWh -= undo.told.wh
  tellEnergy(context, Math.max(0, wh - toldWh))
  state.total = totalWh
  state.totalAtMs = reading.atMs
  state.unreadWh = 0
  state.quietWh = 0
  state.heldWh = 0
  state.candidate = null
  state.undo = null
}

/** The total begins anew: it fell (a reset) or jumped (refused unless a person accepted it). */
function believe(context: Context, candidate: Candidate): void {
  const { state, reading, rule, steps, divides, isAccepted, tell } = context
  const { firstAtMs, firstTotal } = candidate
  const before = { total: state.total, atMs: state.totalAtMs }
  const jumpWh = firstTotal - before.total
  let refused: Refused | null = null
  let lostWh = 0
  if (jumpWh < 0) {
    tell({ kind: 'reset', atMs: firstAtMs, sign: 1 })
    const most = plausibleWh(rule, firstAtMs - before.atMs, steps.totalWh)
    lostWh = firstTotal <= most ? firstTotal : 0
  } else if (isAccepted(firstAtMs)) lostWh = jumpWh
  else {
    refused = { atMs: firstAtMs, beforeWh: before.total, afterWh: firstTotal }
    tell({ kind: 'refused', ...refused, sign: 1 })
  }
  if (divides) lostWh = jumpWh >= 0 ? Math.max(0, lostWh - candidate.unreadWh) : 0
  state.candidate = null
  state.undo = null
  state.isStuck = false
  if (divides) tellEnergy(context, context.rise + lostWh)
  else tellEnergy(context, lostWh + candidate.wh)
  state.total = candidate.total
  state.totalAtMs = reading.atMs
  state.unreadWh = 0
  restartSteps(state)
  state.former = { ...before, refused, toldWh: 0 }
}

/** A jump that turns out to fit the time since was real: the clock was wrong, not the counter. */
function releaseRefused(context: Context, totalWh: number): void {
  const { state, reading, rule, steps, divides, tell } = context
  const { former } = state
  if (divides || !former?.refused) return
  const rise = totalWh - former.total
  if (rise < 0 || rise > plausibleWh(rule, reading.atMs - former.atMs, steps.totalWh)) return
  tell({ kind: 'refused', ...former.refused, sign: -1 })
  const wh = former.refused.afterWh - former.refused.beforeWh
  const fromMs = former.atMs
  const told = { fromMs, toMs: former.refused.atMs, wh, sinceResetWh: null, yesterdayWh: null, countedWh: Number.NaN }
  tell({ kind: 'energy', ...told, sign: 1 })
  state.former = null
}

/** A candidate that nothing followed was an outlier: it costs nothing but itself. */
function dropCandidate(state: MeterState, tell: Tell): void {
  const { candidate } = state
  if (!candidate) return
  state.candidate = null
  const { firstAtMs: atMs, firstTotal: afterWh } = candidate
  tell({ kind: 'refused', atMs, beforeWh: state.total, afterWh, sign: 1 })
}

function tellEnergy({ state, reading, tell }: Context, wh: number): MeterEnergy {
  const { atMs, dayStartMs, yesterdayWh, todayWh } = reading
  const told: MeterEnergy = {
    kind: 'energy',
    fromMs: state.toldAtMs,
    toMs: atMs,
    wh,
    sinceResetWh: state.isNewDaily ? (todayWh ?? state.today) : null,
    yesterdayWh,
    countedWh: state.dayWh,
  }
  tell({ ...told, sign: 1 })
  if (state.former) state.former.toldWh += wh
  if (state.undo) state.undo.toldWh += wh
  state.isNewDaily = false
  if (state.dayStartMs === dayStartMs) state.dayWh = round(state.dayWh + wh)
  else state.dayWh = atMs - state.toldAtMs <= WAIT_MS ? wh : (told.sinceResetWh ?? Number.NaN)
  state.dayStartMs = dayStartMs
  state.toldAtMs = atMs
  return told
}

/** "Today" of the first reading was still the day before's: the device begins its day only now. */
function takeBackReported({ state, reading, daily, tell }: Context): void {
  const { reported } = state
  if (!reported) return
  if (reading.dayStartMs !== reported.fromMs) state.reported = null
  else if (daily?.isReset) {
    tell({ kind: 'reported', ...reported, sign: -1 })
    state.reported = null
  }
}
