/** Emits counted energy: from which instant, and on which day. */
import { round, WAIT_MS } from './rule.ts'
import type { Context, MeterEnergy, MeterReading, MeterState, Tell } from './state.ts'

/** Takes the first reading: it only says where the counters stand, and what the device made today, Wh. */
export function begin(state: MeterState, reading: MeterReading, tell: Tell): void {
  const { atMs, dayStartMs, totalWh, todayWh } = reading
  state.toldAtMs = atMs
  state.dayStartMs = dayStartMs
  state.dayWh = todayWh ?? Number.NaN
  if (totalWh !== null) {
    state.total = totalWh
    state.totalAtMs = atMs
  }
  if (todayWh === null) return
  state.today = todayWh
  state.todayAtMs = atMs
  if (!(todayWh > 0) || atMs <= dayStartMs) return
  state.reported = { fromMs: dayStartMs, toMs: atMs, wh: todayWh }
  tell({ kind: 'reported', ...state.reported, sign: 1 })
}

/** Emits energy in Wh (>= 0) from the end of the last event to this reading. @returns the emitted energy */
export function reportEnergy({ state, reading, tell }: Context, wh: number): MeterEnergy {
  const { atMs, dayStartMs, yesterdayWh, todayWh } = reading
  const told: MeterEnergy = {
    kind: 'energy',
    fromMs: state.toldAtMs,
    toMs: atMs,
    wh,
    sinceResetWh: state.isNewDaily ? (todayWh ?? state.today) : null,
    yesterdayWh,
    countedWh: state.dayWh,
  }
  tell({ ...told, sign: 1 })
  if (state.former) state.former.toldWh += wh
  if (state.undo) state.undo.toldWh += wh
  state.isNewDaily = false
  if (state.dayStartMs === dayStartMs) state.dayWh = round(state.dayWh + wh)
  else state.dayWh = atMs - state.toldAtMs <= WAIT_MS ? wh : (told.sinceResetWh ?? Number.NaN)
  state.dayStartMs = dayStartMs
  state.toldAtMs = atMs
  return told
}

/** "Today" of the first reading was still the day before's: the device begins its day only now. */
export function takeBackReported({ state, reading, daily, tell }: Context): void {
  const { reported } = state
  if (!reported) return
  if (reading.dayStartMs !== reported.fromMs) state.reported = null
  else if (daily?.isReset) {
    tell({ kind: 'reported', ...reported, sign: -1 })
    state.reported = null
  }
}
