import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { ChartTable } from './chart-table.tsx'
import type { TableData } from './table-data.ts'

afterEach(cleanup)

const data = (count: number): TableData => ({
  rowName: 'Time',
  columns: [{ id: 'pv', name: 'Production', unit: 'W', decimals: 0 }],
  rows: Array.from({ length: count }, (_, index) => ({
    key: String(index),
    name: `row ${index}`,
    exact: `row ${index}`,
    cells: [index === 1 ? null : index * 1000],
  })),
})

it('has headings for screen readers, and shows missing values as missing', () => {
  renderPage(<ChartTable label="Day curve" data={data(3)} />)
  expect(screen.getByRole('table', { name: 'Day curve' })).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: /Production/ }).textContent).toBe('ProductionW')
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['0', '--', '2,000'])
})

it('limits its rows to what a browser can handle and says so', () => {
  renderPage(<ChartTable label="Day curve" data={data(1600)} />)
  expect(screen.getAllByRole('row')).toHaveLength(1501)
  expect(screen.getByText(/first 1,500 of 1,600/)).toBeTruthy()
})

it('adds the whole of its rows below them, where there are several', () => {
  const total = { name: 'Total', cells: [3000] }
  renderPage(<ChartTable label="Month" data={{ ...data(3), total }} />)
  expect(screen.getByRole('rowheader', { name: 'Total' })).toBeTruthy()
  expect(screen.getAllByRole('cell').at(-1)?.textContent).toBe('3,000')
  cleanup()
  renderPage(<ChartTable label="Month" data={{ ...data(1), total }} />)
  expect(screen.queryByRole('rowheader', { name: 'Total' })).toBeNull()
})
