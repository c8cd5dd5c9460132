import { numberInputs } from '@heliograph/domain/layout-file/file-grid.ts'
import type { ModuleGrid } from '@heliograph/domain/module-layout/module-grid.ts'
import type { RecognizedGrid } from '@heliograph/domain/photo-grid/grid-of-codes.ts'
import type { Corners } from '@heliograph/domain/photo-grid/plane-geometry.ts'

/** A module in a photo as a person looks through it. */
export type ReviewCell = Readonly<{
  row: number
  column: number
  /** Empty: not known. */
  serial: string
  /** Origin of the serial number. */
  from: 'photo' | 'nobody' | 'person'
  confidence: number
  /** In the photo that is shown; null: not in it. */
  corners: Corners | null
}>
/** A place without a cell has no module. */
export type Review = Readonly<{
  rows: number
  columns: number
  cells: readonly ReviewCell[]
  /** Pages of a paper template come one by one; other photos stand for themselves. */
  isTemplate: boolean
}>
/** unread: nothing was read. double: another cell has it, too. doubtful: read badly. unknown: no device of the plant. */
export type ReviewMark = 'unread' | 'double' | 'doubtful' | 'unknown' | 'well'

/** Below this a person should compare the number with the label. */
const DOUBTFUL = 0.7

export const cellKey = ({ row, column }: Readonly<{ row: number; column: number }>): string => `${row}:${column}`

/** Begins a review, or adds the next page of the same template to one. */
export function takePhoto(before: Review | undefined, grid: RecognizedGrid): Review {
  const cells = grid.cells.map(
    ({ row, column, serial, confidence, corners }): ReviewCell => ({
      row,
      column,
      confidence,
      corners,
      ...(serial === null ? { serial: '', from: 'nobody' } : { serial, from: 'photo' }),
    }),
  )
  const next = { rows: grid.rows, columns: grid.columns, cells, isTemplate: grid.page !== null }
  const isSame = before?.isTemplate && next.isTemplate && before.rows === next.rows && before.columns === next.columns
  if (!before || !isSame) return next
  const fresh = new Set(cells.map(cellKey))
  const others = before.cells.filter((cell) => !fresh.has(cellKey(cell))).map((cell) => ({ ...cell, corners: null }))
  return { ...next, cells: inOrder([...others, ...cells]) }
}

const inOrder = (cells: readonly ReviewCell[]): readonly ReviewCell[] =>
  cells.toSorted((a, b) => a.row - b.row || a.column - b.column)

export const setSerial = (review: Review, place: Readonly<{ row: number; column: number }>, text: string): Review => ({
  ...review,
  cells: review.cells.map((cell) =>
    cellKey(cell) === cellKey(place) ? { ...cell, serial: text.trim(), from: 'person' } : cell,
  ),
})

/** Says that a place has no module, or that it has one after all. */
export function togglePlace(review: Review, place: Readonly<{ row: number; column: number }>): Review {
  const rest = review.cells.filter((cell) => cellKey(cell) !== cellKey(place))
  if (rest.length < review.cells.length) return { ...review, cells: rest }
  const added = { ...place, serial: '', from: 'person', confidence: 0, corners: null } as const
  return { ...review, cells: inOrder([...rest, added]) }
}

/** quarter: clockwise. Photos are taken from any side, and maps are drawn from below. */
export type Turn = 'quarter' | 'leftRight' | 'upDown'

export function turnReview(review: Review, turn: Turn): Review {
  const { rows, columns } = review
  const place = ({ row, column }: ReviewCell) =>
    turn === 'quarter'
      ? { row: column, column: rows - 1 - row }
      : turn === 'leftRight'
        ? { row, column: columns - 1 - column }
        : { row: rows - 1 - row, column }
  return {
    ...(turn === 'quarter' ? { rows: columns, columns: rows } : { rows, columns }),
    cells: inOrder(review.cells.map((cell) => ({ ...cell, ...place(cell) }))),
    // Its pages say where they belong only as long as it lies as it was printed.
    isTemplate: false,
  }
}

/**
 * Mark that each cell needs, by its key. @param known serial numbers of the plant's devices; empty: nothing is known
 */
export function markReview({ cells }: Review, known: ReadonlySet<string>): ReadonlyMap<string, ReviewMark> {
  const counts = new Map<string, number>()
  for (const { serial } of cells) counts.set(serial, (counts.get(serial) ?? 0) + 1)
  const markOf = ({ serial, from, confidence }: ReviewCell): ReviewMark => {
    if (serial === '') return 'unread'
    if ((counts.get(serial) ?? 0) > 1) return 'double'
    if (from === 'photo' && confidence < DOUBTFUL) return 'doubtful'
    return known.size > 0 && !known.has(serial) ? 'unknown' : 'well'
  }
  return new Map(cells.map((cell) => [cellKey(cell), markOf(cell)]))
}

/** The grid as the editor takes it: a serial number in two cells has two inputs. */
export const toModuleGrid = ({ rows, columns, cells }: Review): ModuleGrid => ({
  rows,
  columns,
  cells: numberInputs(
    cells.map(({ row, column, serial }) => ({
      row,
      column,
      serial: serial === '' ? null : serial,
      ...(serial === '' && ({ error: 'RECOGNITION_ERROR' } as const)),
    })),
  ),
})
