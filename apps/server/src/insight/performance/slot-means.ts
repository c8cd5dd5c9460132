/** Readings of a quantity, ascending. */
export type Points = readonly Readonly<{ atMs: number; value: number }>[]

/** A grid over a day. */
export type Grid = Readonly<{ fromMs: number; slotMs: number; count: number }>

/**
 * The mean reading of each slot; NaN without one. A hole of up to `fillSlots` slots between two readings is bridged by a
 * straight line: one slot is the jitter of a clock, more are the steps of a slow source.
 */
export function meanOfSlots(points: Points, { fromMs, slotMs, count }: Grid, fillSlots = 1): number[] {
  const sums = new Array<number>(count).fill(0)
  const counts = new Array<number>(count).fill(0)
  for (const { atMs, value } of points) {
    const slot = Math.floor((atMs - fromMs) / slotMs)
    if (slot < 0 || slot >= count || Number.isNaN(value)) continue
    sums[slot] = (sums[slot] ?? 0) + value
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  const means = sums.map((sum, slot) => ((counts[slot] ?? 0) > 0 ? sum / (counts[slot] ?? 1) : Number.NaN))
  let last = -1
  means.forEach((mean, slot) => {
    if (Number.isNaN(mean)) return
    const hole = slot - last - 1
    if (last >= 0 && hole > 0 && hole <= fillSlots) {
      const before = means[last] ?? mean
      for (let at = last + 1; at < slot; at++) means[at] = before + ((mean - before) * (at - last)) / (slot - last)
    }
    last = slot
  })
  return means
}
