import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { Interval } from '@heliograph/domain/time.ts'

/** Readings of a device by the start of each hour of the plant. */
export type HeardHours = ReadonlyMap<number, number>

/** How many readings an hour usually has: the median of the hours that have some; undefined without any. */
export function usualCount(heard: HeardHours): number | undefined {
  const counts = [...heard.values()].filter((n) => n > 0).sort((a, b) => a - b)
  return counts[Math.floor(counts.length / 2)]
}

/** An hour of a plant: how much of it data was due, and which share of what was due arrived. */
export type HourQuality = Readonly<{
  atMs: number
  /** 0 to 1 of the hour; 0: nothing was due. */
  due: number
  /** 0 to 1; null: nothing was due and nothing came, or no device ever sent. */
  share: number | null
}>

/**
 * The share of each hour's due readings that arrived, over all devices. A device counts from its first reading on; what
 * came without being due is complete.
 */
export function judgeHours(
  hours: readonly number[],
  devices: readonly HeardHours[],
  due: readonly Interval[],
): readonly HourQuality[] {
  const known = devices.flatMap((heard) => {
    const usual = usualCount(heard)
    return usual === undefined ? [] : [{ heard, usual, firstMs: Math.min(...heard.keys()) }]
  })
  return hours.map((atMs) => {
    const dueMs = due.reduce((sum, { fromMs, toMs }) => sum + overlap(fromMs, toMs, atMs, atMs + HOUR_MS), 0)
    const part = Math.min(1, dueMs / HOUR_MS)
    const here = known.filter(({ firstMs }) => firstMs <= atMs)
    const came = here.some(({ heard }) => (heard.get(atMs) ?? 0) > 0)
    if (here.length === 0 || (part === 0 && !came)) return { atMs, due: here.length === 0 ? 0 : part, share: null }
    const shares = here.map(({ heard, usual }) => Math.min(1, (heard.get(atMs) ?? 0) / (usual * (part || 1))))
    return { atMs, due: part, share: part === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length }
  })
}

const overlap = (fromMs: number, toMs: number, startMs: number, endMs: number): number =>
  Math.max(0, Math.min(toMs, endMs) - Math.max(fromMs, startMs))
