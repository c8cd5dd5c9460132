import { emptyLayout } from '@heliograph/domain/module-layout/layout.ts'
import { addGrid, wholeGrid } from '@heliograph/domain/module-layout/module-grid.ts'
import { expect, it } from 'vitest'
import { modulesWithin, nextModule } from './pick-modules.ts'
import { toStringLines } from './string-lines.ts'

const size = { moduleLongM: 1, moduleShortM: 1, gapM: 0 }
const { layout } = addGrid(emptyLayout, wholeGrid(2, 3), size)

it('goes to the module beside, and stays at the edge', () => {
  expect(nextModule(layout, undefined, 'right')).toBe(1)
  expect(nextModule(layout, 1, 'right')).toBe(2)
  expect(nextModule(layout, 2, 'down')).toBe(5)
  expect(nextModule(layout, 6, 'right')).toBe(6)
})

it('goes as it is seen where the group is turned', () => {
  const turned = { ...layout, groups: layout.groups.map((group) => ({ ...group, rotationDeg: 90 })) }
  expect(nextModule(turned, 1, 'down')).toBe(2)
})

it('finds what is within a box', () => {
  expect(modulesWithin(layout, { xM: 0.4, yM: 0, widthM: 1.2, heightM: 2 })).toEqual([1, 2, 4, 5])
})

it('draws a string back and forth, and none through modules with a device', () => {
  const string = { serial: 'INV', input: 1 }
  const modules = layout.modules.map((module) => ({ ...module, string, serial: module.id === 5 ? 'M' : null }))
  const [line] = toStringLines({ ...layout, modules })
  expect(line?.points.map(({ xM, yM }) => [xM, yM])).toEqual([
    [0.5, 0.5],
    [1.5, 0.5],
    [2.5, 0.5],
    [2.5, 1.5],
    [0.5, 1.5],
  ])
})
