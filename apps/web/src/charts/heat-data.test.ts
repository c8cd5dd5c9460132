import { expect, it } from 'vitest'
import { type HeatSet, sharesOfBest, toCells } from './heat-data.ts'

const set = (...rows: readonly (readonly (number | null)[])[]): HeatSet => ({
  unit: 'W',
  columns: (rows[0] ?? []).map((_, n) => ({ key: String(n), label: String(n), title: String(n) })),
  rows: rows.map((values, n) => ({ id: String(n), name: String(n), values })),
})

it('shades each cell by the largest of the table', () => {
  const cells = toCells(set([100, 50], [null, 0]))
  expect(cells.map((row) => row.map(({ share }) => share))).toEqual([
    [1, 0.5],
    [0, 0],
  ])
})

it('marks what lags behind its column, where the column counts', () => {
  const cells = toCells(set([100, 5], [99, 5], [79, 1], [98, 5]))
  // A fifth below the others at noon; at dawn nothing is marked.
  expect(cells.map(([noon]) => noon?.isLow)).toEqual([false, false, true, false])
  expect(cells.map(([, dawn]) => dawn?.isLow)).toEqual([false, false, false, false])
  // Of two nobody knows which is right.
  const two = toCells(set([100], [10])).flat()
  const missing = toCells(set([100], [100], [100], [null])).flat()
  expect([...two, ...missing].some(({ isLow }) => isLow)).toBe(false)
})

it('tells what a row has of the best', () => {
  expect(sharesOfBest(set([10, 10], [5, 0], [null, null]))).toEqual([1, 0.25, null])
  expect(sharesOfBest(set([0], [0]))).toEqual([null, null])
})
