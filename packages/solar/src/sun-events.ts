import { HOUR_MS, MS_PER_DEGREE } from './spans.ts'
import { getHourAngleDeg, getSunElevationDeg } from './sun-position.ts'

/**
 * Sunrise, solar noon and sunset inside a window, UTC ms, null where the event does not fall in it. `polar` says why
 * both rise and set are missing: the sun stays above or below the horizon for the whole window.
 */
export type SunEvents = Readonly<{
  sunriseMs: number | null
  solarNoonMs: number | null
  sunsetMs: number | null
  polar: 'always-up' | 'always-down' | null
}>

/** True elevation of the sun's center at rise and set: 34' of refraction and 16' of its radius below the horizon. */
export const HORIZON_ELEVATION_DEG = -0.8333

const SAMPLE_MS = 600_000
const LONGEST_WINDOW_MS = 48 * HOUR_MS

/**
 * Sun events of the local civil day [fromMs, toMs) (UTC ms, 23 to 25 h as clocks change; anything above 48 h is cut
 * off). Sunrise is the first upward crossing and sunset the last downward one, so a night that ends and begins in the
 * same polar day keeps its long daylight between them. Never throws. Latitude north +, longitude east +, degrees. Good
 * to a few seconds below 65 deg of latitude. Source: root search on the true elevation.
 */
export function findSunEvents(fromMs: number, toMs: number, latitudeDeg: number, longitudeDeg: number): SunEvents {
  const endMs = Math.min(toMs, fromMs + LONGEST_WINDOW_MS)
  const height = (atMs: number) => getSunElevationDeg(atMs, latitudeDeg, longitudeDeg) - HORIZON_ELEVATION_DEG
  const solarNoonMs = findSolarNoon(fromMs, endMs, longitudeDeg)
  let sunriseMs: number | null = null
  let sunsetMs: number | null = null
  let startMs = fromMs
  let startHeight = height(fromMs)
  const startedUp = startHeight >= 0
  while (startMs < endMs) {
    let stopMs = Math.min(startMs + SAMPLE_MS, endMs)
    // Noon is a separate sample: a polar day of a few minutes must not fall between two others.
    if (solarNoonMs !== null && startMs < solarNoonMs && solarNoonMs < stopMs) stopMs = solarNoonMs
    const stopHeight = height(stopMs)
    if (startHeight < 0 && stopHeight >= 0) sunriseMs ??= findCrossing(height, startMs, stopMs)
    if (startHeight >= 0 && stopHeight < 0) sunsetMs = findCrossing(height, startMs, stopMs)
    startMs = stopMs
    startHeight = stopHeight
  }
  const crossed = sunriseMs !== null || sunsetMs !== null
  return { sunriseMs, solarNoonMs, sunsetMs, polar: crossed ? null : startedUp ? 'always-up' : 'always-down' }
}

function findSolarNoon(fromMs: number, toMs: number, longitudeDeg: number): number | null {
  const middleMs = (fromMs + toMs) / 2
  let noonMs = middleMs
  // The hour angle is linear within 30 s a day, so each round leaves less than a thousandth of the error.
  for (let i = 0; i < 4; i++) noonMs -= getHourAngleDeg(noonMs, longitudeDeg) * MS_PER_DEGREE
  return noonMs >= fromMs && noonMs < toMs ? Math.round(noonMs) : null
}

function findCrossing(height: (atMs: number) => number, fromMs: number, toMs: number): number {
  let lowMs = fromMs
  let highMs = toMs
  const rising = height(highMs) >= 0
  while (highMs - lowMs > 100) {
    const middleMs = (lowMs + highMs) / 2
    if (height(middleMs) >= 0 === rising) highMs = middleMs
    else lowMs = middleMs
  }
  return Math.round((lowMs + highMs) / 2)
}
