import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import type { Home } from '../sites/home.ts'

/** At night, and all of Saturday and Sunday. */
export function isLowTariff(atMs: number, zone: string): boolean {
  const local = new Date(atMs + offsetMinutes(atMs, zone) * MINUTE_MS)
  const hour = local.getUTCHours()
  return local.getUTCDay() % 6 === 0 || hour < 7 || hour >= 23
}

type Flow = 'import' | 'export'

/** The counter of a flow by its two tariffs, in Wh: each stands still while the other counts. */
export function createTariffs({ model: { spec }, steps }: Pick<Home, 'model' | 'steps'>) {
  const zone = spec.zone
  const low: Record<Flow, number> = { import: 0, export: 0 }
  let last = { atMs: steps[0]?.atMs ?? 0, import: steps[0]?.import ?? 0, export: steps[0]?.export ?? 0 }
  const add = (atMs: number, totals: Readonly<Record<Flow, number>>): void => {
    // A step lies within one tariff: they change at whole hours.
    const isLow = isLowTariff((last.atMs + Math.min(atMs, last.atMs + HOUR_MS)) / 2, zone)
    for (const flow of ['import', 'export'] as const) if (isLow) low[flow] += totals[flow] - last[flow]
    last = { atMs, import: totals.import, export: totals.export }
  }
  for (const step of steps) add(step.atMs, step)
  return {
    /** Call with rising times. */
    readAt: (
      atMs: number,
      totals: Readonly<Record<Flow, number>>,
      flow: Flow,
    ): Readonly<{ low: number; high: number }> => {
      if (atMs > last.atMs) add(atMs, totals)
      return { low: low[flow], high: totals[flow] - low[flow] }
    },
  }
}
