/** How "today" divides the coarse steps of the total. */
import { round } from './rule.ts'
import type { Context, MeterState } from './state.ts'

/** Energy for a rise of the total, by "today" where that divides it. */
export function combine(context: Context, risen: number): number {
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

/** The energy that a rise of the total adds to what "today" counted while the total was silent. */
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
export function divideStep(
  { state, reading, steps, daily }: Context,
  rise: number,
  risen: number,
  since: number,
): number {
  const stepWh = steps.totalWh
  const isUnheard = daily?.isReset === true && risen - rise > 2 * stepWh
  // On its first day every part of a step is possible, until moves of the total say which; "today" decides meanwhile.
  if (Number.isNaN(state.part)) {
    state.part = 0
    state.freeWh = stepWh
  }
  const isFirst = Number.isNaN(state.partDayMs)
  const low = state.part + rise - risen - (risen > 0 && since === 0 ? state.owedWh : 0)
  const target = { low: 0, high: risen > 0 ? Math.min(since, stepWh) : stepWh }
  if (rise > 0 || risen > 0) state.owedWh = isFirst && since === 0 && state.part === 0 ? stepWh / 2 : 0
  if (risen > 0) {
    // Energy before an unseen reset is known only to a step: its middle is the best guess.
    if (isUnheard) target.low = target.high = stepWh / 2
    else if (!isFirst && state.partDayMs !== reading.dayStartMs) target.low = target.high = target.high / 2
    state.partDayMs = reading.dayStartMs
  }
  const awayWh = low > target.high ? target.high - low : Math.max(0, target.low - low - state.freeWh)
  const wh = Math.max(0, rise + awayWh)
  const least = Math.max(low + wh - rise, target.low)
  const most = Math.min(low + wh - rise + state.freeWh, target.high)
  state.part = round(least)
  state.freeWh = round(Math.max(0, most - least))
  return wh
}

/** Forgets how far the next step of the total has come. */
export function forgetPart(state: MeterState): void {
  state.part = Number.NaN
  state.partDayMs = Number.NaN
  state.freeWh = 0
  state.owedWh = 0
}

/** Divides from here on as if the total had just been read for the first time. */
export function restartSteps(state: MeterState): void {
  forgetPart(state)
  state.quietWh = 0
  state.heldWh = 0
  state.aheadWh = 0
}
