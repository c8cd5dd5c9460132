import { HOUR_MS } from './spans.ts'
import { findSunEvents, HORIZON_ELEVATION_DEG } from './sun-events.ts'
import { getSunElevationDeg } from './sun-position.ts'

/** Latitude north +, longitude east +, degrees. */
type Where = Readonly<{ latitudeDeg: number; longitudeDeg: number }>

/** A little more than a day: the sun may rise some minutes later the next day. */
const SEARCH_MS = 25 * HOUR_MS

/** The only rule for "the sun is up": its upper edge, after refraction, is above the horizon. */
export const isUp = (elevationDeg: number): boolean => elevationDeg >= HORIZON_ELEVATION_DEG

/** @param atMs UTC milliseconds */
export const isSunUp = (atMs: number, { latitudeDeg, longitudeDeg }: Where): boolean =>
  isUp(getSunElevationDeg(atMs, latitudeDeg, longitudeDeg))

/** The next sunrise while the sun is down, UTC ms; null while it is up, and in a polar night. */
export function findNextSunrise(nowMs: number, place: Where): number | null {
  if (isSunUp(nowMs, place)) return null
  return findSunEvents(nowMs, nowMs + SEARCH_MS, place.latitudeDeg, place.longitudeDeg).sunriseMs
}
