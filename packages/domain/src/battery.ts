import { HOUR_MS } from './duration.ts'
import type { Reason, Status } from './status.ts'

/** A cell of a module, by its number there. */
export type BatteryCell = Readonly<{ number: number; voltageV: number | null; temperatureC: number | null }>

/** A battery or a module of one. Powers W (positive: discharging), V, A, %, °C, Ah; null: not reported, or too old. */
export type BatteryNode = Readonly<{
  /** The device that reports the values: of a virtual battery its inverter. */
  deviceId: number
  serial: string
  name: string
  /** No device of its own: an inverter reports it. */
  isVirtual: boolean
  /** A part of another battery. */
  isModule: boolean
  parent: Readonly<{ deviceId: number; serial: string; name: string }> | null
  status: Exclude<Status, 'partSilent'>
  reason: Reason | null
  atMs: number | null
  socPercent: number | null
  sohPercent: number | null
  voltageV: number | null
  currentA: number | null
  powerW: number | null
  cycles: number | null
  capacityAh: number | null
  temperatureC: number | null
  cellMaxV: number | null
  cellMinV: number | null
  cellMaxC: number | null
  cellMinC: number | null
  spreadMv: number | null
  cells: readonly BatteryCell[]
}>

/** The spread of a battery's cell voltages in millivolts; unknown without both ends. */
export function cellSpreadMv(maxV: number | null | undefined, minV: number | null | undefined): number | null {
  if (maxV === null || maxV === undefined || minV === null || minV === undefined || maxV < minV) return null
  // Devices resolve 1 mV: the difference of two doubles has more digits than that.
  return Math.round((maxV - minV) * 10_000) / 10
}

/** Where a spread begins to be watched, to be bad and to be serious, mV (facts/screens.md 2.10). */
export const spreadBandsMv = [50, 100, 200] as const
export const spreadLooks = ['even', 'watch', 'uneven', 'serious'] as const
export type SpreadLook = (typeof spreadLooks)[number]

/** The band of a spread: `even` below 50 mV, `serious` from 200 mV on. */
export const spreadLookOf = (spreadMv: number): SpreadLook =>
  spreadLooks[spreadBandsMv.filter((from) => spreadMv >= from).length] ?? 'serious'

/** An hour of a battery: its mean power (positive discharging, W) and its mean state of charge, %. */
export type BatteryHour = Readonly<{ atMs: number; powerW: number; socPercent: number }>

/** Below this the state of charge says too little: devices send whole percent. */
const LEAST_FALL_PERCENT = 2
/** An estimate rests on at least this much, in percent of the battery, in all. */
const LEAST_FALLS_PERCENT = 150

/**
 * The energy that a battery delivers from full to empty, Wh, from how far its state of charge falls while it
 * discharges: the slope through the origin of energy over fall, both between the middles of successive hours. Only
 * pairs of hours that both discharge count. @returns undefined for too few hours
 */
export function estimateCapacity(hours: readonly BatteryHour[]): Readonly<{ wh: number; hours: number }> | undefined {
  let weighted = 0
  let squares = 0
  let falls = 0
  let count = 0
  hours.forEach((hour, i) => {
    const next = hours[i + 1]
    if (next === undefined || next.atMs - hour.atMs !== HOUR_MS) return
    const fall = hour.socPercent - next.socPercent
    if (fall < LEAST_FALL_PERCENT || hour.powerW <= 0 || next.powerW <= 0) return
    const energyWh = (hour.powerW + next.powerW) / 2
    weighted += fall * energyWh
    squares += fall * fall
    falls += fall
    count += 1
  })
  if (falls < LEAST_FALLS_PERCENT) return undefined

  return { wh: (100 * weighted) / squares, hours: count }
}

/** Efficiency needs this many days: over fewer the state of charge at both ends weighs too much. */
export const EFFICIENCY_DAYS = 30

/** Why there is no efficiency: too few days, nothing charged, a change of charge of unknown energy, counters that contradict. */
export type NoEfficiency = 'days' | 'energy' | 'charge' | 'implausible'
export type Efficiency =
  | Readonly<{ percent: number; missing: null }>
  | Readonly<{ percent: null; missing: NoEfficiency }>

/**
 * Round-trip efficiency of a battery, %: (discharged + energy that it holds more at the end than at the start) /
 * charged. Energies Wh, states of charge %. A result above 100 or below 40 means that the counters are wrong.
 */
export function batteryEfficiency(
  options: Readonly<{
    days: number
    chargedWh: number | null
    dischargedWh: number | null
    socFromPercent: number | null
    socToPercent: number | null
    capacityWh: number | null
  }>,
): Efficiency {
  const { days, chargedWh, dischargedWh, socFromPercent, socToPercent, capacityWh } = options
  const no = (missing: NoEfficiency): Efficiency => ({ percent: null, missing })
  if (days < EFFICIENCY_DAYS) return no('days')
  if (chargedWh === null || dischargedWh === null || chargedWh <= 0) return no('energy')
  if (socFromPercent === null || socToPercent === null || capacityWh === null) return no('charge')
  const heldWh = ((socToPercent - socFromPercent) / 100) * capacityWh
  const percent = (100 * (dischargedWh + heldWh)) / chargedWh
  return percent > 100 || percent < 40 ? no('implausible') : { percent, missing: null }
}

/** Equivalent full cycles: all discharged energy divided by the usable capacity, both Wh. */
export const fullCycles = (dischargedWh: number | null, capacityWh: number | null): number | null =>
  dischargedWh === null || capacityWh === null || capacityWh <= 0 ? null : dischargedWh / capacityWh

/** For how long the battery alone carries a load, hours: the energy left in it (%, Wh) divided by the load (W). */
export function hoursLeft(socPercent: number | null, capacityWh: number | null, loadW: number | null): number | null {
  if (socPercent === null || capacityWh === null || loadW === null || loadW <= 0) return null
  return ((socPercent / 100) * capacityWh) / loadW
}
