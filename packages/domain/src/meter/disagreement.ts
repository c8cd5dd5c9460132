/** Whether the two counters of a meter agree. */
import { round, WAIT_MS } from './rule.ts'
import type { Context, MeterState } from './state.ts'

/**
 * How the counters of a meter disagree, and so which of them counts:
 * - totalStands, totalSilent: "today" counts alone,
 * - todayStands, todaySilent: the total counts alone,
 * - contradict: the total counts, "today" only divides it.
 * - holdsBattery: both count what the battery gives, as its nights have shown without a person's statement (hybrid.ts).
 */
export type Disagreement = 'totalStands' | 'totalSilent' | 'todayStands' | 'todaySilent' | 'contradict' | 'holdsBattery'

/** Counters that part by less than this share of a day's energy agree. */
const AGREE_SHARE = 0.1

/** A new day begins without a disagreement. */
export function forgetDay(state: MeterState): void {
  state.dayTotalWh = 0
  state.dayTodayWh = 0
  state.isApart = false
}

/** Adds what both counters rose since the total was last read. */
export function compareRises({ state, reading, steps, daily }: Context, risenWh: number): void {
  // Only over spans that both counters cover, within one day.
  const isSameDay = reading.dayStartMs === state.dayStartMs && state.totalAtMs >= state.dayStartMs
  if (!isSameDay || daily === null || state.todayAtMs < state.totalAtMs) return
  state.dayTotalWh = round(state.dayTotalWh + risenWh)
  state.dayTodayWh = round(state.dayTodayWh + state.unreadWh)
  const slackWh = 2 * steps.totalWh + 4 * steps.todayWh
  const mostWh = Math.max(state.dayTotalWh, state.dayTodayWh)
  state.isApart = Math.abs(state.dayTotalWh - state.dayTodayWh) > Math.max(slackWh, mostWh * AGREE_SHARE)
}

/** How the two counters disagree as of the newest reading; null: they agree, or the device has only one. */
export function disagreementOf(
  state: Pick<
    MeterState,
    'total' | 'totalAtMs' | 'today' | 'todayAtMs' | 'unreadWh' | 'isStuck' | 'isApart' | 'dayTodayWh'
  >,
): Disagreement | null {
  if (Number.isNaN(state.total) || Number.isNaN(state.today)) return null
  if (state.isStuck) return 'totalStands'
  // At night both may be silent.
  if (state.todayAtMs - state.totalAtMs > WAIT_MS) return state.unreadWh > 0 ? 'totalSilent' : null
  if (state.totalAtMs - state.todayAtMs > WAIT_MS) return 'todaySilent'
  if (!state.isApart) return null
  return state.dayTodayWh === 0 ? 'todayStands' : 'contradict'
}
