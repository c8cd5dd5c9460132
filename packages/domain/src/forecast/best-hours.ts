import { HOUR_MS } from '../duration.ts'

/** An hour of a forecast: its start, and its middle power, W. */
type Hour = Readonly<{ atMs: number; p50W: number }>

/** The usual run of a washing machine or a dishwasher, with time to spare. */
export const BEST_HOURS = 3

/**
 * The strongest hours in a row between two instants, UTC ms. null: fewer are forecast, or the sun brings nothing.
 * @param hours ascending @returns start and end in UTC ms, and the energy of its middle in Wh
 */
export function bestHours(
  hours: readonly Hour[],
  { fromMs, toMs }: Readonly<{ fromMs: number; toMs: number }>,
): Readonly<{ fromMs: number; toMs: number; energyWh: number }> | null {
  const within = hours.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  let best: { fromMs: number; toMs: number; energyWh: number } | null = null
  for (const [at, { atMs }] of within.entries()) {
    const run = within.slice(at, at + BEST_HOURS)
    if (run.length < BEST_HOURS || (run.at(-1)?.atMs ?? 0) - atMs !== (BEST_HOURS - 1) * HOUR_MS) continue
    const energyWh = run.reduce((sum, { p50W }) => sum + p50W, 0)
    if (energyWh > (best?.energyWh ?? 0)) best = { fromMs: atMs, toMs: atMs + BEST_HOURS * HOUR_MS, energyWh }
  }
  return best
}
