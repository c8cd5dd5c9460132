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
 * - A total of 0 says nothing until it rises from there, and a fall by the least step is no fall.
 */

import { DAY_MS } from './duration.ts'
import { compareRises, forgetDay } from './meter/disagreement.ts'
import { begin, emitEnergy, takeBackOpening, takeBackReported } from './meter/emit.ts'
import { divisorOf, type MeterRule, stepsOf, WAIT_MS } from './meter/rule.ts'
import type { Context, Emit, MeterReading, MeterState } from './meter/state.ts'
import { combine, forgetPart } from './meter/steps.ts'
import { readToday } from './meter/today.ts'
import { isTremble, judgeTotal, riseOf } from './meter/total.ts'
import { beginTotal, dropCandidate, releaseRefused, takeCandidate, takeReturn, takeTodayAlone } from './meter/turns.ts'

export { type Disagreement, disagreementOf } from './meter/disagreement.ts'
export { countsOutput, goOnFrom, type HybridReading, withoutBattery } from './meter/hybrid.ts'
export { type MeterRule, plausibleWh } from './meter/rule.ts'
export { emptyMeter, type MeterEnergy, type MeterEvent, type MeterReading, type MeterState } from './meter/state.ts'

/**
 * Takes the next reading, later than all before it.
 * @param isAccepted whether a person accepted the refused rise that ends at an instant
 * @param emit called with what follows from the reading, in Wh and UTC ms
 */
export function readMeter(
  state: MeterState,
  reading: MeterReading,
  rule: MeterRule,
  isAccepted: (atMs: number) => boolean,
  emit: Emit,
): void {
  const { totalWh, todayWh, atMs } = reading
  if (totalWh === null && todayWh === null) return
  if (reading.dayStartMs !== state.dayStartMs) forgetDay(state)
  if (!Number.isNaN(state.emittedAtMs)) forgetIdle(state, reading.dayStartMs)
  const divisor = totalWh === null ? state.divisor : divisorOf(state.divisor, totalWh)
  if (Number.isNaN(state.emittedAtMs)) {
    state.divisor = divisor
    begin(state, reading, emit)
    return
  }
  let steps = stepsOf({ divisor }, rule)
  const daily = readToday(state, reading, rule, steps)
  const rise = daily?.riseWh ?? 0
  if (daily?.isReset) state.isNewDaily = true
  state.unreadWh += rise
  // A rise from before the last reading of the total is already counted.
  if (!(state.todayAtMs < state.totalAtMs)) state.quietWh += rise
  if (state.undo) state.undo.todayWh += rise
  if (state.former && atMs - state.former.atMs > DAY_MS) state.former = null
  const verdict = totalWh === null ? 'missing' : judgeTotal(state, atMs, totalWh, rule, steps)
  // A false reading says nothing of the step, either.
  if (verdict === 'missing' || verdict === 'candidate') steps = stepsOf(state, rule)
  else if (verdict !== 'ok') state.divisor = divisor
  // "Today" divides the total while it is the finer of the two and continues.
  const divides = steps.todayWh < steps.totalWh && (daily !== null || atMs - state.todayAtMs <= WAIT_MS)
  const context: Context = { state, reading, rule, steps, daily, rise, divides, isAccepted, emit }
  takeBackOpening(context)
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

/**
 * Knowledge from moves of the total is dropped after a day without one. A day's count so depends on a day or two before
 * it and not on all history: late records settle soon.
 */
function forgetIdle(state: MeterState, dayStartMs: number): void {
  if (dayStartMs === state.dayStartMs || state.movedDayMs === state.dayStartMs) return
  state.divisor = 0
  state.undo = null
  forgetPart(state)
  state.movedDayMs = Number.NaN
}

function takeTotal(context: Context, shown: number): void {
  const { state, reading, rule, steps, emit } = context
  const { atMs } = reading
  const totalWh = isTremble(state, shown, steps) ? state.total : shown
  dropCandidate(state, emit)
  const risen = riseOf(state, atMs, totalWh, rule, steps) ?? totalWh - state.total
  releaseRefused(context, totalWh)
  compareRises(context, risen)
  const { total, totalAtMs, emittedAtMs, divisor, part, freeWh, partDayMs } = state
  state.divisor = divisorOf(divisor, totalWh)
  const emitted = emitEnergy(context, combine(context, risen))
  state.total = totalWh
  state.totalAtMs = atMs
  state.unreadWh = 0
  if (risen > 2 * steps.totalWh)
    state.undo = {
      total,
      totalAtMs,
      emittedAtMs,
      divisor,
      part,
      freeWh,
      partDayMs,
      emitted,
      todayWh: context.rise,
      emittedWh: 0,
    }
  else if (risen > 0) state.undo = null
}
