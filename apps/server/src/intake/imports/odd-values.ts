import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { getQuantity, plausibleValue } from '@heliograph/domain/quantities.ts'
import { type ImportColumn, powerOf } from './mapping.ts'
import type { Series } from './read-series.ts'
import type { FoundTable } from './understand/find-tables.ts'

/** The values of a column that nothing can have measured: they are left out, the rest of their rows is kept. */
export type LeftOutValues = Readonly<{
  /** The heading. */
  column: string
  count: number
  /** The first one as it stands in the file, and its line. */
  value: string
  line: number
}>

const MOST_LETTERS = 60

/** The series without what nothing can have measured, and what that was. A value of the wrong sign is never dropped in silence. */
export function believeSeries(
  { heads, rows, lines }: FoundTable,
  series: readonly Series[],
): Readonly<{ believed: readonly Series[]; leftOutValues: readonly LeftOutValues[] }> {
  const leftOutValues: LeftOutValues[] = []
  const believed = series.map((item) => {
    const { column } = item
    const keep: number[] = []
    const values = new Float64Array(item.values.length)
    let [count, first] = [0, -1]
    for (const [i, value] of item.values.entries()) {
      const found = believe(column, value, (item.toMs[i] as number) - (item.fromMs[i] as number))
      if (found === undefined) {
        if (count === 0) first = item.rows[i] as number
        count += 1
      } else {
        values[i] = found
        keep.push(i)
      }
    }
    if (count === 0) return { ...item, values }
    const head = [heads[column.column] ?? '', column.name ?? ''].filter(Boolean).join(' · ').slice(0, MOST_LETTERS)
    const value = String(rows[first]?.[column.column] ?? '').slice(0, MOST_LETTERS)
    leftOutValues.push({ column: head, count, value, line: lines[first] ?? 0 })
    const pick = (list: Float64Array): Float64Array => Float64Array.from(keep, (i) => list[i] as number)
    return {
      column,
      stepMs: item.stepMs,
      rows: Int32Array.from(keep, (i) => item.rows[i] as number),
      atMs: pick(item.atMs),
      fromMs: pick(item.fromMs),
      toMs: pick(item.toMs),
      values: pick(values),
    }
  })
  return { believed, leftOutValues }
}

/**
 * A value in W or Wh as posted readings would take it (domain/quantities): 0 for a few watts below zero; undefined:
 * impossible.
 */
function believe({ flow, form, signs }: ImportColumn, value: number, spanMs: number): number | undefined {
  if (form === 'total' || form === 'today') return plausibleValue(getQuantity(flowCounters[flow][form]), value)
  const along = signs === 'negative' ? -value : value
  const watts = along * (form === 'power' ? 1 : HOUR_MS / spanMs)
  // Signed columns hold what goes the other way, too.
  const size = signs === 'both' ? Math.abs(watts) : watts
  const believed = plausibleValue(getQuantity(powerOf[flow] ?? 'pvPowerW'), size)
  return believed === undefined ? undefined : believed === 0 && signs !== 'both' ? 0 : value
}
