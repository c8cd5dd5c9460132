import type { CounterHistory } from '@heliograph/collect/way.ts'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'

/** In its best hour a roof gives about so much of what its modules are rated for. */
const BEST_HOUR_SHARE = 0.8
const STEP_WP = 100
const MOST_WP = 10_000_000
/** Less than a balcony module: the counters say nothing yet. */
const LEAST_WP = 100
/** A shorter history may have seen no summer. */
const WHOLE_MS = 300 * DAY_MS

/**
 * The capacity that the best hour of the generating sources together suggests, in W, rounded up to 100; undefined: they
 * kept nothing that says it. A history without a summer only raises what is believed: a capacity that is too small would
 * refuse true readings.
 */
export function estimateCapacityWp(histories: readonly CounterHistory[], believedWp: number): number | undefined {
  const hours = new Map<number, number>()
  for (const { quantities, rows } of histories) {
    const at = quantities.indexOf('generationTotalWh')
    if (at === -1) continue
    let before: Readonly<{ endMs: number; totalWh: number }> | undefined
    for (const [endMs, ...values] of rows) {
      const totalWh = values[at] ?? null
      if (totalWh === null) continue
      if (before !== undefined && endMs - before.endMs === HOUR_MS && totalWh > before.totalWh)
        hours.set(endMs, (hours.get(endMs) ?? 0) + totalWh - before.totalWh)
      before = { endMs, totalWh }
    }
  }
  let bestWh = 0
  for (const energyWh of hours.values()) bestWh = Math.max(bestWh, energyWh)
  const capacityWp = Math.ceil(bestWh / BEST_HOUR_SHARE / STEP_WP) * STEP_WP
  if (capacityWp < LEAST_WP || capacityWp > MOST_WP) return undefined
  const ends = [...hours.keys()]
  const isWhole =
    ends.reduce((last, ms) => Math.max(last, ms), 0) - ends.reduce((first, ms) => Math.min(first, ms)) >= WHOLE_MS
  return isWhole ? capacityWp : Math.max(capacityWp, believedWp)
}
