/** Milliseconds. This package imports nothing, so it has its own. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
/** The time in which the sun moves one degree of its hour angle. */
export const MS_PER_DEGREE = DAY_MS / 360
