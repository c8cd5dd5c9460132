/** Emits counted energy: from which instant, and on which day. */
import { round, WAIT_MS } from './rule.ts'
import type { Context, Emit, MeterEnergy, MeterReading, MeterState } from './state.ts'

/** Takes the first reading: it only says where the counters stand, and what the device made today, Wh. */
export function begin(state: MeterState, reading: MeterReading, emit: Emit): void {
  const { atMs, dayStartMs, totalWh, todayWh } = reading
  state.emittedAtMs = atMs
  state.dayStartMs = dayStartMs
  state.dayWh = todayWh ?? Number.NaN
  emit({ kind: 'begun', atMs, dayStartMs, todayWh, sign: 1 })
  if (totalWh !== null) {
    state.total = totalWh
    state.totalAtMs = atMs
  }
  if (todayWh === null) return
  state.today = todayWh
  state.todayAtMs = atMs
  if (!(todayWh > 0) || atMs <= dayStartMs) return
  state.reported = { fromMs: dayStartMs, toMs: atMs, wh: todayWh }
  emit({ kind: 'reported', ...state.reported, sign: 1 })
}

/** Emits energy in Wh (>= 0) from the end of the last event to this reading. @returns the emitted energy */
export function emitEnergy({ state, reading, emit }: Context, wh: number): MeterEnergy {
  const { atMs, dayStartMs, yesterdayWh, todayWh } = reading
  const emitted: MeterEnergy = {
    kind: 'energy',
    fromMs: state.emittedAtMs,
    toMs: atMs,
    wh,
    sinceResetWh: state.isNewDaily ? (todayWh ?? state.today) : null,
    yesterdayWh,
    countedWh: state.dayWh,
    sign: 1,
  }
  emit(emitted)
  if (state.former) state.former.emittedWh += wh
  if (state.undo) state.undo.emittedWh += wh
  state.isNewDaily = false
  if (state.dayStartMs === dayStartMs) state.dayWh = round(state.dayWh + wh)
  else state.dayWh = atMs - state.emittedAtMs <= WAIT_MS ? wh : (emitted.sinceResetWh ?? Number.NaN)
  state.dayStartMs = dayStartMs
  state.emittedAtMs = atMs
  return emitted
}

/** Emits energy in Wh (>= 0) that earlier readings measured, up to their instant; it is on the hours where it was made. */
export function emitUpTo({ state, reading, emit }: Context, toMs: number, wh: number): void {
  const { todayWh, dayStartMs } = reading
  const sinceResetWh = state.isNewDaily && toMs >= dayStartMs ? todayWh : null
  emit({
    kind: 'energy',
    fromMs: state.emittedAtMs,
    toMs,
    wh,
    sinceResetWh,
    yesterdayWh: null,
    countedWh: state.dayWh,
    sign: 1,
  })
  const isLong = toMs - state.emittedAtMs > WAIT_MS
  if (toMs < dayStartMs) state.dayWh = Number.NaN
  else if (state.dayStartMs === dayStartMs) state.dayWh = round(state.dayWh + wh)
  else {
    state.dayWh = isLong ? (sinceResetWh ?? Number.NaN) : wh
    state.dayStartMs = dayStartMs
  }
  state.emittedAtMs = toMs
}

/** "Today" fell before it rose: what opened the day was the day before's figure still, of which only the rise counts. */
export function takeBackOpening({ state, reading, daily, emit }: Context): void {
  const { opening } = state
  if (!opening || daily === null) return
  const { emitted, earlierWh } = opening
  if (reading.dayStartMs === state.dayStartMs && daily.isReset) {
    emit({ ...emitted, sign: -1 })
    emit({ ...emitted, wh: earlierWh, sinceResetWh: 0, yesterdayWh: null })
    state.dayWh = 0
  } else if (daily.riseWh === 0 && reading.dayStartMs === state.dayStartMs) return
  state.opening = null
}

/** "Today" of the first reading was still the day before's: the device begins its day only now. */
export function takeBackReported({ state, reading, daily, emit }: Context): void {
  const { reported } = state
  if (!reported) return
  if (reading.dayStartMs !== reported.fromMs) state.reported = null
  else if (daily?.isReset) {
    emit({ kind: 'reported', ...reported, sign: -1 })
    state.reported = null
  }
}
