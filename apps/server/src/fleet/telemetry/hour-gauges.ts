import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { SUM_UNIT, WIDTH } from './accumulator.ts'

/** The samples of a sealed month, from which the means, extremes and last values of its hours are derived. */
export type MonthSamples = Readonly<{
  atMs: readonly number[]
  /** NaN for null; undefined: the month has no value of it, or it was not read. */
  valuesOf: (column: number) => Float64Array | undefined
}>

/** Of each sample the hour that it lies in, -1: in none. @param startMs of the hours, ascending */
export function placeInHours(startMs: readonly number[], { atMs }: MonthSamples): Int32Array {
  let hour = -1
  return Int32Array.from(atMs, (at) => {
    while (hour + 1 < startMs.length && (startMs[hour + 1] as number) <= at) hour++
    return hour >= 0 && at < (startMs[hour] as number) + HOUR_MS ? hour : -1
  })
}

/** An accumulator's numbers of a column for each hour, one hour after the other, as accumulator.ts adds them up. */
export function gaugesOf(
  rollUp: 'mean' | 'last',
  hours: number,
  places: Int32Array,
  atMs: readonly number[],
  values: Float64Array,
): Float64Array {
  const all = new Float64Array(hours * WIDTH)
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    const hour = places[i] as number
    if (hour < 0 || Number.isNaN(value)) continue
    const o = hour * WIDTH
    const n = all[o] as number
    all[o] = n + 1
    if (rollUp === 'last') {
      all[o + 1] = atMs[i] as number
      all[o + 2] = value
      continue
    }
    all[o + 1] = (all[o + 1] as number) + Math.round(value * SUM_UNIT)
    if (n === 0 || value < (all[o + 2] as number)) all[o + 2] = value
    if (n === 0 || value > (all[o + 3] as number)) all[o + 3] = value
  }
  return all
}
