import type { Values } from '@heliograph/domain/reading.ts'
import type { Computed } from './reads.ts'

/**
 * A value derived from others. Terms that the device lacks are left out of a sum; a product needs both.
 * @returns undefined where no term is known
 */
export function computeValue({ product, sum = [], less = [] }: Computed, values: Values): number | undefined {
  if (product) {
    const [a, b] = product.map((id) => values[id])
    return a === undefined || b === undefined ? undefined : Math.round(a * b * 1000) / 1000
  }
  const known = (ids: typeof sum) => ids.flatMap((id) => values[id] ?? [])
  if (known(sum).length === 0) return undefined
  const total = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  return Math.round((total(known(sum)) - total(known(less))) * 1000) / 1000 + 0
}
