/** A generation counter of a hybrid inverter that may count its AC output: what the battery gives is in it. */
import { HOUR_MS, MINUTE_MS } from '../duration.ts'
import { divisorOf, type MeterRule, plausibleWh, stepsOf } from './rule.ts'
import type { MeterReading, MeterState } from './state.ts'

/** What the same reading says of sun and battery: powers in W (discharge > 0), null: unsaid; rises of its counters, Wh. */
export type HybridReading = Readonly<{
  pvW: number | null
  batteryW: number | null
  chargedWh: number
  dischargedWh: number
}>

/** A counter may follow the sun by so much. */
const LAG_MS = 10 * MINUTE_MS
/** Between readings further apart nobody knows whether it was dark. */
const APART_MS = 90 * MINUTE_MS
/** So much from the battery in the dark tells what the counter counts, by the share of it that the counter rose. */
const TELLING_WH = 300
const TELLING_SHARE = 0.5

/**
 * The total to read in place of the shown one, as far above the last as the sun has made: nothing in the dark while the
 * battery gives; from a counter that was seen to count the battery, its rise + charge - discharge. It learns that anew in
 * each night. null: the counter is read as it is.
 */
export function withoutBattery(
  state: MeterState,
  { atMs, totalWh }: MeterReading,
  rule: MeterRule,
  { pvW, batteryW, chargedWh, dischargedWh }: HybridReading,
): number | null {
  const riseWh = totalWh === null ? Number.NaN : totalWh - state.total
  const spanMs = atMs - state.totalAtMs
  const isDark = pvW !== null && pvW <= 0
  const isLongDark = isDark && atMs - state.darkSinceMs >= LAG_MS && spanMs <= APART_MS
  const givenWh = batteryW === null ? 0 : (Math.max(0, batteryW) * spanMs) / HOUR_MS
  if (!isDark) {
    state.darkSinceMs = Number.NaN
    state.darkRiseWh = 0
    state.darkGivenWh = 0
  } else if (Number.isNaN(state.darkSinceMs)) {
    state.darkSinceMs = atMs
    state.carryWh = 0
  }
  const stepWh = stepsOf(state, rule).totalWh
  if (!(riseWh >= 0) || riseWh > plausibleWh(rule, spanMs, stepWh) || state.candidate) return null
  if (isLongDark && givenWh > 0) {
    state.darkGivenWh += givenWh
    state.darkRiseWh += riseWh
    if (state.darkGivenWh >= TELLING_WH) state.isOutput = state.darkRiseWh >= TELLING_SHARE * state.darkGivenWh
  }
  if (isLongDark && (state.isOutput || (givenWh > 0 && riseWh <= 1.5 * givenWh + 2 * stepWh))) return state.total
  if (!state.isOutput) return null
  const madeWh = riseWh + chargedWh - dischargedWh + state.carryWh
  state.carryWh = Math.min(0, madeWh)
  return state.total + Math.max(0, madeWh)
}

/** Goes on from the total that was shown, once the other one in its place was read. */
export function goOnFrom(state: MeterState, shownWh: number, readWh: number, divisor: number): void {
  state.divisor = divisorOf(divisor, shownWh)
  if (state.total === readWh) state.total = shownWh
  // The counter of the day counts the battery, too.
  state.today = Number.NaN
  state.todayAtMs = Number.NaN
}
