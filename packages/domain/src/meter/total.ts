/** Whether the total continues, and by how much it rose. */
import { DAY_MS } from '../duration.ts'
import { type MeterRule, plausibleWh, type Steps, trembleWh } from './rule.ts'
import type { MeterState } from './state.ts'

type Verdict = 'ok' | 'runs' | 'missing' | 'begins' | 'returned' | 'candidate'

/** Judges a reading of the total, Wh, against the last accepted one. */
export function judgeTotal(state: MeterState, atMs: number, totalWh: number, rule: MeterRule, steps: Steps): Verdict {
  if (Number.isNaN(state.total)) return 'begins'
  // It was stuck and continues, from any value: "today" has counted the energy in between.
  if (state.isStuck && totalWh > state.total) return 'runs'
  // A device that sleeps or starts says 0: that never speaks against what it showed before.
  if (totalWh === 0 && (state.candidate?.total ?? 0) > 0) return 'missing'
  const rise = riseOf(state, atMs, totalWh, rule, steps)
  if (rise !== undefined) return 'ok'
  if (isTremble(state, totalWh, steps)) return 'ok'
  // Both counters report the same rise: the clock is wrong, or the rating.
  const agreed = totalWh - state.total
  const isAgreed = agreed >= 0 && Math.abs(agreed - state.unreadWh) <= steps.totalWh + 2 * steps.todayWh
  if (isAgreed && state.unreadWh > 0 && agreed <= plausibleWh(rule, DAY_MS, steps.totalWh)) return 'ok'
  const { former } = state
  const back = former ? totalWh - former.total : -1
  if (former && back >= 0 && back <= plausibleWh(rule, atMs - former.atMs, steps.totalWh)) return 'returned'
  return 'candidate'
}

/** Whether a lower total is the same one, and only trembles. */
export const isTremble = ({ total }: Pick<MeterState, 'total'>, totalWh: number, steps: Steps): boolean =>
  totalWh > 0 && totalWh < total && total - totalWh <= trembleWh(total, steps.totalWh)

/** The plausible rise of the total, over its roll-over where it has one; undefined: there is none. */
export function riseOf(
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
