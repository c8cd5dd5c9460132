import { toBaseUnit } from '@heliograph/domain/accepted-units.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { HaSource } from './prefs.ts'

/** An hour of a counter's statistics: `start` in milliseconds, `sum` in the unit that was asked for. */
type Row = Readonly<{ start: number; sum: number }>

/** Counters of one source by hours, in Wh, from 0 on: Home Assistant's sums rise through every restart of its counters. */
export type HaHistory = Readonly<{
  key: string
  quantities: readonly QuantityId[]
  /** Instants at which an hour ends, with the values in the order of the quantities; null: none at that hour. */
  rows: readonly (readonly [atMs: number, ...values: (number | null)[]])[]
}>

/** Twenty years of hours. */
const MOST_ROWS = 200_000

/** The energies of a source, from a reply of `recorder/statistics_during_period` in kWh. Never throws. */
export function readStatistics({ key, items }: HaSource, reply: unknown): HaHistory | undefined {
  const energies = items.filter(({ quantity }) => quantity.endsWith('TotalWh'))
  const columns = energies.map(({ plus }) => addUp(plus.map((entity) => rowsOf(reply, entity))))
  const hours = new Set(columns.flatMap((column) => [...column.keys()]))
  if (hours.size === 0) return undefined
  const rows = [...hours]
    .sort((a, b) => a - b)
    .slice(0, MOST_ROWS)
    // The sum of an hour is what the counter has at its end.
    .map((start) => [start + HOUR_MS, ...columns.map((column) => column.get(start) ?? null)] as const)
  return { key, quantities: energies.map(({ quantity }) => quantity), rows }
}

/** The sum of several tariffs, from 0 on: a tariff that was added later has 0 before. */
function addUp(all: readonly (readonly Row[])[]): ReadonlyMap<number, number> {
  const hours = new Map<number, number>()
  for (const rows of all) for (const { start } of rows) hours.set(start, 0)
  const sorted = [...hours.keys()].sort((a, b) => a - b)
  for (const rows of all) {
    const sums = new Map(rows.map(({ start, sum }) => [start, sum]))
    let last = 0
    for (const start of sorted) {
      last = sums.get(start) ?? last
      hours.set(start, (hours.get(start) ?? 0) + last)
    }
  }
  // A sum that its owner corrected may begin below 0; what rises is the same.
  const least = [...hours.values()].reduce((lowest, sum) => Math.min(lowest, sum), 0)
  return least === 0 ? hours : new Map([...hours].map(([start, sum]) => [start, Number((sum - least).toPrecision(15))]))
}

function rowsOf(reply: unknown, entity: string): readonly Row[] {
  const found =
    typeof reply === 'object' && reply !== null && Object.hasOwn(reply, entity)
      ? (reply as Readonly<Record<string, unknown>>)[entity]
      : undefined
  if (!Array.isArray(found)) return []
  return (found as unknown[]).slice(0, MOST_ROWS).flatMap((row) => {
    const { start, sum } = (row ?? {}) as Readonly<{ start?: unknown; sum?: unknown }>
    const startMs = typeof start === 'string' ? Date.parse(start) : start
    if (typeof startMs !== 'number' || !Number.isFinite(startMs) || typeof sum !== 'number' || !Number.isFinite(sum))
      return []
    const wh = toBaseUnit(sum, 'kWh', 'Wh')
    return wh === undefined ? [] : [{ start: startMs, sum: wh }]
  })
}
