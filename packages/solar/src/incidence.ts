import { clamp, cosDeg, radiansPerDegree, sinDeg } from './degrees.ts'

/**
 * Cosine of the angle between the sun and a plane's normal, -1..1; negative when the sun is behind the plane. Degrees;
 * tilt 0 lies flat, azimuths clockwise from north.
 */
export function getCosIncidence(
  tiltDeg: number,
  surfaceAzimuthDeg: number,
  zenithDeg: number,
  sunAzimuthDeg: number,
): number {
  const cosine =
    cosDeg(tiltDeg) * cosDeg(zenithDeg) +
    sinDeg(tiltDeg) * sinDeg(zenithDeg) * cosDeg(sunAzimuthDeg - surfaceAzimuthDeg)
  return clamp(cosine, -1, 1)
}

/** Angle of incidence in degrees, 0..180, from its cosine. */
export function getIncidenceDeg(cosIncidence: number): number {
  return Math.acos(cosIncidence) / radiansPerDegree
}

/**
 * Share of the beam that enters the glass at an incidence, 0..1, against a beam straight on; 0 from behind. `b0` is the
 * module's coefficient (0.05 for plain glass). Source: ASHRAE standard 93; Souka and Safwat, Solar Energy 10 (1966)
 * 170.
 */
export function getAshraeTransmission(cosIncidence: number, b0 = 0.05): number {
  if (cosIncidence <= 0) return 0
  return clamp(1 - b0 * (1 / cosIncidence - 1), 0, 1)
}
