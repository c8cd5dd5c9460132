import { cosDeg } from './degrees.ts'
import { darkness, type Irradiance } from './irradiance.ts'

/**
 * Irradiance under a cloudless sky, W/m2, from apparent zenith (degrees), absolute air mass, extraterrestrial
 * irradiance (W/m2), Linke turbidity (1..8; clean cold air is near 2, temperate air 3.3, dust up to 7) and altitude (m). Dark below the horizon.
 * Source: Ineichen and Perez, Solar Energy 73 (2002) 151.
 */
export function getIneichenClearSky(
  apparentZenithDeg: number,
  absoluteAirmass: number,
  extraterrestrialWm2: number,
  linkeTurbidity: number,
  altitudeM: number,
): Irradiance {
  if (!(apparentZenithDeg <= 90)) return darkness
  const cosZenith = cosDeg(apparentZenithDeg)
  const f1 = Math.exp(-altitudeM / 8000)
  const f2 = Math.exp(-altitudeM / 1250)
  const c1 = 5.09e-5 * altitudeM + 0.868
  const c2 = 3.92e-5 * altitudeM + 0.0387
  const haze = linkeTurbidity - 1
  const ghiWm2 = c1 * extraterrestrialWm2 * cosZenith * Math.exp(-c2 * absoluteAirmass * (f1 + f2 * haze))
  const direct = extraterrestrialWm2 * (0.664 + 0.163 / f1) * Math.exp(-0.09 * absoluteAirmass * haze)
  const share = Math.max(0, 1 - (0.1 - 0.2 * Math.exp(-linkeTurbidity)) / (0.1 + 0.882 / f1))
  const dniWm2 = Math.min(direct, (ghiWm2 * share) / cosZenith)
  return { ghiWm2, dniWm2, dhiWm2: ghiWm2 - dniWm2 * cosZenith }
}

/**
 * Global clear-sky irradiance on the horizontal, W/m2, from the apparent zenith (degrees) alone; 0 below the horizon.
 * The fallback where turbidity is unknown. Source: Haurwitz, Journal of Meteorology 2 (1945) 154.
 */
export function getHaurwitzGhiWm2(apparentZenithDeg: number): number {
  const cosZenith = cosDeg(apparentZenithDeg)
  return cosZenith > 0 ? 1098 * cosZenith * Math.exp(-0.059 / cosZenith) : 0
}
