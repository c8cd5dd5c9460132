import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Quantity } from '@heliograph/domain/quantities.ts'
import { localDate } from '@heliograph/domain/time.ts'

/** A momentary value this old is no current one. */
const OLD_INTERVALS = 3
const LEAST_OLD_MS = 15 * MINUTE_MS

/**
 * Whether a device's newest value may be shown to programs, which do not see how old it is: momentary values of now,
 * daily counters of today, lifetime counters and ratings of any time.
 */
export function isCurrentValue(
  { daily, kind, category }: Pick<Quantity, 'daily' | 'kind' | 'category'>,
  atMs: number,
  { intervalMs, zone }: Readonly<{ intervalMs: number; zone: string }>,
  nowMs: number,
): boolean {
  if (daily) return localDate(atMs, zone) === localDate(nowMs, zone)
  if (kind === 'counter' || category === 'basic') return true
  return nowMs - atMs <= Math.max(OLD_INTERVALS * intervalMs, LEAST_OLD_MS)
}
