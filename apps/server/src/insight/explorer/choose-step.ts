import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { Resolution } from '../../fleet/telemetry/telemetry.ts'

/** The least length of a period, ms. */
const shortestMs: Readonly<Record<Exclude<Resolution, 'sample'>, number>> = {
  hour: HOUR_MS,
  day: 23 * HOUR_MS,
  month: 28 * DAY_MS,
  year: 365 * DAY_MS,
}

/** The longest range that is shown in a step without being asked for it. */
const ownRanges: readonly (readonly [Resolution, number])[] = [
  ['sample', 8 * DAY_MS],
  ['hour', 70 * DAY_MS],
  ['day', 5 * 366 * DAY_MS],
]

/** Readings are many: more than a month of them is for files. */
export const MOST_SAMPLE_DAYS = 32

/** The finest step in which a range stays readable. */
export const stepFor = (spanMs: number): Resolution => ownRanges.find(([, most]) => spanMs <= most)?.[0] ?? 'month'

/** Whether a step may be asked for: readings are put together where they are too many, whole periods are not. */
export function isAllowed(step: Resolution, spanMs: number, series: number, mostPoints: number): boolean {
  if (step === 'sample') return spanMs <= MOST_SAMPLE_DAYS * DAY_MS
  return (spanMs / shortestMs[step]) * series <= mostPoints
}
