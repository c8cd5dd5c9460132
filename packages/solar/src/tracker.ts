import { clamp, cosDeg, radiansPerDegree, sinDeg } from './degrees.ts'

/** Orientation of a tracked plane, degrees. Rotation is positive when it faces east; azimuth is 90 or 270. */
export type TrackerOrientation = Readonly<{ rotationDeg: number; tiltDeg: number; surfaceAzimuthDeg: number }>

/**
 * Orientation of a tracker with a horizontal north-south axis. `maxAngleDeg` is the mechanical stop (0..90);
 * `groundCoverRatio` is module width over row distance (0..1] and enables backtracking, so that no row shades the next;
 * null disables it. At night it lies flat.
 * Source: Anderson and Mikofski, Slope-Aware Backtracking for Single-Axis Trackers, NREL/TP-5K00-76626 (2020).
 */
export function getTrackerOrientation(
  apparentZenithDeg: number,
  sunAzimuthDeg: number,
  maxAngleDeg: number,
  groundCoverRatio: number | null,
): TrackerOrientation {
  if (!(apparentZenithDeg < 90)) return { rotationDeg: 0, tiltDeg: 0, surfaceAzimuthDeg: 270 }
  const ideal = Math.atan2(sinDeg(apparentZenithDeg) * sinDeg(sunAzimuthDeg), cosDeg(apparentZenithDeg))
  let rotationDeg = ideal / radiansPerDegree
  if (groundCoverRatio !== null) {
    const reach = Math.abs(Math.cos(ideal)) / groundCoverRatio
    if (reach < 1) rotationDeg -= (Math.sign(ideal) * Math.acos(reach)) / radiansPerDegree
  }
  rotationDeg = clamp(rotationDeg, -maxAngleDeg, maxAngleDeg)
  return { rotationDeg, tiltDeg: Math.abs(rotationDeg), surfaceAzimuthDeg: rotationDeg > 0 ? 90 : 270 }
}
