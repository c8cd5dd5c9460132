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
  const { part } = state
  const stepWh = steps.totalWh
  const most = Math.min(since, stepWh)
  const isUnheard = daily?.isReset === true && risen - rise > 2 * stepWh
  if (Number.isNaN(part)) {
    if (risen === 0) {
      state.freeWh = round(state.freeWh + since)
      return rise
    }
    // Energy counted by "today" while the total was away stays counted; a "today" that did not rise at all leaves
    // everything open.
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
    // Energy before an unseen reset is known only to a step: its middle is the best guess.
    if (isUnheard) wanted = stepWh / 2
    else if (state.partDayMs !== reading.dayStartMs) wanted = most / 2
    else wanted = Math.min(Math.max(part + rise - risen, 0), most)
    state.partDayMs = reading.dayStartMs
  }
  const wh = Math.max(0, wanted - part + risen)
  state.part = round(part + wh - risen)
  return wh
}

/** Forgets how far the next step of the total has come. */
export function forgetPart(state: MeterState): void {
  state.part = Number.NaN
  state.partDayMs = Number.NaN
  state.freeWh = 0
}

/** Divides from here on as if the total had just been read for the first time. */
export function restartSteps(state: MeterState): void {
  forgetPart(state)
  state.quietWh = 0
  state.heldWh = 0
  state.aheadWh = 0
}
