import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { ImportSample } from './to-samples.ts'

/** Samples as a few long columns, which come from another process at no cost; NaN: no value. */
export type PackedSamples = Readonly<{
  atMs: Float64Array
  columns: readonly Readonly<{ quantity: QuantityId; values: Float64Array }>[]
}>

export function packSamples(samples: readonly ImportSample[]): PackedSamples {
  const columns = new Map<QuantityId, Float64Array>()
  const atMs = new Float64Array(samples.length)
  for (const [i, sample] of samples.entries()) {
    atMs[i] = sample.atMs
    for (const [quantity, value] of Object.entries(sample.values) as [QuantityId, number][]) {
      const values = columns.get(quantity) ?? new Float64Array(samples.length).fill(Number.NaN)
      columns.set(quantity, values)
      values[i] = value
    }
  }
  return { atMs, columns: [...columns].map(([quantity, values]) => ({ quantity, values })) }
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
