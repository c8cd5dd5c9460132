/** Handles totals that do not continue: outliers, resets, returns, silence. */
import { forgetDay } from './disagreement.ts'
import { emitEnergy, emitUpTo } from './emit.ts'
import { divisorOf, plausibleWh, round, WAIT_MS } from './rule.ts'
import type { Candidate, Context, Emit, Former, MeterState, Refused, Undo } from './state.ts'
import { divideStep, restartSteps } from './steps.ts'
import { isTremble, riseOf } from './total.ts'

/** The total is missing, not yet accepted, or was never reported. */
export function takeTodayAlone(context: Context): void {
  const { state, reading, rise, daily, divides } = context
  if (daily === null) return
  if (Number.isNaN(state.total) || divides || state.isStuck) {
    const opensDay = rise > 0 && reading.dayStartMs !== state.dayStartMs
    const emitted = emitEnergy(context, rise)
    // A figure that fell was begun on another day; of one that did not, its rise was made before.
    const isNewFigure = daily.isReset && rise >= state.today
    if (opensDay) state.opening = { emitted, earlierWh: isNewFigure ? rise - state.today : rise }
    if (divides && !Number.isNaN(state.part)) state.part = round(state.part + rise)
  } else if (reading.atMs - state.totalAtMs > WAIT_MS) {
    // The total is lost: from here on the other counter replaces it, and the total only adds what that lacks.
    const wh = state.unreadWh - state.aheadWh
    state.aheadWh = state.unreadWh
    emitEnergy(context, Math.max(0, wh))
  }
}

/** Continues from a total in Wh unrelated to the previous one; "today" counted the energy in between. */
export function beginTotal(context: Context, totalWh: number): void {
  const { state, reading } = context
  if (context.daily) emitEnergy(context, context.rise)
  state.total = totalWh
  state.totalAtMs = reading.atMs
  state.unreadWh = 0
  state.isStuck = false
  dropCandidate(state, context.emit)
  restartSteps(state)
  forgetDay(state)
}

/** The total is back at its value before the assumed reset. */
export function takeReturn(context: Context, totalWh: number): void {
  const { state, reading, divides, rise } = context
  const former = state.former as Former
  state.divisor = divisorOf(former.divisor, totalWh)
  dropCandidate(state, context.emit)
  const wh = divides ? rise : Math.max(0, totalWh - former.total - former.emittedWh)
  state.former = null
  state.undo = null
  emitEnergy(context, wh)
  state.total = totalWh
  state.totalAtMs = reading.atMs
  state.unreadWh = 0
  state.isStuck = false
  restartSteps(state)
  forgetDay(state)
}

/** This many readings in a row confirm a candidate. */
const CONFIRMATIONS = 3

/** Keeps an implausible total in Wh as a candidate, until readings continue from it or from the one before it. */
export function takeCandidate(context: Context, totalWh: number): void {
  const { state, reading, rule, steps } = context
  const { atMs } = reading
  const { candidate } = state
  const trembles = candidate !== null && isTremble(candidate, totalWh, steps)
  const goesOn = !candidate
    ? undefined
    : trembles
      ? 0
      : riseOf({ total: candidate.total, totalAtMs: candidate.atMs }, atMs, totalWh, rule, steps)
  // The last of several zeros marks where a counter began anew; zeros confirm nothing.
  if (!candidate || totalWh === 0 || goesOn === undefined) {
    dropCandidate(state, context.emit)
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
  const { atMs: secondAtMs, wh: secondWh } = candidate
  candidate.atMs = atMs
  if (!trembles) candidate.total = totalWh
  candidate.count++
  candidate.wh += goesOn
  if (followsUndo(context, candidate)) takeBack(context, totalWh)
  else if (candidate.count < CONFIRMATIONS) takeTodayAlone(context)
  else believe(context, candidate, { atMs: secondAtMs, wh: secondWh })
}

/** Whether the candidate continues the reading before the newest accepted one: then that one was the outlier. */
function followsUndo({ state, rule, steps }: Context, candidate: Candidate): boolean {
  const { undo } = state
  if (!undo || candidate.firstTotal < undo.total) return false
  return candidate.total - undo.total <= plausibleWh(rule, candidate.atMs - undo.totalAtMs, steps.totalWh)
}

function takeBack(context: Context, totalWh: number): void {
  const { state, reading, divides, emit } = context
  const undo = state.undo as Undo
  emit({ ...undo.emitted, sign: -1 })
  emit({ kind: 'refused', atMs: state.totalAtMs, beforeWh: undo.total, afterWh: state.total, sign: 1 })
  const emittedWh = undo.emittedWh
  state.divisor = divisorOf(undo.divisor, totalWh)
  state.part = undo.part
  state.freeWh = undo.freeWh
  state.partDayMs = undo.partDayMs
  const risen = totalWh - undo.total
  const wh = divides ? divideStep(context, undo.todayWh, risen, undo.todayWh) : risen
  // Replaces the outlier's energy, from the same start.
  state.emittedAtMs = undo.emittedAtMs
  state.dayWh -= undo.emitted.wh
  emitEnergy(context, Math.max(0, wh - emittedWh))
  state.total = totalWh
  state.totalAtMs = reading.atMs
  state.unreadWh = 0
  state.quietWh = 0
  state.heldWh = 0
  state.candidate = null
  state.undo = null
  forgetDay(state)
}

/**
 * The total restarts: it fell (a reset) or jumped (refused unless a person accepted it).
 * @param second of its three readings, and what it rose up to there
 */
function believe(context: Context, candidate: Candidate, second: Readonly<{ atMs: number; wh: number }>): void {
  const { state, reading, rule, steps, divides, isAccepted, emit } = context
  const { firstAtMs, firstTotal } = candidate
  const before = { total: state.total, divisor: state.divisor, atMs: state.totalAtMs }
  const jumpWh = firstTotal - before.total
  let refused: Refused | null = null
  let lostWh = 0
  if (jumpWh < 0) {
    emit({ kind: 'reset', atMs: firstAtMs, sign: 1 })
    const most = plausibleWh(rule, firstAtMs - before.atMs, steps.totalWh)
    lostWh = firstTotal <= most ? firstTotal : 0
  } else if (before.total === 0) {
    // It was asleep when it was first read: nothing is known of the time before.
  } else if (isAccepted(firstAtMs)) lostWh = jumpWh
  else {
    refused = { atMs: firstAtMs, beforeWh: before.total, afterWh: firstTotal }
    emit({ kind: 'refused', ...refused, sign: 1 })
  }
  if (divides) lostWh = jumpWh >= 0 ? Math.max(0, lostWh - candidate.unreadWh) : 0
  state.candidate = null
  state.undo = null
  state.isStuck = false
  if (divides) emitEnergy(context, context.rise + lostWh)
  else {
    // Between the old total and the new one only "today" has counted.
    const todayWh = state.unreadWh - state.aheadWh - candidate.wh
    if (firstAtMs > state.emittedAtMs) emitUpTo(context, firstAtMs, Math.max(lostWh, todayWh))
    if (second.atMs > state.emittedAtMs) emitUpTo(context, second.atMs, second.wh)
    emitEnergy(context, candidate.wh - second.wh)
  }
  state.divisor = divisorOf(divisorOf(before.divisor, firstTotal), candidate.total)
  state.total = candidate.total
  state.totalAtMs = reading.atMs
  state.unreadWh = 0
  restartSteps(state)
  forgetDay(state)
  state.former = before.total > 0 ? { ...before, refused, emittedWh: 0 } : null
}

/** A jump that turns out to fit the time since was real: the clock was wrong, not the counter. */
export function releaseRefused(context: Context, totalWh: number): void {
  const { state, reading, rule, steps, divides, emit } = context
  const { former } = state
  if (divides || !former?.refused) return
  const rise = totalWh - former.total
  if (rise < 0 || rise > plausibleWh(rule, reading.atMs - former.atMs, steps.totalWh)) return
  emit({ kind: 'refused', ...former.refused, sign: -1 })
  const wh = former.refused.afterWh - former.refused.beforeWh
  const fromMs = former.atMs
  const emitted = {
    fromMs,
    toMs: former.refused.atMs,
    wh,
    sinceResetWh: null,
    yesterdayWh: null,
    countedWh: Number.NaN,
  }
  emit({ kind: 'energy', ...emitted, sign: 1 })
  state.former = null
}

/** A candidate that nothing followed was an outlier, or a 0 of a sleeping device: it costs nothing but itself. */
export function dropCandidate(state: MeterState, emit: Emit): void {
  const { candidate } = state
  if (!candidate) return
  state.candidate = null
  const { firstAtMs: atMs, firstTotal: afterWh, total } = candidate
  if (total > 0) emit({ kind: 'refused', atMs, beforeWh: state.total, afterWh, sign: 1 })
}
