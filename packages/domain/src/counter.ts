/**
 * The step between two readings of one counter, judged. Pairwise and pure: the same two readings always give the same
 * step, so a late reading can be put between two others and its period sums corrected exactly.
 */
export type CounterReading = Readonly<{ atMs: number; totalWh: number; todayWh?: number | null | undefined }>

export type CounterRule = Readonly<{
  /** Rated power behind the counter in W; Infinity when unknown (then nothing is quarantined). */
  ratedW: number
  /** Smallest step the counter shows in Wh (its resolution). */
  stepWh: number
  /** Counter width for roll-over detection in Wh, if the register wraps (e.g. 2^16 x 100 Wh). */
  wrapsAtWh?: number | undefined
}>

export type StepVerdict = 'ok' | 'reset' | 'rollover' | 'quarantined'
export type CounterStep = Readonly<{ energyWh: number; verdict: StepVerdict; refusedWh: number }>

/** A step may exceed rated power x time by this factor before it is quarantined (issue: 1.3). */
export const PLAUSIBLE_FACTOR = 1.3

/**
 * Energy in Wh (>= 0) between two readings, `before.atMs < after.atMs`.
 * - A rise within the plausible limit counts. The device's own "today" counter replaces it where both agree within the
 *   total's resolution, because it is finer.
 * - A rise above the limit is quarantined: 0 counts, `refusedWh` says how much was refused.
 * - A fall is a roll-over when the wrapped rise is plausible; else a reset: what the counter shows since zero counts if
 *   it is plausible for the time between, else 0.
 */
export function counterStep(before: CounterReading, after: CounterReading, rule: CounterRule): CounterStep {
  const hours = Math.max(0, after.atMs - before.atMs) / 3_600_000
  const limitWh = rule.ratedW * hours * PLAUSIBLE_FACTOR + 2 * rule.stepWh
  const rise = after.totalWh - before.totalWh
  if (rise >= 0) {
    if (rise > limitWh) return { energyWh: 0, verdict: 'quarantined', refusedWh: rise }
    return { energyWh: finer(rise, before, after, rule.stepWh), verdict: 'ok', refusedWh: 0 }
  }
  if (rule.wrapsAtWh !== undefined) {
    const wrapped = rise + rule.wrapsAtWh
    if (wrapped >= 0 && wrapped <= limitWh) return { energyWh: wrapped, verdict: 'rollover', refusedWh: 0 }
  }
  const sinceZero = after.totalWh <= limitWh ? after.totalWh : 0
  return { energyWh: sinceZero, verdict: 'reset', refusedWh: 0 }
}

function finer(rise: number, before: CounterReading, after: CounterReading, stepWh: number): number {
  if (before.todayWh == null || after.todayWh == null) return rise
  // Past the device's midnight "today" starts again: then its own reading is the step, if the total agrees.
  const step = after.todayWh >= before.todayWh ? after.todayWh - before.todayWh : after.todayWh
  return Math.abs(step - rise) <= stepWh ? step : rise
}
