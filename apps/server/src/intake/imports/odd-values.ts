import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { getQuantity, plausibleValue } from '@heliograph/domain/quantities.ts'
import { factorOf, type ImportColumn, powerOf } from './mapping.ts'

/** The values of a column that nothing can have measured: they are left out, the rest of their rows is kept. */
export type LeftOutValues = Readonly<{
  /** The heading. */
  column: string
  count: number
  /** The first one as it stands in the file, and its line; the heading is line 1. */
  value: string
  line: number
}>

const MOST_LETTERS = 60
const shorten = (text: string): string => text.slice(0, MOST_LETTERS)

/** Notes values that are left out, by the place of their column. */
export function createOddValues(heads: readonly string[]) {
  const found = new Map<number, LeftOutValues>()
  return {
    note: (column: number, cell: string, line: number): void => {
      const before = found.get(column)
      if (before) found.set(column, { ...before, count: before.count + 1 })
      else found.set(column, { column: shorten(heads[column] ?? ''), count: 1, value: shorten(cell), line })
    },
    list: (): readonly LeftOutValues[] => [...found].sort(([a], [b]) => a - b).map(([, one]) => one),
  }
}

/**
 * A value as posted readings would take it (domain/quantities), in the column's unit: 0 for a few watts below zero; undefined:
 * impossible. Power and energy of a direction may be signed: below zero it is the other direction's, and none of this one.
 */
export function believe({ flow, form, unit }: ImportColumn, value: number, spanMs: number): number | undefined {
  const factor = factorOf[unit]
  if (form === 'total' || form === 'today') {
    const inWh = plausibleValue(getQuantity(flowCounters[flow][form]), value * factor)
    return inWh === undefined ? undefined : value
  }
  const own = powerOf[flow]
  if (own === undefined && value < 0) return 0
  const watts = value * factor * (form === 'power' ? 1 : HOUR_MS / spanMs)
  const believed = plausibleValue(getQuantity(own ?? 'pvPowerW'), watts)
  return believed === undefined ? undefined : believed === 0 ? 0 : value
}
