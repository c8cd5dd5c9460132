import { DAY_MS, MINUTE_MS, MS_PER_DEGREE } from './spans.ts'
import { HORIZON_ELEVATION_DEG } from './sun-events.ts'
import { getHourAngleDeg, getSunDeclinationDeg, getSunElevationDeg } from './sun-position.ts'

/** Elevation of the sun, degrees, at which a device usually starts and stops reporting; null: not known yet. */
export type WakeUp = Readonly<{ wakeDeg: number | null; dozeDeg: number | null }>

/** The default without learned elevations: the sun is this high, and rose this long ago. */
const ORDINARY_DEG = 5
const ORDINARY_DELAY_MS = 90 * MINUTE_MS
/** A margin for learned elevations: days differ. */
const MARGIN_DEG = 2
/** At noon the sun is highest: in winter a device is missed before it, or it would never be missed. */
const SHARE_OF_NOON = 0.8
const LOWEST_NOON_DEG = 1

const radians = Math.PI / 180
const MOST_DAYS = 400

/**
 * When a device powered by its panels should report, as windows around each solar noon; none in a polar night, all day
 * in a polar day. Bounds are accurate to two minutes. Latitude north +, longitude east +, degrees.
 */
export function createDaylightDue(latitudeDeg: number, longitudeDeg: number, wakeUp: WakeUp) {
  /** The window of the solar day whose noon is nearest. */
  const windowAt = (atMs: number): Readonly<{ noonMs: number; fromMs: number; toMs: number }> => {
    let noonMs = atMs
    for (let i = 0; i < 3; i++) noonMs -= getHourAngleDeg(noonMs, longitudeDeg) * MS_PER_DEGREE
    const noonDeg = getSunElevationDeg(noonMs, latitudeDeg, longitudeDeg)
    const halfMs = (elevationDeg: number): number => hourAngleOf(elevationDeg, latitudeDeg, noonMs) * MS_PER_DEGREE
    const { wakeDeg, dozeDeg } = wakeUp
    const none = { noonMs, fromMs: noonMs, toMs: noonMs }
    if (wakeDeg === null) {
      if (noonDeg <= ORDINARY_DEG) return none
      const riseMs = halfMs(HORIZON_ELEVATION_DEG)
      const delayMs = riseMs >= DAY_MS / 2 ? 0 : ORDINARY_DELAY_MS
      const fromMs = noonMs - Math.min(halfMs(ORDINARY_DEG), riseMs - delayMs)
      const toMs = noonMs + halfMs(dozeDeg === null ? ORDINARY_DEG : within(dozeDeg, noonDeg))
      return fromMs < toMs ? { noonMs, fromMs, toMs } : none
    }
    if (noonDeg <= LOWEST_NOON_DEG) return none
    const morningDeg = within(wakeDeg, noonDeg)
    const eveningDeg =
      dozeDeg === null
        ? Math.max(morningDeg, Math.min(ORDINARY_DEG, SHARE_OF_NOON * noonDeg))
        : within(dozeDeg, noonDeg)
    return { noonMs, fromMs: noonMs - halfMs(morningDeg), toMs: noonMs + halfMs(eveningDeg) }
  }

  /** Windows from an instant on, while `take` returns true. */
  const walk = (fromMs: number, take: (from: number, to: number) => boolean): void => {
    let { noonMs, ...window } = windowAt(fromMs)
    for (let day = 0; day < MOST_DAYS; day++) {
      if (window.toMs > fromMs && window.toMs > window.fromMs && !take(Math.max(fromMs, window.fromMs), window.toMs))
        return
      ;({ noonMs, ...window } = windowAt(noonMs + DAY_MS))
    }
  }

  return {
    /** The windows within a time span, cut at its ends. */
    windows: (fromMs: number, toMs: number): readonly Readonly<{ fromMs: number; toMs: number }>[] => {
      const found: Readonly<{ fromMs: number; toMs: number }>[] = []
      walk(fromMs, (from, to) => {
        if (from < toMs) found.push({ fromMs: from, toMs: Math.min(to, toMs) })
        return to < toMs
      })
      return found
    },
    between: (fromMs: number, toMs: number, mostMs: number): number => {
      let sumMs = 0
      walk(fromMs, (from, to) => {
        sumMs += Math.max(0, Math.min(to, toMs) - from)
        return to < toMs && sumMs < mostMs
      })
      return Math.min(sumMs, mostMs)
    },
    reach: (fromMs: number, dueMs: number): number | null => {
      let leftMs = dueMs
      let reachedMs: number | null = null
      walk(fromMs, (from, to) => {
        if (to - from < leftMs) {
          leftMs -= to - from
          return true
        }
        reachedMs = Math.round(from + leftMs)
        return false
      })
      return reachedMs
    },
  }
}

const within = (learntDeg: number, noonDeg: number): number => Math.min(learntDeg + MARGIN_DEG, SHARE_OF_NOON * noonDeg)

/**
 * Degrees from noon at which the sun passes an elevation: 0 if it never gets that high, 180 if it never gets that low.
 */
function hourAngleOf(elevationDeg: number, latitudeDeg: number, atMs: number): number {
  const declination = getSunDeclinationDeg(atMs) * radians
  const latitude = latitudeDeg * radians
  const cosine =
    (Math.sin(elevationDeg * radians) - Math.sin(latitude) * Math.sin(declination)) /
    (Math.cos(latitude) * Math.cos(declination))
  return Math.acos(Math.min(1, Math.max(-1, cosine))) / radians
}
