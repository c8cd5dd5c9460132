import { hourMs } from './spans.ts'
import { findSunEvents, horizonElevationDeg } from './sun-events.ts'
import { getSunElevationDeg } from './sun-position.ts'

/** Latitude north +, longitude east +, degrees. */
type Where = Readonly<{ latitudeDeg: number; longitudeDeg: number }>

/** A little more than a day: the sun may rise some minutes later the next day. */
const searchMs = 25 * hourMs

/** The only rule for "the sun is up": its upper edge, after refraction, is above the horizon. */
export const isUp = (elevationDeg: number): boolean => elevationDeg >= horizonElevationDeg

/** @param atMs UTC milliseconds */
export const isSunUp = (atMs: number, { latitudeDeg, longitudeDeg }: Where): boolean =>
  isUp(getSunElevationDeg(atMs, latitudeDeg, longitudeDeg))

/** The next sunrise while the sun is down, UTC ms; null while it is up, and in a polar night. */
export function findNextSunrise(nowMs: number, place: Where): number | null {
  if (isSunUp(nowMs, place)) return null
  return findSunEvents(nowMs, nowMs + searchMs, place.latitudeDeg, place.longitudeDeg).sunriseMs
}
