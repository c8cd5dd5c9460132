import { lateAfterMs } from '@heliograph/domain/status.ts'
import type { SeriesPoint } from '../telemetry/telemetry.ts'

/** null: the gap is too long to draw a line across. */
export type HistoryPoint = Readonly<{
  atMs: number
  value: number | null
  min: number | null
  max: number | null
  estimated: boolean
}>

/** Steps on either side of a gap from which the usual length of a step follows. */
const NEARBY = 5

/** Adds an empty point after each point without a neighbor. */
export const breakLines = (points: readonly SeriesPoint[], apartMs: number): readonly HistoryPoint[] =>
  addBreaks(points, () => apartMs)

/**
 * The same for samples, whose step may change within a day: a gap is long if it is long beside the steps on both of its
 * sides. The device's interval of today says nothing about older days; it only counts where there are too few steps.
 */
export function breakSamples(points: readonly SeriesPoint[], intervalMs: number): readonly HistoryPoint[] {
  const steps = points.slice(1).map(({ atMs }, index) => atMs - (points[index]?.atMs ?? atMs))
  return addBreaks(points, (index) => {
    const before = usualOf(steps.slice(Math.max(0, index - NEARBY), index))
    const after = usualOf(steps.slice(index + 1, index + 1 + NEARBY))
    return lateAfterMs(Math.max(intervalMs, before ?? 0, after ?? 0))
  })
}

/** The median; undefined for too few values. */
function usualOf(steps: readonly number[]): number | undefined {
  return steps.length < 2 ? undefined : steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)]
}

function addBreaks(points: readonly SeriesPoint[], apartAfter: (index: number) => number): readonly HistoryPoint[] {
  return points.flatMap((point, index): readonly HistoryPoint[] => {
    const { atMs, value, min = null, max = null, estimated = false } = point
    const own = { atMs, value, min, max, estimated }
    const next = points[index + 1]
    if (next === undefined) return [own]
    const apartMs = apartAfter(index)
    if (next.atMs - atMs <= apartMs) return [own]
    const breakMs = Math.round(atMs + Math.min(apartMs, next.atMs - atMs) / 2)
    return [own, { atMs: breakMs, value: null, min: null, max: null, estimated: false }]
  })
}
