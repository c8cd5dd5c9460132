import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { ForecastHour } from '../../../api/forecast.ts'
import type { LinePoint } from '../../../charts/line-data.ts'

/** The hours in which the sun is up; null where it neither rises nor sets that day. */
export type Daylight = Readonly<{ sunriseMs: number | null; sunsetMs: number | null }>

/** Hourly means as a line of the chart's slots, straight between the middles of hours, by daylight; the range as a band. */
export function forecastPoints(
  hours: readonly ForecastHour[],
  { fromMs, toMs, slotMs }: Readonly<{ fromMs: number; toMs: number; slotMs: number }>,
  { sunriseMs, sunsetMs }: Daylight,
): readonly LinePoint[] {
  const middles = hours.map((hour) => ({ ...hour, atMs: hour.atMs + HOUR_MS / 2 }))
  const points: LinePoint[] = []
  let next = 1
  for (let atMs = fromMs; atMs < toMs; atMs += slotMs) {
    while (next < middles.length && (middles[next]?.atMs ?? 0) < atMs) next++
    // Means of hours reach into the night by their width.
    if ((sunriseMs !== null && atMs < sunriseMs) || (sunsetMs !== null && atMs > sunsetMs)) continue
    const [before, after] = [middles[next - 1], middles[next]]
    if (!before || !after || atMs < before.atMs || after.atMs - before.atMs > HOUR_MS) continue
    const share = (atMs - before.atMs) / (after.atMs - before.atMs)
    const between = (a: number, b: number): number => a + (b - a) * share
    if (before.p90W + after.p90W <= 0) continue
    points.push({
      atMs,
      value: between(before.p50W, after.p50W),
      min: between(before.p10W, after.p10W),
      max: between(before.p90W, after.p90W),
    })
  }
  return points
}
