/** Milliseconds. This package imports nothing, so it has its own. */
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000
/** The time in which the sun moves one degree of its hour angle. */
export const msPerDegree = dayMs / 360
