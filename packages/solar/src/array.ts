import { type FaimanLoss, openRackLoss } from './cell-temperature.ts'
import { getPvwattsLossFraction, NOMINAL_INVERTER_EFFICIENCY } from './pvwatts.ts'
import { ORDINARY_ALBEDO, type SkyModel } from './transposition.ts'

/** Where a plant stands: degrees (north +, east +) and m above sea level. */
export type Place = Readonly<{ latitudeDeg: number; longitudeDeg: number; altitudeM: number }>

/**
 * Modules that point one way, nameplate `pdc0W` in W. A fixed plane has a tilt (0 flat .. 90 wall) and an azimuth
 * clockwise from north; a tracked one turns about a horizontal north-south axis (see `getTrackerOrientation`).
 */
export type Plane =
  | Readonly<{ mount: 'fixed'; pdc0W: number; tiltDeg: number; azimuthDeg: number }>
  | Readonly<{ mount: 'tracker'; pdc0W: number; maxAngleDeg: number; groundCoverRatio: number | null }>

/** Everything between the light on the planes and the inverter's AC terminals, apart from the planes themselves. */
export type PvArray = Readonly<{
  /** W; AC is clipped here. */
  ratedAcW: number
  /** 0..1. */
  inverterEfficiency: number
  /** Power coefficient of the modules, 1/K, negative. */
  gammaPerK: number
  /** 0..1, between nameplate and inverter. */
  lossFraction: number
  cellHeatLoss: FaimanLoss
  /** ASHRAE coefficient of the glass (0.05), or null to neglect reflection as PVWatts reference runs do. */
  incidenceB0: number | null
  /** 0..1. */
  albedo: number
  skyModel: SkyModel
}>

/** An array with PVWatts' usual values; give at least the rating in W. */
export function describeArray(options: Readonly<Partial<PvArray>> & Readonly<{ ratedAcW: number }>): PvArray {
  return {
    inverterEfficiency: NOMINAL_INVERTER_EFFICIENCY,
    gammaPerK: -0.0035,
    lossFraction: getPvwattsLossFraction(),
    cellHeatLoss: openRackLoss,
    incidenceB0: null,
    albedo: ORDINARY_ALBEDO,
    skyModel: 'perez',
    ...options,
  }
}
