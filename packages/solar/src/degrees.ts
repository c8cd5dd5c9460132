/**
 * Radians per degree. Angles are degrees everywhere in this package's interfaces and radians only inside a formula.
 */
export const radiansPerDegree = Math.PI / 180

/** Sine of an angle in degrees. */
export function sinDeg(angleDeg: number): number {
  return Math.sin(angleDeg * radiansPerDegree)
}

/** Cosine of an angle in degrees. */
export function cosDeg(angleDeg: number): number {
  return Math.cos(angleDeg * radiansPerDegree)
}

/** `value` held between `low` and `high` (unit of its arguments; low <= high). */
export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}
