/** Many rows over the same periods: how much each cell is of the most, and which ones lag behind their column. */
import type { ShownUnit } from '@heliograph/domain/format/quantity.ts'

export type HeatSet = Readonly<{
  unit: ShownUnit
  columns: readonly Readonly<{
    key: string
    /** Above the column. */
    label: string
    /** In full. */
    title: string
  }>[]
  /** One value per column; null where nothing was measured. */
  rows: readonly Readonly<{ id: string; name: string; values: readonly (number | null)[] }>[]
}>

export type HeatCell = Readonly<{
  value: number | null
  /** 0 to 1 of the largest of the table. */
  share: number
  /** Well below the middle of its column. */
  isLow: boolean
}>

/** A row is compared with its neighbors where there are some. */
const LEAST_ROWS = 3
const LOW_SHARE = 0.8
/** Dawn and dusk differ from roof to roof: only what counts is compared. */
const LEAST_MIDDLE = 0.1

const sizeOf = (value: number | null): number => Math.abs(value ?? 0)
export const largestOf = ({ rows }: HeatSet): number =>
  rows.reduce((most, { values }) => Math.max(most, ...values.map(sizeOf)), 0)

function middleOf(values: readonly (number | null)[]): number | undefined {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  return known.length < LEAST_ROWS ? undefined : known[Math.floor(known.length / 2)]
}

/** The cells of each row. */
export function toCells(set: HeatSet): readonly (readonly HeatCell[])[] {
  const most = largestOf(set)
  const middles = set.columns.map((_, column) => middleOf(set.rows.map(({ values }) => values[column] ?? null)))
  return set.rows.map(({ values }) =>
    set.columns.map((_, column): HeatCell => {
      const value = values[column] ?? null
      const middle = middles[column]
      const counts = middle !== undefined && middle > most * LEAST_MIDDLE
      return {
        value,
        share: most > 0 ? sizeOf(value) / most : 0,
        isLow: value !== null && counts && value < middle * LOW_SHARE,
      }
    }),
  )
}

/** Share of each row in the best one over all columns, 0 to 1; null without values. */
export function sharesOfBest({ rows }: HeatSet): readonly (number | null)[] {
  const sums = rows.map(({ values }) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  })
  const best = Math.max(0, ...sums.map((sum) => sum ?? 0))
  return sums.map((sum) => (sum === null || best <= 0 ? null : sum / best))
}
