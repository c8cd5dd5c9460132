import { findSunEvents, horizonElevationDeg } from '@heliograph/solar/sun-events.ts'
import { getSunElevationDeg } from '@heliograph/solar/sun-position.ts'

type Where = Readonly<{ latitudeDeg: number; longitudeDeg: number }>

export const isSunUp = (atMs: number, { latitudeDeg, longitudeDeg }: Where): boolean =>
  getSunElevationDeg(atMs, latitudeDeg, longitudeDeg) > horizonElevationDeg

/** A little more than a day: from one day to the next the sun may rise some minutes later. */
const searchMs = 25 * 3_600_000

/** The next sunrise while the sun is down, UTC ms; null while it is up, and in a polar night. */
export function findNextSunrise(nowMs: number, place: Where): number | null {
  if (isSunUp(nowMs, place)) return null
  return findSunEvents(nowMs, nowMs + searchMs, place.latitudeDeg, place.longitudeDeg).sunriseMs
}
