import { cosDeg } from './degrees.ts'
import { STANDARD_PRESSURE_PA } from './sun-position.ts'

/**
 * Relative optical air mass (1 overhead, about 38 at the horizon) for an apparent zenith in degrees, or null below the
 * horizon. Source: Kasten and Young, Applied Optics 28 (1989) 4735.
 */
export function getRelativeAirmass(apparentZenithDeg: number): number | null {
  if (!(apparentZenithDeg <= 90)) return null
  return 1 / (cosDeg(apparentZenithDeg) + 0.50572 * (96.07995 - apparentZenithDeg) ** -1.6364)
}

/** Air mass corrected for the thinner air at altitude: relative air mass times pressure (Pa) over that at sea level. */
export function getAbsoluteAirmass(relativeAirmass: number, pressurePa: number): number {
  return (relativeAirmass * pressurePa) / STANDARD_PRESSURE_PA
}
