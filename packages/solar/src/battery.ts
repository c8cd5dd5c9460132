import { clamp } from './degrees.ts'

/**
 * A battery with its inverter, seen from the plant's bus. Energies in Wh, powers in W (>= 0), efficiencies 0..1 one
 * way, state of charge in percent of `capacityWh`.
 */
export type BatteryModel = Readonly<{
  capacityWh: number
  minSocPercent: number
  maxSocPercent: number
  maxChargeW: number
  maxDischargeW: number
  chargeEfficiency: number
  dischargeEfficiency: number
  /** From here charging power falls linearly to a twentieth of its limit at `maxSocPercent`. */
  taperFromPercent: number
  /** Own consumption of electronics, taken from the cells; it ends at `minSocPercent` (deep sleep). */
  standbyW: number
}>

/** The one integrated value of a simulated plant. */
export type BatteryState = Readonly<{ socPercent: number }>

/** Mean power on the bus over the step, W, positive when discharging; `lossW` (>= 0) became heat, standby included. */
export type BatteryStep = Readonly<{ state: BatteryState; powerW: number; lossW: number }>

/** A battery as an installer describes it; everything but the capacity (Wh) has a default. */
export type BatteryDescription = Readonly<{
  capacityWh: number
  /** Power limit over capacity, 1/h (0.3..1). */
  cRate?: number
  /** AC to AC, 0..1. */
  roundTripEfficiency?: number
  minSocPercent?: number
  maxSocPercent?: number
  taperFromPercent?: number
  standbyW?: number
}>

/** A model from a description; the round trip's loss is shared evenly between charging and discharging. */
export function describeBattery(options: BatteryDescription): BatteryModel {
  const limitW = options.capacityWh * (options.cRate ?? 0.5)
  const oneWay = Math.sqrt(options.roundTripEfficiency ?? 0.92)
  return {
    capacityWh: options.capacityWh,
    minSocPercent: options.minSocPercent ?? 10,
    maxSocPercent: options.maxSocPercent ?? 100,
    maxChargeW: limitW,
    maxDischargeW: limitW,
    chargeEfficiency: oneWay,
    dischargeEfficiency: oneWay,
    taperFromPercent: options.taperFromPercent ?? 92,
    standbyW: options.standbyW ?? 15,
  }
}

/** The smallest share of the charging limit near full, so that full is reached and not only approached. */
const TAPER_FLOOR = 0.05

/** Most power in W (>= 0) that can be put in from the bus during the next `durationS` seconds. */
export function getChargeLimitW(model: BatteryModel, state: BatteryState, durationS: number): number {
  const { socPercent } = state
  const roomWh = (Math.max(0, model.maxSocPercent - socPercent) / 100) * model.capacityWh
  const hours = durationS / 3600
  const span = model.maxSocPercent - model.taperFromPercent
  const left = span > 0 ? clamp((model.maxSocPercent - socPercent) / span, TAPER_FLOOR, 1) : 1
  const roomW = (roomWh / hours + getDrawW(model, state, durationS)) / model.chargeEfficiency
  return roomWh > 0 ? Math.min(model.maxChargeW * left, roomW) : 0
}

/** Most power in W (>= 0) that can be drawn onto the bus during the next `durationS` seconds. */
export function getDischargeLimitW(model: BatteryModel, state: BatteryState, durationS: number): number {
  const storedWh = (Math.max(0, state.socPercent - model.minSocPercent) / 100) * model.capacityWh
  const usableW = storedWh / (durationS / 3600) - getDrawW(model, state, durationS)
  return clamp(usableW * model.dischargeEfficiency, 0, model.maxDischargeW)
}

/**
 * The battery `durationS` (> 0) seconds later when `requestedW` is requested on the bus (positive discharges). Requests
 * are cut to its limits. Limits hold for the state at the start: keep steps to minutes where the taper matters.
 * Source: energy balance of the store; the defaults are those of lithium iron phosphate home batteries.
 */
export function stepBattery(
  model: BatteryModel,
  state: BatteryState,
  requestedW: number,
  durationS: number,
): BatteryStep {
  const hours = durationS / 3600
  const drawW = getDrawW(model, state, durationS)
  const powerW =
    requestedW > 0
      ? Math.min(requestedW, getDischargeLimitW(model, state, durationS))
      : -Math.min(-requestedW, getChargeLimitW(model, state, durationS))
  const cellsW = powerW > 0 ? -powerW / model.dischargeEfficiency : -powerW * model.chargeEfficiency
  const changed = state.socPercent + (((cellsW - drawW) * hours) / model.capacityWh) * 100
  // A state outside the limits (set by hand, or limits moved) may come back inside but never go further out.
  const low = Math.min(model.minSocPercent, state.socPercent)
  const high = Math.max(model.maxSocPercent, state.socPercent)
  return { state: { socPercent: clamp(changed, low, high) }, powerW, lossW: drawW - cellsW - powerW }
}

/** Standby power that the cells can give without passing their lower limit. */
function getDrawW(model: BatteryModel, state: BatteryState, durationS: number): number {
  const storedWh = (Math.max(0, state.socPercent - model.minSocPercent) / 100) * model.capacityWh
  return Math.min(model.standbyW, storedWh / (durationS / 3600))
}

/** A lithium iron phosphate pack: nominal voltage (V, 51.2 for 16 cells) and resistance (ohm, 0.02..0.04). */
export type BatteryPack = Readonly<{ nominalV: number; resistanceOhm: number }>

/** Open-circuit voltage over nominal at a state of charge: steep at both ends, nearly flat between 20 and 90 %. */
const lfpCurve: readonly (readonly [socPercent: number, ratio: number])[] = [
  [0, 0.94],
  [10, 0.98],
  [20, 1.0],
  [50, 1.015],
  [90, 1.035],
  [97, 1.06],
  [100, 1.11],
]

/** Terminal voltage (V) and current (A, positive when discharging) of a pack that gives `cellsW` at its terminals. */
export function getPackElectrics(
  pack: BatteryPack,
  socPercent: number,
  cellsW: number,
): Readonly<{ voltageV: number; currentA: number }> {
  const openV = pack.nominalV * getLfpRatio(socPercent)
  // P = V I and V = open - R I; a demand beyond the pack's peak gets the voltage at that peak, half of the open one.
  const root = openV * openV - 4 * pack.resistanceOhm * cellsW
  const voltageV = (openV + Math.sqrt(Math.max(0, root))) / 2
  return { voltageV, currentA: cellsW / voltageV }
}

function getLfpRatio(socPercent: number): number {
  let [lowSoc, lowRatio] = lfpCurve[0] ?? [0, 1]
  for (const [soc, ratio] of lfpCurve) {
    if (socPercent <= soc) {
      return soc === lowSoc ? ratio : lowRatio + ((ratio - lowRatio) * (socPercent - lowSoc)) / (soc - lowSoc)
    }
    lowSoc = soc
    lowRatio = ratio
  }
  return lowRatio
}
