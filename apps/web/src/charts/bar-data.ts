/** Stacked bars in two directions: production above the line, consumption below it. */
import type { QuantityUnit } from '@heliograph/domain/quantities.ts'
import type { BarPattern } from './bar-pattern.ts'

export type BarCategory = Readonly<{
  key: string
  /** On the axis. */
  label: string
  /** In the readout. */
  title: string
}>

export type BarPart = Readonly<{
  id: string
  name: string
  color: string
  /** Where two parts have one color. */
  pattern?: BarPattern | undefined
  side: 'above' | 'below'
  /** One value per category, each >= 0; null where nothing was measured. */
  values: readonly (number | null)[]
}>

/** A percentage over the bars, on its own axis. */
export type BarRatio = Readonly<{ id: string; name: string; color: string; values: readonly (number | null)[] }>

export type BarSet = Readonly<{
  categories: readonly BarCategory[]
  unit: QuantityUnit
  parts: readonly BarPart[]
  ratio?: BarRatio | undefined
  /** The category that the rest of the page shows. */
  current?: string | undefined
}>

/** Sum of one side in a category; null when no part of it was measured. */
export function sideSum(parts: readonly BarPart[], side: BarPart['side'], index: number): number | null {
  let sum: number | null = null
  for (const part of parts) {
    const value = part.side === side ? (part.values[index] ?? null) : null
    if (value !== null) sum = (sum ?? 0) + value
  }
  return sum
}

/** How far the bars reach below and above the line. */
export function reachOf({ parts, categories }: BarSet): Readonly<{ min: number | null; max: number | null }> {
  let min: number | null = null
  let max: number | null = null
  for (let index = 0; index < categories.length; index++) {
    const above = sideSum(parts, 'above', index)
    const below = sideSum(parts, 'below', index)
    if (above !== null) max = Math.max(max ?? 0, above)
    if (below !== null) min = Math.min(min ?? 0, -below)
  }
  return { min, max }
}

export const hasValues = ({ parts }: BarSet): boolean =>
  parts.some(({ values }) => values.some((value) => value !== null))

/** The last part of a stack in a category: it gets the round corners. */
export function isOutermost(parts: readonly BarPart[], part: BarPart, index: number): boolean {
  const side = parts.filter((item) => item.side === part.side)
  return side.slice(side.indexOf(part) + 1).every(({ values }) => !values[index])
}

/** The category of the next bar in a direction, for keys; the last one stays. */
export function stepCategory(set: BarSet, from: number | undefined, direction: 1 | -1): number | undefined {
  const { length } = set.categories
  let index = from === undefined ? (direction > 0 ? -1 : length) : from
  for (index += direction; index >= 0 && index < length; index += direction) {
    if (set.parts.some(({ values }) => (values[index] ?? null) !== null)) return index
  }
  return from
}
