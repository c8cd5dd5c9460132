import type { Profile } from '@heliograph/devices/catalog/profile.ts'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { findFault } from './faults.ts'
import { advance, type BoundaryFlow, CELL_MS, copyState, type PlantModel, type PlantState } from './plant-model.ts'
import type { LoggerSpec } from './plant-spec.ts'
import { computeMoment, type DeviceReading, readDevice } from './readings.ts'

export type PastRecord = Readonly<{ atMs: number; index: number; serial: string; reading: DeviceReading }>

/** A plant's past: states at the start of each UTC day, from which any day can be replayed. */
export type Past = Readonly<{ model: PlantModel; days: ReadonlyMap<number, PlantState>; firstDay: number }>

/** Steps in which older portals give out a day. */
export const PAST_STEP_MS = 15 * MINUTE_MS
/** The energies since the commissioning at the end of a step, in Wh. */
export type PastTotals = Readonly<{ atMs: number } & Record<'generation' | BoundaryFlow, number>>

const totalsOf = (state: PlantState): PastTotals => {
  const { import: bought, export: sold, charge, discharge, load, generator } = state.boundary
  return {
    atMs: state.cell * CELL_MS,
    generation: state.generation.reduce((sum, { total }) => sum + total, 0),
    import: bought.total,
    export: sold.total,
    charge: charge.total,
    discharge: discharge.total,
    load: load.total,
    generator: generator.total,
  }
}

/**
 * Runs a plant from its commissioning to now. @returns the states of all its days, the totals of all its steps where
 * devices are asked, and the state of now
 */
export function livePast(
  model: PlantModel,
  state: PlantState,
  nowMs: number,
): { past: Past; steps: readonly PastTotals[]; state: PlantState } {
  const days = new Map<number, PlantState>()
  const steps: PastTotals[] = []
  const firstDay = Math.floor((state.cell * CELL_MS) / DAY_MS)
  const keep = (s: PlantState) => {
    const atMs = s.cell * CELL_MS
    if (atMs % DAY_MS === 0) days.set(atMs / DAY_MS, copyState(s))
    if (model.spec.links && atMs % PAST_STEP_MS === 0) steps.push(totalsOf(s))
  }
  keep(state)
  advance(model, state, nowMs, keep)
  return { past: { model, days, firstDay }, steps, state }
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
