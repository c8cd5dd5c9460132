/** How "today" changed since the last reading. */
import { DAY_MS } from '../duration.ts'
import { type MeterRule, plausibleWh, type Steps, WAIT_MS } from './rule.ts'
import type { Daily, MeterReading, MeterState } from './state.ts'

/** Reads the daily counter: its rise in Wh since it was last read. @returns null where it says nothing, or nothing plausible */
export function readToday(state: MeterState, reading: MeterReading, rule: MeterRule, steps: Steps): Daily | null {
  const { atMs, dayStartMs, totalWh, todayWh } = reading
  if (todayWh === null) return null
  if (Number.isNaN(state.today)) {
    // It says nothing of the time before its first reading.
    state.today = todayWh
    return { riseWh: 0, isReset: false, isJitter: false }
  }
  const spanMs = atMs - state.todayAtMs
  // It was away while the total continued: the energy in between is already counted.
  if (state.totalAtMs - state.todayAtMs > WAIT_MS && state.emittedAtMs > state.todayAtMs)
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
        ? // The same figure is the one of the day before, still shown.
          spanMs > DAY_MS / 2 && riseWh > 0
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
