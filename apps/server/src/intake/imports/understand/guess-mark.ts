import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { type DecimalMark, decimalMarks } from '@heliograph/domain/format/csv.ts'
import { factorOf, type ImportColumn } from '../mapping.ts'
import type { UnderstandFor } from './candidate.ts'
import type { FoundTable } from './find-tables.ts'
import { mostW } from './guess-unit.ts'
import { isNothing, toNumber } from './numbers.ts'

/** A column of a plant reaches at least this share of what it can be. */
const LEAST = 0.002

/**
 * The decimal mark of columns in which 1.234 may be a thousand or a unit and a bit: the one with which they are neither
 * more than the plant can be nor next to nothing; undefined: with both, or with none.
 */
export function guessMark(
  { rows }: FoundTable,
  columns: readonly ImportColumn[],
  { plant, stepMs }: Readonly<{ plant: UnderstandFor; stepMs: number }>,
): DecimalMark | undefined {
  const isPossible = (mark: DecimalMark): boolean =>
    columns.every(({ column, flow, form, unit }) => {
      const limit = mostW(flow, plant)
      if (form === 'total' || form === 'today' || limit === Number.POSITIVE_INFINITY) return false
      let most = 0
      for (const row of rows) {
        const cell = row[column]
        if (cell === undefined || isNothing(cell)) continue
        const value = Math.abs(toNumber(cell, mark))
        if (value > most) most = value
      }
      const watts = (most * factorOf[unit]) / (form === 'power' ? 1 : stepMs / HOUR_MS)
      return watts <= limit && watts >= LEAST * limit
    })
  const possible = decimalMarks.filter(isPossible)
  return possible.length === 1 ? possible[0] : undefined
}
