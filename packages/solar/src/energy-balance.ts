import { type BatteryModel, type BatteryState, getChargeLimitW, getDischargeLimitW, stepBattery } from './battery.ts'
import { clamp } from './degrees.ts'

/**
 * A generator that runs only off the grid: starts at or below one state of charge, stops at another. W and percent.
 */
export type Generator = Readonly<{ maxW: number; startSocPercent: number; stopSocPercent: number }>

/** The parts of a plant between which power flows. Limits in W; null means none. */
export type EnergySystem = Readonly<{
  battery: BatteryModel | null
  generator: Generator | null
  /** Most that may flow to the grid, W >= 0; 0 forbids it. */
  exportLimitW: number | null
}>

/** The state that one step passes to the next. Without a battery `battery` is null. */
export type EnergyState = Readonly<{ battery: BatteryState | null; generatorRunning: boolean }>

/**
 * Means over the step in W. `pvW` is what the inverter could give (slightly negative while it only draws at night).
 */
export type EnergyDemand = Readonly<{ pvW: number; loadW: number; offGrid: boolean; durationS: number }>

/**
 * Mean powers over a step, W, all >= 0. Always
 * (pv - curtailed) + import + discharge + generator = (load - unserved) + charge + export.
 */
export type EnergyFlows = Readonly<{
  importW: number
  exportW: number
  chargeW: number
  dischargeW: number
  generatorW: number
  curtailedW: number
  unservedW: number
}>

/**
 * Greedy self-consumption: PV serves the load first, surplus charges the battery, then goes to the grid up to its
 * limit, then is curtailed; a deficit comes from the battery, then from the grid. Off-grid there is neither import nor
 * export, the generator helps out, and unserved load is reported. A running generator takes over the load from the
 * battery and charges it.
 */
export function balanceEnergy(
  system: EnergySystem,
  state: EnergyState,
  demand: EnergyDemand,
): Readonly<{ flows: EnergyFlows; state: EnergyState }> {
  const { durationS } = demand
  const { battery } = system
  const held = battery === null ? null : state.battery
  const stored = battery !== null && held !== null
  const chargeLimitW = stored ? getChargeLimitW(battery, held, durationS) : 0
  const dischargeLimitW = stored ? getDischargeLimitW(battery, held, durationS) : 0

  const surplusW = Math.max(0, demand.pvW - demand.loadW)
  const deficitW = Math.max(0, demand.loadW - demand.pvW)
  const generatorRunning = decideGenerator(system, state, demand, deficitW, dischargeLimitW)

  let generatorW = 0
  let chargeW = Math.min(surplusW, chargeLimitW)
  if (generatorRunning && system.generator !== null) {
    generatorW = Math.min(system.generator.maxW, deficitW + chargeLimitW - chargeW)
    chargeW += Math.max(0, generatorW - deficitW)
  }
  const openW = Math.max(0, deficitW - generatorW)
  const askedW = openW > 0 ? Math.min(openW, dischargeLimitW) : -chargeW
  const step = stored ? stepBattery(battery, held, askedW, durationS) : null
  const dischargeW = Math.max(0, step?.powerW ?? 0)
  chargeW = Math.max(0, -(step?.powerW ?? 0))

  const missingW = openW - dischargeW
  const overW = Math.max(0, surplusW - chargeW)
  const exportW = demand.offGrid ? 0 : clamp(overW, 0, Math.max(0, system.exportLimitW ?? overW))
  return {
    flows: {
      importW: demand.offGrid ? 0 : missingW,
      exportW,
      chargeW,
      dischargeW,
      generatorW,
      curtailedW: overW - exportW,
      unservedW: demand.offGrid ? missingW : 0,
    },
    state: { battery: step?.state ?? null, generatorRunning },
  }
}

function decideGenerator(
  system: EnergySystem,
  state: EnergyState,
  demand: EnergyDemand,
  deficitW: number,
  dischargeLimitW: number,
): boolean {
  const { generator } = system
  if (generator === null || !demand.offGrid) return false
  if (deficitW > dischargeLimitW) return true
  if (system.battery === null || state.battery === null) return false
  const { socPercent } = state.battery
  return socPercent <= generator.startSocPercent || (state.generatorRunning && socPercent < generator.stopSocPercent)
}
