import { clamp } from './degrees.ts'

/**
 * DC power in W (>= 0) of modules with nameplate power `pdc0W` (W at 1000 W/m2 and 25 degC), from irradiance that
 * reaches the cells (W/m2), cell temperature (degC) and power coefficient (1/K: -0.0029 heterojunction .. -0.0047 old
 * poly).
 * Source: Dobos, PVWatts Version 5 Manual, NREL/TP-6A20-62641, eq. 8.
 */
export function getPvwattsDcW(poaWm2: number, cellC: number, pdc0W: number, gammaPerK: number): number {
  return Math.max(0, (poaWm2 / 1000) * pdc0W * (1 + gammaPerK * (cellC - 25)))
}

/** Losses between nameplate and inverter, percent each, 0..100; the manual's defaults (section 11). */
export const pvwattsLosses = {
  soiling: 2,
  shading: 3,
  snow: 0,
  mismatch: 2,
  wiring: 2,
  connections: 0.5,
  lightInduced: 1.5,
  nameplate: 1,
  age: 0,
  availability: 3,
} as const
export type PvwattsLoss = keyof typeof pvwattsLosses

/** All losses together as a fraction 0..1 (0.140757 with the defaults); `changes` replaces single percentages. */
export function getPvwattsLossFraction(changes: Readonly<Partial<Record<PvwattsLoss, number>>> = {}): number {
  let kept = 1
  for (const loss of Object.values({ ...pvwattsLosses, ...changes })) kept *= 1 - clamp(loss, 0, 100) / 100
  return 1 - kept
}

/** Efficiency of the reference inverter that the curve was fitted to. */
const REFERENCE_EFFICIENCY = 0.9637

/** Nominal inverter efficiency, 0..1, of PVWatts. */
export const NOMINAL_INVERTER_EFFICIENCY = 0.96

/**
 * AC power in W, 0..ratedAcW, from DC power (W). Starts near 0.6 % of the rating and clips at it; the inverter's own
 * draw at night is not part of it. Source: NREL/TP-6A20-62641, eq. 10 to 12.
 */
export function getPvwattsAcW(dcW: number, ratedAcW: number, efficiency = NOMINAL_INVERTER_EFFICIENCY): number {
  if (!(dcW > 0) || !(ratedAcW > 0)) return 0
  const load = dcW / (ratedAcW / efficiency)
  const eta = (efficiency / REFERENCE_EFFICIENCY) * (-0.0162 * load - 0.0059 / load + 0.9858)
  return clamp(eta * dcW, 0, ratedAcW)
}
