import { cosDeg, radiansPerDegree, sinDeg } from './degrees.ts'
import type { Irradiance } from './irradiance.ts'

/** The distribution of diffuse light over the sky. Perez is the one that agrees with measured years. */
export type SkyModel = 'perez' | 'hay-davies' | 'isotropic'

/** Share of light that ordinary ground (grass, roof) reflects. */
export const ORDINARY_ALBEDO = 0.2

/** Lowest cosine of the zenith in the Hay-Davies ratio (cos 89 deg). */
const HAY_DAVIES_LOWEST_COSINE = 0.01745
/** Lowest cosine of the zenith in the Perez circumsolar term. */
const perezLowestCosine = Math.cos(85 * radiansPerDegree)

/** Diffuse sky light on a plane, W/m2, from a sky of even brightness. Tilt in degrees. */
export function getIsotropicSkyWm2(dhiWm2: number, tiltDeg: number): number {
  return (dhiWm2 * (1 + cosDeg(tiltDeg))) / 2
}

/**
 * Diffuse sky light on a plane, W/m2: an even sky plus a bright disc around the sun.
 * Source: Hay and Davies, First Canadian Solar Radiation Data Workshop (1980) 59.
 */
export function getHayDaviesSkyWm2(
  light: Irradiance,
  extraterrestrialWm2: number,
  cosZenith: number,
  cosIncidence: number,
  tiltDeg: number,
): number {
  const anisotropy = light.dniWm2 / extraterrestrialWm2
  const ratio = Math.max(0, cosIncidence) / Math.max(cosZenith, HAY_DAVIES_LOWEST_COSINE)
  return light.dhiWm2 * (((1 - anisotropy) * (1 + cosDeg(tiltDeg))) / 2 + anisotropy * ratio)
}

/** Upper edges of the sky-clearness bins, and per bin f11 f12 f13 f21 f22 f23 (all-sites set of 1990). */
const perezEdges = [1.065, 1.23, 1.5, 1.95, 2.8, 4.5, 6.2] as const
const perezFactors: readonly (readonly [number, number, number, number, number, number])[] = [
  [-0.008, 0.588, -0.062, -0.06, 0.072, -0.022],
  [0.13, 0.683, -0.151, -0.019, 0.066, -0.029],
  [0.33, 0.487, -0.221, 0.055, -0.064, -0.026],
  [0.568, 0.187, -0.295, 0.109, -0.152, -0.014],
  [0.873, -0.392, -0.362, 0.226, -0.462, 0.001],
  [1.132, -1.237, -0.412, 0.288, -0.823, 0.056],
  [1.06, -1.6, -0.359, 0.264, -1.127, 0.131],
  [0.678, -0.327, -0.25, 0.156, -1.377, 0.251],
]

/**
 * Diffuse sky light on a plane, W/m2 (>= 0): an even sky, a bright disc around the sun and a bright horizon. `airmass`
 * is the relative one; null (sun below the horizon) gives 0. Source: Perez et al., Solar Energy 44 (1990) 271.
 */
export function getPerezSkyWm2(
  light: Irradiance,
  extraterrestrialWm2: number,
  airmass: number | null,
  zenithDeg: number,
  cosIncidence: number,
  tiltDeg: number,
): number {
  if (airmass === null || !(light.dhiWm2 > 0)) return 0
  const z = zenithDeg * radiansPerDegree
  const cubed = 1.041 * z * z * z
  const clearness = ((light.dhiWm2 + light.dniWm2) / light.dhiWm2 + cubed) / (1 + cubed)
  const brightness = (light.dhiWm2 * airmass) / extraterrestrialWm2
  let bin = 0
  for (const edge of perezEdges) if (clearness >= edge) bin++
  const f = perezFactors[bin]
  if (f === undefined) return 0
  const circumsolar = Math.max(0, f[0] + f[1] * brightness + f[2] * z)
  const horizon = f[3] + f[4] * brightness + f[5] * z
  const ratio = Math.max(0, cosIncidence) / Math.max(Math.cos(z), perezLowestCosine)
  const dome = ((1 - circumsolar) * (1 + cosDeg(tiltDeg))) / 2
  return Math.max(0, light.dhiWm2 * (dome + circumsolar * ratio + horizon * sinDeg(tiltDeg)))
}

/**
 * Light that the ground reflects onto a plane, W/m2: global horizontal times albedo (0..1) times the ground's view
 * factor.
 */
export function getGroundReflectedWm2(ghiWm2: number, albedo: number, tiltDeg: number): number {
  return (ghiWm2 * albedo * (1 - cosDeg(tiltDeg))) / 2
}
