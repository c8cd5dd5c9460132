import { describe, expect, it } from 'vitest'
import { findProblem } from './check-layout.ts'
import {
  assignSource,
  fillModules,
  moveGroups,
  moveModules,
  nudgeModules,
  orientGroup,
  removeGroups,
  renameSerial,
  rotateGroup,
} from './edit-layout.ts'
import { boxOfLayout, moduleCenter } from './geometry.ts'
import { emptyLayout, findGroup, type LayoutModule, MOST_LAYOUT_MODULES, type ModuleLayout } from './layout.ts'
import { addGrid, placeSerials, wholeGrid } from './module-grid.ts'
import { makeStep, redo, startHistory, undo } from './undo.ts'

const roof = (rows = 2, columns = 3): ModuleLayout =>
  addGrid(emptyLayout, wholeGrid(rows, columns), { name: 'South', moduleLongM: 1.8, moduleShortM: 1, gapM: 0 }).layout
const moduleAt = ({ modules }: ModuleLayout, id: number): LayoutModule => {
  const found = modules.find((module) => module.id === id)
  if (found === undefined) throw new Error(`no module ${id}`)
  return found
}
const centerOf = (layout: ModuleLayout, id: number) => {
  const module = moduleAt(layout, id)
  const group = findGroup(layout, module.groupId)
  if (group === undefined) throw new Error('no group')
  return moduleCenter(group, module)
}
const serialsOf = ({ modules }: ModuleLayout) => modules.map(({ serial }) => serial)
const cell = (row: number, column: number, serial: string | null, port: number | null = null) => ({
  row,
  column,
  serial,
  port,
})

describe('a grid becomes a group', () => {
  it('with a module in each listed cell, below what stands', () => {
    const first = roof()
    expect(boxOfLayout(first)).toEqual({ xM: 0, yM: 0, widthM: 3, heightM: 3.6 })
    const { layout, groupId, placed } = addGrid(first, { rows: 1, columns: 2, cells: [cell(0, 1, 'A')] })
    expect(placed).toBe(1)
    expect(layout.modules).toHaveLength(7)
    expect(moduleAt(layout, 7)).toMatchObject({ groupId, row: 0, column: 1, serial: 'A', port: null })
    expect(findGroup(layout, groupId)?.yM).toBeGreaterThan(3.6)
  })

  it('names the cells whose serial number is taken, and adds their modules without it', () => {
    const cells = [cell(0, 0, 'A', 1), cell(0, 1, 'A', 2), cell(0, 2, 'A', 1), cell(0, 3, 'A')]
    const { layout, skipped } = addGrid(emptyLayout, { rows: 1, columns: 4, cells })
    expect(skipped.map(({ cell: { column }, why }) => [column, why])).toEqual([
      [2, 'taken'],
      [3, 'taken'],
    ])
    expect(serialsOf(layout)).toEqual(['A', 'A', null, null])
    expect(findProblem(layout)).toBeUndefined()
  })

  it('never holds more modules than a layout may have', () => {
    const { layout, skipped } = addGrid(emptyLayout, wholeGrid(100, 31))
    expect([layout.modules.length, skipped.length]).toEqual([MOST_LAYOUT_MODULES, 100])
  })
})

describe('serial numbers for a group that stands', () => {
  it('go to its modules by row and column', () => {
    const grid = { rows: 2, columns: 4, cells: [cell(1, 2, 'A'), cell(0, 3, 'B'), cell(0, 0, null)] }
    const { layout, placed, skipped } = placeSerials(roof(), 1, grid)
    expect(serialsOf(layout)).toEqual([null, null, null, null, null, 'A'])
    expect([placed, skipped.map(({ why }) => why)]).toEqual([1, ['noModule']])
  })

  it('may change places', () => {
    const before = placeSerials(roof(1, 2), 1, {
      rows: 1,
      columns: 2,
      cells: [cell(0, 0, 'A'), cell(0, 1, 'B')],
    }).layout
    const { layout } = placeSerials(before, 1, { rows: 1, columns: 2, cells: [cell(0, 0, 'B'), cell(0, 1, 'A')] })
    expect(serialsOf(layout)).toEqual(['B', 'A'])
  })

  it('are not taken from another group', () => {
    const before = addGrid(roof(1, 1), { rows: 1, columns: 1, cells: [cell(0, 0, 'A')] }).layout
    const { layout, skipped } = placeSerials(before, 1, { rows: 1, columns: 1, cells: [cell(0, 0, 'A')] })
    expect(serialsOf(layout)).toEqual([null, 'A'])
    expect(skipped).toMatchObject([{ why: 'taken' }])
  })
})

describe('moving modules', () => {
  it('snaps to the cells of their group, also when the group is turned', () => {
    const turned = { ...roof(), groups: roof().groups.map((group) => ({ ...group, rotationDeg: 90 })) }
    // A quarter turn clockwise: what was to the right is now down.
    const moved = moveModules(turned, new Set([3]), { xM: 0.2, yM: 1.9 }, true)
    expect(moduleAt(moved, 3)).toMatchObject({ row: 0, column: 4 })
  })

  it('stays free without snapping', () => {
    const moved = moveModules(roof(), new Set([3]), { xM: 0.456, yM: 0.9 }, false)
    expect(moduleAt(moved, 3)).toMatchObject({ row: 0.5, column: 2.46 })
  })

  it('is refused onto another module and too far out', () => {
    const layout = roof()
    expect(nudgeModules(layout, new Set([1]), { rows: 0, columns: 1 })).toBe(layout)
    expect(nudgeModules(layout, new Set([1, 2, 3]), { rows: 0, columns: 1 })).not.toBe(layout)
    expect(nudgeModules(layout, new Set([1]), { rows: -500, columns: 0 })).toBe(layout)
  })
})

describe('groups', () => {
  it('turn around the middle of their modules', () => {
    const layout = rotateGroup(roof(3, 3), 1, 30)
    expect(findGroup(layout, 1)?.rotationDeg).toBe(30)
    expect(centerOf(layout, 5).xM).toBeCloseTo(1.5, 2)
    expect(centerOf(layout, 5).yM).toBeCloseTo(2.7, 2)
    expect(findGroup(rotateGroup(layout, 1, -60), 1)?.rotationDeg).toBe(330)
  })

  it('move in steps, lie across, and go with their modules', () => {
    const moved = moveGroups(roof(), new Set([1]), { xM: 1.13, yM: -0.4 }, 0.5)
    expect(findGroup(moved, 1)).toMatchObject({ xM: 1, yM: -0.5 })
    expect(boxOfLayout(orientGroup(roof(), 1, 'landscape'))).toMatchObject({ widthM: 5.4, heightM: 2 })
    expect(removeGroups(roof(), new Set([1]))).toEqual(emptyLayout)
  })
})

describe('devices', () => {
  it('are taken from the module that had them', () => {
    const one = assignSource(roof(1, 3), 1, { serial: 'A', port: 1 })
    const two = assignSource(one, 2, { serial: 'A', port: 2 })
    expect(serialsOf(two)).toEqual(['A', 'A', null])
    expect(serialsOf(assignSource(two, 3, { serial: 'A', port: 1 }))).toEqual([null, 'A', 'A'])
    // As a whole it takes both of its inputs away.
    expect(serialsOf(assignSource(two, 3, { serial: 'A', port: null }))).toEqual([null, null, 'A'])
    expect(serialsOf(assignSource(two, 1, null))).toEqual([null, 'A', null])
  })

  it('fill empty modules in reading order, each one once', () => {
    const before = assignSource(roof(1, 4), 2, { serial: 'B', port: null })
    const sources = ['A', 'B', 'A', 'C'].map((serial) => ({ serial, port: null }))
    const { layout, filled } = fillModules(before, new Set([1, 2, 3, 4]), sources)
    expect(serialsOf(layout)).toEqual(['A', 'B', 'C', null])
    expect(filled).toBe(2)
  })

  it('leave nothing on a module but serial number and input', () => {
    const named = { serial: 'A', port: 1, name: 'On the shed' }
    const keys = Object.keys(moduleAt(roof(1, 1), 1))
    expect(Object.keys(moduleAt(assignSource(roof(1, 1), 1, named), 1))).toEqual(keys)
    expect(Object.keys(moduleAt(fillModules(roof(1, 1), new Set([1]), [named]).layout, 1))).toEqual(keys)
  })

  it('keep their place under another serial number', () => {
    const before = assignSource(roof(1, 2), 2, { serial: 'OLD', port: 1 })
    expect(moduleAt(renameSerial(before, 'OLD', 'NEW'), 2)).toMatchObject({ serial: 'NEW', port: 1, column: 1 })
  })
})

describe('a layout is refused', () => {
  const base = roof(1, 2)
  const [first, second] = base.modules as [LayoutModule, LayoutModule]
  it.each<[string, ModuleLayout]>([
    [
      'sourceTaken',
      {
        ...base,
        modules: [
          { ...first, serial: 'A' },
          { ...second, serial: 'A', port: 1 },
        ],
      },
    ],
    [
      'sourceTaken',
      {
        ...base,
        modules: [
          { ...first, serial: 'A', port: 1 },
          { ...second, serial: 'A' },
        ],
      },
    ],
    ['doubleId', { ...base, modules: [first, { ...second, id: first.id }] }],
    ['noSuchGroup', { ...base, groups: [] }],
    ['tooManyModules', roofOf(MOST_LAYOUT_MODULES + 1)],
  ])('for %s', (code, layout) => expect(findProblem(layout)?.code).toBe(code))

  function roofOf(count: number): ModuleLayout {
    return { ...base, modules: Array.from({ length: count }, (_, id) => ({ ...first, id })) }
  }
})

describe('undo and redo', () => {
  it('walk through the steps; a new step forgets what was undone', () => {
    const [a, b, c] = [roof(1, 1), roof(1, 2), roof(1, 3)] as const
    const two = makeStep(makeStep(startHistory(a), b), c)
    expect(undo(two).present).toBe(b)
    expect(redo(undo(two)).present).toBe(c)
    expect(undo(undo(undo(two))).present).toBe(a)
    expect(redo(makeStep(undo(two), a)).present).toBe(a)
    expect(makeStep(two, c)).toBe(two)
  })
})
