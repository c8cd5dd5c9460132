/** A generation counter of a hybrid inverter that may count its AC output: what the battery gives is in it. */
import type { CounterMeaning } from '../counter-meaning.ts'
import { HOUR_MS, MINUTE_MS } from '../duration.ts'
import { divisorOf, type MeterRule, plausibleWh, stepsOf } from './rule.ts'
import type { MeterReading, MeterState } from './state.ts'

/** Sun and battery in the same reading: powers in W (discharge > 0), null: not reported; rises of its counters, Wh. */
export type HybridReading = Readonly<{
  pvW: number | null
  batteryW: number | null
  chargedWh: number
  dischargedWh: number
  /** Stated meaning of the counter; undefined: its nights show it. */
  meaning: CounterMeaning | undefined
  /** The most that the sun can give between two instants, Wh; the battery may be charged from the grid. */
  mostSunWh: (fromMs: number, toMs: number) => number
}>

/** A counter may follow the sun by so much. */
const LAG_MS = 10 * MINUTE_MS
/** Between readings further apart it is unknown whether it was dark. */
const APART_MS = 90 * MINUTE_MS
/** Up to here the power of two readings gives the energy between them, better than three counters in coarse steps. */
const DENSE_MS = 15 * MINUTE_MS
/** So much from the battery in the dark shows what the counter counts, by the share of it that the counter rose. */
const TELLING_WH = 300
const TELLING_SHARE = 0.5

/**
 * The total to read in place of the shown one, as far above the last as the sun has made: nothing in the dark while the
 * battery gives; from a counter that counts the AC output, the PV power over the time, or where readings are far apart
 * its rise + charge - discharge. The counter's meaning is learned anew in each night. null: the counter is read as it
 * is.
 */
export function withoutBattery(
  state: MeterState,
  { atMs, totalWh }: MeterReading,
  rule: MeterRule,
  hybrid: HybridReading,
): number | null {
  const { pvW, batteryW, chargedWh, dischargedWh, meaning } = hybrid
  const riseWh = totalWh === null ? Number.NaN : totalWh - state.total
  const fromMs = state.totalAtMs
  const spanMs = atMs - fromMs
  const beforeW = state.pvW
  if (totalWh !== null) state.pvW = pvW ?? Number.NaN
  const isDark = pvW !== null && pvW <= 0
  const isLongDark = isDark && atMs - state.darkSinceMs >= LAG_MS && spanMs <= APART_MS
  const givenWh = batteryW === null ? dischargedWh : (Math.max(0, batteryW) * spanMs) / HOUR_MS
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
    if (state.darkGivenWh >= Math.max(TELLING_WH, 2 * stepWh))
      state.isOutput = state.darkRiseWh >= TELLING_SHARE * state.darkGivenWh
  }
  if (meaning === 'pv') return null
  const isOutput = countsOutput(state, meaning)
  if (isLongDark && (isOutput || (givenWh > 0 && riseWh <= 1.5 * givenWh + 2 * stepWh))) return state.total
  if (!isOutput) return null
  if (spanMs <= DENSE_MS && pvW !== null && beforeW >= 0)
    return state.total + ((beforeW + Math.max(0, pvW)) / 2) * (spanMs / HOUR_MS)
  const madeWh = riseWh + chargedWh - dischargedWh + state.carryWh
  state.carryWh = Math.min(0, madeWh)
  return state.total + Math.min(Math.max(0, madeWh), hybrid.mostSunWh(fromMs, atMs))
}

/** Whether the counter counts the AC output, by what is said of it, else by what its nights have shown. */
export const countsOutput = (
  { isOutput }: Pick<MeterState, 'isOutput'>,
  meaning: CounterMeaning | undefined,
): boolean => (meaning === undefined ? isOutput : meaning === 'acOutput')

/** Goes on from the total that was shown, once the other one in its place was read. */
export function goOnFrom(state: MeterState, shownWh: number, readWh: number, divisor: number): void {
  state.divisor = divisorOf(divisor, shownWh)
  if (state.total === readWh) state.total = shownWh
  // The counter of the day counts the battery, too.
  state.today = Number.NaN
  state.todayAtMs = Number.NaN
}
