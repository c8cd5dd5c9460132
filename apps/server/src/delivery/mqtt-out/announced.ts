import { DAY_MS } from '@heliograph/domain/duration.ts'

/**
 * A counter's highest published value, and since when it shows less; null: it does not. A counter that falls may be
 * taken back (a false jump that was believed for a while), and Home Assistant would count the fall as a new meter.
 */
type High = Readonly<{ value: number; fellAtMs: number | null }>

/** The announcements at a broker: by the id of a device its components, and the highest values of its lifetime counters. */
export type Announced = Readonly<
  Record<string, Readonly<{ parts: readonly string[]; highs: Readonly<Record<string, High>> }>>
>

/**
 * The counter as it is published: unknown while it shows less than before, until it rises past that or a day has passed.
 */
export function holdCounter(
  high: High | undefined,
  value: number | null,
  nowMs: number,
): Readonly<{ value: number | null; high: High | undefined }> {
  if (value === null) return { value: null, high }
  if (high === undefined || value >= high.value) return { value, high: { value, fellAtMs: null } }
  const fellAtMs = high.fellAtMs ?? nowMs
  if (nowMs - fellAtMs >= DAY_MS) return { value, high: { value, fellAtMs: null } }
  return { value: null, high: { value: high.value, fellAtMs } }
}
