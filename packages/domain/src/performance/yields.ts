/**
 * One recording interval: energy out (Wh), irradiation on the plane (Wh/m2) and module temperature (degC). null: not
 * measured.
 */
export type YieldInterval = Readonly<{
  energyWh: number | null
  irradiationWhM2: number | null
  moduleC?: number | null
}>

/** Yields and ratios by the names of IEC 61724-1; null where nothing was valid, or no light. */
export type Yields = Readonly<{
  /** Y_f, kWh per kWp. */
  finalYield: number | null
  /** Y_r, kWh/m2 over 1 kW/m2, so hours. */
  referenceYield: number | null
  /** PR = Y_f / Y_r, both of the intervals in which both sides are valid. */
  performanceRatio: number | null
  /** PR'_STC: the rating in each interval is that at the module temperature; null without temperatures. */
  performanceRatio25C: number | null
  /** Share of the intervals in which energy and irradiation are valid, 0 to 1. */
  validShare: number
}>

/** Typical power coefficient of crystalline modules, 1/K. */
export const ORDINARY_GAMMA_PER_K = -0.0035

/**
 * Rating of the modules at a temperature over their rating at 25 degC (C_k of IEC 61724-1).
 * @param gammaPerK power coefficient, 1/K, negative
 */
export const ratingAt = (moduleC: number, gammaPerK: number = ORDINARY_GAMMA_PER_K): number =>
  1 + gammaPerK * (moduleC - 25)

/**
 * Yields and performance ratios of a span. An interval without a valid energy or irradiation counts on neither side
 * (IEC 61724-1: missing data is excluded, and the share of valid data stated with the result).
 * @param capacityWp nameplate P_0, > 0 @param gammaPerK 1/K
 */
export function sumYields(
  intervals: Iterable<YieldInterval>,
  capacityWp: number,
  gammaPerK: number = ORDINARY_GAMMA_PER_K,
): Yields {
  let all = 0
  let valid = 0
  let energyWh = 0
  let referenceH = 0
  let warmWh = 0
  let correctedH = 0
  for (const { energyWh: wh, irradiationWhM2, moduleC } of intervals) {
    all++
    if (!isNumber(wh) || !isNumber(irradiationWhM2)) continue
    valid++
    energyWh += wh
    // Sensors say a little less than nothing at night.
    const hours = Math.max(0, irradiationWhM2) / 1000
    referenceH += hours
    if (!isNumber(moduleC)) continue
    warmWh += wh
    correctedH += hours * ratingAt(moduleC, gammaPerK)
  }
  const per = (wh: number, hours: number): number | null => (hours > 0 ? wh / capacityWp / hours : null)
  return {
    finalYield: valid > 0 ? energyWh / capacityWp : null,
    referenceYield: valid > 0 ? referenceH : null,
    performanceRatio: per(energyWh, referenceH),
    performanceRatio25C: per(warmWh, correctedH),
    validShare: all > 0 ? valid / all : 0,
  }
}

const isNumber = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && !Number.isNaN(value)
