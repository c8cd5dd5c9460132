import { getQuantity, plausibleValue, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Complaint } from '@heliograph/domain/reading.ts'
import type { Points } from './point.ts'

/** Values under way: the first that is possible is kept. */
export type Draft = { values: Partial<Record<QuantityId, number>>; complaints: Complaint[] }

/** Takes a value of a quantity; what is impossible, and a lifetime counter of 0, is left out with a complaint. */
export function take({ values, complaints }: Draft, quantity: QuantityId, value: number | string | undefined): void {
  if (typeof value !== 'number' || values[quantity] !== undefined) return
  const { kind, daily, min } = getQuantity(quantity)
  if (value === 0 && min > 0) return
  if (kind === 'counter' && !daily && value === 0) {
    complaints.push({ code: 'zero-total', quantity, raw: 0 })
    return
  }
  const possible = plausibleValue(getQuantity(quantity), value + 0)
  if (possible === undefined) complaints.push({ code: 'out-of-range', quantity, raw: value })
  else values[quantity] = possible
}

/** Points and the quantities that they are. */
export type Names = readonly (readonly [point: string, quantity: QuantityId])[]

/** Takes the points that have a quantity. */
export function takeAll(draft: Draft, points: Points, names: Names): void {
  for (const [point, quantity] of names) take(draft, quantity, points[point])
}

/** A point that is a number; undefined where it is not implemented. */
export const numberOf = (points: Points, name: string): number | undefined => {
  const value = points[name]
  return typeof value === 'number' ? value : undefined
}
