import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'

export type ImportSample = Readonly<{ atMs: number; values: Values }>

/** Samples as a few long columns, which come from another process at no cost; NaN: no value. */
export type PackedSamples = Readonly<{
  atMs: Float64Array
  columns: readonly Readonly<{ quantity: QuantityId; values: Float64Array }>[]
}>

/** A lifetime counter of one flow, and the mean power before each reading (NaN: none). */
export type WrittenCounter = Readonly<{
  total: QuantityId
  power: QuantityId | undefined
  atMs: Float64Array
  wh: Float64Array
  watts: Float64Array
}>

/** The readings of all counters by their time, ascending; of two at the same time the later one counts. */
export function joinCounters(counters: readonly WrittenCounter[]): PackedSamples {
  const all = new Float64Array(counters.reduce((sum, { atMs }) => sum + atMs.length, 0))
  let filled = 0
  for (const { atMs } of counters) {
    all.set(atMs, filled)
    filled += atMs.length
  }
  all.sort()
  let count = 0
  for (const at of all) if (count === 0 || all[count - 1] !== at) all[count++] = at
  const atMs = all.slice(0, count)
  const columns: { quantity: QuantityId; values: Float64Array }[] = []
  const addColumn = (quantity: QuantityId): Float64Array => {
    const values = new Float64Array(count).fill(Number.NaN)
    columns.push({ quantity, values })
    return values
  }
  for (const counter of counters) {
    const totals = addColumn(counter.total)
    const powers = counter.power === undefined ? undefined : addColumn(counter.power)
    let at = 0
    for (const [i, ms] of counter.atMs.entries()) {
      // An interval of less than a second ends before it begins.
      if (at > 0 && (atMs[at - 1] as number) >= ms) at = 0
      while ((atMs[at] as number) < ms) at += 1
      totals[at] = counter.wh[i] as number
      const watts = counter.watts[i] as number
      if (powers !== undefined && !Number.isNaN(watts)) powers[at] = watts
    }
  }
  return { atMs, columns }
}

/** Some of them as they were. */
export function unpackSamples({ atMs, columns }: PackedSamples, from: number, most: number): readonly ImportSample[] {
  return Array.from(atMs.subarray(from, from + most), (at, i) => {
    const values: Partial<Record<QuantityId, number>> = {}
    for (const column of columns) {
      const value = column.values[from + i] ?? Number.NaN
      if (!Number.isNaN(value)) values[column.quantity] = value
    }
    return { atMs: at, values }
  })
}
