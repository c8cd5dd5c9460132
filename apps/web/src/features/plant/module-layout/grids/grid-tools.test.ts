import { emptyLayout } from '@heliograph/domain/module-layout/layout.ts'
import { addGrid, wholeGrid } from '@heliograph/domain/module-layout/module-grid.ts'
import { expect, it } from 'vitest'
import { applyGrids } from './grid-tools.tsx'

const grid = { rows: 1, columns: 2, cells: [0, 1].map((column) => ({ row: 0, column, serial: `A${column}` })) }

it('brings new groups and serial numbers into the layout as one step', () => {
  const { layout, groupId } = addGrid(emptyLayout, wholeGrid(1, 2))
  const filled = applyGrids(layout, [{ grid, target: groupId, shape: {} }])
  expect([filled.group, filled.skipped, filled.layout.modules.map(({ serial }) => serial)]).toEqual([
    ...[groupId, 0],
    ['A0', 'A1'],
  ])
  // The same numbers a second time are on other modules already.
  const twice = applyGrids(filled.layout, [{ grid, target: 'new', shape: { name: 'West', rotationDeg: 20 } }])
  expect([twice.skipped, twice.layout.modules.length, twice.layout.groups.at(-1)]).toMatchObject([
    ...[2, 4],
    { name: 'West', rotationDeg: 20 },
  ])
  expect(twice.group).toBe(twice.layout.groups.at(-1)?.id)
})
