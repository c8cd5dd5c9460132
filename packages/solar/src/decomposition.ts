import { clamp, cosDeg } from './degrees.ts'
import type { Irradiance } from './irradiance.ts'

/** Lowest cosine of the zenith for the clearness index: nearer the horizon the ratio is noise. */
const LOWEST_COSINE = 0.065
const HIGHEST_ZENITH_DEG = 87

/**
 * Clearness index, 0..1: global irradiance on the horizontal (W/m2) over what would arrive without an atmosphere.
 */
export function getClearnessIndex(ghiWm2: number, zenithDeg: number, extraterrestrialWm2: number): number {
  return clamp(ghiWm2 / (extraterrestrialWm2 * Math.max(cosDeg(zenithDeg), LOWEST_COSINE)), 0, 1)
}

/**
 * Splits global horizontal irradiance (W/m2, >= 0) into direct and diffuse for a zenith in degrees. All of it is
 * diffuse when the sun is lower than 3 degrees. Source: Erbs, Klein and Duffie, Solar Energy 28 (1982) 293.
 */
export function splitByErbs(ghiWm2: number, zenithDeg: number, extraterrestrialWm2: number): Irradiance {
  const kt = getClearnessIndex(ghiWm2, zenithDeg, extraterrestrialWm2)
  const diffuseShare =
    kt <= 0.22
      ? 1 - 0.09 * kt
      : kt <= 0.8
        ? 0.9511 + kt * (-0.1604 + kt * (4.388 + kt * (-16.638 + kt * 12.336)))
        : 0.165
  const dhiWm2 = diffuseShare * ghiWm2
  const dniWm2 = (ghiWm2 - dhiWm2) / cosDeg(zenithDeg)
  if (!(zenithDeg <= HIGHEST_ZENITH_DEG) || dniWm2 < 0) return { ghiWm2, dniWm2: 0, dhiWm2: ghiWm2 }
  return { ghiWm2, dniWm2, dhiWm2 }
}
