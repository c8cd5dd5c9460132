import type { RecognizedGrid } from '@heliograph/domain/photo-grid/grid-of-codes.ts'
import { expect, it } from 'vitest'
import { markReview, type Review, setSerial, takePhoto, togglePlace, toModuleGrid, turnReview } from './review-grid.ts'

const grid = (
  rows: number,
  columns: number,
  serials: readonly (string | null)[],
  more: Partial<RecognizedGrid> = {},
): RecognizedGrid => ({
  rows,
  columns,
  page: null,
  beside: [],
  isSparse: false,
  cells: serials.map((serial, i) => ({
    row: Math.floor(i / columns),
    column: i % columns,
    serial,
    corners: null,
    ...(serial === null ? { confidence: 0, error: 'RECOGNITION_ERROR' as const } : { confidence: 0.97 }),
  })),
  ...more,
})
const serialsOf = ({ cells }: Review) => cells.map(({ row, column, serial }) => `${row}:${column} ${serial}`)

it('turns and flips what was read', () => {
  const review = takePhoto(undefined, grid(2, 3, ['A', 'B', 'C', 'D', 'E', null]))
  expect(serialsOf(turnReview(review, 'quarter'))).toEqual(['0:0 D', '0:1 A', '1:0 E', '1:1 B', '2:0 ', '2:1 C'])
  expect(serialsOf(turnReview(review, 'leftRight')).slice(0, 3)).toEqual(['0:0 C', '0:1 B', '0:2 A'])
  expect(serialsOf(turnReview(review, 'upDown')).slice(0, 3)).toEqual(['0:0 D', '0:1 E', '0:2 '])
  const around = (['quarter', 'quarter', 'quarter', 'quarter'] as const).reduce(turnReview, review)
  expect(serialsOf(around)).toEqual(serialsOf(review))
})

it('marks what somebody should look at', () => {
  let review = takePhoto(undefined, grid(1, 4, ['A1', 'A2', null, 'A4']))
  const marks = () => [...markReview(review, new Set(['A1', 'A2', 'A3'])).values()]
  expect(marks()).toEqual(['well', 'well', 'unread', 'unknown'])
  review = setSerial(review, { row: 0, column: 2 }, ' A2 ')
  expect(marks()).toEqual(['well', 'double', 'double', 'unknown'])
  expect([...markReview(review, new Set()).values()].at(-1)).toBe('well')
  const [first] = review.cells
  if (first === undefined) throw new Error('no cell')
  review = { ...review, cells: [{ ...first, confidence: 0.5 }] }
  expect(marks()).toEqual(['doubtful'])
  expect([...markReview(setSerial(review, first, 'A3'), new Set()).values()]).toEqual(['well'])
})

it('leaves places without a module out, and numbers the inputs of one device', () => {
  let review = takePhoto(undefined, grid(1, 4, ['A1', 'A1', null, null]))
  review = togglePlace(review, { row: 0, column: 2 })
  expect(toModuleGrid(review)).toEqual({
    rows: 1,
    columns: 4,
    cells: [
      { row: 0, column: 0, serial: 'A1', port: 1 },
      { row: 0, column: 1, serial: 'A1', port: 2 },
      { row: 0, column: 3, serial: null, error: 'RECOGNITION_ERROR' },
    ],
  })
  expect(togglePlace(review, { row: 0, column: 2 }).cells).toHaveLength(4)
})

it('joins the pages of one template, and begins anew with another photo', () => {
  const page = { rows: 4, columns: 2, firstRow: 0, firstColumn: 0, pageRows: 2, pageColumns: 2 }
  const upper = grid(4, 2, ['A', 'B', 'C', 'D'], { page })
  const lower = grid(4, 2, ['E', 'F', 'G', 'H'], { page: { ...page, firstRow: 2 } })
  const below = { ...lower, cells: lower.cells.map((cell) => ({ ...cell, row: cell.row + 2 })) }
  const both = takePhoto(takePhoto(undefined, upper), below)
  expect(both.cells.map(({ serial }) => serial).join('')).toBe('ABCDEFGH')
  expect(takePhoto(both, grid(1, 2, ['X', 'Y'])).cells).toHaveLength(2)
})
