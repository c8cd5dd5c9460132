/** The data of a line chart, and the arithmetic on it: gaps, ranges, the point under the cursor. */
import type { ShownUnit } from '@heliograph/domain/format/quantity.ts'
import type { TimeRange } from './time-ticks.ts'

export type LinePoint = Readonly<{
  atMs: number
  /** null: nothing was measured; the line stops. */
  value: number | null
  min?: number | null
  max?: number | null
  /** Not measured at this exact instant: drawn hollow. */
  estimated?: boolean
}>

/** range: smallest to largest of a period as a bar, with a mark at the mean; no line joins two periods. */
export type LineShape = 'line' | 'area' | 'step' | 'bar' | 'range'

export const strokes = ['solid', 'dashed', 'dotted', 'dashDot'] as const
/** How a line is drawn: color is never the only difference. */
export type Stroke = (typeof strokes)[number]

export type LineSeries = Readonly<{
  id: string
  name: string
  /** A color token, such as `solar-line`. */
  color: string
  axis: string
  shape?: LineShape
  /** Default: solid. */
  stroke?: Stroke
  /** Thicker and above the others. */
  strong?: boolean
  /** Another day's values under today's: faint, in the readout, never in the foreground. */
  ghost?: boolean
  points: readonly LinePoint[]
}>

/** Drawn as bars, side by side with the other bars. */
export const isBar = ({ shape }: LineSeries): boolean => shape === 'bar' || shape === 'range'

export type LineAxis = Readonly<{ id: string; unit: ShownUnit; fromZero: boolean; full?: number }>

/** A series with a null wherever two points are further apart than `gapMs`, so that no line bridges unknown values. */
export function withGaps(points: readonly LinePoint[], gapMs: number): readonly LinePoint[] {
  const out: LinePoint[] = []
  let before: LinePoint | undefined
  for (const point of points) {
    if (before && before.value !== null && point.value !== null && point.atMs - before.atMs > gapMs)
      out.push({ atMs: before.atMs + (point.atMs - before.atMs) / 2, value: null })
    out.push(point)
    before = point
  }
  return out
}

/** Points between gaps: no line reaches them, so they get a dot. */
export function isIsolated(points: readonly LinePoint[], index: number): boolean {
  const empty = (at: number): boolean => (points[at]?.value ?? null) === null
  return !empty(index) && empty(index - 1) && empty(index + 1)
}

/** Index of the first point at or after an instant. */
export function firstFrom(points: readonly LinePoint[], atMs: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.atMs ?? 0) < atMs) low = middle + 1
    else high = middle
  }
  return low
}

/** The points of a range with one beyond each edge, for lines that cross it. */
export function pointsIn(points: readonly LinePoint[], range: TimeRange): readonly LinePoint[] {
  const from = Math.max(0, firstFrom(points, range.fromMs) - 1)
  const to = firstFrom(points, range.toMs + 1) + 1
  return from === 0 && to >= points.length ? points : points.slice(from, to)
}

/** The measured point nearest to an instant, no further away than `withinMs`. */
export function nearestPoint(points: readonly LinePoint[], atMs: number, withinMs: number): LinePoint | undefined {
  const start = firstFrom(points, atMs)
  const distance = (point: LinePoint | undefined): number =>
    point ? Math.abs(point.atMs - atMs) : Number.POSITIVE_INFINITY
  let best: LinePoint | undefined
  for (let index = start; index < points.length && distance(points[index]) <= withinMs; index++) {
    const point = points[index]
    if (point && point.value !== null) {
      best = point
      break
    }
  }
  for (let index = start - 1; index >= 0 && distance(points[index]) <= withinMs; index--) {
    const point = points[index]
    if (point && point.value !== null) {
      if (distance(point) < distance(best)) best = point
      break
    }
  }
  return best
}

/** The instant to which a cursor snaps: the nearest measured point of any series except comparisons. */
export function snapInstant(series: readonly LineSeries[], atMs: number, withinMs: number): number | undefined {
  let best: number | undefined
  for (const one of series.filter((line) => !line.ghost)) {
    const point = nearestPoint(one.points, atMs, withinMs)
    if (point && (best === undefined || Math.abs(point.atMs - atMs) < Math.abs(best - atMs))) best = point.atMs
  }
  return best
}

/** The next instant of a cursor that is moved by keys. */
export function stepInstant(
  series: readonly LineSeries[],
  range: TimeRange,
  atMs: number | undefined,
  direction: 1 | -1,
): number | undefined {
  let best: number | undefined
  for (const { points, ghost } of series) {
    if (ghost) continue
    const start = atMs === undefined ? (direction > 0 ? range.fromMs : range.toMs + 0.5) : atMs + direction * 0.5
    let index = direction > 0 ? firstFrom(points, start) : firstFrom(points, start) - 1
    while (points[index] && points[index]?.value === null) index += direction
    const found = points[index]?.atMs
    if (found === undefined || found < range.fromMs || found > range.toMs) continue
    if (best === undefined || (found - best) * direction < 0) best = found
  }
  return best ?? atMs
}

/** Smallest and largest value of an axis in a range, bands included. */
export function extentOf(
  series: readonly LineSeries[],
  axis: string,
  range: TimeRange,
): Readonly<{ min: number | null; max: number | null }> {
  let min: number | null = null
  let max: number | null = null
  for (const one of series) {
    if (one.axis !== axis) continue
    for (const point of pointsIn(one.points, range)) {
      for (const value of [point.value, point.min ?? null, point.max ?? null]) {
        if (value === null) continue
        if (min === null || value < min) min = value
        if (max === null || value > max) max = value
      }
    }
  }
  return { min, max }
}
