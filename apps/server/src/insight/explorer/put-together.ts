import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { SeriesPoint } from '../../fleet/telemetry/telemetry.ts'

const slotMinutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360] as const

/** The smallest slot with which a range has at most so many points. */
export function slotFor(spanMs: number, most: number): number {
  const minutes = slotMinutes.find((minute) => spanMs / (minute * MINUTE_MS) <= most) ?? 360
  return minutes * MINUTE_MS
}

/** One point per slot, at its start: the mean, the least and the greatest of its readings. */
export function putTogether(points: readonly SeriesPoint[], slotMs: number): readonly SeriesPoint[] {
  const slots: { atMs: number; sum: number; n: number; min: number; max: number; estimated: boolean }[] = []
  for (const { atMs, value, estimated = false } of points) {
    const at = Math.floor(atMs / slotMs) * slotMs
    const last = slots.at(-1)
    if (last?.atMs === at) {
      last.sum += value
      last.n++
      last.min = Math.min(last.min, value)
      last.max = Math.max(last.max, value)
      last.estimated ||= estimated
    } else slots.push({ atMs: at, sum: value, n: 1, min: value, max: value, estimated })
  }
  return slots.map(({ atMs, sum, n, min, max, estimated }) => ({
    atMs,
    value: sum / n,
    min,
    max,
    n,
    ...(estimated ? { estimated } : {}),
  }))
}

/** The last reading of each slot: the mean of two codes is neither of them, and counters only rise. */
export function keepLast(points: readonly SeriesPoint[], slotMs: number): readonly SeriesPoint[] {
  const kept = new Map<number, SeriesPoint>()
  for (const point of points) kept.set(Math.floor(point.atMs / slotMs), point)
  return [...kept.values()]
}
