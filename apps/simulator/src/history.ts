import type { Profile } from '@heliograph/devices/catalog/profile.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { findFault } from './faults.ts'
import type { LoggerSpec } from './fleet.ts'
import { advance, CELL_MS, copyState, type PlantModel, type PlantState } from './plant-model.ts'
import { computeMoment, type DeviceReading, readDevice } from './readings.ts'

export type PastRecord = Readonly<{ atMs: number; index: number; serial: string; reading: DeviceReading }>

/** A plant's past: states at the start of each UTC day, from which any day can be replayed. */
export type Past = Readonly<{ model: PlantModel; days: ReadonlyMap<number, PlantState>; firstDay: number }>

/** Runs a plant from its commissioning to now. @returns the states of all its days and the state of now */
export function livePast(model: PlantModel, state: PlantState, nowMs: number): { past: Past; state: PlantState } {
  const days = new Map<number, PlantState>()
  const firstDay = Math.floor((state.cell * CELL_MS) / DAY_MS)
  const keep = (s: PlantState) => {
    const atMs = s.cell * CELL_MS
    if (atMs % DAY_MS === 0) days.set(atMs / DAY_MS, copyState(s))
  }
  keep(state)
  advance(model, state, nowMs, keep)
  return { past: { model, days, firstDay }, state }
}

/**
 * A logger powered by inverters without a battery is off before the first one wakes up and after the last one falls
 * asleep.
 */
export const sleepsAtNight = (logger: LoggerSpec): boolean => !logger.inverters.some((i) => i.master)

/**
 * The records in a logger's memory for one UTC day, oldest first, at `stepMs` (a multiple of the cell). Records lost in
 * a gap or after the logger went silent are missing.
 */
export function recordsOfDay(
  past: Past,
  logger: LoggerSpec,
  profile: Profile,
  firstIndex: number,
  day: number,
  stepMs: number,
  untilMs: number,
): PastRecord[] {
  const start = past.days.get(day)
  if (!start) return []
  const state = copyState(start)
  const records: PastRecord[] = []
  for (let atMs = day * DAY_MS; atMs < Math.min((day + 1) * DAY_MS, untilMs); atMs += stepMs) {
    advance(past.model, state, atMs)
    const { faults } = past.model
    if (findFault(faults, 'gap', undefined, atMs) || findFault(faults, 'silence', undefined, atMs)) continue
    const moment = computeMoment(past.model, state, atMs)
    logger.inverters.forEach((inverter, i) => {
      const index = firstIndex + i
      if (!moment.now.awake[index] || findFault(faults, 'mute', index, atMs)) return
      records.push({ atMs, index, serial: inverter.serial, reading: readDevice(past.model, moment, index, profile) })
    })
  }
  return records
}
